import * as vscode from "vscode";
import type { View } from "../../client/src/core/exchange/responsePath.ts";
import type { Api, TestApi } from "../../client/src/extension/extension.ts";
import type { Sent } from "../../client/src/extension/send/sender.ts";
import * as assert from "./assert.ts";
import { closePeers } from "./peer.ts";

/** How long anything may take that a test waits for, in milliseconds. */
const limit = 30_000;

/** Whether this extension host has sockets. */
export const inNode = typeof process === "object" && process.versions?.node !== undefined;

/** The last version of each open document whose diagnostics are shown. */
const versions = new Map<string, number>();
let active: Promise<{ readonly forTests: TestApi }> | undefined;

/** The extension, activated, with its server running. */
export function extension(): Promise<{ readonly forTests: TestApi }> {
  active ??= (async () => {
    const found = vscode.extensions.getExtension<Api>("soaphttp.soaphttp");
    assert.ok(found, "the extension is not installed in this VS Code");
    const { ready, forTests } = await found.activate();
    assert.ok(forTests, "this build of the extension is not for tests");
    forTests.onDidDiagnose(({ uri, version }) => versions.set(uri, version));
    // The names of unsaved documents are used again, and so are their versions.
    vscode.workspace.onDidOpenTextDocument(({ uri }) => versions.delete(uri.toString()));
    assert.ok(await ready, "the language server did not start");
    return { forTests };
  })();
  return active;
}

/** A text whose marked parts («…») are taken out: where they were is what a test expects. */
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

const written: vscode.Uri[] = [];
let count = 0;

/**
 * Shows a new file with this text; `closeAll` deletes it. A file, because VS Code uses the names of unsaved documents
 * again and was seen to give one of them the text of the one before.
 */
export async function open(text: string): Promise<vscode.TextDocument> {
  const uri = workspaceFile(`written-${++count}.soaphttp`);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  written.push(uri);
  return shown(uri);
}

/** Shows a new document that no file could hold. */
export async function openUnsaved(text: string): Promise<vscode.TextDocument> {
  await extension();
  const document = await vscode.workspace.openTextDocument({ language: "soaphttp", content: text });
  await vscode.window.showTextDocument(document, { preview: false });
  return document;
}

/** Shows a file of the workspace. */
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
 * The diagnostics of a document as it is now: of this version, not of an earlier one. Fails where they don't come.
 * Without what only a browser's transport makes of a request (`header-not-sendable`): see `allDiagnosticsOf`.
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

export function codeOf({ code }: vscode.Diagnostic): string {
  return String(typeof code === "object" ? code.value : code);
}

/** Opens the text without its marks; the diagnostics must be these codes, in the order of the marks, exactly there. */
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
  const found = await diagnosticsOf(document);
  assert.deepEqual(found.map(codeOf), codes);
  let text = document.getText();
  for (const { range } of found.toReversed()) {
    const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)];
    text = `${text.slice(0, start)}«${text.slice(start, end)}»${text.slice(end)}`;
  }
  assert.equal(text.replaceAll("\r\n", "\n"), marked.replaceAll("\r\n", "\n"));
}

/** Applies the quick fix of this title, or the first one that begins with it, at the start of the diagnostic. */
export async function quickFix(document: vscode.TextDocument, code: string, title: string): Promise<void> {
  const diagnostic = (await diagnosticsOf(document)).find((one) => codeOf(one) === code);
  assert.ok(diagnostic, `there is no ${code}`);
  const kind = vscode.CodeActionKind.QuickFix.value;
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
    "vscode.executeCodeActionProvider",
    document.uri,
    diagnostic.range,
    kind,
  );
  const action = actions.find((one) => one.title.startsWith(title));
  assert.ok(action, `no quick fix begins with “${title}”: ${actions.map((one) => one.title).join(", ")}`);
  await apply(action);
}

