import assert from "node:assert/strict";
import type { ExplainResult, RequestsResult, VariablesResult } from "../../../server/src/protocol/protocol.ts";
import { readIn, startTestServer, type TestServer } from "../../support/server.ts";

suite("the requests of a document over LSP", () => {
  let server: TestServer;
  setup(async () => {
    server = await startTestServer({});
  });

  const get = (path: string) => `GET ${path} HTTP/1.1\nHost: h\n`;

  test("the requests are all requests of the document, or only the requests that touch a line", async () => {
    const { uri } = server.open(`${get("/1")}\n###\n${get("/2")}\n###\n${get("/3")}`);
    const targets = async (line?: number) => {
      const { requests } = await server.request<RequestsResult>("soaphttp/requests", { uri, line });
      return requests.map(({ target }) => target);
    };
    assert.deepEqual(await targets(), ["/1", "/2", "/3"]);
    const separator = 3;
    const byLine = await Promise.all([0, 1, separator, separator + 1, 9, 99].map((line) => targets(line)));
    assert.deepEqual(byLine, [["/1"], ["/1"], ["/1", "/2"], ["/2"], ["/3"], ["/3"]]);
  });
});

suite("how values are computed, over LSP", () => {
  let server: TestServer;

  test("the values of the request at a line are explained with the secrets that are given", async () => {
    server = await startTestServer({});
    const uri = "file:///values.soaphttp";
    const text = "GET /{{$secret pin | sha256 | hex}} HTTP/1.1\nHost: h\n\n###\n";
    await server.openAs(uri, text);
    const explain = (line: number, secrets?: Readonly<Record<string, string>>) =>
      server.request<ExplainResult>("soaphttp/explain", { uri, line, ...(secrets ? { secrets } : {}) });
    assert.deepEqual(await explain(0), { kind: "secrets", names: ["pin"] });
    const explained = { text: "", ...(await explain(0, { pin: "12345678" })) };
    assert.match(explained.text, /^Computed values of GET \/\{\{\$secret pin \| sha256 \| hex\}\}\n/);
    assert.match(explained.text, / {2}\| sha256\n {4}32 bytes, secret\n/);
    assert.deepEqual(await explain(4), { kind: "none" });
  });
});

suite("the preview of a document over LSP", () => {
  let server: TestServer;

  test("A document has its text with sample values, and a request has none", async () => {
    server = await startTestServer({});
    const uri = "file:///preview.soaphttp";
    const text = "@a = 1\n# @document order\n\n<o>{{a}}</o>\n### send\nGET / HTTP/1.1\nHost: h\n";
    await server.openAs(uri, text);
    const { documents } = await server.request<RequestsResult>("soaphttp/requests", { uri });
    const preview = (line: number) => server.request<{ readonly text?: string }>("soaphttp/preview", { uri, line });
    const [place] = documents;
    assert.deepEqual([documents.length, place?.start], [1, { line: 1, character: 0 }]);
    assert.deepEqual([await preview(1), await preview(5)], [{ text: "<o>1</o>" }, {}]);
  });
});

suite("the variables of a document over LSP", () => {
  let server: TestServer;

  test("variables have a value, an origin and the place of their definition, but no secret value", async () => {
    const file = "file:///http-client.env.json";
    const secret = "file:///http-client.private.env.json";
    const files = new Map([
      [file, '{ "local": { "host": "localhost:8000", "own": "1" } }'],
      [secret, '{ "local": { "pin": "4711" } }'],
    ]);
    const circumstances = { trusted: true, environment: "local" };
    server = await startTestServer({}, {}, { folders: ["file:///"], circumstances, readFile: readIn(files) });
    const text =
      "# @set id = //id\n@own = 2\n@password = typed\n@both = {{pin}}x\n@missing = {{nowhere}}\nGET /{{id}} HTTP/1.1\nHost: {{host}}\n";
    const { uri } = server.open(text);
    const { variables } = await server.request<VariablesResult>("soaphttp/variables", { uri });
    const lines = variables.map(({ name, value, origin, place }) =>
      [
        name,
        value.kind === "text" ? value.text : value.kind,
        origin ?? "-",
        place && `${place.uri.split("/").at(-1)}:${place.range.start.line}:${place.range.start.character}`,
      ].join(" | "),
    );
    assert.deepEqual(lines, [
      "both | secret | this file | 1.soaphttp:3:1",
      "host | localhost:8000 | local (http-client.env.json) | http-client.env.json:0:13",
      "id | later | - | 1.soaphttp:0:7",
      "missing | none | this file | 1.soaphttp:4:1",
      "own | 2 | this file | 1.soaphttp:1:1",
      "password | secret | this file | 1.soaphttp:2:1",
      "pin | secret | local (http-client.private.env.json) | http-client.private.env.json:0:13",
    ]);
  });
});
