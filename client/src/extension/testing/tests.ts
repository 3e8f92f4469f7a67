import * as vscode from "vscode";
import { registerCommands } from "../editor/commands.ts";
import { PagePanel, showLine } from "../editor/pages.ts";
import { startOfLine } from "../editor/positions.ts";
import { inform } from "../editor/ui.ts";
import type { Responses } from "../response/responses.ts";
import { sendSettings } from "../send/settings.ts";
import { TestRuns, type TestRunsParts } from "./testRuns.ts";
import { TestTree, type TestTreeParts } from "./testTree.ts";

export function registerTests(
  controller: vscode.TestController,
  parts: TestRunsParts & TestTreeParts & { readonly responses: Responses },
): vscode.Disposable {
  const tree = new TestTree(controller, parts);
  const runs = new TestRuns(controller, tree, parts);
  controller.resolveHandler = async (item) => (item === undefined ? tree.find() : undefined);
  controller.refreshHandler = () => tree.refresh();
  const run = (request: vscode.TestRunRequest, token: vscode.CancellationToken) =>
    request.continuous ? runOnSave(request, token, tree, runs) : runs.run(request, token);
  const profile = controller.createRunProfile(vscode.l10n.t("Run"), vscode.TestRunProfileKind.Run, run, true);
  profile.supportsContinuousRun = true;
  const page = new PagePanel("soaphttp.testReport", [showLine]);
  return vscode.Disposable.from(
    tree,
    page,
    registerCommands({
      "soaphttp.test.showResponse": async (item?: vscode.TestItem) => {
        const exchange = item && runs.exchangeOf(item);
        if (exchange === undefined) return inform(vscode.l10n.t("This test has no response yet. Run it first."));
        return parts.responses.show(exchange, sendSettings(vscode.Uri.parse(exchange.from)).view);
      },
      "soaphttp.test.runFiles": async (files: readonly vscode.Uri[]) => {
        const items = await tree.items(files);
        const source = new vscode.CancellationTokenSource();
        await runs.run(new vscode.TestRunRequest(items, undefined, profile), source.token);
        source.dispose();
      },
      "soaphttp.test.showFiles": async (files: readonly vscode.Uri[]) => {
        const [first] = await tree.items(files);
        if (first) await vscode.commands.executeCommand("vscode.revealTestInExplorer", first);
      },
      "soaphttp.test.showReport": () => {
        const html = runs.lastReport();
        if (html === undefined) return inform(vscode.l10n.t("No tests have run yet."));
        return page.show(vscode.l10n.t("Test Report"), html);
      },
      [showLine]: async (file: unknown, line: unknown) => {
        const uri = runs.reportedFile(file);
        if (uri === undefined || typeof line !== "number") return undefined;
        const selection = startOfLine(line - 1);
        return vscode.window.showTextDocument(uri, { selection, viewColumn: vscode.ViewColumn.Beside });
      },
    }),
  );
}

/** Runs the tests of a file when it is saved, until the token is cancelled. */
function runOnSave(
  { include, exclude, profile }: vscode.TestRunRequest,
  token: vscode.CancellationToken,
  tree: TestTree,
  runs: TestRuns,
): void {
  const saving = vscode.workspace.onDidSaveTextDocument(({ uri }) => {
    const items = include ?? tree.files();
    const isOfFile = (item: vscode.TestItem) => tree.fileOf(item)?.uri?.toString() === uri.toString();
    const saved = items.flatMap((item) => (tree.fileOf(item) ? [item] : [...item.children].map(([, child]) => child)));
    const tests = saved.filter(isOfFile);
    if (tests.length > 0) void runs.run(new vscode.TestRunRequest(tests, exclude, profile, true), token);
  });
  token.onCancellationRequested(() => saving.dispose());
}
