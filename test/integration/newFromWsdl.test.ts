import * as vscode from "vscode";
import { exists } from "../../client/src/extension/editor/commands.ts";
import type { PortOperations } from "../../client/src/extension/wsdl/indexedOperations.ts";
import type { ServicesNode } from "../../client/src/extension/wsdl/servicesTree.ts";
import type { ChosenOperations } from "../../client/src/extension/wsdl/wsdlQuestions.ts";
import { wsdl } from "../support/calculator/wsdl.mjs";
import * as assert from "./assert.ts";
import { serviceOrigin } from "./messages.ts";
import {
  activeEditor,
  allLensesOf,
  answerQuestions,
  closeAll,
  diagnosticsOf,
  documentOf,
  eventually,
  extension,
  open,
  openFile,
  replace,
  runCommand,
  send,
  titleOf,
  workspaceFile,
  writeFile,
} from "./support.ts";

/** The WSDL, in a new folder for each test: the server may show a deleted file until VS Code reports the deletion. */
let file = "";
let folders = 0;

suite("New Request from WSDL", () => {
  setup(newWsdl);
  teardown(closeAll);

  test("the command inserts a request for the operation that the user selects, which can be sent", async () => {
    const source = await open("");
    // VS Code says a moment later that there is a new file.
    await wsdlNode(file);
    await answerQuestions({
      wsdl: async (files) => ({ wsdl: `${files.find(({ path }) => path.endsWith(file))}`, chosen: false }),
      operations: async (ports) => choose(ports, "Add", "1.2"),
    });
    await vscode.commands.executeCommand("soaphttp.newFromWsdl");
    assert.match(source.getText(), /^### Add\n# @name Add\n# @wsdl \.\/services-\d+\/calculator\.wsdl\nPOST \/calc12 /);
    assert.deepEqual(await diagnosticsOf(source), []);
    await setNumbers(source, "40", "2");
    const response = await documentOf(await send(source));
    assert.match(response.getText(), /<(\w+:)?result>42<\//);
  });

  test("the command inserts a snippet after the request at the cursor, as one step, with a name of its own", async () => {
    const before = "# @name Add\nGET /a HTTP/1.1\nHost: localhost\n\n### last\nGET /b HTTP/1.1\nHost: localhost";
    const source = await open(before);
    const editor = activeEditor();
    editor.selection = new vscode.Selection(1, 0, 1, 0);
    await insert("Add", "1.1");
    const text = source.getText();
    assert.match(text, /^# @name Add\nGET \/a .*\n.*\n\n### Add-2\n# @name Add-2\n# @wsdl [^#]*\n\n### last\n/);
    assert.deepEqual(await diagnosticsOf(source), []);
    const first = source.getText(editor.selection);
    await vscode.commands.executeCommand("jumpToNextSnippetPlaceholder");
    assert.ok(first !== "" && !editor.selection.isEmpty, `${first} and ${source.getText(editor.selection)}`);
    await vscode.commands.executeCommand("undo");
    assert.equal(source.getText(), before);
  });

  test("the command inserts several requests at the end of a file without a last line break", async () => {
    const source = await open("GET /a HTTP/1.1\nHost: localhost");
    await answerQuestions({
      operations: async (ports) => ({ operations: ports.flatMap(indexesOf), extent: "required" }),
    });
    await vscode.commands.executeCommand("soaphttp.newFromWsdl", await writeWsdl());
    const names = source.getText().match(/(?<=^# @name ).*/gm);
    assert.equal(names?.length, 10);
    assert.equal(new Set(names).size, 10);
    assert.match(source.getText(), /^GET \/a HTTP\/1\.1\nHost: localhost\n\n### /);
    assert.deepEqual(await diagnosticsOf(source), []);
  });

  test("the command opens a new file if no requests are visible", async () => {
    const uri = await writeWsdl();
    await openFile(file);
    await answerQuestions({ operations: async (ports) => choose(ports, "Fail", "1.2") });
    await vscode.commands.executeCommand("soaphttp.newFromWsdl", uri);
    const { document } = activeEditor();
    assert.ok(document.isUntitled && document.languageId === "soaphttp");
    assert.match(document.getText(), /^### Fail\n# @name Fail\n# @wsdl \.\/services-\d+\/calculator\.wsdl\n/);
    assert.deepEqual(await diagnosticsOf(document), []);
  });

  test("the command shows the problems of a WSDL until it changes", async () => {
    const broken = wsdl({ "1.2": `${serviceOrigin()}/calc12` }).replace('"xs:string"', '"tns:Unknown"');
    const uri = await writeFile("services/broken.wsdl", broken);
    await open("");
    await answerQuestions({ operations: async (ports) => choose(ports, "Fail", "1.2") });
    await vscode.commands.executeCommand("soaphttp.newFromWsdl", uri);
    const problems = () => vscode.languages.getDiagnostics(uri);
    const [problem, ...more] = problems();
    assert.ok(problem && more.length === 0, JSON.stringify(problems()));
    assert.deepEqual([problem.source, problem.severity], ["soaphttp", vscode.DiagnosticSeverity.Information]);
    const document = await openFile("services/broken.wsdl");
    assert.match(document.getText(problem.range), /tns:Unknown/);
    await replace(document, new vscode.Range(0, 0, 0, 0), " ");
    assert.deepEqual(problems(), []);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await vscode.commands.executeCommand("soaphttp.newFromWsdl", uri);
    assert.equal(problems().length, 1);
    await writeFile("services/broken.wsdl", broken.replace("tns:Unknown", "xs:string"));
    await eventually("the end of the problem", () => assert.deepEqual(problems(), []));
  });

  test("the command is a lens above each operation of a binding", async () => {
    await writeWsdl();
    const document = await openFile(file);
    let lenses: readonly vscode.CodeLens[] = [];
    await eventually("the lenses", async () => {
      lenses = (await allLensesOf(document)).filter((lens) => titleOf(lens) === "New Request");
      assert.equal(lenses.length, 10);
    });
    const [first] = lenses;
    assert.match(document.lineAt(first?.range.start.line ?? 0).text, /<wsdl:operation name="Add">/);
    await runCommand(first?.command);
    assert.match(activeEditor().document.getText(), /^### Add\n.*\n.*\nPOST \/calc HTTP/);
  });
});

suite("New Tests from WSDL", () => {
  setup(newWsdl);
  teardown(async () => {
    await closeAll();
    // The files that the command wrote: each of them, because watchers of files don't see that a folder is deleted.
    const folder = vscode.Uri.joinPath(workspaceFile(file), "..");
    for (const [name] of await vscode.workspace.fs.readDirectory(folder)) {
      await vscode.workspace.fs.delete(vscode.Uri.joinPath(folder, name));
    }
  });

  test("the command writes a file for each operation, which has no findings and whose tests are listed", async () => {
    const uri = await writeWsdl();
    let accepts = false;
    const asked = await answerQuestions({
      testedOperations: async (ports) =>
        [choose(ports, "Add", "1.1"), choose(ports, "Fail", "1.1")].flatMap((one) => one.operations),
      writeTests: async () => accepts,
    });
    const other = vscode.Uri.joinPath(uri, "../CalculatorPort11.Fail.tests.soaphttp");
    await vscode.commands.executeCommand("soaphttp.newTestsFromWsdl", uri);
    assert.ok(!(await exists(other)), "the tests are written before the question");
    accepts = true;
    await vscode.commands.executeCommand("soaphttp.newTestsFromWsdl", uri);
    const { document } = activeEditor();
    assert.match(document.uri.path, /\/CalculatorPort11\.Add\.tests\.soaphttp$/);
    assert.match(document.getText(), /^# These tests send requests to /);
    assert.match(
      document.getText(),
      /^# @name CalculatorPort11\.Add\.invalid\.type\.1\n# @wsdl \.\/calculator\.wsdl$/m,
    );
    assert.deepEqual(await diagnosticsOf(document), []);
    const before = document.getText();
    await vscode.commands.executeCommand("soaphttp.updateFromWsdl", document.uri, 5);
    assert.equal(document.getText(), before);
    assert.match((await vscode.workspace.openTextDocument(other)).getText(), /^### CalculatorPort11\.Fail: /m);
    const count = [document.uri, other].map(async (one) => (await vscode.workspace.openTextDocument(one)).getText());
    const tests = (await Promise.all(count)).join("").match(/^# @name /gm)?.length;
    const said = `${tests} tests will be written to 2 files. Running them sends requests to `;
    assert.deepEqual(
      asked("writeTests").map((texts) => texts.join(" ").startsWith(said)),
      [true, true],
    );
  });

  test("the command is a lens that writes nothing over a file", async () => {
    await writeWsdl();
    const document = await openFile(file);
    let lenses: readonly vscode.CodeLens[] = [];
    await eventually("the lenses", async () => {
      lenses = (await allLensesOf(document)).filter((lens) => titleOf(lens) === "New Tests");
      assert.equal(lenses.length, 10);
    });
    const name = file.replace("calculator.wsdl", "CalculatorPort11.Add.tests.soaphttp");
    await writeFile(name, "# mine\n");
    const [first] = lenses;
    await runCommand(first?.command);
    assert.equal(activeEditor().document.getText(), "# mine\n");
  });
});

suite("the Services view", () => {
  setup(newWsdl);
  teardown(closeAll);

  test("the view shows the ports and operations of the workspace's WSDLs, with labels for screen readers", async () => {
    const { view } = (await extension()).forTests.wsdl;
    const operations = await nodes("CalculatorPort11");
    assert.deepEqual(operations.map(labelOf), ["Add", "Fail", "Slow", "Large", "Login"]);
    const [add] = operations;
    assert.ok(add);
    const { tooltip, accessibilityInformation } = view.getTreeItem(add);
    assert.match(
      String(tooltip),
      /^Add · CalculatorPort11 · SOAP 1\.1\nhttp:\/\/example\.org\/calc\/Add\nAdds two numbers\.(?:\n.*)?$/,
    );
    // The number of requests that call it is known a moment later.
    const label = accessibilityInformation?.label ?? "";
    assert.match(label, /^Operation Add, CalculatorPort11, SOAP 1\.1,(?: no request,)? Adds two numbers\.$/);
  });

  test("the view lists the requests of an operation, and goes to one", async () => {
    const { view } = (await extension()).forTests.wsdl;
    const [add] = await nodes("CalculatorPort12");
    assert.ok(add);
    assert.equal(view.getTreeItem(add).command, undefined, "a click creates nothing");
    await eventually("the requests are listed, and a click goes to one", async () => {
      const [first] = await view.getChildren(add);
      assert.ok(first?.kind === "request");
      await runCommand(view.getTreeItem(first).command);
      const { document, selection } = activeEditor();
      assert.equal(document.uri.toString(), first.caller.uri.toString());
      assert.ok(selection.isEqual(new vscode.Selection(first.caller.range.start, first.caller.range.end)));
    });
  });

  test("the view lists the tests of an operation apart from its requests, each with its last response", async () => {
    const { view } = (await extension()).forTests.wsdl;
    const [, fail] = await nodes("CalculatorPort12");
    assert.ok(fail?.kind === "operation");
    const source = await open("");
    await vscode.commands.executeCommand("soaphttp.services.newRequest", fail);
    const asTest = source
      .getText()
      .replace("# @name Fail", "# @name Fails\n# @expect status 500")
      .replace("### Fail", "### Fails");
    await replace(source, new vscode.Range(source.lineCount, 0, source.lineCount, 0), `\n\n${asTest}`);
    await source.save();
    const shown = async () => {
      const own = (await view.getChildren(fail)).filter(
        (node) => node.kind === "tests" || (node.kind === "request" && node.caller.uri.toString() === `${source.uri}`),
      );
      const tests = own.flatMap((node) => (node.kind === "tests" ? node.children : []));
      return [...own, ...tests].map((node) => {
        const { description, iconPath } = view.getTreeItem(node);
        const icon = iconPath instanceof vscode.ThemeIcon ? iconPath.id : "";
        return `${labelOf(node)} ${icon} ${String(description).replace(/\d+:\d+.*/, "TIME")}`;
      });
    };
    await eventually("the request and the test", async () => {
      const lines = await shown();
      assert.equal(lines.length, 3, lines.join("\n"));
      assert.match(lines[0] ?? "", /^Fail symbol-event /);
      assert.match(lines[1] ?? "", /^1 tests beaker $/);
      assert.match(lines[2] ?? "", /^Fails beaker /);
    });
    const [first] = await view.getChildren(fail);
    await vscode.commands.executeCommand("soaphttp.services.send", first);
    await eventually("the last response", async () => {
      assert.equal((await shown())[0], "Fail error 500 Internal Server Error · TIME");
    });
  });

  test("the view creates a request for an operation, copies its address, and opens its definition", async () => {
    const [add] = await nodes("CalculatorPort12");
    assert.ok(add);
    const source = await open("");
    await vscode.commands.executeCommand("soaphttp.services.newRequest", add);
    assert.match(source.getText(), /^### Add\n.*\n.*\nPOST \/calc12 /);
    await vscode.commands.executeCommand("soaphttp.services.openDefinition", add);
    const { document, selection } = activeEditor();
    assert.ok(document.uri.path.endsWith(file), document.uri.path);
    assert.match(document.lineAt(selection.start.line).text, /<wsdl:operation name="Add"/);
  });

  test("the view shows the documentation of an operation, and of all operations of a WSDL, as a page", async () => {
    const [add] = await nodes("CalculatorPort12");
    for (const [node, title] of [
      [add, "Add"],
      [await wsdlNode(file), "calculator.wsdl"],
    ] as const) {
      await vscode.commands.executeCommand("soaphttp.services.showDocumentation", node);
      await eventually(`the documentation of ${title}`, () => {
        const { input, label } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
        assert.ok(input instanceof vscode.TabInputWebview && input.viewType.includes("soaphttp.documentation"));
        assert.equal(label, title);
      });
    }
  });

  test("the view says how many problems a WSDL has, and why one has no operations", async () => {
    const { view } = (await extension()).forTests.wsdl;
    await writeFile("services/none.wsdl", "<html/>");
    const node = await wsdlNode("services/none.wsdl");
    const [note] = await view.getChildren(node);
    assert.ok(note?.kind === "note");
    assert.match(note.text, /\w/);
    const { description, accessibilityInformation } = view.getTreeItem(node);
    assert.match(String(description), /^1 problem · .*services$/);
    assert.match(accessibilityInformation?.label ?? "", /^WSDL none\.wsdl, 1 problem, /);
  });

  test("the view loads imported documents from other places after a question", async () => {
    const { view } = (await extension()).forTests.wsdl;
    const name = `services-${folders}/importing.wsdl`;
    const location = `${serviceOrigin()}/calc12?wsdl`;
    const content = `<import namespace="http://example.org/calc" location="${location}"/>`;
    await writeFile(name, `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/">${content}</definitions>`);
    const node = await wsdlNode(name);
    const [note, ...more] = await view.getChildren(node);
    assert.ok(note?.kind === "note" && more.length === 0);
    assert.deepEqual(note.unallowed, [location]);
    await answerQuestions({ loadFrom: async () => "load" });
    await runCommand(view.getTreeItem(note).command);
    assert.deepEqual((await view.getChildren(node)).map(labelOf), ["CalculatorPort"]);
  });

  test("the view drags operations into a file, after the request where they are dropped", async () => {
    const { view, drops } = (await extension()).forTests.wsdl;
    const source = await open("GET /a HTTP/1.1\nHost: localhost\n\n### last\nGET /b HTTP/1.1\nHost: localhost\n");
    const data = new vscode.DataTransfer();
    view.handleDrag((await nodes("CalculatorPort12")).slice(0, 1), data);
    const drop = await drops.provideDocumentDropEdits(source, new vscode.Position(0, 3), data);
    assert.ok(drop?.insertText === "" && drop.additionalEdit);
    assert.ok(await vscode.workspace.applyEdit(drop.additionalEdit));
    assert.match(source.getText(), /^GET \/a .*\n.*\n\n### Add\n[^#]*# @name Add\n[\s\S]*\n\n### last\n/);
    assert.deepEqual(await diagnosticsOf(source), []);
    const nothing = await drops.provideDocumentDropEdits(source, new vscode.Position(0, 0), new vscode.DataTransfer());
    assert.equal(nothing, undefined);
  });
});

async function newWsdl(): Promise<void> {
  file = `services-${++folders}/calculator.wsdl`;
  await writeWsdl();
}

function writeWsdl(): Promise<vscode.Uri> {
  const origin = serviceOrigin();
  return writeFile(file, wsdl({ "1.1": `${origin}/calc`, "1.2": `${origin}/calc12` }));
}

async function insert(operation: string, version: PortOperations["version"]): Promise<void> {
  await answerQuestions({ operations: async (ports) => choose(ports, operation, version) });
  await vscode.commands.executeCommand("soaphttp.newFromWsdl", await writeWsdl());
}

function choose(
  ports: readonly PortOperations[],
  operation: string,
  version: PortOperations["version"],
): ChosenOperations {
  const operationOfPort = ports
    .filter((port) => port.version === version)
    .flatMap(({ operations }) => operations)
    .find((one) => one.operation === operation);
  assert.ok(operationOfPort, `there is no ${operation} of SOAP ${version}`);
  return { operations: [operationOfPort.index], extent: "parameters" };
}

function indexesOf({ operations }: PortOperations): readonly number[] {
  return operations.map(({ index }) => index);
}

/** Replaces the values of `a` and `b`. */
async function setNumbers(document: vscode.TextDocument, ...values: readonly string[]): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const numbers = [...document.getText().matchAll(/(?<=<(?:\w+:)?[ab]>)[^<]*/g)];
  assert.equal(numbers.length, values.length);
  for (const [index, { 0: value, index: at }] of numbers.entries()) {
    const range = new vscode.Range(document.positionAt(at), document.positionAt(at + value.length));
    edit.replace(document.uri, range, values[index] ?? "");
  }
  assert.ok(await vscode.workspace.applyEdit(edit));
}

/** The element of a WSDL in the Services view, as soon as the view lists it. */
async function wsdlNode(name: string): Promise<ServicesNode> {
  const { view } = (await extension()).forTests.wsdl;
  let listed: ServicesNode | undefined;
  await eventually(`${name} in the view`, async () => {
    listed = (await view.getChildren()).find((node) => node.wsdl.endsWith(name));
    assert.ok(listed);
  });
  return listed ?? assert.fail(name);
}

/** The operations of a port of the sample service. */
async function nodes(port: string): Promise<readonly ServicesNode[]> {
  const { view } = (await extension()).forTests.wsdl;
  const ports = await view.getChildren(await wsdlNode(file));
  const node = ports.find((one) => labelOf(one) === port);
  return view.getChildren(node ?? assert.fail(`${port} is not among ${ports.map(labelOf).join()}`));
}

function labelOf(node: ServicesNode): string {
  switch (node.kind) {
    case "operation":
      return node.operation.operation;
    case "note":
      return node.text;
    case "wsdl":
      return node.wsdl;
    case "request":
      return node.caller.name;
    case "tests":
      return `${node.children.length} tests`;
    default:
      return node.name;
  }
}
