import * as vscode from "vscode";
import {
  type ImportedProject,
  type ImportParams,
  ImportRequest,
  isBrunoMain,
} from "../../../../server/src/protocol/protocol.ts";
import { fromBase64 } from "../../../../server/src/text/base64.ts";
import { largestImport, largestImportFolder } from "../../../../server/src/text/limits.ts";
import { freeName } from "../../core/text/freeName.ts";
import { registerCommands, uriOf } from "../editor/commands.ts";
import type { EditorParts } from "../editor/editorParts.ts";
import type { Host } from "../editor/host.ts";
import { startOfLine } from "../editor/positions.ts";
import { lens, showInformation, showProgress, showWarning } from "../editor/ui.ts";
import { writeNewEditorFolder } from "../editor/writeFile.ts";
import { readWorkspaceFile } from "../trust/readFiles.ts";

/**
 * "Import…", from the palette, from the explorer with files and folders, and above a SoapUI project. Works in
 * Restricted Mode: nothing that is imported runs. Resolves with the folders that were written. `memory`: the state of
 * the workspace.
 */
export function registerImport(parts: EditorParts, memory: vscode.Memento): vscode.Disposable {
  void offerImport(memory);
  return vscode.Disposable.from(
    registerCommands(
      { "soaphttp.import": (given?: unknown, selected?: unknown) => importProjects(parts, chosenIn(given, selected)) },
      (reason) => vscode.l10n.t("The import failed: {0}", reason),
    ),
    vscode.languages.registerCodeLensProvider({ pattern: soapuiProjects }, { provideCodeLenses }),
  );
}

const soapuiProjects = "**/*-soapui-project.xml";
const offeredKey = "soaphttp.importOffered";

/** Offers once to import a SoapUI project that is in the workspace. */
async function offerImport(memory: vscode.Memento): Promise<void> {
  if (memory.get(offeredKey) === true) return;
  const [project, ...more] = await vscode.workspace.findFiles(soapuiProjects, "**/node_modules/**", 2);
  if (project === undefined) return;
  await memory.update(offeredKey, true);
  const choose = vscode.l10n.t("Import…");
  const text =
    more.length === 0
      ? vscode.l10n.t(
          "{0} is a SoapUI project. Import it as .soaphttp files?",
          vscode.workspace.asRelativePath(project),
        )
      : vscode.l10n.t("This folder contains SoapUI projects. Import them as .soaphttp files?");
  if ((await showInformation(text, choose)) !== choose) return;
  const projects = await vscode.workspace.findFiles(soapuiProjects, "**/node_modules/**");
  await vscode.commands.executeCommand("soaphttp.import", project, projects);
}

function provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
  const title = vscode.l10n.t("Import as .soaphttp Files…");
  return [lens(startOfLine(0), { icon: "cloud-download", title, command: "soaphttp.import", arguments: [uri] })];
}

/** What a menu passes: the entry that was clicked, and all selected ones. */
function chosenIn(given: unknown, selected: unknown): readonly vscode.Uri[] {
  const all = Array.isArray(selected) ? selected.flatMap((one) => uriOf(one) ?? []) : [];
  const chosen = uriOf(given);
  return all.length > 0 ? all : chosen ? [chosen] : [];
}

async function importProjects(
  parts: EditorParts,
  chosen: readonly vscode.Uri[],
): Promise<readonly vscode.Uri[] | undefined> {
  const questions = parts.questions();
  const near = vscode.workspace.workspaceFolders?.[0]?.uri;
  const given = chosen.length > 0 ? chosen : await questions.importSources(near);
  const sources = (given ?? []).map((uri) => (isBrunoMain(uri.path) ? vscode.Uri.joinPath(uri, "..") : uri));
  const [first] = sources;
  if (first === undefined) return undefined;
  const title = vscode.l10n.t("Select the folder for the imported projects");
  const beside = vscode.Uri.joinPath(first, "..");
  const out = await questions.folder(title, vscode.workspace.getWorkspaceFolder(beside) ? beside : (near ?? beside));
  if (out === undefined) return undefined;
  const written = await showProgress(vscode.l10n.t("Importing"), (report, token) =>
    writeProjects(sources, out, parts, report, token),
  );
  if (written === undefined) return undefined;
  const [project] = written.projects;
  if (project) await showPage(vscode.Uri.joinPath(project.folder, project.checklist));
  announce(written);
  return written.projects.map(({ folder }) => folder);
}

/** Shows a page in VS Code's preview of Markdown, unless the user has disabled the extension with the preview. */
async function showPage(uri: vscode.Uri): Promise<void> {
  try {
    await vscode.commands.executeCommand("markdown.showPreview", uri);
  } catch {
    await vscode.commands.executeCommand("vscode.open", uri);
  }
}

interface Written {
  readonly projects: readonly (Omit<ImportedProject, "folder"> & { readonly folder: vscode.Uri })[];
  readonly problems: readonly string[];
}

