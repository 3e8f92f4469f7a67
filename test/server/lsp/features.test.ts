import assert from "node:assert/strict";
import {
  type CancellationToken,
  type CompletionList,
  ErrorCodes,
  LSPErrorCodes,
  type Position,
  type ResponseError,
} from "vscode-languageserver/node";
import type { PresentResult, ResponseSchemaResult } from "../../../server/src/protocol/protocol.ts";
import { readIn, startTestServer, type TestServer } from "../../support/server.ts";
import { shopMessage, shopWsdl } from "../../support/shopWsdl.ts";
import { received } from "../response/captured.ts";

const text = `# @wsdl shop.wsdl
POST /shop HTTP/1.1
Host: localhost
Content-Type: text/xml; charset=utf-8
SOAPAction: "urn:add"
Content-Length: 1

<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">
<s:Body>
  <Add xmlns="urn:shop">
    <item>1</item>
  </Add>
 </s:Body>
</s:Envelope>

###
POST /shop HTTP/1.1

<open>
`;
const wsdl = "file:///shop.wsdl";
const line = 1;
const options = { tabSize: 2, insertSpaces: true };
const whole = { start: at("# @wsdl"), end: at("</s:Envelope>") };
const noEdits = { version: 0, edits: [] };
const view = { open: {}, shown: {} };

/** The position of the first `part` in the text. */
function at(part: string): Position {
  const before = text.slice(0, text.indexOf(part)).split("\n");
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}

/** The name of a method, the parameters besides the document, the JSON of the result, and the result if it isn't open. */
type Row = readonly [name: string, params: object, open: RegExp, closed: unknown];

