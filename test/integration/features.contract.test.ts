import * as vscode from "vscode";
import { namespace, wsdl } from "../../samples/service/wsdl.mjs";
import * as assert from "./assert.ts";
import { completions, definitionsAt, hoverAt, labelOf, take } from "./assist.ts";
import { envelope, post } from "./messages.ts";
import { closeAll, codeOf, diagnosticsOf, eventually, open, writeFile } from "./support.ts";

const address = "http://localhost:8000";

suite("completion, hover and definitions by a contract", () => {
  setup(async () => {
    await writeFile("contract/calculator.wsdl", wsdl({ 1.1: `${address}/calc`, 1.2: `${address}/calc12` }));
  });
  teardown(closeAll);

  /** Opens a request with this body, whose contract is read. */
  async function openBody(body: string): Promise<vscode.TextDocument> {
    const text = `# @wsdl ./contract/calculator.wsdl\n${post(address, "/calc12", envelope(body))}`;
    const document = await open(text.replace("|", ""));
    // Until the WSDL is read, there is nothing to check by it.
    await eventually("the contract is read", async () => {
      assert.ok((await hoverAt(document, document.getText().indexOf("Add xmlns") + 1)).includes("CalculatorPort"));
    });
    return document;
  }

  const add = (content: string) => `<Add xmlns="${namespace}">${content}</Add>`;

  test("< suggests the elements that the schema allows, and an accepted one leaves no error", async () => {
    const document = await openBody(add("<a>1</a><"));
    const { items } = await completions(document, document.getText().indexOf("<</Add>") + 1, "<");
    const [first] = items.toSorted((a, b) => String(a.sortText).localeCompare(String(b.sortText)));
    assert.equal(first && labelOf(first), "b");
    await take(document, document.getText().indexOf("<</Add>") + 1, "b");
    assert.match(document.getText(), /<a>1<\/a><b>1(?:\.0)?<\/b><\/Add>/);
    assert.deepEqual(
      (await diagnosticsOf(document)).map(codeOf).filter((code) => code.startsWith("schema")),
      [],
    );
  });

  test("a typed start tag still gets its end tag", async () => {
    const document = await openBody(add("<a>1</a>"));
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    const at = document.positionAt(document.getText().indexOf("</Add>"));
    editor.selection = new vscode.Selection(at, at);
    for (const character of "<b>") await vscode.commands.executeCommand("type", { text: character });
    await eventually("the end tag", () => assert.match(document.getText(), /<a>1<\/a><b><\/b><\/Add>/));
  });

  test("the hover shows type and cardinality, and definitions lead to the schema", async () => {
    const document = await openBody(add("<a>1</a><b>2</b>"));
    const at = document.getText().indexOf("<b>") + 1;
    const hover = await hoverAt(document, at);
    assert.match(hover, /type `xs:double`, required/);
    assert.match(hover, /Defined in .*calculator\.wsdl:\d+/);
    const [[uri, name] = [], ...others] = await definitionsAt(document, at);
    assert.deepEqual(others, []);
    assert.match(`${uri}`, /\/contract\/calculator\.wsdl$/);
    assert.equal(name, "b");
  });
});
