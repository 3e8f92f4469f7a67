import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { isIP } from "node:net";
import { join } from "node:path";
import { Ajv } from "ajv";
import type { Entry } from "har-format";
import { toTransportRequest } from "../../../../client/src/core/exchange/transportRequest.ts";
import { emptyHar, harEntries } from "../../../../client/src/export/har/har.ts";
import type { SendResult } from "../../../../client/src/transport/result.ts";
import { toBase64 } from "../../../../server/src/text/base64.ts";
import { facts, failure, outgoing, received, response } from "../../support.ts";

const ajv = new Ajv({
  strict: false,
  formats: {
    "date-time": (text) => !Number.isNaN(Date.parse(text)),
    uri: (text) => URL.canParse(text),
    ipv4: (text) => isIP(text) === 4,
    ipv6: (text) => isIP(text) === 6,
  },
});
const require = createRequire(join(process.cwd(), "package.json"));
ajv.addMetaSchema(require("ajv/dist/refs/json-schema-draft-06.json"));
const schemas: Readonly<Record<string, object>> = require("har-schema");
for (const schema of Object.values(schemas)) ajv.addSchema(schema);

const bytes = (text: string) => new TextEncoder().encode(text);
const at = Date.UTC(2026, 10, 22, 18, 30);

/** The entries of an exchange, in an archive that the schema allows. */
function entriesOf(
  result: SendResult | undefined,
  parts: Parameters<typeof outgoing>[0] & { readonly bytes?: Uint8Array } = {},
): readonly Entry[] {
  const message = outgoing(parts);
  const request = { ...toTransportRequest(message), ...(parts.bytes ? { body: parts.bytes } : {}) };
  const entries = harEntries({ label: "add", request, secrets: message.secrets, at, result }, "node");
  const { log } = emptyHar("1.2.3");
  const har: unknown = JSON.parse(JSON.stringify({ log: { ...log, entries } }));
  assert.ok(ajv.validate("har.json#", har), ajv.errorsText());
  for (const { time, timings } of entries) {
    const { blocked = -1, dns = -1, connect = -1, send = 0, wait, receive } = timings;
    const sum = [blocked, dns, connect, send, wait, receive].reduce((all, one) => all + Math.max(0, one), 0);
    assert.equal(time, sum);
  }
  return entries;
}

function entryOf(...given: Parameters<typeof entriesOf>): Entry {
  const [entry, ...others] = entriesOf(...given);
  assert.ok(entry && others.length === 0);
  return entry;
}

const ok = () => response("HTTP/1.1 200 OK\n\n<a/>");

