import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { folderOf, soaphttp } from "./built.ts";
import { mocking } from "./mockProcess.ts";

/* `# @then` in a `.soapmock` file: a request that is sent after a response. */

let service: Server;
/** What the service received: the request line, and an element of the body. */
let received: string[] = [];
let wake = () => {};

const port = () => (service.address() as AddressInfo).port;

const accepted = (directives: string) => `${directives}\nHTTP/1.1 202 Accepted\nContent-Length: 0\n\n`;

function notify(host = `127.0.0.1:${port()}`): string {
  return `# @name notify\nPOST /notify?id={{request.query.id}} HTTP/1.1\nHost: ${host}\nContent-Type: application/soap+xml\nContent-Length: {{$contentLength}}\n\n<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><n xmlns="urn:n">{{request.body.//*:Id}}</n></s:Body></s:Envelope>\n`;
}

const body = "<a><Id>5&amp;6</Id></a>";
const order = (query = "id=7", headers = "") =>
  `POST /order?${query} HTTP/1.1\r\nHost: a\r\n${headers}Connection: close\r\nContent-Type: text/xml\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

async function until(count: number): Promise<void> {
  while (received.length < count) {
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
}

suite("@then of a mock service", () => {
  suiteSetup(async () => {
    service = createServer(async (request, response) => {
      let text = "";
      for await (const piece of request) text += String(piece);
      received.push(`${request.method} ${request.url} ${/<n[^<]*<\/n>/.exec(text)?.[0]}`);
      response.writeHead(204).end();
      wake();
    });
    await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  });

  suiteTeardown(() => void service.close());

  setup(() => {
    received = [];
  });

  test("the request of # @then is sent with values of the received request, and the log has its status", async () => {
    const folder = folderOf({
      "a.soapmock": accepted("# @then after 20 ms ./notify.soaphttp#notify"),
      "notify.soaphttp": notify(),
    });
    assert.match((await soaphttp(["check", "."], { cwd: folder })).out, /no problems/);
    await mocking(folder, ["a.soapmock"], async (mock) => {
      assert.match(await mock.received(order()), /^HTTP\/1\.1 202 /);
      await mock.until((out) => out.includes("then "));
      assert.match(mock.out, /^then \.\/notify\.soaphttp#notify: 204$/m);
    });
    assert.deepEqual(received, ['POST /notify?id=7 <n xmlns="urn:n">5&amp;6</n>']);
  });

  test("soaphttp test --mock sends the request of # @then, and a file can wait for it with @receive", async () => {
    const cwd = folderOf({
      "a.soapmock": accepted("# @then ./notify.soaphttp#notify"),
      "notify.soaphttp": notify("{{request.headers.X-To}}"),
      "t.soaphttp": `# @mock ./a.soapmock\n###\n# @expect status 202\nGET /order?id=8 HTTP/1.1\nHost: {{mock.a}}\nX-To: {{callback.host}}\n\n###\n# @receive POST /notify\n# @expect //*:n exists\nHTTP/1.1 200 OK\nContent-Length: 0\n\n`,
    });
    const { code, out, error } = await soaphttp(["test", "t.soaphttp"], { cwd });
    assert.deepEqual([code, error], [0, ""], out);
    assert.match(out, /2 passed/);
  });

  test("a received request can't choose a host that isn't on this machine", async () => {
    const folder = folderOf({
      "a.soapmock": accepted("# @then ./notify.soaphttp#notify"),
      "notify.soaphttp": notify("{{request.query.to}}"),
    });
    await mocking(folder, ["a.soapmock"], async (mock) => {
      await mock.received(order("to=192.0.2.1"));
      await mock.until((_, error) => error.includes("--callbacks"));
      assert.match(
        mock.error,
        /A received request must not choose the host 192\.0\.2\.1\. Use --callbacks 192\.0\.2\.1\./,
      );
      await mock.received(order(`to=127.0.0.1:${port()}`));
      await until(1);
    });
  });

  test("a request that needs a token isn't sent, and the log names the token without its client secret", async () => {
    const api = { Type: "OAuth2", "Grant Type": "Client Credentials", "Token URL": `http://127.0.0.1:${port()}/token` };
    const folder = folderOf({
      "a.soapmock": accepted("# @then ./notify.soaphttp#notify"),
      "notify.soaphttp": notify().replace("Host:", 'Authorization: Bearer {{$auth.token("api")}}\nHost:'),
      "http-client.env.json": JSON.stringify({ dev: { Security: { Auth: { api } } } }),
      "http-client.private.env.json": JSON.stringify({
        dev: { Security: { Auth: { api: { "Client ID": "me", "Client Secret": "s3cret-of-the-client" } } } },
      }),
    });
    await mocking(folder, ["-e", "dev", "--log", "json", "a.soapmock"], async (mock) => {
      await mock.received(order());
      await mock.until((out, error) => `${out}${error}`.includes("no secrets"));
      assert.match(`${mock.out}${mock.error}`, /A mock service has no secrets: \$auth\.token api/);
      assert.doesNotMatch(`${mock.out}${mock.error}`, /s3cret|Basic/);
    });
    assert.deepEqual(received, []);
  });

  test("a received request can't choose a host by @set either, and a request of a web page can't choose any", async () => {
    const folder = folderOf({
      "a.soapmock": accepted("# @set host = //*:Id\n# @then ./notify.soaphttp#notify"),
      "notify.soaphttp": `@host = 127.0.0.1:${port()}\n\n${notify("{{host}}")}`,
    });
    await mocking(folder, ["a.soapmock"], async (mock) => {
      const to = (host: string) => order().replace(body, body.replace("5&amp;6", host.padEnd(7, "1")));
      await mock.received(to("8.8.8.8"));
      await mock.until((_, error) => error.includes("must not choose the host 8.8.8.8."));
      await mock.received(to("1.0.0.1").replace("Host: a", "Host: a\r\nOrigin: http://example.com"));
      await mock.until((_, error) => error.includes("because the request comes from a web page"));
    });
    assert.deepEqual(received, []);
  });

  test("a request with a login or a client certificate is refused", async () => {
    const folder = folderOf({
      "a.soapmock": accepted("# @then ./notify.soaphttp#notify\n# @then ./notify.soaphttp#tls"),
      "notify.soaphttp": `# @auth basic a b\n${notify()}###\n# @tls key\n${notify().replace("notify", "tls")}`,
    });
    await mocking(folder, ["a.soapmock"], async (mock) => {
      await mock.received(order());
      await mock.until((_, error) => (error.match(/# @then can't be used with # @(?:auth|tls)/g) ?? []).length === 2);
    });
    assert.deepEqual(received, []);
  });

  test("many requests of # @then wait side by side without a warning", async () => {
    const then = "# @then after 100 ms ./notify.soaphttp#notify";
    const folder = folderOf({
      "a.soapmock": accepted(Array.from({ length: 12 }, () => then).join("\n")),
      "notify.soaphttp": notify(),
    });
    const said = await mocking(folder, ["a.soapmock"], async (mock) => {
      await mock.received(order());
      await until(12);
    });
    assert.doesNotMatch(said, /Warning/);
  });

  test("nothing is sent after the mock service has ended", async () => {
    const folder = folderOf({
      "a.soapmock": accepted("# @then after 1 h ./notify.soaphttp#notify"),
      "notify.soaphttp": notify(),
    });
    await mocking(folder, ["a.soapmock"], async (mock) => void (await mock.received(order())));
    assert.deepEqual(received, []);
  });

  test("the command reports a wrong value, a missing file and an unknown name of # @then at their places", async () => {
    const cwd = folderOf({
      "a.soapmock": [
        accepted("# @then sometime"),
        accepted("# @then after 1 s ./none.soaphttp#notify"),
        accepted("# @then ./notify.soaphttp#notfy"),
      ].join("\n###\n"),
      "notify.soaphttp": notify(),
    });
    const { out } = await soaphttp(["check", "a.soapmock"], { cwd });
    assert.match(out, /:1:9 error directive-value @then must be a request/);
    assert.match(out, /error data-file-missing .*none\.soaphttp/);
    assert.match(
      out,
      /error directive-value No request in \.\/notify\.soaphttp is named notfy\. Did you mean notify\?/,
    );
    const { code, error } = await soaphttp(["mock", "--port", "0", "a.soapmock"], { cwd });
    assert.equal(code, 2);
    assert.match(error, /none\.soaphttp[\s\S]*is named notfy/);
  });
});
