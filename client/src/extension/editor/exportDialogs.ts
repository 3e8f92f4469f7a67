import * as vscode from "vscode";
import { type Engine, engines } from "../../export/engines.ts";
import { type Language, languages, programLanguages } from "../../export/programs/programs.ts";
import { askText, pick } from "./ui.ts";

export interface ExportChoice {
  readonly engine: Engine;
  /** Whether all requests of the file are exported, instead of the one at the cursor and the requests that it needs. */
  readonly all: boolean;
}

/** Asks for the engine, and then for the requests, unless the cursor isn't in a request. */
export async function exportWhat(request: string | undefined): Promise<ExportChoice | undefined> {
  const texts: Readonly<Record<Engine, readonly [label: string, detail: string]>> = {
    locust: ["Locust", vscode.l10n.t("A locustfile that sends the exact bytes, on one machine or several")],
    jmeter: ["JMeter", vscode.l10n.t("A plan with exact bodies; JMeter writes the header section")],
    har: ["HAR", vscode.l10n.t("The requests without responses, for other tools")],
  };
  const items = engines.map((engine) => ({ engine, label: texts[engine][0], detail: texts[engine][1] }));
  const engine = (await pick(items, vscode.l10n.t("Select an export format")))?.engine;
  if (engine === undefined || request === undefined) return engine && { engine, all: true };
  const scopes = [
    { all: false, label: request, description: vscode.l10n.t("with the requests that it needs") },
    { all: true, label: vscode.l10n.t("All requests of the file") },
  ];
  const scope = await pick(scopes, vscode.l10n.t("Select the requests to export"));
  return scope && { engine, all: scope.all };
}

export async function copyAs(): Promise<"curl" | Language | undefined> {
  const script = vscode.l10n.t("A script that sends the exact body with HttpClient");
  const program = vscode.l10n.t("A program that sends the exact body with HttpClient");
  const details: Readonly<Record<Language, string>> = {
    powershell: script,
    java: program,
    csharp: program,
    python: vscode.l10n.t("A script that sends the exact bytes with http.client"),
  };
  const curl = vscode.l10n.t("A command for a shell that sends the exact bytes");
  const items = [
    { as: "curl" as const, label: "cURL", detail: curl },
    ...languages.map((as) => ({ as, label: programLanguages[as].name, detail: details[as] })),
  ];
  return (await pick(items, vscode.l10n.t("Select what to copy the request as")))?.as;
}

/** Asks for the folder of an export. In a browser's host, only folders of the workspace can be written. */
export async function exportFolder(
  engine: Engine,
  near: vscode.Uri | undefined,
  anywhere: boolean,
): Promise<vscode.Uri | undefined> {
  if (!anywhere && near !== undefined) {
    const title = vscode.l10n.t("Name of the new folder, in the folder of the requests");
    const isFolder = (typed: string) => /^(?:[^/\\]+\/)*[^/\\]+$/.test(typed) && !typed.split("/").includes("..");
    const error = (typed: string) => (isFolder(typed) ? undefined : vscode.l10n.t("Enter the name of a folder."));
    const name = await askText(title, engine, { error });
    return name === undefined ? undefined : vscode.Uri.joinPath(near, name);
  }
  const folders = await vscode.window.showOpenDialog({
    canSelectFiles: false,
    canSelectFolders: true,
    title: vscode.l10n.t("Folder to write"),
    openLabel: vscode.l10n.t("Export Here"),
    ...(near === undefined ? {} : { defaultUri: near }),
  });
  return folders?.[0];
}
