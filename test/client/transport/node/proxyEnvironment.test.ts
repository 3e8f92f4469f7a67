import assert from "node:assert/strict";
import { nodeTransport } from "../../../../client/src/transport/node/node.ts";
import {
  chooseProxy,
  type Environment,
  proxyEnvironment,
} from "../../../../client/src/transport/node/proxyEnvironment.ts";
import { asLatin1 } from "../../../support/transport/bytes.ts";
import { type Certificates, makeCertificates } from "../../../support/transport/certificates.ts";
import { type ProxyOptions, startProxy, type TestProxy } from "../../../support/transport/proxy.ts";
import {
  closedPort,
  type RawConnection,
  type RawService,
  startRawService,
} from "../../../support/transport/rawService.ts";
import { requestTo, sending } from "../../../support/transport/request.ts";

suite("the proxy of the environment", () => {
  const choose = (environment: Environment, address = "http://service.example:8000") => {
    const { protocol, hostname, port } = new URL(address);
    const scheme = protocol === "https:" ? "https" : "http";
    const choice = chooseProxy({ scheme, host: hostname.replace(/[[\]]/g, ""), port: Number(port) }, environment);
    return choice.kind === "proxy" ? choice.url.href : choice.kind;
  };

  for (const [environment, address, expected] of [
    [{}, "http://a:1", "direct"],
    [{ HTTP_PROXY: "http://p:3128" }, "http://a:1", "http://p:3128/"],
    [{ HTTP_PROXY: "http://p:3128" }, "https://a:1", "direct"],
    [{ HTTPS_PROXY: "http://p:3128" }, "https://a:1", "http://p:3128/"],
    [{ https_proxy: "http://p:3128" }, "https://a:1", "http://p:3128/"],
    [{ all_proxy: "http://[::1]:3128" }, "http://a:1", "http://[::1]:3128/"],
    [{ HTTP_PROXY: "http://p:3128", no_proxy: "a" }, "http://a:1", "direct"],
    [{ HTTP_PROXY: "http://p:3128", NO_PROXY: "b", no_proxy: "a" }, "http://b:1", "http://p:3128/"],
    [{ ALL_PROXY: "p:3128" }, "https://a:1", "http://p:3128/"],
    [{ HTTP_PROXY: "http://p", http_proxy: "http://q" }, "http://a:1", "http://q/"],
    [{ HTTP_PROXY: "socks5://p" }, "http://a:1", "socks5://p"],
    [{ HTTP_PROXY: "socks4://p" }, "http://a:1", "invalid"],
    [{ HTTP_PROXY: "http://u%:x@p" }, "http://a:1", "invalid"],
    [{ HTTP_PROXY: "" }, "http://a:1", "direct"],
  ] as const) {
    test(`${address} is reached by ${expected} with ${JSON.stringify(environment)}`, () => {
      assert.equal(choose(environment, address), expected);
    });
  }

  for (const [value, told] of [
    ["socks4://user:s3cret@p:1080", "socks4://[redacted]@p:1080"],
    ["http://user:s3/cr@t@p", "http://[redacted]@p"],
    ["user:%@p", "[redacted]@p"],
    ["socks4://p/a", "socks4://p/a"],
  ] as const) {
    test(`the invalid proxy ${value} is reported as ${told}`, () => {
      const choice = chooseProxy({ scheme: "http", host: "a", port: 1 }, { ALL_PROXY: value });
      assert.deepEqual(choice, { kind: "invalid", value: told });
    });
  }

  for (const [list, address, direct] of [
    ["*", "http://a:1", true],
    ["example.org", "http://example.org:1", true],
    ["example.org", "http://a.example.org:1", true],
    [".example.org", "http://a.example.org:1", true],
    ["*.example.org", "http://a.example.org:1", true],
    ["example.org", "http://badexample.org:1", false],
    ["Example.Org", "http://EXAMPLE.org:1", true],
    ["a, b c", "http://b:1", true],
    ["a:2", "http://a:1", false],
    ["a:1", "http://a:1", true],
    ["127.0.0.1", "http://127.0.0.1:1", true],
    ["10.0.0.0/8", "http://10.9.8.7:1", true],
    ["10.0.0.0/8", "http://11.9.8.7:1", false],
    ["10.0.0.0/99", "http://10.9.8.7:1", false],
    ["::1", "http://[::1]:1", true],
    ["[::1]", "http://[::1]:1", true],
    ["[::1]:1", "http://[::1]:1", true],
    ["[::1]:2", "http://[::1]:1", false],
    [".example.org", "http://example.org:1", true],
    [", ,", "http://a:1", false],
    ["/8, 10.0.0.0/, 10.0.0.0/x, fd00::/999, ::/-1, [", "http://10.9.8.7:1", false],
    ["fd00::/8", "http://[fd12::1]:1", true],
    ["1", "http://127.0.0.1:1", false],
  ] as const) {
    test(`${address} is reached ${direct ? "directly" : "by a proxy"} with NO_PROXY=${list}`, () => {
      assert.equal(choose({ HTTP_PROXY: "http://p", NO_PROXY: list }, address) === "direct", direct);
    });
  }
});