suite("an HTTP Archive", () => {
  test("the archive names its version, this program, and what is missing", () => {
    const { log } = emptyHar("1.2.3");
    assert.deepEqual([log.version, log.creator], ["1.2", { name: "soaphttp", version: "1.2.3" }]);
    assert.match(log.comment ?? "", /^Secrets are replaced with \[redacted\]\./);
  });

  test("the archive has the request as it was sent, with headers in order and case and with duplicates", () => {
    const names = ["hOST", "x-one", "X-Two", "x-one"];
    const fields = names.map((name, index) => ({ name, value: String(index) }));
    const head = fields.map(({ name, value }) => `${name}: ${value}\r\n`).join("");
    const sent = bytes(`POST /calc?b=%20c&a HTTP/1.1\r\n${head}\r\n<ä/>`);
    const { request, startedDateTime, comment } = entryOf(
      { ...ok(), url: "http://localhost:8000/calc?b=%20c&a", wire: { sent, received: sent } },
      { fields, head, target: "/calc?b=%20c&a", requestLine: "POST /calc?b=%20c&a HTTP/1.1", bytes: bytes("<ä/>") },
    );
    assert.equal(startedDateTime, "2026-11-22T18:30:00.000Z");
    assert.equal(comment, "add");
    assert.deepEqual(request, {
      method: "POST",
      url: "http://localhost:8000/calc?b=%20c&a",
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: fields,
      queryString: [
        { name: "b", value: " c" },
        { name: "a", value: "" },
      ],
      postData: { mimeType: "", text: "<ä/>" },
      headersSize: sent.length - 5,
      bodySize: 5,
    });
  });

  test("the archive has the response as received, with its sizes", () => {
    const text = "HTTP/1.1 200 Fine\nX-A: 1\ncontent-type: text/xml;charset=iso-8859-1\nX-A: 2\n\n";
    const body = Uint8Array.of(0x3c, 0xe9, 0x2f, 0x3e);
    const { response: read } = entryOf(response(text, { body, rawBody: body }));
    assert.deepEqual(read, {
      status: 200,
      statusText: "Fine",
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: [
        { name: "X-A", value: "1" },
        { name: "content-type", value: "text/xml;charset=iso-8859-1" },
        { name: "X-A", value: "2" },
      ],
      content: { size: 4, mimeType: "text/xml;charset=iso-8859-1", text: "<é/>" },
      redirectURL: "",
      headersSize: text.length + 5,
      bodySize: 4,
    });
  });

  test("the archive says how many bytes a content coding saved", () => {
    const { response: read } = entryOf(
      response("HTTP/1.1 200 OK\n\n", {
        body: bytes("<a>aaaaaaaa</a>"),
        rawBody: new Uint8Array(9),
        content: { kind: "decoded", codings: ["gzip"] },
      }),
    );
    assert.deepEqual([read.content.size, read.content.compression, read.bodySize], [15, 6, 9]);
  });

  test("the archive has the version of an HTTP/0.9 response, whose header section has no bytes", () => {
    const old = response("", { body: bytes("<a/>"), framing: "http09", head: new Uint8Array(0) });
    const { response: read } = entryOf(old);
    assert.deepEqual([read.httpVersion, read.headersSize], ["HTTP/0.9", 0]);
    assert.equal(entryOf({ ...ok(), version: "HTTP/1.0" }).response.httpVersion, "HTTP/1.0");
  });

  test("the archive has no size of the header section that fetch hides", () => {
    assert.equal(entryOf({ ...ok(), head: new Uint8Array(0) }).response.headersSize, -1);
  });

  test("the archive has a body as Base64 if it isn't text in its charset", () => {
    const body = Uint8Array.of(0, 1, 2, 255);
    const { request, response: read } = entryOf(response("HTTP/1.1 200 OK\n\n", { body, rawBody: body }), {
      bytes: body,
    });
    assert.deepEqual([read.content.text, read.content.encoding], [toBase64(body), "base64"]);
    assert.deepEqual(request.postData, { mimeType: "", text: toBase64(body), _encoding: "base64" });
    const invalid = response("HTTP/1.1 200 OK\nContent-Type: text/xml;charset=utf-8\n\n", {
      body: bytes("x").fill(255),
    });
    assert.equal(entryOf(invalid).response.content.encoding, "base64");
    const unknown = response("HTTP/1.1 200 OK\nContent-Type: text/xml;charset=x-none\n\n<a/>");
    assert.equal(entryOf(unknown).response.content.text, toBase64(bytes("<a/>")));
  });

  test("the archive has the times that are known, and -1 for the others", () => {
    const timings = { dns: 1, tcp: 2, tls: 3, firstByte: 120, download: 12, total: 132 };
    assert.deepEqual(entryOf({ ...ok(), timings }).timings, {
      ...{ blocked: -1, dns: 1, connect: 5, ssl: 3, send: 0, wait: 114, receive: 12 },
    });
    const none = { dns: undefined, tcp: undefined, tls: undefined, firstByte: undefined, download: undefined };
    const unknown = entryOf({ ...ok(), timings: { ...none, total: 40 } });
    assert.deepEqual(unknown.timings, {
      ...{ blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: 40, receive: 0 },
    });
    assert.equal(unknown.time, 40);
    assert.equal(entryOf(ok()).serverIPAddress, "127.0.0.1");
  });

  test("the wait of a request without a first byte doesn't contain the time of what was sent before it", () => {
    const [url, method] = ["http://localhost:8000/calc", "POST"];
    const refused = received("HTTP/1.1 401 Unauthorized\n\n");
    const challenge = {
      scheme: "digest",
      url,
      method,
      status: 401,
      message: refused,
      wire: undefined,
      redirects: 0,
    } as const;
    const timings = { ...facts.timings, dns: 1, tcp: 2, tls: undefined, firstByte: undefined, download: 0, total: 900 };
    const timeout = failure({ kind: "cancelled", stage: "head" }, { timings });
    assert.equal(entryOf(timeout).timings.wait, 897);
    assert.equal(entriesOf({ ...timeout, authentication: [challenge] }).at(-1)?.timings.wait, 0);
  });

  test("the archive has an entry for each redirect that was followed", () => {
    const moved = (location: string) => received(`HTTP/1.1 302 Found\nLocation: ${location}\n\n`);
    const redirect = (path: string, method: string, location: string) => ({
      ...{ url: `http://localhost:8000${path}`, method, status: 302, location, message: moved(location) },
      wire: undefined,
    });
    const redirects = [redirect("/calc", "POST", "/two"), redirect("/two", "GET", "http://127.0.0.1:9/three")];
    const timings = { ...facts.timings, total: 1000 };
    const entries = entriesOf(
      { ...ok(), url: "http://127.0.0.1:9/three", method: "GET", redirects, timings },
      { bytes: bytes("<a/>") },
    );
    assert.deepEqual(
      entries.map(({ request, response: read }) => [request.method, request.url, request.bodySize, read.status]),
      [
        ["POST", "http://localhost:8000/calc", 4, 302],
        ["GET", "http://localhost:8000/two", 0, 302],
        ["GET", "http://127.0.0.1:9/three", 0, 200],
      ],
    );
    assert.deepEqual(
      entries.map(({ response: read }) => read.redirectURL),
      ["/two", "http://127.0.0.1:9/three", ""],
    );
    assert.deepEqual(entries.at(-1)?.request.headers, [{ name: "Host", value: "127.0.0.1:9" }]);
    assert.equal(entries.at(-1)?.startedDateTime, "2026-11-22T18:30:00.868Z");
  });

  test("the archive has a failure as an entry with status 0 and the reason", () => {
    const { response: read, comment, request } = entryOf(failure({ kind: "refused", addresses: [] }));
    assert.deepEqual([read.status, read.headersSize, read.bodySize, read.headers], [0, -1, -1, []]);
    assert.match(comment ?? "", /^add – No response: connection refused\. /);
    assert.equal(request.headers.length, 1);
    const partial = received("HTTP/1.1 200 OK\nContent-Length: 9\n\n<a", { truncated: true });
    const cut = entryOf(failure({ kind: "truncated", stage: "body", how: "closed", expected: 9, got: 2 }, { partial }));
    assert.deepEqual([cut.response.status, cut.response.content.text], [200, "<a"]);
    assert.match(cut.comment ?? "", /Incomplete response: /);
  });

  test("the archive says that a request was not sent", () => {
    const { response: read, comment, request, time } = entryOf(undefined, { bytes: bytes("<a/>") });
    assert.equal(read.status, 0);
    assert.equal(comment, "add – The request was not sent.");
    assert.equal(request.url, "http://localhost:8000/calc");
    assert.equal(request.headersSize, "POST /calc HTTP/1.1\r\nHost: localhost:8000\r\n\r\n".length);
    assert.equal(time, 0);
  });

  test("the archive has what a browser or a proxy added and left out", () => {
    const { request } = entryOf(
      {
        ...ok(),
        changes: [
          { kind: "replaced", name: "Host", typed: "localhost:8000", sent: "localhost" },
          { kind: "dropped", name: "X-A", typed: "1" },
          { kind: "added", name: "Proxy-Authorization", sent: "Basic abcdefgh", secret: true },
        ],
      },
      { fields: [...outgoing().fields, { name: "X-A", value: "1" }] },
    );
    assert.deepEqual(request.headers, [
      { name: "Host", value: "localhost" },
      { name: "Proxy-Authorization", value: "[redacted]" },
    ]);
    assert.equal(request.headersSize, -1);
    assert.match(request.comment ?? "", /X-A was not sent/);
  });
});

