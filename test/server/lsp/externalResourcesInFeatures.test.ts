import assert from "node:assert/strict";
import type {
  ClientCapabilities,
  CompletionList,
  DocumentLink,
  Hover,
  InlayHint,
  Location,
  Position,
} from "vscode-languageserver/node";
import { request } from "../../support/findings.ts";
import { readIn, startTestServer, type TestServer } from "../../support/server.ts";

const able: ClientCapabilities = {
  textDocument: { diagnostic: {}, completion: { completionItem: { labelDetailsSupport: true } } },
};
const secret = "pr1vate";
const files: Readonly<Record<string, string>> = {
  "file:///http-client.env.json":
    '{ "dev": { "host": "h1", "base": "http://{{host}}/b", "link": "http://h1/{{key}}" } }',
  "file:///http-client.private.env.json": `{ "dev": { "key": "${secret}" } }`,
  "file:///.env": `TOKEN=${secret}`,
};

suite("features with external resources", () => {
  let server: TestServer;
  setup(async () => {
    server = await startTestServer(
      able,
      { inlayHints: { contentLength: "on", target: "on", variables: "on" } },
      {
        circumstances: { trusted: true, environment: "dev" },
        processEnv: () => secret,
        readFile: readIn(new Map(Object.entries(files))),
      },
    );
  });

  async function open(source: string): Promise<{ uri: string; position: Position }> {
    const opened = server.open(source);
    await server.diagnostics(opened.uri);
    return opened;
  }

  /** The response to a request at the position of `|`. */
  async function at<R>(method: string, source: string, params: object = {}): Promise<R> {
    const { uri, position } = await open(source);
    return server.ask<R>(method, { uri, position }, params);
  }

  async function hoverAt(source: string): Promise<string> {
    const hover = await at<Hover | null>("hover", source);
    return hover ? JSON.stringify(hover.contents) : "";
  }

  test("completion offers the environment's variables with their values, but hides secret ones", async () => {
    const { items } = await at<CompletionList>("completion", request({ "X-A": "{{|}}" }));
    const note = (label: string) => items.find((item) => item.label === label)?.labelDetails?.description;
    assert.deepEqual([note("host"), note("base"), note("key")], ["h1", "http://h1/b", undefined]);
    assert.ok(items.some(({ label }) => label === "$guid"));
    assert.ok(!JSON.stringify(items).includes(secret));
  });

  for (const value of ['{{$datetime "YY|"}}', "{{$datetime iso8601 |}}", "{{$processEnv |}}"]) {
    test(`completion inside arguments edits only one line: ${value}`, async () => {
      const { items } = await at<CompletionList>("completion", request({ "X-A": value }));
      for (const { textEdit } of items) {
        assert.ok(textEdit && "range" in textEdit);
        const { start, end } = textEdit.range;
        assert.equal(start.line, end.line);
      }
    });
  }

  test("definition leads to the variable's name in the environment file", async () => {
    const definition = (source: string) => at<Location[]>("definition", source);
    for (const source of [request({ "X-A": "{{ba|se}}" }), "POST /{{ba|se}} HTTP/1.1\nHost: h\n\n< ./a.xml\n"]) {
      const [target] = await definition(source);
      const text = files["file:///http-client.env.json"] ?? "";
      assert.equal(target?.uri, "file:///http-client.env.json");
      assert.equal(target && text.slice(target.range.start.character, target.range.end.character), '"base"');
    }
    const [inPath] = await definition(request({}, "< ./{{ho|st}}.xml"));
    assert.equal(inPath?.uri, "file:///http-client.env.json");
    const [ofSecret] = await definition(request({ "X-A": "{{k|ey}}" }));
    assert.equal(ofSecret?.uri, "file:///http-client.private.env.json");
    const [own] = await definition(`@base = x\n${request({ "X-A": "{{ba|se}}" })}`);
    assert.equal(own?.range.start.line, 0);
    assert.match(own?.uri ?? "", /\.soaphttp$/);
    assert.deepEqual(await definition(request({ "X-A": "{{nobo|dy}}" })), []);
  });

  test("hover shows the value and its origin", async () => {
    assert.match(await hoverAt(request({ "X-A": "{{ho|st}}" })), /= `h1`.*From dev \(http-client\.env\.json\)/);
  });

  test("hover shows no secret for a variable, a target, Host or a value that contains one", async () => {
    for (const source of [
      request({ "X-A": "{{k|ey}}" }),
      request({ "X-A": "{{$dot|env TOKEN}}" }),
      request({ "X-A": "{{$process|Env USER}}" }),
      `@both = x{{k|ey}}y\n${request({ "X-A": "{{both}}" })}`,
      `@both = x{{key}}y\n${request({ "X-A": "{{bo|th}}" })}`,
      request({}, undefined, "POST /a?|k={{key}} HTTP/1.1"),
      request({ Host: "h:8|0" }, undefined, "POST /a?k={{key}} HTTP/1.1"),
      request({ "|Host": "h:80", Host: undefined }, undefined, "POST /a?k={{key}} HTTP/1.1"),
    ]) {
      const shown = await hoverAt(source);
      assert.ok(shown.includes("•••"), `${source}\n${shown}`);
      assert.ok(!shown.includes(secret), shown);
    }
  });

  test("inlay hints hide secrets, but count their length", async () => {
    const body = '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body>{{key}}</s:Body></s:Envelope>';
    const { uri } = await open(request({}, body, "POST /a?k={{key}} HTTP/1.1"));
    const range = { start: { line: 0, character: 0 }, end: { line: 20, character: 0 } };
    const hints = await server.ask<readonly InlayHint[]>("inlayHint", { uri }, { range });
    const labels = hints.map(({ label }) => label).sort();
    assert.deepEqual(labels, ["= •••", "= •••", `${body.length} bytes`, "→ http://h/a?k=•••"].sort());
    assert.ok(!JSON.stringify(hints).includes(secret));
  });

  test("links use the environment's values, but no secret", async () => {
    const { uri } = await open(
      request(
        { Host: "{{host}}", Referer: "{{base}}/c", "X-A": "{{link}}", "X-B": "http://h1/{{key}}" },
        undefined,
        "POST /a HTTP/1.1",
      ),
    );
    const targets = async (of: string) =>
      (await server.request<readonly DocumentLink[]>("textDocument/documentLink", { textDocument: { uri: of } })).map(
        ({ target }) => target,
      );
    assert.deepEqual(await targets(uri), ["http://h1/a", "http://h1/b/c"]);
    const other = await open(request({ Host: "{{host}}" }, undefined, "POST /a?k={{key}} HTTP/1.1"));
    assert.deepEqual(await targets(other.uri), []);
  });

  test("links lead to a body file after its variables are replaced", async () => {
    const { uri } = await open(request({}, "<@ ./{{host}}.xml"));
    const links = await server.request<readonly DocumentLink[]>("textDocument/documentLink", { textDocument: { uri } });
    assert.ok(
      links.some(({ target }) => target === "file:///h1.xml"),
      JSON.stringify(links),
    );
  });

  test("rename refuses a variable that is defined outside the file, with the reason", async () => {
    for (const [source, why] of [
      [request({ "X-A": "{{ho|st}}" }), /host isn't defined in this file\. Rename it where it is defined/],
      [request({ "X-A": "{{$gu|id}}" }), /\$guid is built in/],
    ] as const) {
      await assert.rejects(at("prepareRename", source), why);
      await assert.rejects(at("rename", source, { newName: "other" }), why);
    }
  });

  test("references find the uses in the file", async () => {
    const source = request({ "X-A": "{{ho|st}}", "X-B": "{{host}}" });
    const uses = await at<readonly Location[]>("references", source, {
      context: { includeDeclaration: true },
    });
    assert.equal(uses.length, 2);
  });
});
