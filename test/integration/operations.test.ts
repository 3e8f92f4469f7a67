import * as vscode from "vscode";
import type { ServicesNode } from "../../client/src/extension/wsdl/servicesTree.ts";
import { wsdl } from "../support/calculator/wsdl.mjs";
import * as assert from "./assert.ts";
import { actionsAt } from "./assist.ts";
import { serviceOrigin } from "./messages.ts";
import {
  activeEditor,
  allLensesOf,
  closeAll,
  codesOf,
  deleteFile,
  diagnosticsOf,
  eventually,
  extension,
  open,
  openFile,
  renameFolder,
  runCommand,
  titleOf,
  writeFile,
} from "./support.ts";

/** The WSDL, in a new folder for each test: VS Code may show a deleted file for a moment. */
let file = "";
let folders = 0;

suite("the operations that requests call", () => {
  setup(async () => {
    file = `called-${++folders}/calculator.wsdl`;
    await writeFile(file, ownWsdl());
  });
  teardown(closeAll);

  test("lenses above the requests go to the definition of their operations", async () => {
    const source = await open(`${add()}\n### other\nGET / HTTP/1.1\nHost: localhost\n`);
    const [lens, ...more] = await lensesWith(source, / › /, 1);
    assert.ok(lens && more.length === 0);
    assert.deepEqual([titleOf(lens), lens.range.start.line], ["calculator.wsdl › CalculatorPort12 › Add", 1]);
    await runCommand(lens.command);
    const { document, selection } = activeEditor();
    assert.ok(document.uri.path.endsWith(file), document.uri.path);
    assert.match(document.lineAt(selection.start.line).text, /<wsdl:operation name="Add"/);
  });

  test("lenses follow a change of the WSDL", async () => {
    const source = await open(add());
    await lensesWith(source, / › Add$/, 1);
    await writeFile(file, ownWsdl().replaceAll("CalculatorPort12", "NewPort"));
    await lensesWith(source, / › NewPort › Add$/, 1);
  });

  test("lenses follow folders of WSDLs that are renamed and deleted", async () => {
    const source = await open(add());
    await lensesWith(source, / › Add$/, 1);
    const { view } = (await extension()).forTests.wsdl;
    const listed = async () => (await view.getChildren()).map(({ wsdl }) => wsdl.slice(wsdl.lastIndexOf("/called-")));
    assert.ok((await listed()).includes(`/${file}`));
    await renameFolder(`called-${folders}`, `called-${folders}-renamed`);
    const renamed = `/called-${folders}-renamed/calculator.wsdl`;
    await eventually("the renamed WSDL", async () => {
      const all = await listed();
      assert.ok(all.includes(renamed) && !all.includes(`/${file}`), all.join());
    });
    await deleteFile(`called-${folders}-renamed`);
    await eventually("no deleted WSDL", async () => assert.ok(!(await listed()).includes(renamed)));
    await lensesWith(source, / › Add$/, 0);
  });

  test("operations have references from the payload and from the WSDL: the requests of the workspace", async () => {
    const closed = await writeFile(`called-${folders}/closed.soaphttp`, add(`./calculator.wsdl`));
    const source = await open(add());
    const payload = source.positionAt(source.getText().indexOf("<c:Add") + 4);
    const expected = [`${closed} 10`, `${source.uri} 10`].sort();
    await eventually("the references", async () => assert.deepEqual(await messagesOf(source, payload), expected));
    const document = await openFile(file);
    const line = [...Array(document.lineCount).keys()].findLast((one) =>
      document.lineAt(one).text.includes('<wsdl:operation name="Add"'),
    );
    const declared = new vscode.Position(line ?? assert.fail("no operation"), 0);
    assert.deepEqual(await messagesOf(document, declared), expected);
    const [lens] = await lensesWith(document, /^2 requests$/, 1);
    assert.equal(lens?.command?.command, "editor.action.showReferences");
    assert.ok(
      (await lensesWith(document, /^no request$/, operationCount() - 1)).every(
        ({ command }) => command?.command === "",
      ),
    );
  });

  test("operations update their requests, after the user has looked at the changes", async () => {
    const outdated = add()
      .replace("      <c:a>1</c:a>\n", "")
      .replace("<c:b>2</c:b>", "<c:b>2</c:b><!-- kept --><c:old>3</c:old>");
    const command = await open(outdated);
    activeEditor().selection = new vscode.Selection(3, 0, 3, 0);
    await vscode.commands.executeCommand("soaphttp.updateFromWsdl");
    await applied(command, outdated);
    const expected = /<c:Add>\n {6}<c:a>1<\/c:a>\n {6}<c:b>2<\/c:b><!-- kept --><!-- <c:old>3<\/c:old> -->\n/;
    assert.match(command.getText(), expected);
    assert.deepEqual(await codesOf(command), []);

    const source = await open(outdated);
    const codes = await codesOf(source);
    assert.deepEqual(codes, ["schema-element-missing", "schema-element-unexpected"]);
    const [{ range } = assert.fail("no diagnostic")] = await diagnosticsOf(source);
    const actions = await actionsAt(source, range, vscode.CodeActionKind.QuickFix);
    await runCommand(actions.find(({ title }) => title === "Update from WSDL")?.command);
    await applied(source, outdated);
    assert.match(source.getText(), expected);
  });

  test("operations have a form for their requests, beside the text", async () => {
    await open(add());
    assert.equal(await vscode.commands.executeCommand("soaphttp.editAsForm"), true);
    await eventually("the form", async () => {
      const [, group] = vscode.window.tabGroups.all;
      const input = group?.activeTab?.input;
      assert.ok(input instanceof vscode.TabInputWebview && input.viewType.endsWith("soaphttp.form"));
    });
  });

  test("operations are counted in the Services view", async () => {
    await open(add());
    const { view } = (await extension()).forTests.wsdl;
    let node: ServicesNode | undefined;
    await eventually("the WSDL in the view", async () => {
      node = (await view.getChildren()).find((one) => one.wsdl.endsWith(file));
      assert.ok(node);
    });
    assert.ok(node);
    const shown = node;
    await eventually("the coverage", async () => {
      // As VS Code does after a change, for example of a WSDL of an earlier test.
      await view.getChildren(shown);
      const { description, accessibilityInformation } = view.getTreeItem(shown);
      const count = `1 of ${operationCount()} operations`;
      assert.ok(String(description).startsWith(`${count} · `), String(description));
      const label = accessibilityInformation?.label ?? "";
      assert.ok(label.includes(`, ${count} has a request in the workspace, `), label);
    });
    const ports = await view.getChildren(shown);
    const operations = (await Promise.all(ports.map((port) => view.getChildren(port)))).flat();
    const items = operations.map((operation) => view.getTreeItem(operation));
    const texts = items.map(({ label, description }) => `${label}: ${description}`);
    assert.deepEqual(
      texts.filter((text) => !text.endsWith(": no request")),
      ["Add: 1 request"],
    );
    const icons = items.map(({ iconPath }) => (iconPath instanceof vscode.ThemeIcon ? iconPath.id : ""));
    assert.deepEqual([...new Set(icons)].sort(), ["circle-large-outline", "pass"]);
  });
});

