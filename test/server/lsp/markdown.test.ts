import assert from "node:assert/strict";
import type { CompletionList, Hover } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { OpenDocuments } from "../../../server/src/lsp/openDocuments.ts";
import type { EvaluateResult, OutgoingResult, RequestsResult } from "../../../server/src/protocol/protocol.ts";
import { emptyResolver } from "../../../server/src/resources/resolver.ts";
import { envelope12, request } from "../../support/findings.ts";
import { startTestServer, type TestServer } from "../../support/server.ts";

const capabilities = { textDocument: { diagnostic: {}, synchronization: { dynamicRegistration: true } } };

const get = (path: string) => `GET ${path} HTTP/1.1\nHost: h\n`;
const fenced = (text: string) => `\`\`\`soaphttp\n${text}\`\`\`\n`;
/** Indents a text as in an item of a list. */
const indented = (text: string) => text.replaceAll(/^(?=.)/gm, "   ");

suite("blocks of a Markdown document over LSP", () => {
  let server: TestServer;
  setup(async () => {
    server = await startTestServer(capabilities, { markdown: true });
  });

  const requests = async (uri: string, line?: number, inFile?: boolean) => {
    const listed = await server.request<RequestsResult>("soaphttp/requests", { uri, line, inFile });
    return listed.requests.map((one) => [one.target, one.line.start.line, one.line.start.character]);
  };
  const outgoing = (uri: string, line: number) => server.request<OutgoingResult>("soaphttp/outgoing", { uri, line });

  test("all requests have positions in the Markdown document, and a line finds the requests of its block", async () => {
    const { uri } = server.open(
      `# Title\n${fenced(get("/1"))}- Item\n\n${indented(fenced(`${get("/2")}\n###\n${get("/3")}`))}`,
      "markdown",
    );
    const [one, two, three] = [
      ["/1", 2, 0],
      ["/2", 8, 3],
      ["/3", 12, 3],
    ];
    assert.deepEqual(await requests(uri), [one, two, three]);
    assert.deepEqual([await requests(uri, 3), await requests(uri, 12), await requests(uri, 5)], [[one], [three], []]);
    assert.deepEqual(await requests(uri, 12, true), [two, three]);
  });

  test("each block has variables and names of its own", async () => {
    const block = (path: string) => fenced(`@path = ${path}\n# @name a\n${get("{{path}}")}`);
    const { uri } = server.open(`${block("/1")}${block("/2")}`, "markdown");
    const targets = await Promise.all(
      [3, 9].map(async (line) => {
        const result = await outgoing(uri, line);
        return result.kind === "message" ? result.message.target : result.kind;
      }),
    );
    assert.deepEqual(targets, ["/1", "/2"]);
    assert.deepEqual(await server.diagnostics(uri), []);
  });

  test("a response is known only in the block of its request, also after an edit above it", async () => {
    const user = (path: string) =>
      fenced(`# @name in\n${get(path)}\n###\nGET /{{in.response.headers.x}} HTTP/1.1\nHost: h\n`);
    const text = `${user("/1")}${user("/2")}`;
    const { uri } = server.open(text, "markdown");
    const exchange = {
      request: { method: "GET", url: "http://h/2", fields: [], body: "" },
      response: { status: 200, reason: "OK", fields: [{ name: "x", value: "v" }], body: "" },
    };
    const line = text.split("\n").indexOf("GET /2 HTTP/1.1");
    const params = {
      uri,
      line,
      isTest: false,
      values: {},
      total: 1,
      flow: { sendings: 1, renewed: false },
      ...exchange,
    };
    await server.request<EvaluateResult>("soaphttp/evaluate", params);
    const kinds = async (offset: number) =>
      Promise.all([line - 5, line + 4].map(async (at) => (await outgoing(uri, at + offset)).kind));
    assert.deepEqual(await kinds(0), ["needs", "message"]);
    await server.edit(uri, 2, `${fenced(get("/0"))}${text}`);
    assert.deepEqual(await kinds(4), ["needs", "message"]);
  });

  test("each block has the addresses of the mock services that it names, also after an edit above it", async () => {
    const other = await startTestServer(
      capabilities,
      { markdown: true },
      { readFile: () => ({ kind: "bytes", bytes: "" }) },
    );
    const block = (file: string) => fenced(`# @mock ./${file}.soapmock\nGET / HTTP/1.1\nHost: {{mock}}\n`);
    const text = `${block("a")}${block("b")}`;
    const { uri } = other.open(text, "markdown");
    const hosts = (first: number) =>
      Promise.all(
        [first, first + 5].map(async (line) => {
          const result = await other.request<OutgoingResult>("soaphttp/outgoing", { uri, line });
          return result.kind === "message" ? `${result.message.host}:${result.message.port}` : result.kind;
        }),
      );
    const { mocks } = await other.request<{ mocks: readonly { uri?: string }[] }>("soaphttp/mock/named", { uri });
    const names = mocks.map((one) => one.uri?.split("/").at(-1));
    assert.deepEqual(names, ["a.soapmock", "b.soapmock"]);
    const started = () => other.notify("soaphttp/mock/addresses", { uri, addresses: ["h:1", "h:2"] });
    await started();
    assert.deepEqual(await hosts(2), ["h:1", "h:2"]);
    await other.edit(uri, 2, `${fenced(get("/0"))}${text.replace("GET", "PUT")}`);
    // The client sends the addresses again before it sends a request.
    await started();
    assert.deepEqual(await hosts(6), ["h:1", "h:2"]);
  });

  test("diagnostics, suggestions and hovers belong to the block at the position, and prose has none", async () => {
    const bad = request({ "Content-Length": "1" });
    const text = `Content-Length: 1\n\n${fenced(`${request()}\n`)}1. Item\n\n${indented(fenced(`${bad}\n`))}`;
    const { uri } = server.open(text, "markdown");
    const line = text.split("\n").findLastIndex((one) => one.includes("Content-Length"));
    assert.deepEqual(
      (await server.diagnostics(uri)).map(({ code, range: { start, end } }) => [
        code,
        start.line,
        start.character,
        end.character,
      ]),
      [["content-length-mismatch", line, "   Content-Length: ".length, "   Content-Length: 1".length]],
    );
    const at = (place: number) => ({ uri, position: { line: place, character: 5 } });
    const hover = await server.ask<Hover | null>("hover", at(line));
    assert.deepEqual(hover?.range?.start, { line, character: 3 });
    assert.equal(await server.ask<Hover | null>("hover", at(0)), null);
    const list = await server.ask<CompletionList>("completion", at(line));
    const [item] = list.items.filter(({ label }) => label === "Accept");
    assert.ok(item?.textEdit && "range" in item.textEdit);
    assert.deepEqual(item.textEdit.range.start, { line, character: 3 });
    assert.deepEqual((await server.ask<CompletionList>("completion", at(0))).items, []);
  });

  test("what fixes insert in a list has its indentation", async () => {
    const { uri } = server.open(
      `1. Item\n\n${indented(fenced(`POST / HTTP/1.1\nHost: h\nContent-Type: application/soap+xml\n\n${envelope12}\n`))}`,
      "markdown",
    );
    const { edits } = await server.request<{ edits: { newText: string; range: { start: object } }[] }>(
      "soaphttp/fixAll",
      { uri, line: 3 },
    );
    const inserted = edits.map(({ newText }) => newText).filter((one) => one.includes("\n"));
    assert.deepEqual(inserted, ["   Content-Length: 84\n"]);
  });
});

