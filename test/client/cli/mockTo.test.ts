import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { startService } from "../../support/calculator/service.mjs";
import { closedPort, type RawConnection, startRawService } from "../../support/transport/rawService.ts";
import { folderOf, soaphttp } from "./built.ts";
import { mocking } from "./mockProcess.ts";

async function passingOn(
  answer: (connection: RawConnection) => unknown,
  use: (mock: Parameters<Parameters<typeof mocking>[2]>[0], folder: string, port: number) => Promise<void>,
  args: readonly string[] = [],
): Promise<void> {
  const service = await startRawService(answer);
  const folder = folderOf({});
  const to = ["--to", `http://127.0.0.1:${service.port}`];
  await mocking(folder, [...to, ...args], (mock) => use(mock, folder, service.port));
}

const get = "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n";
const empty = (line: string) => `HTTP/1.1 ${line}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;

suite("soaphttp mock --to", () => {
  const body = '<m:R xmlns:m="urn:m" id="a"><m:Price>12</m:Price><m:Price/><x/>é</m:R>';
  const xml = (bytes: Uint8Array, more = "") =>
    Buffer.concat([
      Buffer.from(
        `HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8\r\n${more}Content-Length: ${bytes.length}\r\n\r\n`,
      ),
      bytes,
    ]);

  test("# @forward passes a request on, and # @replace changes the response", async () => {
    const answer = async (connection: RawConnection) => {
      const { bytes } = await connection.request();
      const isCompressed = bytes.toString("latin1").startsWith("GET /gzip");
      connection.end(isCompressed ? xml(gzipSync(body), "Content-Encoding: gzip\r\n") : xml(Buffer.from(body)));
    };
    const service = await startRawService(answer);
    const file = [
      '# @name changed\n# @when path /gzip\n# @forward\n# @replace //m:Price = <{{request.query.p}}>\n# @replace /*/@id = "b"',
      "# @when path /none\n# @forward\n# @replace //m:Missing = 0",
      "# @when path /same\n# @delay 1 ms\n# @forward",
      "HTTP/1.1 204 No Content\n\n",
    ].join("\n\n###\n");
    const cwd = folderOf({ "calc.soapmock": file });
    await mocking(cwd, ["--to", `http://127.0.0.1:${service.port}`, "calc.soapmock"], async (mock) => {
      const price = "<m:Price>&lt;7&gt;</m:Price>";
      const changed = `<m:R xmlns:m="urn:m" id="b">${price}${price}<x/>é</m:R>`;
      assert.equal(await mock.get("/gzip?p=7"), xml(Buffer.from(changed)).toString("latin1"));
      assert.equal(await mock.get("/none"), xml(Buffer.from(body)).toString("latin1"));
      assert.equal(await mock.get("/same"), xml(Buffer.from(body)).toString("latin1"));
      assert.match(await mock.get("/else"), /^HTTP\/1\.1 204 /);
      await mock.until((out) => out.includes("/else"));
      assert.match(mock.out, /GET \/gzip\?p=7 200 calc\.soapmock#changed \d+ ms\n/);
      assert.match(
        mock.out,
        /GET \/none 200 calc\.soapmock:\d+ \d+ ms: @replace \/\/m:Missing finds nothing in the response\.\n/,
      );
    });
    await mocking(cwd, ["calc.soapmock"], async (mock) => {
      assert.match(await mock.get("/same"), /^HTTP\/1\.1 502 Bad Gateway/);
      await mock.until((out) => out.includes("@forward needs soaphttp mock --to."));
    });
  });

  test("the mock service passes on method, target, headers and body, but for Host and headers of the connection", async () => {
    let received = "";
    const answer = async (connection: RawConnection) => {
      received = (await connection.request()).bytes.toString("latin1");
      connection.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    };
    await passingOn(answer, async (mock, _, port) => {
      const own = "Connection: close, X-Own\r\nX-Own: 1\r\nKeep-Alive: 1\r\nTE: trailers\r\nUpgrade: h2c\r\n";
      const kept = 'sOAPAction: "a"\r\nX: 1\r\nx: 2\r\nAccept-Encoding: gzip\r\nAuthorization: Basic YTpi\r\n';
      const head = `POST /a?b=%20 HTTP/1.1\r\nHost: h\r\n${own}${kept}Transfer-Encoding: chunked\r\n\r\n`;
      await mock.received(`${head}2\r\nab\r\n0\r\n\r\n`);
      const host = `Host: 127.0.0.1:${port}\r\n`;
      assert.equal(received, `POST /a?b=%20 HTTP/1.1\r\n${host}${kept}Content-Length: 2\r\n\r\nab`);
    });
  });

  test("the mock service gives back status, headers and body, but for headers of the connection", async () => {
    const responses = [
      "HTTP/1.1 299 Ok Then\r\nx-A: \xe9\r\nTransfer-Encoding: chunked\r\nKeep-Alive: 5\r\n\r\n2\r\nab\r\n0\r\nT: x\r\n\r\n",
      "HTTP/1.0 500 No\r\nSet-Cookie: a\r\nSet-Cookie: b\r\n\r\nab",
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 2\r\n\r\nab",
    ];
    const answer = async (connection: RawConnection) => {
      await connection.request();
      connection.end(responses.shift() ?? "");
    };
    await passingOn(answer, async (mock) => {
      assert.equal(await mock.get("/1"), "HTTP/1.1 299 Ok Then\r\nx-A: \xe9\r\nContent-Length: 2\r\n\r\nab");
      const second = "HTTP/1.1 500 No\r\nSet-Cookie: a\r\nSet-Cookie: b\r\nContent-Length: 2\r\n\r\nab";
      assert.equal(await mock.get("/2"), second);
      assert.equal(await mock.get("/3"), "HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 2\r\n\r\nab");
      await mock.until((out) => out.includes("/3"));
      assert.match(mock.out, /^GET \/3 302 upstream \d+ ms$/m);
    });
  });

  test("the mock service responds with 504 if the service is silent, and with 502 if it sends no response", async () => {
    await passingOn(
      () => {},
      async (mock) => assert.equal(await mock.received(get), empty("504 Gateway Timeout")),
      ["--timeout", "0.3"],
    );
    const slow = async (connection: RawConnection) => {
      await connection.request();
      setTimeout(() => connection.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"), 200);
    };
    const good = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
    await passingOn(slow, async (mock) => assert.equal(await mock.received(get), good), ["--timeout", "0"]);
    const hangsUp = (connection: RawConnection) => connection.end("SSH-2.0-x\r\n");
    await passingOn(hangsUp, async (mock) => assert.equal(await mock.received(get), empty("502 Bad Gateway")));
    const port = await closedPort();
    await mocking(folderOf({}), ["--to", `http://127.0.0.1:${port}`], async (mock) => {
      assert.equal(await mock.received(get), empty("502 Bad Gateway"));
      await mock.until((out) => out.includes("502"));
      assert.match(
        mock.out,
        new RegExp(`^GET / 502 service \\d+ ms: http://127\\.0\\.0\\.1:${port} didn't send a complete`, "m"),
      );
    });
  });

  test("the mock service records a service once for each request; the file alone responds the same way", async () => {
    const service = await startService({ port: 0 });
    const folder = folderOf({});
    const namespaces = 'xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:c="http://example.org/calc"';
    const request = (payload: string) => {
      const body = `<s:Envelope ${namespaces}><s:Body>${payload}</s:Body></s:Envelope>`;
      const head = `POST /calc HTTP/1.1\r\nHost: h\r\nContent-Type: text/xml\r\nContent-Length: ${body.length}\r\n`;
      return `${head}Connection: close\r\n\r\n${body}`;
    };
    const requests = [
      "<c:Add><c:a>1</c:a><c:b>2</c:b></c:Add>",
      "<c:Add><c:a>1</c:a><c:b>3</c:b></c:Add>",
      "<c:Fail><c:message>no</c:message></c:Fail>",
      "<c:Add><c:a>1</c:a><c:b>2</c:b></c:Add>",
    ].map(request);
    const bodyOf = (response: string) => `${response.split("\r\n", 1)} ${response.slice(response.indexOf("\r\n\r\n"))}`;
    const received: string[] = [];
    try {
      await mocking(folder, ["--to", service.origin, "--out", "calc.soapmock"], async (mock) => {
        for (const one of requests) received.push(bodyOf(await mock.received(one)));
        assert.equal(await mock.stop(), 0);
      });
    } finally {
      await service.close();
    }
    assert.match(received[0] ?? "", /^HTTP\/1\.1 200 OK [\s\S]*>3</);
    assert.match(received[2] ?? "", /^HTTP\/1\.1 500 [\s\S]*Fault>/);
    const text = readFileSync(join(folder, "calc.soapmock"), "utf8");
    assert.equal(text.match(/^HTTP\/1\.1 /gm)?.length, 3);
    const checked = await soaphttp(["check", "--no-wsdl", "calc.soapmock"], { cwd: folder });
    assert.equal(checked.code, 0, checked.out);
    await mocking(folder, ["calc.soapmock"], async (mock) => {
      for (const [at, one] of requests.entries()) assert.equal(bodyOf(await mock.received(one)), received[at]);
    });
  });
});

