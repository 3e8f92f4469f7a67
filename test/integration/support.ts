import * as vscode from "vscode";
import type { ResponseView } from "../../client/src/core/exchange/responsePath.ts";
import type { Questions } from "../../client/src/extension/editor/dialogs.ts";
import type { Api, TestApi } from "../../client/src/extension/extension.ts";
import type { ShownResponse } from "../../client/src/extension/send/sendCommands.ts";
import type { WsdlQuestions } from "../../client/src/extension/wsdl/wsdlQuestions.ts";
import * as assert from "./assert.ts";
import { closePeers } from "./peer.ts";

/** How long `eventually` waits, in milliseconds. */
const limit = 30_000;

/** Whether this extension host has sockets. */
export const inNode = typeof process === "object" && process.versions?.node !== undefined;

/** A suite for Node's extension host, which the step `node` runs: a browser has none of it. */
export const suiteInNode: (title: string, tests: () => void) => unknown = (title, tests) =>
  inNode && suite(title, tests);

/** For each open document, the last version whose diagnostics are shown. */
const versions = new Map<string, number>();
let active: Promise<{ readonly forTests: TestApi }> | undefined;

/** Returns the activated extension with a running language server. */
export function extension(): Promise<{ readonly forTests: TestApi }> {
  active ??= (async () => {
    const installed = vscode.extensions.getExtension<Api>("soaphttp.soaphttp");
    assert.ok(installed, "the extension is not installed in this VS Code");
    const { ready, forTests } = await installed.activate();
    assert.ok(forTests, "this build of the extension is not for tests");
    forTests.onDidDiagnose(({ uri, version }) => versions.set(uri, version));
    // VS Code reuses the names of unsaved documents, and their versions start again.
    vscode.workspace.onDidOpenTextDocument(({ uri }) => versions.delete(uri.toString()));
    assert.ok(await ready, "the language server did not start");
    return { forTests };
  })();
  return active;
}

type AllQuestions = Questions & WsdlQuestions;

/** Answers questions to the user until `closeAll`. Returns a function with the arguments of each call of a question. */
export async function answerQuestions(answers: Partial<AllQuestions>) {
  const asked = new Map<string, unknown[][]>();
  const recording = Object.entries(answers).map(([name, answer]) => {
    const calls: unknown[][] = [];
    asked.set(name, calls);
    const recorded = (...given: never[]) => {
      calls.push(given);
      return (answer as (...given: never[]) => unknown)(...given);
    };
    return [name, recorded];
  });
  (await extension()).forTests.answer(Object.fromEntries(recording));
  return <Name extends keyof AllQuestions>(name: Name) =>
    (asked.get(name) ?? []) as Parameters<Required<AllQuestions>[Name]>[];
}

/** Returns a text without its marks («…»), and the marked spans. */
export function unmark(marked: string): {
  readonly text: string;
  readonly spans: readonly (readonly [number, number])[];
} {
  const spans: [number, number][] = [];
  let text = "";
  let start: number | undefined;
  for (const character of marked) {
    if (character === "«") {
      assert.equal(start, undefined, "« inside of « »");
      start = text.length;
    } else if (character === "»") {
      assert.notEqual(start, undefined, "» without «");
      spans.push([start ?? 0, text.length]);
      start = undefined;
    } else {
      text += character;
    }
  }
  assert.equal(start, undefined, "« without »");
  return { text, spans };
}

/** The files that tests have written, by their URIs. */
const written = new Map<string, vscode.Uri>();
let count = 0;

/**
 * Opens a new file with this text, which `closeAll` deletes. Not an unsaved document: VS Code reuses their names, and
 * sometimes their previous text.
 */
export async function open(text: string): Promise<vscode.TextDocument> {
  return shown(await writeFile(`written-${++count}.soaphttp`, text));
}

/** Writes a file of the workspace, which `closeAll` deletes. */
export async function writeFile(name: string, content: string | Uint8Array): Promise<vscode.Uri> {
  const uri = workspaceFile(name);
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  await vscode.workspace.fs.writeFile(uri, bytes);
  written.set(`${uri}`, uri);
  return uri;
}

/** Deletes a file or a folder of the workspace. */
export async function deleteFile(name: string): Promise<void> {
  await vscode.workspace.fs.delete(workspaceFile(name), { recursive: true });
  forgetWritten(name);
}

