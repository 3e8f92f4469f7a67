import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { pathsWith, readSources } from "../support/modules.ts";

const sources = readSources("client/src");

/** The APIs that show text in which VS Code renders links or icons. */
const shows =
  /\bwindow\s*\.\s*(?:show(?:Information|Warning|Error)Message|showQuickPick|showInputBox|createQuickPick|createInputBox|withProgress|setStatusBarMessage|createStatusBarItem|createWebviewPanel)\b|\bnew\s+(?:vscode\.)?(?:CodeLens|TreeItem|Hover|MarkdownString|SymbolInformation|InlayHint)\b|\bcreateTestController\b|[`"]\$\([\w~-]+\)(?![`"])/;

suite("text in VS Code", () => {
  test("text in VS Code goes through client/src/extension/editor/ui.ts, which escapes markup of files and services", () => {
    const files = sources.filter(({ path }) => !/^client\/src\/(?:cli\/|extension\/editor\/ui\.ts$)/.test(path));
    assert.ok(files.length > 100, `only ${files.length} files were found`);
    const wrong = files.flatMap(({ path, text }) => {
      // pages.ts may open tabs with pages, and nothing else of the list.
      const checked = path.endsWith("extension/editor/pages.ts") ? text.replaceAll("createWebviewPanel(", "") : text;
      const call = shows.exec(checked)?.[0];
      return call === undefined ? [] : [`${path}: ${call}`];
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
    const panels = sources.flatMap(({ text }) => [...(text.match(/new PagePanel\([^)]*\)/g) ?? [])]);
    assert.deepEqual(panels.sort(), [
      'new PagePanel("soaphttp.documentation", [documentationCommand])',
      'new PagePanel("soaphttp.signedParts")',
      'new PagePanel("soaphttp.testReport", [showLine])',
    ]);
    // The other page is that of the form, which is tested below.
    assert.deepEqual([others.length, text.split("createWebviewPanel(").length], [1, 3]);
    assert.deepEqual(pathsWith(/registerCustomEditorProvider|createWebviewTextEditorInset/, "client/src"), []);
  });

  test("the only pages with scripts are the table of the mock service and the form, which run their own script alone and load no file", () => {
    const [pages, form] = ["client/src/extension/editor/pages.ts", "client/src/extension/form/forms.ts"];
    const table = "client/src/extension/mock/mockView.ts";
    assert.deepEqual(pathsWith(/registerWebviewViewProvider/, "client/src"), [table]);
    assert.deepEqual(pathsWith(/scriptPanel\(/, "client/src"), [pages, form]);
    assert.deepEqual(pathsWith(/enableScripts/, "client/src"), [pages]);
    assert.match(
      readFileSync(pages, "utf8"),
      /scriptPanelOptions = \{ enableScripts: true, enableCommandUris: false, localResourceRoots: \[\] \}/,
    );
    for (const file of [table, "server/src/features/form/page.ts"])
      assert.match(
        readFileSync(file, "utf8"),
        /default-src 'none'; style-src 'nonce-\$\{nonce\}'; script-src 'nonce-\$\{nonce\}'; base-uri 'none'; form-action 'none'/,
      );
  });
});

suite("text on the command line", () => {
  test("text on the command line goes through Console, which escapes control characters of files and services", () => {
    const prints = /\bstd(?:out|err)\.write\b|\bwriteSync\(|\bconsole\.(?:log|info|warn|debug)\b/;
    const printing = pathsWith(prints, "client/src/cli");
    // The language server prints only its own texts, and `systemError.ts` the last line.
    assert.deepEqual(
      printing.map((path) => path.slice("client/src/cli/".length)),
      ["console.ts", "languageServer.ts", "systemError.ts"],
    );
  });
});
