import * as vscode from "vscode";
import * as assert from "./assert.ts";
import {
  answerQuestions,
  closeAll,
  eventually,
  extension,
  provided,
  readText,
  workspaceFile,
  writeFile,
} from "./support.ts";

const collection = (request: object) =>
  JSON.stringify({
    info: { name: "Calc", schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
    item: [{ name: "Add", request, event: [{ listen: "test", script: { exec: ["other();"] } }] }],
  });

suite("importing", () => {
  const out = workspaceFile("imported");
  teardown(async () => {
    await closeAll();
    await vscode.workspace.fs.delete(out, { recursive: true }).then(undefined, () => {});
  });

  /** Imports what an explorer passes into a folder. Returns the names of what is in it. */
  async function imported(...given: readonly vscode.Uri[]) {
    await vscode.workspace.fs.createDirectory(out);
    await answerQuestions({ folder: async () => out, importSources: async () => given });
    await vscode.commands.executeCommand("soaphttp.import", given[0], given);
    return (await vscode.workspace.fs.readDirectory(out)).map(([name]) => name).sort();
  }

  const read = (path: string) => readText(vscode.Uri.joinPath(out, path));

  test("the import writes a folder for each project, and opens the list of what is left to do", async () => {
    const file = await writeFile("calc.json", collection({ method: "GET", url: "http://localhost:8080/" }));
    assert.deepEqual(await imported(file), ["Calc"]);
    assert.match(await read("Calc/requests/Calc.soaphttp"), /^### Add\n# @name Add\n# \| other\(\);\nGET http:/);
    assert.match(await read("Calc/import.md"), /1 request imported\. 1 item needs a review\./);
    await eventually("the preview", () => {
      const { label, input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
      assert.match(String(label), /^Preview import\.md$/);
      assert.ok(input instanceof vscode.TabInputWebview);
    });
  });

  test("the import overwrites nothing, and imports what it can", async () => {
    const file = await writeFile("calc.json", collection({ method: "GET", url: "http://localhost:8080/" }));
    const other = await writeFile("other.txt", "text");
    await imported(file);
    assert.deepEqual(await imported(other, file), ["Calc", "Calc-2"]);
  });

  test("the main file of a Bruno collection imports its folder", async () => {
    const main = await writeFile(
      "orders/bruno.json",
      JSON.stringify({ version: "1", name: "Orders", type: "collection" }),
    );
    await writeFile("orders/list/all.bru", "meta {\n  name: All\n  type: http\n}\n\nget {\n  url: http://h/\n}\n");
    assert.deepEqual(await imported(main), ["Orders"]);
    assert.match(await read("Orders/requests/list.soaphttp"), /^### All\n/);
  });

  test("the import is offered above a SoapUI project", async () => {
    const file = await writeFile("Calc-soapui-project.xml", "<x/>");
    await vscode.window.showTextDocument(file);
    await extension();
    const lenses = await provided<vscode.CodeLens[]>("CodeLens", file, 9);
    assert.deepEqual(
      lenses.map(({ command }) => [command?.command, command?.arguments?.map(String)]),
      [["soaphttp.import", [file.toString()]]],
    );
  });
});
