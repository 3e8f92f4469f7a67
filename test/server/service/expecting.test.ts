import assert from "node:assert/strict";
import { TextDocument } from "vscode-languageserver-textdocument";
import { noContracts } from "../../../server/src/resources/contractLookup.ts";
import { contextOfResponse, getExpecting } from "../../../server/src/service/languageService.ts";
import { contextOf, editor } from "../../support/contexts.ts";
import { withCursor } from "../../support/marked.ts";

/** The text that is added to a request for the value at `|` in a response. */
function addedFor(response: string): string {
  const { text, offset } = withCursor(response);
  const context = contextOf("GET / HTTP/1.1\n");
  const shown = TextDocument.create("soaphttp-response:/a", "soaphttp-response", 1, text);
  const result = getExpecting(context, contextOfResponse(shown, undefined, noContracts, editor), {
    uri: context.document.uri,
    line: 0,
    expected: { kind: "value", response: shown.uri, position: shown.positionAt(offset) },
  });
  assert.equal(result.kind, "edits");
  return result.edits.map(({ newText }) => newText).join();
}

suite("the value at the cursor in a response", () => {
  test("the value at the cursor is expected with an XPath, or with a JSONPath if the body is JSON", () => {
    const head = "HTTP/1.1 200 OK\nContent-Type:";
    assert.equal(addedFor(`${head} text/xml\n\n<a><b>|1</b></a>`), '# @expect //b = "1"\n');
    assert.equal(addedFor(`${head} application/json\n\n{\n  "b": |1\n}\n`), "# @expect $.b = 1\n");
    assert.equal(addedFor(`${head} text/plain\n\n[ "|a" ]`), '# @expect $[0] = "a"\n');
    const part = '--x\nContent-Type: application/json\n\n{"b": tr|ue}\n--x--\n';
    assert.equal(addedFor(`${head} multipart/related; boundary=x\n\n${part}`), "# @expect $.b = true\n");
  });
});