function forgetWritten(name: string): void {
  for (const key of written.keys()) if (`${key}/`.startsWith(`${workspaceFile(name)}/`)) written.delete(key);
}

/** Renames a folder of the workspace; delete it then. */
export async function renameFolder(name: string, newName: string): Promise<void> {
  await vscode.workspace.fs.rename(workspaceFile(name), workspaceFile(newName));
  forgetWritten(name);
}

/** Opens a new unsaved document, whose text may be impossible in a file. */
export async function openUnsaved(text: string): Promise<vscode.TextDocument> {
  await extension();
  const document = await vscode.workspace.openTextDocument({ language: "soaphttp", content: text });
  await vscode.window.showTextDocument(document, { preview: false });
  return document;
}

export function openFile(name: string): Promise<vscode.TextDocument> {
  return shown(workspaceFile(name));
}

async function shown(uri: vscode.Uri): Promise<vscode.TextDocument> {
  await extension();
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { preview: false });
  return document;
}

export function workspaceFile(name: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert.ok(folder, "no folder is open");
  return vscode.Uri.joinPath(folder.uri, name);
}

/**
 * Returns the diagnostics of the document's current version. Fails if they don't arrive. Omits `header-not-sendable`,
 * which only browsers report: see `allDiagnosticsOf`.
 */
export async function diagnosticsOf(document: vscode.TextDocument): Promise<readonly vscode.Diagnostic[]> {
  return (await allDiagnosticsOf(document)).filter((one) => codeOf(one) !== "header-not-sendable");
}

export async function allDiagnosticsOf(document: vscode.TextDocument): Promise<readonly vscode.Diagnostic[]> {
  const uri = document.uri.toString();
  await eventually(`diagnostics of version ${document.version} of ${uri}`, () => {
    assert.equal(versions.get(uri), document.version);
  });
  return vscode.languages
    .getDiagnostics(document.uri)
    .toSorted((a, b) => a.range.start.compareTo(b.range.start) || String(codeOf(a)).localeCompare(String(codeOf(b))));
}

export async function codesOf(document: vscode.TextDocument): Promise<readonly string[]> {
  return (await diagnosticsOf(document)).map(codeOf);
}

export function expectCodes(document: vscode.TextDocument, ...codes: readonly string[]): Promise<void> {
  return eventually(`the diagnostics ${codes.join(" ")}`, async () => assert.deepEqual(await codesOf(document), codes));
}

export function codeOf({ code }: vscode.Diagnostic): string {
  return String(typeof code === "object" ? code.value : code);
}

/** Opens the text without its marks, and asserts that exactly the marked spans have diagnostics with these codes. */
export async function expectDiagnostics(marked: string, ...codes: readonly string[]): Promise<vscode.TextDocument> {
  const { text } = unmark(marked);
  const document = await open(text);
  await expectMarks(document, marked, codes);
  return document;
}

export async function expectMarks(
  document: vscode.TextDocument,
  marked: string,
  codes: readonly string[],
): Promise<void> {
  const diagnostics = await diagnosticsOf(document);
  assert.deepEqual(diagnostics.map(codeOf), codes);
  let text = document.getText();
  for (const { range } of diagnostics.toReversed()) {
    const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)];
    text = `${text.slice(0, start)}«${text.slice(start, end)}»${text.slice(end)}`;
  }
  assert.equal(text.replaceAll("\r\n", "\n"), marked.replaceAll("\r\n", "\n"));
}

/**
 * Returns the document's lenses, without those that only browsers show (“Needs CORS”), and those of operations, because other
 * tests leave WSDLs in the workspace: see `allLensesOf`.
 */
export async function lensesOf(document: vscode.TextDocument): Promise<readonly vscode.CodeLens[]> {
  const others = /^Needs CORS$|^The browser blocks | › |^\d+ operations match$/;
  return (await allLensesOf(document)).filter((lens) => !others.test(titleOf(lens)));
}

export async function allLensesOf(document: vscode.TextDocument): Promise<readonly vscode.CodeLens[]> {
  return provided<vscode.CodeLens[]>("CodeLens", document.uri, 1000);
}

export async function titlesOf(document: vscode.TextDocument): Promise<readonly string[]> {
  return (await lensesOf(document)).map(titleOf);
}

export function titleOf({ command }: vscode.CodeLens): string {
  return command?.title.replace(/\$\([^)]*\)[ \u00a0]?/g, "").replaceAll("\u00a0", " ") ?? "";
}

