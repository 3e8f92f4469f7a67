// Tests `soaphttp send` with real proxies: tinyproxy, set by environment variables, and Squid, which a script chooses. A relay in front
// of each records bytes.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import net from "node:net";
import { join } from "node:path";
import tls from "node:tls";
import { freePort, suiteServer } from "./processes.mjs";
import { folder, send } from "./soaphttp.mjs";

const envelope = '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body/></s:Envelope>';

suite("sending through tinyproxy", () => {
  const prepare = (port) => {
    const configuration = join(folder, "tinyproxy.conf");
    writeFileSync(configuration, `Port ${port}\nListen 127.0.0.1\nAllow 127.0.0.1\nMaxClients 20\nTimeout 20\n`);
    return ["/usr/bin/tinyproxy", "-d", "-c", configuration];
  };
  const proxy = suiteServer("tinyproxy", ["tinyproxy-bin", "openssl"], prepare, { relayed: true });
  const proxyUrl = () => `http://127.0.0.1:${proxy.relay.port}`;

  test("HTTP_PROXY: http uses absolute-form without other changes, and reports it", async () => {
    const service = await startService(net.createServer);
    try {
      const [{ response, request }] = await send([requestTo(service.port)], { HTTP_PROXY: proxyUrl() });
      assert.equal(response.status, 200);
      const [{ sent }] = proxy.relay.connections;
      assert.equal(
        sent.toString(),
        messageTo(service.port).replace(" /calc", ` http://127.0.0.1:${service.port}/calc`),
      );
      assert.equal(request.changes.length, 1);
      assert.match(service.received(), /^POST \/calc HTTP\/1\.[01]\r\n/);
      assert.ok(service.received().endsWith(`\r\n\r\n${envelope}`));
    } finally {
      await service.close();
    }
  });

  test("HTTPS_PROXY: https uses CONNECT, and the author's exact bytes arrive", async () => {
    const { cert, key, file } = certificate();
    const service = await startService((listener) => tls.createServer({ cert, key }, listener));
    try {
      const env = { HTTPS_PROXY: proxyUrl(), NODE_EXTRA_CA_CERTS: file };
      const [exchange] = await send([requestTo(service.port, "# @scheme https\n")], env);
      assert.equal(exchange.failure, null);
      assert.equal(exchange.response.status, 200);
      assert.equal(exchange.tls.verified, true);
      assert.match(
        proxy.relay.connections[0].sent.toString("latin1"),
        new RegExp(`^CONNECT 127\\.0\\.0\\.1:${service.port} HTTP`),
      );
      assert.equal(service.received(), messageTo(service.port));
    } finally {
      await service.close();
    }
  });

  test("a rejected CONNECT is reported as a proxy failure", async () => {
    const port = await freePort();
    const [{ failure, response }] = await send([requestTo(port, "# @scheme https\n")], { HTTPS_PROXY: proxyUrl() });
    assert.equal(failure.kind, "proxy");
    assert.equal(response, null);
    assert.match(proxy.relay.connections[0].received.toString("latin1"), /^HTTP\/1\.[01] 5\d\d /);
  });

  test("NO_PROXY: requests to its hosts are sent directly", async () => {
    const service = await startService(net.createServer);
    try {
      const env = { HTTP_PROXY: proxyUrl(), NO_PROXY: "127.0.0.1" };
      const [{ response, request }] = await send([requestTo(service.port)], env);
      assert.equal(response.status, 200);
      assert.deepEqual(request.changes, []);
      assert.equal(service.received(), messageTo(service.port));
      assert.equal(proxy.relay.connections.length, 0);
    } finally {
      await service.close();
    }
  });
});

suite("sending through Squid, which a proxy script (PAC) chooses", () => {
  const prepare = (port) => {
    const configuration = join(folder, "squid.conf");
    const lines = [`http_port 127.0.0.1:${port}`, "http_access allow all", "cache deny all", "pid_filename none"];
    lines.push("access_log none", "cache_log /dev/null", "netdb_filename none", "");
    writeFileSync(configuration, lines.join("\n"));
    return ["/usr/sbin/squid", "-N", "-f", configuration];
  };
  const proxy = suiteServer("Squid", ["squid"], prepare, { relayed: true });

  test("the script decides by all of its functions what takes the proxy, and the result names it", async () => {
    const service = await startService(net.createServer);
    try {
      // A name has the address of the service, too, but takes the proxy.
      const script = join(folder, "proxy.pac");
      writeFileSync(
        script,
        `function FindProxyForURL(url, host) {
          alert(url);
          if (dnsDomainLevels(host) === 3 && shExpMatch(url, "http://127.0.0.?:*/")) return "DIRECT";
          var isNow = weekdayRange("SUN", "SAT") && dateRange(1, 31) && timeRange(0, 23);
          var isHere = isPlainHostName(host) && localHostOrDomainIs(host, "localhost.example") && !dnsDomainIs(host, ".example");
          var isKnown = isResolvable(host) && isInNet(dnsResolve(host), "127.0.0.0", "255.0.0.0");
          return isNow && isHere && isKnown && isInNet(myIpAddress(), "0.0.0.0", "0.0.0.0")
            ? "PROXY 127.0.0.1:${proxy.relay.port}; DIRECT" : "PROXY 127.0.0.1:1";
        }`,
      );
      const direct = requestTo(service.port);
      const through = join(folder, "through.soaphttp");
      writeFileSync(through, readFileSync(direct, "utf8").replace("127.0.0.1", "localhost"));
      const exchanges = await send(["--pac", script, through, direct]);
      assert.deepEqual(
        exchanges.map(({ response, proxy: taken }) => [response?.status, taken]),
        [
          [200, `http://127.0.0.1:${proxy.relay.port}`],
          [200, undefined],
        ],
        JSON.stringify(exchanges),
      );
      assert.match(proxy.relay.connections[0].received.toString("latin1"), /\r\nVia: 1\.1 .*\(squid\//);
      assert.equal(proxy.relay.connections.length, 1);
    } finally {
      await service.close();
    }
  });
});

function messageTo(port) {
  return [
    "POST /calc HTTP/1.1",
    `hOsT: 127.0.0.1:${port}`,
    "Content-Type: application/soap+xml; charset=utf-8",
    `Content-Length: ${envelope.length}`,
    "",
    envelope,
  ].join("\r\n");
}

function requestTo(port, before = "") {
  const file = join(folder, `proxy-${port}.soaphttp`);
  writeFileSync(file, before + messageTo(port).replaceAll("\r\n", "\n"));
  return file;
}

/** Starts a service that responds once it has received the envelope, and records the received bytes. */
async function startService(create) {
  const pieces = [];
  const received = () => Buffer.concat(pieces).toString("latin1");
  const server = create((socket) => {
    socket.on("error", () => {});
    socket.on("data", (piece) => {
      pieces.push(piece);
      if (!received().endsWith("</s:Envelope>")) return;
      const fields = `Content-Type: application/soap+xml\r\nContent-Length: ${envelope.length}\r\nConnection: close`;
      socket.end(`HTTP/1.1 200 OK\r\n${fields}\r\n\r\n${envelope}`);
    });
  });
  await new Promise((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  return { port: server.address().port, received, close: () => new Promise((resolve) => server.close(resolve)) };
}

function certificate() {
  const [file, keyFile] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
  const options = "req -x509 -newkey rsa:2048 -nodes -days 2".split(" ");
  const args = [...options, ...subject, "-out", file, "-keyout", keyFile];
  const { status, stderr } = spawnSync("openssl", args, { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  return { cert: readFileSync(file, "utf8"), key: readFileSync(keyFile, "utf8"), file };
}
