import * as vscode from "vscode";
import { namespace, wsdl } from "../support/calculator/wsdl.mjs";
import * as assert from "./assert.ts";
import { completions, definitionsAt, hoverAt, labelOf, quickFix, take, type } from "./assist.ts";
import { add as addition, envelope, post, serviceOrigin } from "./messages.ts";
import {
  closeAll,
  codeOf,
  codesOf,
  diagnosticsOf,
  eventually,
  open,
  responseTo,
  titlesOf,
  writeFile,
} from "./support.ts";

const address = "http://localhost:8000";

suite("writing and reading messages by a contract", () => {
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
      // Its diagnostics may be those from before the file watcher reported the WSDL, which an earlier test has deleted.
      assert.ok(!(await diagnosticsOf(document)).some((one) => codeOf(one) === "directive-value"));
    });
    return document;
  }

  async function schemaCodes(document: vscode.TextDocument): Promise<readonly string[]> {
    return (await codesOf(document)).filter((code) => code.startsWith("schema"));
  }

  const add = (content: string) => `<Add xmlns="${namespace}">${content}</Add>`;

  test("< suggests the elements that the schema allows, and an accepted one leaves no error", async () => {
    const document = await openBody(add("<a>1</a><"));
    const { items } = await completions(document, document.getText().indexOf("<</Add>") + 1, "<");
    const [first] = items.toSorted((a, b) => String(a.sortText).localeCompare(String(b.sortText)));
    assert.equal(first && labelOf(first), "b");
    await take(document, document.getText().indexOf("<</Add>") + 1, "b");
    assert.match(document.getText(), /<a>1<\/a><b>1(?:\.0)?<\/b><\/Add>/);
    assert.deepEqual(await schemaCodes(document), []);
  });

  test("a typed start tag still gets its end tag", async () => {
    const document = await openBody(add("<a>1</a>"));
    const at = document.positionAt(document.getText().indexOf("</Add>"));
    await vscode.window.showTextDocument(document, { selection: new vscode.Range(at, at) });
    await type("<b>");
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

  test("the body is checked by the schema, and a quick fix inserts what is missing", async () => {
    const document = await openBody(add("<a>one</a>"));
    const diagnostics = await diagnosticsOf(document);
    assert.deepEqual(diagnostics.map(codeOf), ["schema-element-missing", "schema-value"]);
    assert.match(diagnostics[1]?.message ?? "", /one isn't a valid xs:double/);
    await quickFix(document, "schema-element-missing", "Insert <b>");
    assert.match(document.getText(), /<a>one<\/a>\s*<b>1(?:\.0)?<\/b>\s*<\/Add>/);
    assert.deepEqual(await schemaCodes(document), ["schema-value"]);
  });

  test("a response is checked by the contract of its request: warnings where it doesn't match", async () => {
    const addresses = { 1.1: `${serviceOrigin()}/calc`, 1.2: `${serviceOrigin()}/calc12` };
    const result = '<xs:element name="result" type="xs:double"/>';
    assert.ok(wsdl(addresses).includes(result));
    await writeFile(
      "contract/calculator.wsdl",
      wsdl(addresses).replaceAll(result, result.replace("double", "boolean")),
    );
    const request = post(serviceOrigin(), "/calc12", addition(40, 2));
    const response = await responseTo(`# @wsdl ./contract/calculator.wsdl\n${request}`);
    await eventually("the warning", async () => {
      const [warning, ...others] = await diagnosticsOf(response);
      assert.ok(warning && others.length === 0);
      assert.equal(codeOf(warning), "schema-value");
      assert.equal(warning.severity, vscode.DiagnosticSeverity.Warning);
      assert.equal(response.getText(warning.range), "42");
      assert.match(warning.message, /42 isn't a valid xs:boolean/);
      assert.match((await titlesOf(response))[0] ?? "", / · 1 problem by its schema$/);
    });
  });
});