function add(location = `./${file}`): string {
  return `# @wsdl ${location}
POST /calc12 HTTP/1.1
Host: localhost
Content-Type: application/soap+xml; charset=utf-8
Content-Length: {{$contentLength}}

<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"
    xmlns:c="${namespace()}">
  <s:Body>
    <!-- an operation -->
    <c:Add>
      <c:a>1</c:a>
      <c:b>2</c:b>
    </c:Add>
  </s:Body>
</s:Envelope>
`;
}

/** Applies the changes that are shown beside the document. */
async function applied(document: vscode.TextDocument, before: string): Promise<void> {
  assert.equal(document.getText(), before);
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  assert.ok(input instanceof vscode.TabInputTextDiff, "no comparison is shown");
  assert.equal(`${input.original}`, `${document.uri}`);
  const shown = await vscode.workspace.openTextDocument(input.modified);
  await vscode.commands.executeCommand("soaphttp.applyUpdate", input.modified);
  assert.equal(document.getText(), shown.getText());
  assert.equal(vscode.window.activeTextEditor?.document, document);
}

async function lensesWith(document: vscode.TextDocument, title: RegExp, count: number) {
  let lenses: readonly vscode.CodeLens[] = [];
  await eventually(`${count} lenses ${title}`, async () => {
    const all = await allLensesOf(document);
    lenses = all.filter((lens) => title.test(titleOf(lens)));
    assert.equal(lenses.length, count, all.map(titleOf).join(", "));
  });
  return lenses;
}

/** The references that aren't the definition, each as its document and its line. */
async function messagesOf(document: vscode.TextDocument, at: vscode.Position): Promise<readonly string[]> {
  const references = await vscode.commands.executeCommand<vscode.Location[]>(
    ...(["vscode.executeReferenceProvider", document.uri, at] as const),
  );
  const requests = references.filter(({ uri }) => !uri.path.endsWith(".wsdl"));
  return requests.map(({ uri, range }) => `${uri} ${range.start.line}`).sort();
}

/** A WSDL with a namespace of its own, so that it isn't the contract of other requests of the workspace. */
function ownWsdl(): string {
  const origin = serviceOrigin();
  return wsdl({ "1.1": `${origin}/calc`, "1.2": `${origin}/calc12` }).replaceAll(
    "http://example.org/calc",
    namespace(),
  );
}

function operationCount(): number {
  return ownWsdl().split("<soap:operation").length - 1;
}

function namespace(): string {
  return `urn:called:${folders}`;
}
