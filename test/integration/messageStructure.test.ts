import * as vscode from "vscode";
import type { StructureNode } from "../../client/src/extension/wsdl/structureView.ts";
import { wsdl } from "../support/calculator/wsdl.mjs";
import * as assert from "./assert.ts";
import {
  activeEditor,
  closeAll,
  diagnosticsOf,
  eventually,
  extension,
  open,
  openFile,
  runCommand,
  writeFile,
} from "./support.ts";

let file = "";
let folders = 0;

suite("the Message Structure view", () => {
  setup(async () => {
    file = `structure-${++folders}/calculator.wsdl`;
    await writeFile(file, wsdl({ "1.1": "http://localhost/calc", "1.2": "http://localhost/calc12" }));
  });
  teardown(closeAll);

  test("the view follows the cursor to the operation of a request, and stays while a definition that it opened is active", async () => {
    const source = await open(`${add("<c:a>1</c:a>")}\n### other\nGET / HTTP/1.1\nHost: localhost\n`);
    await show();
    await level("Request, Response");
    const [request] = await nodes();
    const payload = await child(request, "Add");
    const a = await child(payload, "a");
    const { command, contextValue } = (await view()).getTreeItem(a);
    assert.equal(contextValue, "element defined insertable");
    await runCommand(command);
    const editor = activeEditor();
    assert.ok(editor.document.uri.path.endsWith(file), editor.document.uri.path);
    assert.match(editor.document.lineAt(editor.selection.start.line).text, /<xs:element name="a"/);
    await level("Request, Response");
    await openFile(`structure-${folders}/calculator.wsdl`);
    await vscode.window.showTextDocument(source);
    await level("Request, Response");
  });

  test("an element is inserted into the request with the correct Content-Length, in one step", async () => {
    const source = await open(add("<c:a>1</c:a>"));
    const before = source.getText();
    await show();
    await level("Request, Response");
    const b = await child(await child((await nodes())[0], "Add"), "b");
    await vscode.commands.executeCommand("soaphttp.structure.insert", b);
    assert.match(source.getText(), /<c:a>1<\/c:a><c:b>\d+<\/c:b><\/c:Add>/);
    assert.deepEqual(await diagnosticsOf(source), []);
    await vscode.commands.executeCommand("undo");
    assert.equal(source.getText(), before);
  });

  test("an element is inserted into the request that the view follows, not into another one beside it", async () => {
    const other = await open(add("<c:a>1</c:a>"));
    const followed = await open(add("<c:a>2</c:a>"));
    await vscode.window.showTextDocument(other, vscode.ViewColumn.One);
    await vscode.window.showTextDocument(followed, vscode.ViewColumn.Two);
    await show();
    await level("Request, Response");
    const b = await child(await child((await nodes())[0], "Add"), "b");
    await vscode.commands.executeCommand("soaphttp.structure.open", b);
    await vscode.commands.executeCommand("soaphttp.structure.insert", b);
    assert.match(followed.getText(), /<c:a>2<\/c:a><c:b>\d+<\/c:b>/);
    assert.equal(other.getText().includes("<c:b>"), false);
  });

  test("a changed WSDL is shown as the server reads it, and an outdated node inserts nothing", async () => {
    const source = await open(add("<c:a>1</c:a>"));
    const before = source.getText();
    await show();
    await level("Request, Response");
    const names = async () => (await nodes(await child((await nodes())[0], "Add"))).map(({ name }) => name).join();
    assert.equal(await names(), "a,b");
    const b = await child(await child((await nodes())[0], "Add"), "b");
    let shown = "";
    const subscription = (await view()).onDidChangeTreeData(async () => {
      shown = await names();
    });
    const changed = wsdl({ "1.1": "http://localhost/calc", "1.2": "http://localhost/calc12" }).replace(
      /<xs:element name="a"/,
      '<xs:element name="x" type="xs:int" minOccurs="0"/>$&',
    );
    await writeFile(file, changed);
    await eventually("the new element", () => assert.equal(shown, "x,a,b"));
    subscription.dispose();
    await vscode.commands.executeCommand("soaphttp.structure.insert", b);
    assert.equal(source.getText(), before);
  });

  test("a WSDL in the editor has its operations, each with a tooltip", async () => {
    await openFile(file);
    await show();
    await eventually("the operations", async () => {
      assert.deepEqual(
        (await nodes()).slice(0, 2).map(({ name }) => name),
        ["Add", "Fail"],
      );
    });
    const tree = await view();
    const [node] = await nodes();
    assert.ok(node);
    const item = await tree.resolveTreeItem(tree.getTreeItem(node), node);
    assert.match(String(item.tooltip), /^Add: .*\n\nAdds two numbers\.$/);
  });
});

async function view() {
  return (await extension()).forTests.wsdl.structure;
}

async function show(): Promise<void> {
  await eventually("the structure", async () => {
    await vscode.commands.executeCommand("soaphttp.showMessageStructure");
    assert.notEqual((await nodes()).length, 0);
  });
}

async function nodes(parent?: StructureNode): Promise<readonly StructureNode[]> {
  return (await view()).getChildren(parent);
}

async function level(names: string): Promise<void> {
  await eventually(names, async () => assert.equal((await nodes()).map(({ name }) => name).join(", "), names));
}

async function child(parent: StructureNode | undefined, name: string): Promise<StructureNode> {
  const all = await nodes(parent);
  return all.find((one) => one.name === name) ?? assert.fail(`${name} isn't in ${all.map((one) => one.name).join()}`);
}

/** A request of the calculator whose payload has this content. */
function add(content: string): string {
  const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><c:Add xmlns:c="http://example.org/calc">${content}</c:Add></s:Body></s:Envelope>`;
  return `# @wsdl ./structure-${folders}/calculator.wsdl
POST /calc HTTP/1.1
Host: localhost
Content-Type: text/xml; charset=utf-8
SOAPAction: "http://example.org/calc/Add"
Content-Length: ${body.length}

${body}
`;
}