suite("Markdown documents of a client", () => {
  const isAsked = ({ registered }: TestServer) =>
    registered
      .filter(({ registerOptions }) => JSON.stringify(registerOptions).includes('"markdown"'))
      .map((one) => one.method);

  test("the server asks for them only with the setting, and for nothing that would replace the editor's own", async () => {
    const server = await startTestServer(capabilities);
    await server.request("soaphttp/requests", { uri: "file:///a" });
    assert.deepEqual(isAsked(server), []);
    const change = async (markdown: boolean) => {
      await server.notify("workspace/didChangeConfiguration", { settings: { soaphttp: { markdown } } });
      await server.request("soaphttp/requests", { uri: "file:///a" });
    };
    await change(true);
    assert.deepEqual(isAsked(server).toSorted(), [
      "textDocument/completion",
      "textDocument/diagnostic",
      "textDocument/didChange",
      "textDocument/didClose",
      "textDocument/didOpen",
      "textDocument/hover",
    ]);
    await change(false);
    await server.request("soaphttp/requests", { uri: "file:///a" });
    assert.deepEqual(isAsked(server), []);
  });

  test("an edit of prose analyzes no block again, and a document without a block is never analyzed", () => {
    let uses = 0;
    const documents = new OpenDocuments(
      { rules: {}, inlayHints: { contentLength: "off", target: "off", variables: "off" }, environments: {}, wsdl: [] },
      () => {
        uses++;
        return emptyResolver;
      },
      () => [],
    );
    const open = new Map<string, TextDocument>();
    Object.defineProperty(documents, "_syncedDocuments", { value: open });
    const uri = "file:///README.md";
    const set = (version: number, text: string) => open.set(uri, TextDocument.create(uri, "markdown", version, text));
    set(1, `a\n${fenced(get("/1"))}${fenced(get("/2"))}`);
    const [first = "", second = ""] = documents.keysOf(uri);
    const analysis = documents.requestContext(second)?.analysis;
    set(2, `ab\n\n${fenced(get("/1"))}${fenced(get("/2"))}`);
    assert.deepEqual(documents.keysOf(uri), [first, second]);
    assert.ok(analysis && documents.requestContext(second)?.analysis === analysis);
    assert.equal(documents.requestContext(second)?.document.version, 2);
    set(3, `${fenced(get("/0"))}${fenced(get("/1"))}${fenced(get("/2"))}`);
    const [added, ...same] = documents.keysOf(uri);
    assert.deepEqual(same, [first, second]);
    assert.ok(added !== first && added !== second);
    uses = 0;
    set(4, "no block, only `soaphttp send`");
    assert.deepEqual([documents.keysOf(uri), documents.keyAt(uri, 0), documents.context(uri)], [[], uri, undefined]);
    assert.equal(uses, 0);
    // Their resources are forgotten with the document.
    assert.deepEqual(documents.forget(uri), [uri, second]);
  });
});