/** The requests of the editor's client that aren't in LSP. */
const own: readonly Row[] = [
  ["contentLength", {}, /"newText":"151"/, noEdits],
  ["contentLength", { changed: [whole] }, /"newText":"151"/, noEdits],
  ["endTag", { positions: [{ ...at("<open>"), character: 6 }, whole.start] }, /\["<\/open>",null\]/, noTags(2)],
  ["faultPlace", { line, cause: { kind: "action" } }, /^\{"start":\{"line":4,"character":12\}/, null],
  ["fixAll", { line }, /"newText":"51"/, { code: LSPErrorCodes.RequestFailed, message: "The document isn't open." }],
  ["minify", { line }, /"kind":"edits"/, { kind: "none" }],
  ["updateFromWsdl", { line }, /<t:Ticket/, null],
  ["security", { line }, /"kind":"usernameText"/, null],
  ["addSecurity", { line, kind: "timestamp", answers: {} }, /<wsu:Timestamp>/, null],
  ["insertElement", { position: at("Add"), node: { wsdl, path: [0, 0, 0], name: "Ticket" } }, /Ticket>/, ""],
  ["form", { line, view }, /data-name=.+Add/, null],
  ["formEdit", { line, view, action: { id: "0.0", act: "set", value: "2" } }, /"newText":"2"/, null],
];

/** The requests of LSP. */
const standard: readonly Row[] = [
  ["codeAction", { range: whole, context: { diagnostics: [] } }, /Change Content-Length to 151/, []],
  ["completion", { position: at("Host") }, /"label":"Accept"/, { isIncomplete: false, items: [] }],
  ["hover", { position: at("Host") }, /\*\*Host\*\*/, null],
  ["inlayHint", { range: whole }, /"label":"151 bytes"/, []],
  ["definition", { position: at("Add") }, /shop\.wsdl/, []],
  ["typeDefinition", { position: at("Add") }, /shop\.wsdl/, []],
  ["references", { position: at("s:Body"), context: { includeDeclaration: true } }, /"line":13/, []],
  ["documentHighlight", { position: at("s:Body") }, /"line":13/, null],
  ["documentLink", {}, /"target":"http:\/\/localhost\/shop"/, []],
  ["documentSymbol", {}, /"name":"POST \/shop"/, []],
  ["foldingRange", {}, /"startLine":7,"endLine":12/, []],
  ["selectionRange", { positions: [at("s:Body")] }, /"parent"/, []],
  ["semanticTokens/full", {}, /"data":\[5,/, { data: [] }],
  ["semanticTokens/range", { range: whole }, /"data":\[5,/, { data: [] }],
  ["formatting", { options }, /"newText":"\\n {4}"/, []],
  ["rangeFormatting", { range: whole, options }, /"newText":"\\n {4}"/, []],
  ["onTypeFormatting", { position: at(" </s:Body>"), ch: "\n", options }, /"line":12,.*"newText":""/, []],
  ["prepareRename", { position: at("s:Body") }, /"placeholder":"s"/, null],
  ["rename", { position: at("s:Body"), newName: "soap" }, /"newText":"soap"/, null],
  ["linkedEditingRange", { position: at("Body") }, /"ranges":\[.*\{"line":12/, null],
];

function noTags(count: number): object {
  return { version: 0, tags: Array(count).fill(null) };
}

suite("requests about a document over LSP", () => {
  let server: TestServer;
  setup(async () => {
    server = await startTestServer(
      {},
      { inlayHints: { contentLength: "on", target: "off", variables: "off" } },
      { folders: ["file:///"], readFile: readIn(new Map([[wsdl, shopWsdl()]])) },
    );
  });

  /** The result, or the error. */
  async function ask(method: string, params: object, token?: CancellationToken | null): Promise<unknown> {
    return server
      .request<unknown>(method, params, token)
      .catch(({ code, message }: ResponseError<void>) => ({ code, message }));
  }

  for (const [name, params, open, closed] of own) {
    const method = `soaphttp/${name}`;
    const title = `${method} ${Object.keys(params).join(" ")}`;
    test(`the server responds to ${title}, also by position and without a token`, async () => {
      const { uri } = server.open(text);
      const result = await ask(method, { uri, ...params });
      assert.match(JSON.stringify(result), open);
      assert.deepEqual(await ask(method, { uri, ...params }, null), result);
    });
    test(`the server responds to ${title} about a document that isn't open`, async () => {
      assert.deepEqual(await ask(method, { uri: "file:///closed.soaphttp", ...params }), closed);
    });
  }

  for (const [name, params, open, closed] of standard) {
    const method = `textDocument/${name}`;
    test(`the server responds to ${method}, but not by position`, async () => {
      const { uri } = server.open(text);
      const given = { textDocument: { uri }, ...params };
      assert.match(JSON.stringify(await ask(method, given)), open);
      const message = `Request ${method} defines parameters by name but received parameters by position`;
      assert.deepEqual(await ask(method, given, null), { code: ErrorCodes.InvalidParams, message });
    });
    test(`the server responds to ${method} about a document that isn't open`, async () => {
      assert.deepEqual(await ask(method, { textDocument: { uri: "file:///closed.soaphttp" }, ...params }), closed);
    });
  }

  test("the server responds to soaphttp/responseSchema for a response, also by position and without a token", async () => {
    const head = "HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8\r\n\r\n";
    const body = shopMessage('<AddResponse xmlns="urn:shop"><id>x</id></AddResponse>');
    const contract = { wsdl, operation: "Shop/P/Add" };
    const params = received(head, body, { request: { method: "POST", soapVersion: "1.1", contract } });
    const presented = await server.request<PresentResult>("soaphttp/present", params);
    const { uri } = server.open(presented.text, "soaphttp-response");
    await server.request("soaphttp/present", { ...params, uri });
    const schema = await server.request<ResponseSchemaResult>("soaphttp/responseSchema", { uri, values: [] });
    assert.deepEqual(schema, { problems: 1, base64: [] });
    assert.deepEqual(await ask("soaphttp/responseSchema", { uri, values: [] }, null), schema);
    assert.equal(await ask("soaphttp/responseSchema", { uri: "file:///closed.soaphttp", values: [] }), null);
  });

  test("completion offers the same without a context, and with one that is null", async () => {
    const { uri } = server.open(text);
    const completions = (given: object) =>
      server.ask<CompletionList>("completion", { uri, position: at("Host") }, given);
    const list = await completions({});
    assert.ok(list.items.length > 0);
    assert.deepEqual(await completions({ context: null }), list);
  });
});