/** The result of VS Code's providers, such as `provided<vscode.Hover[]>("Hover", uri, position)`. */
export function provided<T>(what: string, ...given: readonly unknown[]): Thenable<T> {
  return vscode.commands.executeCommand<T>(`vscode.execute${what}Provider`, ...given);
}

/** Runs a command as a click does. Fails if there is none. */
export function runCommand<T>(command: vscode.Command | undefined): Thenable<T> {
  assert.ok(command, "there is no command");
  return vscode.commands.executeCommand<T>(command.command, ...(command.arguments ?? []));
}

export function activeEditor(): vscode.TextEditor {
  return vscode.window.activeTextEditor ?? assert.fail("no editor is open");
}

export async function readText(uri: vscode.Uri): Promise<string> {
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}

/** Clicks the lens with this title: the one above the line, or the first one. */
export async function clickLens<T>(document: vscode.TextDocument, title: string, line?: number): Promise<T> {
  let clicked: vscode.CodeLens | undefined;
  await eventually(`the lens “${title}”`, async () => {
    const lenses = await lensesOf(document);
    clicked = lenses.find((lens) => titleOf(lens) === title && (line === undefined || lens.range.start.line === line));
    assert.ok(clicked, `there are: ${lenses.map((lens) => `${titleOf(lens)} (${lens.range.start.line})`).join(", ")}`);
  });
  return runCommand<T>(clicked?.command);
}

/** Clicks “Send Request” and waits until the response is shown. */
export async function send(document: vscode.TextDocument, line?: number): Promise<ShownResponse> {
  const sent = await clickLens<ShownResponse | undefined>(document, "Send Request", line);
  assert.ok(sent, "nothing was sent");
  return sent;
}

export async function documentOf({ document }: ShownResponse): Promise<vscode.TextDocument> {
  assert.ok(document, "no document shows the exchange");
  const shown = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === document);
  assert.ok(shown, `${document} is not open`);
  return shown;
}

/** Sends a request from a new file. */
export async function sendText(text: string): Promise<ShownResponse> {
  return send(await open(text));
}

/** Sends a request from a new file, and returns the document that shows the result. */
export async function responseTo(text: string): Promise<vscode.TextDocument> {
  return documentOf(await sendText(text));
}

/** Shows another view in a response's tab, and returns its document. */
export async function showView(response: vscode.TextDocument, view: ResponseView): Promise<vscode.TextDocument> {
  const uri = await vscode.commands.executeCommand<vscode.Uri>(`soaphttp.response.${view}`, response.uri);
  assert.equal(uri.toString(), response.uri.toString());
  return vscode.workspace.openTextDocument(uri);
}

export async function replace(document: vscode.TextDocument, range: vscode.Range, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, range, text);
  assert.ok(await vscode.workspace.applyEdit(edit), "the edit was refused");
}

export async function clearHistory(): Promise<void> {
  await extension();
  await vscode.commands.executeCommand("soaphttp.history.clear");
}

/** Repeats `attempt` until it succeeds. Throws the last error if it doesn't succeed in time. */
export async function eventually(what: string, attempt: () => void | Promise<void>): Promise<void> {
  const end = Date.now() + limit;
  for (;;) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (Date.now() > end) {
        throw new Error(`${what}: not within ${limit} ms. ${error instanceof Error ? error.message : error}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** Closes all editors without saving, resets the answers to dialogs, closes the peers and deletes the files of a test. */
export async function closeAll(): Promise<void> {
  await closePeers();
  (await extension()).forTests.answer({});
  for (const document of vscode.workspace.textDocuments) {
    if (document.isDirty) {
      await vscode.window.showTextDocument(document, { preview: false });
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    }
  }
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  for (const uri of written.values()) {
    await vscode.workspace.fs.delete(uri);
  }
  written.clear();
}

export async function withSettings(
  settings: Readonly<Record<string, unknown>>,
  run: () => Promise<void>,
): Promise<void> {
  const own = vscode.workspace.getConfiguration("soaphttp");
  const set = async (value: (name: string) => unknown) => {
    for (const name of Object.keys(settings)) {
      await own.update(name, value(name), vscode.ConfigurationTarget.Global);
    }
  };
  await set((name) => settings[name]);
  try {
    await run();
  } finally {
    await set(() => undefined);
  }
}
