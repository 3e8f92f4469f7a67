import * as vscode from "vscode";
import { isWebAddress, NewTestsRequest, type NewTestsResult } from "../../../../server/src/protocol/protocol.ts";
import { exists, orShowError } from "../editor/commands.ts";
import type { Questions } from "../editor/dialogs.ts";
import { inform, showInformation, showLateProgress } from "../editor/ui.ts";
import { writeEditorFile } from "../editor/writeFile.ts";
import { placeName } from "./consent.ts";
import { portsOf, type WsdlOperations } from "./indexedOperations.ts";
import { chooseWsdl, loadAgain, loadOffered, type WsdlParts } from "./newFromWsdl.ts";

type NewTestsParts = Omit<WsdlParts, "problems">;

/** `New Tests from WSDL`: writes a file with tests for each selected operation. Called as `newFromWsdl`. */
export async function newTestsFromWsdl(parts: NewTestsParts, target?: unknown, operations?: unknown): Promise<void> {
  const chosen = await chooseWsdl(parts, target);
  if (chosen === undefined) return;
  const { wsdl } = chosen;
  await orSay(async () => {
    const offered = await loadOffered(parts, chosen, operations);
    if (offered === undefined) return;
    const [only, ...more] = offered;
    const selected =
      more.length === 0 && only
        ? [only.index]
        : await parts.questions().testedOperations(portsOf(offered), placeName(wsdl));
    if (selected) await writeTests(parts, { wsdl, operations: selected });
  });
}

export async function newTestsForOperations(parts: NewTestsParts, chosen: WsdlOperations): Promise<void> {
  if (chosen.operations.length === 0) return;
  await orSay(async () => {
    if (await loadAgain(parts, chosen.wsdl)) await writeTests(parts, chosen);
  });
}

function orSay(act: () => Promise<void>): Promise<void> {
  return orShowError(act, (reason) => vscode.l10n.t("The tests could not be created: {0}", reason));
}

interface TestFile extends Omit<NewTestsResult, "text"> {
  readonly uri: vscode.Uri;
  /** Whether the file existed before, and isn't changed. */
  readonly isKept: boolean;
}

/** Writes the files that don't exist yet, after a question about the number of tests, and offers to run them. */
async function writeTests(parts: NewTestsParts, chosen: WsdlOperations): Promise<void> {
  const folder = await folderFor(chosen.wsdl, parts.questions);
  if (folder === undefined || !(await isConfirmed(parts, chosen, folder))) return;
  const title = vscode.l10n.t("Writing tests for {0}", placeName(chosen.wsdl));
  const encoder = new TextEncoder();
  const write = (uri: vscode.Uri, text: string) =>
    writeEditorFile(parts.host, uri, encoder.encode(text), { isNew: true });
  const files = await showLateProgress(title, (token) => testFiles(parts, chosen, folder, token, write));
  if (files.length === 0) return;
  const added = files.filter(({ isKept }) => !isKept);
  const shown = (added[0] ?? files[0])?.uri;
  if (shown) await vscode.window.showTextDocument(shown, { preview: false });
  const kept = files.flatMap(({ isKept, name }) => (isKept ? [name] : []));
  const notes = kept.length > 0 ? [keptText(kept)] : [];
  if (added.length === 0) return inform(notes.join(" "));
  const uris = added.map(({ uri }) => uri);
  void offerToRun([writtenText(added), warning(added), ...notes].join(" "), uris);
}

async function offerToRun(text: string, files: readonly vscode.Uri[]): Promise<void> {
  const run = vscode.l10n.t("Run");
  const show = vscode.l10n.t("Show");
  const choice = await showInformation(text, run, show);
  if (choice === run) await vscode.commands.executeCommand("soaphttp.test.runFiles", files);
  if (choice === show) await vscode.commands.executeCommand("soaphttp.test.showFiles", files);
}

/** Maximum operations whose tests are counted before they are written: counting takes as long as writing. */
const maxCounted = 20;

/** Whether the user wants as many tests, if some will be written. */
async function isConfirmed(parts: NewTestsParts, chosen: WsdlOperations, folder: vscode.Uri): Promise<boolean> {
  const { operations, wsdl } = chosen;
  const counted = operations.slice(0, maxCounted);
  const title = vscode.l10n.t("Counting tests for {0}", placeName(wsdl));
  const files = await showLateProgress(title, (token) =>
    testFiles(parts, { wsdl, operations: counted }, folder, token),
  );
  if (files.length < counted.length) return false;
  const added = files.filter(({ isKept }) => !isKept);
  if (counted.length < operations.length) {
    const count = Math.round((testsIn(files) * operations.length) / counted.length);
    const text = vscode.l10n.t("About {0} tests will be written to {1} files.", count, operations.length);
    return parts.questions().writeTests(text, warning(files));
  }
  if (added.length === 0) return true;
  const text = vscode.l10n.t("{0} tests will be written to {1}.", testsIn(added), placeOf(added));
  return parts.questions().writeTests(text, warning(added));
}

/** One after the other, because the tests of a large WSDL have hundreds of megabytes. Without `write`, only counts. */
async function testFiles(
  { server }: NewTestsParts,
  { wsdl, operations }: WsdlOperations,
  folder: vscode.Uri,
  token: vscode.CancellationToken,
  write?: (uri: vscode.Uri, text: string) => Promise<unknown>,
): Promise<readonly TestFile[]> {
  const files: TestFile[] = [];
  for (const operation of operations) {
    const params = { wsdl, operation, folder: folder.toString(), countOnly: write === undefined };
    const file = await server.request(NewTestsRequest, params);
    if (file === null || token.isCancellationRequested) break;
    const uri = vscode.Uri.joinPath(folder, file.name);
    const isKept = await exists(uri);
    if (!isKept) await write?.(uri, file.text);
    files.push({ name: file.name, tests: file.tests, host: file.host, uri, isKept });
  }
  return files;
}

function writtenText(added: readonly TestFile[]): string {
  return vscode.l10n.t("{0} tests were written to {1}.", testsIn(added), placeOf(added));
}

function warning(files: readonly TestFile[]): string {
  const hosts = [...new Set(files.map(({ host }) => host))].join(", ");
  return vscode.l10n.t("Running them sends requests to {0}, which may change data there.", hosts);
}

function testsIn(files: readonly TestFile[]): number {
  return files.reduce((sum, { tests }) => sum + tests, 0);
}

function placeOf(files: readonly TestFile[]): string {
  const [first] = files;
  return files.length === 1 ? (first?.name ?? "") : vscode.l10n.t("{0} files", files.length);
}

const maxListed = 5;

function keptText(names: readonly string[]): string {
  const listed = names.length > maxListed ? [...names.slice(0, maxListed), "…"] : names;
  return vscode.l10n.t(
    "These files already exist: {0}. To regenerate their tests, use Update from WSDL in these files.",
    listed.join(", "),
  );
}

/** The folder of the WSDL, or one that the user selects if the WSDL isn't in the workspace. */
async function folderFor(wsdl: string, questions: () => Questions): Promise<vscode.Uri | undefined> {
  const uri = vscode.Uri.parse(wsdl);
  if (!isWebAddress(wsdl) && vscode.workspace.getWorkspaceFolder(uri)) return vscode.Uri.joinPath(uri, "..");
  return questions().folder(vscode.l10n.t("Save Tests"), vscode.workspace.workspaceFolders?.[0]?.uri);
}
