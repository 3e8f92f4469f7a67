import * as vscode from "vscode";
import { environmentFiles } from "../../../../server/src/variables/environmentFiles.ts";
import { askForRequests, exists } from "../editor/documents.ts";
import { messageOf } from "../editor/languageServer.ts";
import { pick, showError, showInformation } from "../editor/ui.ts";
import { type Environments, requestsInSight } from "./environments.ts";

const fileName = environmentFiles[1].name;

/** What a first file of environments holds; the author overwrites it. */
const template = `{
  "$shared": {
    "service": "/calc"
  },
  "local": {
    "host": "localhost:8000"
  },
  "production": {
    "host": "example.org"
  }
}
`;

export function registerEnvironmentCommands(environments: Environments): vscode.Disposable {
  return vscode.commands.registerCommand("soaphttp.chooseEnvironment", (name?: unknown) =>
    typeof name === "string" || name === null ? environments.choose(name ?? undefined) : ask(environments),
  );
}

async function ask(environments: Environments): Promise<void> {
  const document = requestsInSight();
  if (document === undefined) {
    askForRequests();
    return;
  }
  const names = await environments.of(document.uri);
  if (names.length === 0) {
    await offerFile(document);
    return;
  }
  const none = { label: vscode.l10n.t("No environment"), name: undefined };
  const items = [...names.map((name) => ({ label: name, name })), none].map((item) => ({
    ...item,
    ...(item.name === environments.chosen ? { description: vscode.l10n.t("chosen") } : {}),
  }));
  const edit = { label: vscode.l10n.t("Edit Environments…") };
  const picked = await pick<typeof edit | (typeof items)[number]>(
    [...items, edit],
    vscode.l10n.t("Select the environment for all .soaphttp files of this workspace"),
  );
  if (picked === edit) await editEnvironments(document);
  else if (picked !== undefined && "name" in picked) await environments.choose(picked.name);
}

/** Opens the file that is nearest above the document; where there is none, the environments stand in the setting. */
async function editEnvironments(document: vscode.TextDocument): Promise<void> {
  const root = vscode.workspace.getWorkspaceFolder(document.uri)?.uri.path ?? "";
  for (let folder = document.uri; folder.path !== "/" && folder.path !== root; ) {
    folder = vscode.Uri.joinPath(folder, "..");
    const file = vscode.Uri.joinPath(folder, fileName);
    if (document.isUntitled || !(await exists(file))) continue;
    await vscode.window.showTextDocument(file);
    return;
  }
  await openSetting();
}

function openSetting(): Thenable<unknown> {
  return vscode.commands.executeCommand("workbench.action.openSettings", "soaphttp.environments");
}

/** There is none yet: how to have some. */
async function offerFile(document: vscode.TextDocument): Promise<void> {
  const create = vscode.l10n.t("Create {0}", fileName);
  const settings = vscode.l10n.t("Open Settings");
  const choices = document.isUntitled ? [settings] : [create, settings];
  const text = vscode.l10n.t(
    "There are no environments yet. Define them in {0}, in the file's folder or above it, or in the setting soaphttp.environments.",
    fileName,
  );
  const chosen = await showInformation(text, ...choices);
  if (chosen === settings) await openSetting();
  if (chosen === create) await createFile(vscode.Uri.joinPath(document.uri, "..", fileName));
}

async function createFile(uri: vscode.Uri): Promise<void> {
  try {
    const edit = new vscode.WorkspaceEdit();
    edit.createFile(uri, { ignoreIfExists: true, contents: new TextEncoder().encode(template) });
    await vscode.workspace.applyEdit(edit);
    await vscode.window.showTextDocument(uri);
  } catch (error) {
    void showError(vscode.l10n.t("{0} could not be created: {1}", fileName, messageOf(error)));
  }
}