suite("secrets in an HTTP Archive", () => {
  const secret = "tiger:lily/4711";
  const textOf = (...given: Parameters<typeof entriesOf>) => JSON.stringify(entriesOf(...given));

  test("secrets are replaced in the URL, headers and bodies of request and response", () => {
    const url = `http://localhost:8000/calc/${encodeURIComponent(secret)}?x=${encodeURIComponent(secret)}`;
    const text = textOf(
      { ...response(`HTTP/1.1 200 ${secret}\nX-Echo: ${secret}\n\n<a>${secret}</a>`), url },
      { secrets: [secret], fields: [{ name: "X-Any", value: secret }], bytes: bytes(`<a>${secret}</a>`) },
    );
    assert.doesNotMatch(text, /tiger|lily|4711/);
    assert.match(text, /calc\/%5Bredacted%5D\?x=%5Bredacted%5D"/);
    assert.equal(text.split("[redacted]").length - 1, 6);
  });

  test("secrets are replaced where a header or a query parameter has a name that suggests one", () => {
    const text = textOf(
      {
        ...response("HTTP/1.1 200 OK\nSet-Cookie: sid=oleander; Path=/\n\n<a>oleander hyacinth</a>"),
        url: "http://localhost:8000/calc?api_key=magnolia&b=2",
      },
      {
        target: "/calc?api_key=magnolia&b=2",
        fields: [
          { name: "Authorization", value: "Basic aHlhY2ludGg6YW5lbW9uZQ==" },
          { name: "Cookie", value: "sid=oleander; theme=dark" },
        ],
      },
    );
    assert.doesNotMatch(text, /oleander|magnolia|aHlh|anemone/);
    const [{ request, response: read } = assert.fail()] = entriesOf(response("HTTP/1.1 200 OK\nSet-Cookie: a=1\n\n"), {
      fields: [{ name: "Cookie", value: "sid=oleander; theme=dark" }],
    });
    assert.deepEqual(request.cookies, [
      { name: "sid", value: "[redacted]" },
      { name: "theme", value: "[redacted]" },
    ]);
    assert.deepEqual(read.cookies, [{ name: "a", value: "[redacted]" }]);
  });

  test("secrets are replaced in elements whose names suggest one", () => {
    const body =
      '<s:Envelope><wsse:Password Type="x">lobelia</wsse:Password><p:Password><![CDATA[<gentian>]]></p:Password>' +
      "<tokens><token>a</token></tokens><name>iris</name></s:Envelope>";
    assert.equal(
      entryOf(ok(), { bytes: bytes(body) }).request.postData?.text,
      '<s:Envelope><wsse:Password Type="x">[redacted]</wsse:Password><p:Password>[redacted]</p:Password>' +
        "<tokens><token>[redacted]</token></tokens><name>iris</name></s:Envelope>",
    );
  });

  test("secrets leave nothing of a binary body that contains one", () => {
    const body = Uint8Array.of(0, ...bytes(secret), 255);
    const { content } = entryOf(response("HTTP/1.1 200 OK\n\n", { body, rawBody: body }), {
      secrets: [secret],
    }).response;
    assert.deepEqual([content.text, content.encoding, content.size], ["[redacted]", undefined, body.length]);
  });
});