suite("sending through a proxy of the environment", () => {
  let made: Certificates;
  const running: RawService[] = [];
  suiteSetup(() => {
    made = makeCertificates();
  });
  teardown(async () => {
    for (const service of running.splice(0)) await service.close();
  });

  const proxyWith = async (options?: ProxyOptions): Promise<TestProxy> => {
    const proxy = await startProxy(options);
    running.push(proxy);
    return proxy;
  };
  const serve = async (secure: boolean): Promise<RawService> => {
    const service = await startRawService(answer, secure ? made.good : undefined);
    running.push(service);
    return service;
  };
  const send = (scheme: "http" | "https", port: number, environment: Environment, timeout = 3000) =>
    nodeTransport(proxyEnvironment(environment)).send(
      requestTo({ host: "127.0.0.1", port }, "/s", { scheme }),
      sending({ timeout, tls: () => ({ ca: made.ca }) }),
    );

  test("a request by http has absolute-form and Proxy-Authorization, and reports both", async () => {
    const proxy = await proxyWith({ authorization: `Basic ${btoa("me:pass word")}` });
    const { port, connections } = await serve(false);
    const result = await send("http", port, { HTTP_PROXY: `http://me:pass%20word@127.0.0.1:${proxy.port}` });
    assert.equal(result.kind, "response");
    const authority = `127.0.0.1:${port}`;
    assert.equal(
      proxy.heads[0],
      `POST http://${authority}/s HTTP/1.1\r\nHost: ${authority}\r\nContent-Type: application/soap+xml; charset=utf-8\r\nContent-Length: 4\r\nProxy-Authorization: Basic ${btoa("me:pass word")}\r\n\r\n`,
    );
    assert.equal(asLatin1(result.wire?.sent ?? new Uint8Array(0)), proxy.connections[0]?.text);
    assert.match(connections[0]?.text ?? "", /^POST \/s HTTP\/1\.1\r\n/);
    assert.deepEqual(
      result.changes.map(({ kind }) => kind),
      ["request-line", "added"],
    );
    assert.equal(
      result.changes.some((change) => change.kind === "added" && change.secret),
      true,
    );
    assert.deepEqual([result.remote, result.timings.tcp], [undefined, undefined]);
  });

  test("a request by https has exactly the author's bytes in its tunnel", async () => {
    const proxy = await proxyWith();
    const { port, connections } = await serve(true);
    const result = await send("https", port, { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` });
    assert.equal(result.kind, "response");
    assert.match(proxy.heads[0] ?? "", new RegExp(`^CONNECT 127\\.0\\.0\\.1:${port} HTTP/1\\.1\r\n`));
    assert.equal(asLatin1(result.wire?.sent ?? new Uint8Array(0)), connections[0]?.text);
    assert.deepEqual([result.changes.length, result.tls?.verified], [0, true]);
  });

  test("an invalid certificate of the service is a TLS failure, not a proxy failure", async () => {
    const proxy = await proxyWith();
    const service = await startRawService(answer, made.expired);
    running.push(service);
    const result = await send("https", service.port, { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` });
    assert.equal(result.kind === "tls" && result.reason, "expired");
    assert.equal(result.kind === "tls" && result.certificate?.subject, "CN=localhost");
  });

  test("a rejected CONNECT is a proxy failure with the proxy's response", async () => {
    const proxy = await proxyWith({ authorization: "Basic x" });
    const { port, connections } = await serve(true);
    const result = await send("https", port, { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` });
    assert.ok(result.kind === "proxy");
    assert.deepEqual(
      [result.reason, result.proxy, result.response?.status],
      ["connect-refused", `127.0.0.1:${proxy.port}`, 407],
    );
    assert.equal(asLatin1(result.response?.body ?? new Uint8Array(0)), "log in !\n");
    assert.equal(connections.length, 0);
  });

  for (const [name, refusal] of [
    ["closes", ""],
    ["sends invalid data", "SSH-2.0-x\r\n"],
  ] as const) {
    test(`a proxy that ${name} on CONNECT is a proxy failure`, async () => {
      const proxy = await proxyWith({ refusal });
      const result = await send("https", 1, { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` });
      assert.equal(result.kind, "proxy");
    });
  }

  test("bytes after the response to CONNECT are the service's", async () => {
    const proxy = await proxyWith({ refusal: "HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 400 Plain\r\n\r\n" });
    const result = await send("https", 1, { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` });
    assert.equal(result.kind === "tls" && result.reason, "not-tls");
  });

  test("a silent proxy leads to a timeout in the proxy stage", async () => {
    const silent = await startRawService(() => {});
    running.push(silent);
    const result = await send("https", 1, { HTTPS_PROXY: `http://127.0.0.1:${silent.port}` }, 300);
    assert.equal(result.kind === "timeout" && result.stage, "proxy");
  });

  test("an unreachable, unknown or unsupported proxy is a proxy failure", async () => {
    const port = await closedPort();
    const refused = await send("http", 1, { HTTP_PROXY: `http://127.0.0.1:${port}` });
    assert.deepEqual(refused.kind === "proxy" && [refused.reason, refused.code], ["unreachable", "ECONNREFUSED"]);
    const unknown = await send("http", 1, { HTTP_PROXY: "http://proxy.invalid:3128" });
    assert.equal(unknown.kind === "proxy" && unknown.reason, "unreachable");
    const socks = await send("http", 1, { HTTP_PROXY: "socks4://127.0.0.1:1080" });
    assert.equal(socks.kind === "proxy" && socks.reason, "invalid");
  });
});

async function answer(connection: RawConnection): Promise<void> {
  await connection.request();
  connection.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
}
