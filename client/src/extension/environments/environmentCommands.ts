import * as vscode from "vscode";
import { environmentFiles } from "../../../../server/src/resources/environmentFiles.ts";
import { askForRequests, exists, orShowError, registerCommands } from "../editor/commands.ts";
import type { Host } from "../editor/host.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { createStatusItem, pick, showInformation, showStatusItem } from "../editor/ui.ts";
import { writeEditorFile } from "../editor/writeFile.ts";
import { type Environments, visibleRequests } from "./environments.ts";

const fileName = environmentFiles[1].name;

const template = {
  $shared: { service: "/calc" },
  local: { host: "localhost:8000" },
  production: { host: "example.org" },
};

export function registerEnvironmentCommands(environments: Environments, host: Host): vscode.Disposable {
  return registerCommands({
    "soaphttp.chooseEnvironment": (name?: unknown) =>
      typeof name === "string" || name === null ? environments.choose(name ?? undefined) : select(environments, host),
  });
}

/** Shows which environment is selected while a document that can have one is visible. A click selects another. */
export function registerEnvironmentStatus(environments: Environments, server: LanguageServer): vscode.Disposable {
  const name = vscode.l10n.t("SOAP environment");
  const item = createStatusItem("soaphttp.environment", name, vscode.StatusBarAlignment.Right, 100);
  const show = async (): Promise<void> => {
    const document = visibleRequests();
    const none = { environments: [], named: [] };
    const { environments: names, named } =
      document === undefined ? none : await environments.of(document.uri).catch(() => none);
    // Another document may be visible now.
    if (document !== visibleRequests()) return;
    if (names.length === 0) return item.hide();
    const { isKnown, text, tooltip } = environmentStatus(names, named, environments.chosen);
    showStatusItem(item, {
      icon: isKnown ? "server-environment" : "warning",
      text,
      tooltip,
      spoken: vscode.l10n.t("SOAP environment: {0}", text),
      command: "soaphttp.chooseEnvironment",
    });
  };
  return vscode.Disposable.from(
    item,
    environments.onDidChange(show),
    vscode.window.onDidChangeActiveTextEditor(show),
    vscode.window.onDidChangeVisibleTextEditors(show),
    // A change of the available environments also changes the diagnostics of the documents.
    server.onDidDiagnose(({ uri }) => {
      if (uri === visibleRequests()?.uri.toString()) void show();
    }),
  );
}

/** Returns the text of the status bar for a file: the environments that it names, or else the selected one. */
function environmentStatus(
  available: readonly string[],
  named: readonly string[],
  chosen: string | undefined,
): { readonly isKnown: boolean; readonly text: string; readonly tooltip: string } {
  const used = named.length > 0 ? named : chosen === undefined ? [] : [chosen];
  const unknown = used.find((name) => !available.includes(name));
  const names = available.join(", ");
  const text = used.length > 0 ? used.join(" + ") : vscode.l10n.t("No environment");
  const isKnown = unknown === undefined;
  if (named.length > 0) {
    const tooltip = isKnown
      ? vscode.l10n.t("Set by # @environment in this file. The selected environment is for other files.")
      : vscode.l10n.t("The environment {0} of # @environment is not defined. Available: {1}", unknown, names);
    return { isKnown, text, tooltip };
  }
  const tooltip = isKnown
    ? vscode.l10n.t("Environment for .soaphttp files. Available: {0}", names)
    : vscode.l10n.t(
        "The environment {0} is selected, but is not defined for this file. Available: {1}",
        unknown,
        names,
      );
  return { isKnown, text, tooltip };
}

/** Resolves with whether an environment was selected. */
async function select(environments: Environments, host: Host): Promise<boolean> {
  const document = visibleRequests();
  if (document === undefined) {
    askForRequests();
    return false;
  }
  const { environments: names } = await environments.of(document.uri);
  if (names.length === 0) {
    await offerFile(document, host);
    return false;
  }
  const none = { label: vscode.l10n.t("No environment"), name: undefined };
  const items = [...names.map((name) => ({ label: name, name })), none].map((item) => ({
    ...item,
    ...(item.name === environments.chosen ? { description: vscode.l10n.t("selected") } : {}),
  }));
  const edit = { label: vscode.l10n.t("Edit Environments…") };
  const picked = await pick<typeof edit | (typeof items)[number]>(
    [...items, edit],
    vscode.l10n.t("Select the environment for all .soaphttp files of this workspace"),
  );
  if (picked === edit) await editEnvironments(document);
  if (picked === undefined || !("name" in picked)) return false;
  await environments.choose(picked.name);
  return true;
}

/** Opens the nearest file of environments above the document; if there is none, the setting. */
async function editEnvironments(document: vscode.TextDocument): Promise<void> {
  const root = vscode.workspace.getWorkspaceFolder(document.uri)?.uri.path ?? "";
  for (let folder = document.uri; !document.isUntitled && folder.path !== "/" && folder.path !== root; ) {
    folder = vscode.Uri.joinPath(folder, "..");
    const file = vscode.Uri.joinPath(folder, fileName);
    if (await exists(file)) {
      await vscode.window.showTextDocument(file);
      return;
    }
  }
  await openSetting();
}

function openSetting(): Thenable<unknown> {
  return vscode.commands.executeCommand("workbench.action.openSettings", "soaphttp.environments");
}

async function offerFile(document: vscode.TextDocument, host: Host): Promise<void> {
  const create = vscode.l10n.t("Create {0}", fileName);
  const settings = vscode.l10n.t("Open Settings");
  const text = vscode.l10n.t(
    "There are no environments yet. Define them in {0}, in the file's folder or above it, or in the setting soaphttp.environments.",
    fileName,
  );
  const chosen = await showInformation(text, ...(document.isUntitled ? [] : [create]), settings);
  if (chosen === settings) await openSetting();
  if (chosen !== create) return;
  await orShowError(
    () => createFile(vscode.Uri.joinPath(document.uri, "..", fileName), host),
    (reason) => vscode.l10n.t("{0} could not be created: {1}", fileName, reason),
  );
}

async function createFile(uri: vscode.Uri, host: Host): Promise<void> {
  const text = `${JSON.stringify(template, null, 2)}\n`;
  if (!(await exists(uri))) await writeEditorFile(host, uri, new TextEncoder().encode(text), { isNew: true });
  await vscode.window.showTextDocument(uri);
}
