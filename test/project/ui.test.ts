import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";

/** The APIs that show text in which VS Code renders links or icons. */
const shows =
  /\bwindow\s*\.\s*(?:show(?:Information|Warning|Error)Message|showQuickPick|showInputBox|createQuickPick|createInputBox|withProgress|setStatusBarMessage|createStatusBarItem|createWebviewPanel)\b|\bnew\s+(?:vscode\.)?(?:CodeLens|TreeItem|Hover|MarkdownString|SymbolInformation|InlayHint)\b|\bcreateTestController\b|[`"]\$\([\w~-]+\)(?![`"])/;

suite("text in VS Code", () => {
  test("text in VS Code goes through client/src/extension/editor/ui.ts, which escapes markup of files and services", () => {
    const files = readdirSync("client/src", { recursive: true, encoding: "utf8" })
      .map((name) => name.replaceAll("\\", "/"))
      .filter((name) => name.endsWith(".ts") && !name.startsWith("cli/") && name !== "extension/editor/ui.ts");
    assert.ok(files.length > 100, `only ${files.length} files were found`);
    const wrong = files.flatMap((name) => {
      const text = readFileSync(`client/src/${name}`, "utf8");
      // pages.ts may open tabs with pages, and nothing else of the list.
      const checked = name === "extension/editor/pages.ts" ? text.replaceAll("createWebviewPanel(", "") : text;
      const call = shows.exec(checked)?.[0];
      return call === undefined ? [] : [`${name}: ${call}`];
    });
    assert.deepEqual(wrong, []);
    assert.match(readFileSync("client/src/extension/editor/ui.ts", "utf8"), shows);
  });
});

suite("a tab with a page", () => {
  test("a tab with a page runs no script, and no command but those that open a line of a tested file and a part of the documentation, and loads no file", () => {
    const text = readFileSync("client/src/extension/editor/pages.ts", "utf8");
    const [options = "", ...others] = [...text.matchAll(/\{\s*enableScripts: [^}]*\}/g)].map(([found]) => found);
    assert.equal(
      options.replace(/\s+/g, " "),
      "{ enableScripts: false, enableCommandUris: this.#commands, enableFindWidget: true, localResourceRoots: [], }",
    );
    assert.match(text, /\nexport const showLine = "soaphttp\.test\.showLine";\n/);
    const panels = readdirSync("client/src", { recursive: true, encoding: "utf8" })
      .filter((file) => /\.ts$/.test(file))
      .flatMap((name) => readFileSync(`client/src/${name}`, "utf8").match(/new PagePanel\([^)]*\)/g) ?? []);
    assert.deepEqual(panels.sort(), [
      'new PagePanel("soaphttp.documentation", [documentationCommand])',
      'new PagePanel("soaphttp.signedParts")',
      'new PagePanel("soaphttp.testReport", [showLine])',
    ]);
    // The other page is that of the form, which is tested below.
    assert.deepEqual([others.length, text.split("createWebviewPanel(").length], [1, 3]);
    for (const other of ["registerCustomEditorProvider", "createWebviewTextEditorInset"])
      for (const name of readdirSync("client/src", { recursive: true, encoding: "utf8" }).filter((file) =>
        /\.ts$/.test(file),
      ))
        assert.ok(!readFileSync(`client/src/${name}`, "utf8").includes(other), name);
  });

  test("the only pages with scripts are the table of the mock service and the form, which run their own script alone and load no file", () => {
    const using = (api: string) =>
      readdirSync("client/src", { recursive: true, encoding: "utf8" })
        .filter((name) => /\.ts$/.test(name) && readFileSync(`client/src/${name}`, "utf8").includes(api))
        .map((name) => name.replaceAll("\\", "/"))
        .sort();
    assert.deepEqual(using("registerWebviewViewProvider"), ["extension/mock/mockView.ts"]);
    assert.deepEqual(using("scriptPanel("), ["extension/editor/pages.ts", "extension/form/forms.ts"]);
    assert.deepEqual(using("enableScripts"), ["extension/editor/pages.ts"]);
    assert.match(
      readFileSync("client/src/extension/editor/pages.ts", "utf8"),
      /scriptPanelOptions = \{ enableScripts: true, enableCommandUris: false, localResourceRoots: \[\] \}/,
    );
    for (const file of ["client/src/extension/mock/mockView.ts", "server/src/features/form/page.ts"])
      assert.match(
        readFileSync(file, "utf8"),
        /default-src 'none'; style-src 'nonce-\$\{nonce\}'; script-src 'nonce-\$\{nonce\}'; base-uri 'none'; form-action 'none'/,
      );
  });
});

suite("text on the command line", () => {
  test("text on the command line goes through Console, which escapes control characters of files and services", () => {
    const files = readdirSync("client/src/cli", { recursive: true, encoding: "utf8" })
      .map((name) => name.replaceAll("\\", "/"))
      .filter((name) => name.endsWith(".ts"));
    assert.ok(files.length > 20, `only ${files.length} files were found`);
    const printing = files.filter((name) =>
      /\bstd(?:out|err)\.write\b|\bwriteSync\(|\bconsole\.(?:log|info|warn|debug)\b/.test(
        readFileSync(`client/src/cli/${name}`, "utf8"),
      ),
    );
    // The language server prints only its own texts, and `systemError.ts` the last line.
    assert.deepEqual(printing.sort(), ["console.ts", "languageServer.ts", "systemError.ts"]);
  });
});