suite("soaphttp mock --requests", () => {
  const soap = 'xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"';
  const post = (body: string, head = "") =>
    `POST /calc HTTP/1.1\r\nhost: localhost\r\nX-B: 1\r\nx-a: 2\r\n${head}Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;

  test("the log appends each request once, with its bytes, and logs how many errors it has", async () => {
    const folder = folderOf({ "a.soapmock": "HTTP/1.1 200 OK\nContent-Length: 0\n\n", "r.soaphttp": "# before\n" });
    const good = post(`<s:Envelope ${soap}><s:Body/></s:Envelope>`, 'Content-Type: text/xml\r\nSOAPAction: ""\r\n');
    const bad = post(
      `<s:Envelope ${soap}><s:Bod></s:Envelope>`,
      "Content-Type: text/xml\r\nAuthorization: Basic YTpi\r\n",
    );
    await mocking(folder, ["--requests", "r.soaphttp", "a.soapmock"], async (mock) => {
      for (const one of [good, good, bad]) await mock.received(one);
      await mock.received("no request\r\n\r\n");
      await mock.received(post("", "Content-Encoding: x\r\n"));
      assert.equal(await mock.stop(), 0);
      const lines = mock.out.split("\n").map((line) => line.replace(/ \d+ ms/, " 3 ms"));
      assert.equal(lines[1], "POST /calc 200 a.soapmock:1 3 ms");
      assert.match(lines[3] ?? "", /^POST \/calc .*3 ms, \d+ errors?$/);
    });
    const text = readFileSync(join(folder, "r.soaphttp"), "utf8");
    assert.ok(text.startsWith("# before\n"));
    assert.equal(text.match(/^POST /gm)?.length, 2, text);
    assert.ok(text.includes("host: localhost\nX-B: 1\nx-a: 2\nContent-Type: text/xml\n"), text);
    assert.match(text, /^Authorization: \[redacted\]$/m);
    assert.ok(text.includes(`<s:Envelope ${soap}><s:Bod></s:Envelope>`));
  });

  test("the log counts findings in JSON", async () => {
    const folder = folderOf({ "a.soapmock": "HTTP/1.1 200 OK\nContent-Length: 0\n\n" });
    await mocking(folder, ["--requests", "r.soaphttp", "--log", "json", "a.soapmock"], async (mock) => {
      await mock.received(post("<a>", "Content-Type: text/xml\r\n"));
      await mock.until((out) => out.includes("exchange"));
      const { findings } = JSON.parse(mock.out.split("\n")[1] ?? "");
      assert.deepEqual(Object.keys(findings), ["errors", "warnings"]);
      assert.ok(findings.errors > 0);
    });
  });

  test("the mock service records nothing without --to", async () => {
    const folder = folderOf({ "a.soapmock": "HTTP/1.1 200 OK\nContent-Length: 0\n\n" });
    await mocking(folder, ["a.soapmock"], async (mock) => void (await mock.get("/")));
    assert.equal(existsSync(join(folder, "recorded.soapmock")), false);
  });
});