/** Undefined if the user has canceled: the project that was being written is removed, those before it stay. */
async function writeProjects(
  sources: readonly vscode.Uri[],
  out: vscode.Uri,
  { server, host }: EditorParts,
  report: (message: string, increment: number) => void,
  token: vscode.CancellationToken,
): Promise<Written | undefined> {
  const read: Awaited<ReturnType<typeof readSource>>[] = [];
  for (const uri of sources) {
    report(vscode.workspace.asRelativePath(uri), 0);
    read.push(await readSource(uri, host, token));
    if (token.isCancellationRequested) return undefined;
  }
  const readable = read.filter((one) => typeof one !== "string");
  const script = await host.importScript?.();
  const result = await server.request(ImportRequest, { sources: readable, script }, token);
  const projects: Written["projects"][number][] = [];
  for (const project of result.projects) {
    if (token.isCancellationRequested) return undefined;
    report(project.name, 100 / result.projects.length);
    const taken = await vscode.workspace.fs.readDirectory(out).then(
      (list) => list.map(([name]) => name),
      () => [],
    );
    const folder = vscode.Uri.joinPath(out, freeName(project.folder, taken));
    const files = project.files.map(({ path, bytes }) => ({ path, content: fromBase64(bytes) }));
    if (!(await writeNewEditorFolder(host, folder, files, token))) return undefined;
    projects.push({ ...project, folder });
  }
  return { projects, problems: [...read.filter((one) => typeof one === "string"), ...result.problems] };
}

function announce({ projects, problems }: Written): void {
  if (problems.length > 0) void showWarning(problems.slice(0, maxListed).join(" "));
  if (projects.length === 0) return;
  const sum = (count: (project: Written["projects"][number]) => number) =>
    projects.reduce((total, project) => total + count(project), 0);
  const [requests, tests, looks] = [sum((one) => one.requests), sum((one) => one.tests), sum((one) => one.looks)];
  const ofRequests = requests === 1 ? vscode.l10n.t("1 request") : vscode.l10n.t("{0} requests", requests);
  const ofTests = tests === 1 ? vscode.l10n.t("1 test") : vscode.l10n.t("{0} tests", tests);
  const imported =
    requests > 0 && tests > 0
      ? vscode.l10n.t("{0} and {1} imported.", ofRequests, ofTests)
      : vscode.l10n.t("{0} imported.", tests > 0 ? ofTests : ofRequests);
  const rest = looks === 1 ? vscode.l10n.t("1 item needs a review.") : vscode.l10n.t("{0} items need a review.", looks);
  const definitions = [...new Set(projects.flatMap((one) => one.definitions))];
  void offerDefinitions(looks === 0 ? imported : `${imported} ${rest}`, definitions);
}

/** Shows a summary, and offers to download the definitions that the projects have no copy of, one after the other. */
async function offerDefinitions(text: string, definitions: readonly string[]): Promise<void> {
  const download =
    definitions.length === 1
      ? vscode.l10n.t("Download Definition")
      : vscode.l10n.t("Download {0} Definitions", definitions.length);
  const chosen = await showInformation(text, ...(definitions.length === 0 ? [] : [download]));
  if (chosen !== download) return;
  for (const address of definitions) await vscode.commands.executeCommand("soaphttp.downloadWsdl", address);
}

const maxListed = 3;

type ImportSource = ImportParams["sources"][number];

/** Reads a file, or all files in a folder, without links; or resolves with why that isn't possible, as a sentence. */
async function readSource(
  uri: vscode.Uri,
  host: Host,
  token: vscode.CancellationToken,
): Promise<ImportSource | string> {
  const path = vscode.workspace.asRelativePath(uri);
  const stat = await vscode.workspace.fs.stat(uri);
  const isFolder = (stat.type & vscode.FileType.Directory) !== 0;
  const sources = isFolder ? await filesBelow(uri, path, token) : [{ uri, path }];
  const limit = isFolder ? largestImportFolder : largestImport;
  const files: ImportSource["files"][number][] = [];
  let size = 0;
  for (const file of sources) {
    if (token.isCancellationRequested) break;
    size += (await vscode.workspace.fs.stat(file.uri)).size;
    if (size > limit) return vscode.l10n.t("{0} is larger than {1} MB.", path, limit / 1_000_000);
    const read = await readWorkspaceFile(file.uri.toString(), limit, host, isFolder ? [uri] : "anywhere");
    if (read.kind === "bytes") files.push({ path: file.path, bytes: read.bytes });
    // Files in a folder may be skipped, but this file was named: it was deleted meanwhile, or replaced by a link.
    else if (!isFolder) return read.kind === "refused" ? read.why : vscode.l10n.t("The file doesn't exist.");
  }
  return { path, isFolder, files };
}

interface FoundFile {
  readonly uri: vscode.Uri;
  readonly path: string;
}

async function filesBelow(
  root: vscode.Uri,
  path: string,
  token: vscode.CancellationToken,
): Promise<readonly FoundFile[]> {
  const files: FoundFile[] = [];
  const open = [{ uri: root, path }];
  for (let folder = open.pop(); folder !== undefined && !token.isCancellationRequested; folder = open.pop()) {
    for (const [name, type] of await vscode.workspace.fs.readDirectory(folder.uri)) {
      const file = { uri: vscode.Uri.joinPath(folder.uri, name), path: `${folder.path}/${name}` };
      if (type === vscode.FileType.File) files.push(file);
      else if (type === vscode.FileType.Directory && name !== ".git" && name !== "node_modules") open.push(file);
    }
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}
