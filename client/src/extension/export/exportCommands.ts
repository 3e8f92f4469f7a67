import * as vscode from "vscode";
import {
  type DataSource,
  ExportRequest,
  RequestsRequest,
  TestsRequest,
} from "../../../../server/src/protocol/protocol.ts";
import { wrapText } from "../../core/text/wrap.ts";
import { engineNames, exportSections, exportTo, planEngine } from "../../export/engines.ts";
import { type PlannedRow, type PlanSource, planOf } from "../../export/plan.ts";
import { registerCommands, requestEditor } from "../editor/commands.ts";
import type { EditorParts } from "../editor/editorParts.ts";
import type { ExportChoice } from "../editor/exportDialogs.ts";
import { MadeTexts } from "../editor/madeTexts.ts";
import { requestTitle } from "../editor/requestDocument.ts";
import { inform, showError, showInformation } from "../editor/ui.ts";
import { writeInFolder } from "../editor/writeFile.ts";
import { folderOf } from "../response/saving.ts";
import { readDataRows } from "../testing/dataRows.ts";
import { ensureTrusted } from "../trust/ensureTrusted.ts";
import { foldersOf, outsideOf } from "../trust/outsideFile.ts";

interface ExportParts extends EditorParts {
  readonly version: string;
}

const maxListed = 3;

/** "Export…": the request at the cursor, or all of its file. Resolves with the folder that was written. */
export function registerExport(parts: ExportParts): vscode.Disposable {
  const summaries = new MadeTexts("soaphttp-export");
  const failure = (reason: string) => vscode.l10n.t("The requests could not be exported: {0}", reason);
  return vscode.Disposable.from(
    summaries,
    registerCommands({ "soaphttp.export": () => exportRequests(parts, summaries) }, failure),
  );
}

async function exportRequests(parts: ExportParts, summaries: MadeTexts): Promise<vscode.Uri | undefined> {
  const { server, host, questions, version } = parts;
  const editor = requestEditor();
  if (editor === undefined || !(await ensureTrusted(questions(), "export"))) return undefined;
  const { document, selection } = editor;
  const uri = document.uri.toString();
  const { requests } = await server.request(RequestsRequest, { uri });
  const { line } = selection.active;
  const current = requests.findIndex(({ range }) => range.start.line <= line && line <= range.end.line);
  if (requests.length === 0) return inform(vscode.l10n.t("There is no request in this file."));
  const request = requests[current];
  const choice = await questions().exportWhat(request && requestTitle(request));
  if (choice === undefined) return undefined;
  const source = await sourceOf(document, current, choice, parts);
  const { plan, problems } = planOf([source], false, planEngine(choice.engine));
  if (problems.length > 0) {
    const listed = problems.slice(0, maxListed).map(({ request, text }) => `${request}: ${text}`);
    const more = problems.length - listed.length;
    const all = [...listed, ...(more > 0 ? [vscode.l10n.t("… and {0} more", more)] : [])].join(" ");
    void showError(vscode.l10n.t("These requests can't be exported. {0}", all));
    return undefined;
  }
  const made = exportTo(choice.engine, plan, { wait: undefined }, version);
  const folder = await questions().exportFolder(choice.engine, folderOf({ from: uri }), host.kind === "node");
  const encoder = new TextEncoder();
  const files = made.files.map(({ path, content }) => {
    return { path, content: typeof content === "string" ? encoder.encode(content) : content };
  });
  if (folder === undefined || !(await writeInFolder(host, questions(), folder, files))) return undefined;
  const name = engineNames[choice.engine];
  const title = vscode.l10n.t("Exported to {0} for {1}", vscode.workspace.asRelativePath(folder, false), name);
  const sections = exportSections(choice.engine, plan, made).map((section) => {
    return [`${section.title}:`, ...section.lines.flatMap((line) => wrapText(line, "- "))].join("\n");
  });
  await summaries.show(vscode.l10n.t("{0} (export)", name), `${[title, ...sections].join("\n\n")}\n`);
  const [first] = made.files;
  void offerToOpen(title, first && vscode.Uri.joinPath(folder, first.path));
  return folder;
}

async function offerToOpen(text: string, file: vscode.Uri | undefined): Promise<void> {
  const open = vscode.l10n.t("Open");
  const chosen = await showInformation(text, open);
  if (chosen === open && file !== undefined) await vscode.commands.executeCommand("vscode.open", file);
}

async function sourceOf(
  document: vscode.TextDocument,
  current: number,
  { all }: ExportChoice,
  { server, host }: ExportParts,
): Promise<PlanSource> {
  const uri = document.uri.toString();
  const { requests } = await server.request(ExportRequest, { uri });
  const { requests: placed } = await server.request(TestsRequest, { uri });
  const ids = requests.map(({ run }) => run.id);
  const isOutside = async (file: string) =>
    (await outsideOf(vscode.Uri.parse(file), foldersOf(document.uri), host.realPath)) !== undefined;
  const within = await Promise.all(
    requests.map(async (request) => {
      const { message, problems } = request;
      const outside = await Promise.all((message?.bodyFiles ?? []).map(isOutside));
      if (!outside.includes(true)) return request;
      return { ...request, problems: [...problems, vscode.l10n.t("Its body file is outside of the open folders.")] };
    }),
  );
  const rows = new Map<number, readonly PlannedRow[] | string>();
  for (const { id, data, dataUri } of placed) {
    if (data?.kind !== "file" || dataUri === undefined) continue;
    rows.set(id, await rowsOf(data, dataUri, document.uri, { server, host }));
  }
  const name = vscode.workspace.asRelativePath(document.uri, false);
  return { file: name, requests: within, selected: new Set(all ? ids : [current]), rows };
}

async function rowsOf(
  data: DataSource,
  uri: string,
  document: vscode.Uri,
  parts: Pick<ExportParts, "server" | "host">,
): Promise<readonly PlannedRow[] | string> {
  const { rows } = await readDataRows(data, uri, document, parts);
  return typeof rows === "string"
    ? rows
    : rows.map((row) => Object.fromEntries([...row].map(([column, { text }]) => [column, text])));
}