/** What “Fix all” changes, as on save. */
export async function fixAll(document: vscode.TextDocument): Promise<void> {
  const all = new vscode.Range(0, 0, document.lineCount, 0);
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
    "vscode.executeCodeActionProvider",
    document.uri,
    all,
    "source.fixAll.soaphttp",
  );
  assert.equal(actions.length, 1, `one fix-all was wanted: ${actions.map((one) => one.title).join(", ")}`);
  for (const action of actions) {
    await apply(action);
  }
}

async function apply({ edit, command }: vscode.CodeAction): Promise<void> {
  if (edit !== undefined) {
    assert.ok(await vscode.workspace.applyEdit(edit), "the edit was refused");
  }
  if (command !== undefined) {
    await vscode.commands.executeCommand(command.command, ...(command.arguments ?? []));
  }
}

/**
 * A document's lenses, without what only a browser's transport says over a request (“Needs CORS”): see `allLensesOf`.
 */
export async function lensesOf(document: vscode.TextDocument): Promise<readonly vscode.CodeLens[]> {
  return (await allLensesOf(document)).filter((lens) => !/^Needs CORS$|^The browser blocks /.test(titleOf(lens)));
}

export async function allLensesOf(document: vscode.TextDocument): Promise<readonly vscode.CodeLens[]> {
  return vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document.uri, 1000);
}

export function titleOf({ command }: vscode.CodeLens): string {
  return command?.title.replace(/\$\([^)]*\) ?/g, "") ?? "";
}

/** Clicks the lens of this title: the one over the line, or the first one. */
export async function clickLens<T>(document: vscode.TextDocument, title: string, line?: number): Promise<T> {
  let found: vscode.CodeLens | undefined;
  await eventually(`the lens “${title}”`, async () => {
    const lenses = await lensesOf(document);
    found = lenses.find((lens) => titleOf(lens) === title && (line === undefined || lens.range.start.line === line));
    assert.ok(found, `there are: ${lenses.map((lens) => `${titleOf(lens)} (${lens.range.start.line})`).join(", ")}`);
  });
  assert.ok(found?.command);
  return vscode.commands.executeCommand<T>(found.command.command, ...(found.command.arguments ?? []));
}

/** Clicks “Send Request” and waits until the response is shown. */
export async function send(document: vscode.TextDocument, line?: number): Promise<Sent> {
  const sent = await clickLens<Sent | undefined>(document, "Send Request", line);
  assert.ok(sent, "nothing was sent");
  return sent;
}

/** The document that shows an exchange. */
export async function documentOf({ document }: Sent): Promise<vscode.TextDocument> {
  assert.ok(document, "no document shows the exchange");
  const shown = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === document);
  assert.ok(shown, `${document} is not open`);
  return shown;
}

/** Sends a text that is one request, from a file of its own. */
export async function sendText(text: string): Promise<Sent> {
  return send(await open(text));
}

/** The document that shows what came of it. */
export async function responseTo(text: string): Promise<vscode.TextDocument> {
  return documentOf(await sendText(text));
}

/** Shows another view in a response's tab, and resolves with its document. */
export async function showView(response: vscode.TextDocument, view: View): Promise<vscode.TextDocument> {
  const uri = await vscode.commands.executeCommand<vscode.Uri>(`soaphttp.response.${view}`, response.uri);
  assert.equal(uri.toString(), response.uri.toString());
  return vscode.workspace.openTextDocument(uri);
}

/** Types a text in place of another one. */
export async function replace(document: vscode.TextDocument, range: vscode.Range, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, range, text);
  assert.ok(await vscode.workspace.applyEdit(edit), "the edit was refused");
}

export async function clearHistory(): Promise<void> {
  await extension();
  await vscode.commands.executeCommand("soaphttp.history.clear");
}

/** Tries until it no longer throws; fails with what it threw last. */
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

/** Closes what a test has opened, without a question about unsaved changes, and takes back its answers; stops its peers. */
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
  for (const uri of written.splice(0)) {
    await vscode.workspace.fs.delete(uri);
  }
}

/** Sets settings for the time of a test. */
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
