import { readdirSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { readFileAtSync } from "../../../../server/src/node/openFile.ts";
import { isBrunoMain } from "../../../../server/src/protocol/protocol.ts";
import {
  type ChosenSource,
  type ImportedFile,
  type ImportedSource,
  importedText,
  importSources,
  importTools,
  needsLook,
  type SourceFile,
  type SourceSummary,
  summaryOf,
  summaryOfProblem,
} from "../../../../server/src/service/languageService.ts";
import { largestImport, largestImportFolder } from "../../../../server/src/text/limits.ts";
import { trimTrailing } from "../../../../server/src/text/trailing.ts";
import { writeNewFolder } from "../../core/node/writeFile.ts";
import { freeName } from "../../core/text/freeName.ts";
import type { Arguments } from "../arguments.ts";
import type { Console } from "../console.ts";
import { exitCode } from "../exitCode.ts";
import { readBytes } from "../files.ts";
import { named, whyNotWritten } from "../namedFiles.ts";
import { jsonText, visible } from "../terminalText.ts";
import { runCommand, type Usage } from "../usage.ts";

export function run(args: readonly string[], console: Console): Promise<number> {
  return runCommand(importUsage, importProjects, args, console);
}

/** Reads all sources, then writes the folder of each. Resolves with the exit code. */
async function importProjects({ operands, out, format }: ImportOptions, console: Console): Promise<number | string> {
  const chosen: ChosenSource[] = [];
  const summaries: SourceSummary[] = [];
  for (const operand of operands) {
    console.progress(() => `Reading ${operand}`);
    const source = readSource(operand, console.cwd);
    if (typeof source === "string") summaries.push({ file: operand, problem: source, items: [], secrets: [] });
    else chosen.push(source);
  }
  const sections: string[] = [];
  for (const source of importSources(chosen, tools)) {
    if ("problem" in source) {
      summaries.push(summaryOfProblem(source));
      continue;
    }
    console.progress(() => `Writing ${source.name}`);
    const written = await createProjectFolder(source.folder, source.files, out, console.cwd);
    console.progress(() => "");
    if ("problem" in written) return written.problem;
    if (format === "json") summaries.push(summaryOf(source, written.folder));
    else sections.push(sourceText(source, written.folder, out));
  }
  console.progress(() => "");
  return report(summaries, sections, format, console);
}

/** Functions that load the import's tools when a request or a WSDL first needs them: two thirds of its code. */
const tools: typeof importTools = {
  brokenSoapRules: (text) => importTools.brokenSoapRules(text),
  wsdlCopies: (wsdl) => importTools.wsdlCopies(wsdl),
};

function report(
  summaries: readonly SourceSummary[],
  sections: readonly string[],
  format: ImportOptions["format"],
  console: Console,
): number {
  for (const { problem } of summaries) if (problem !== undefined) console.complain(problem);
  console.out(format === "json" ? `${jsonText({ version: 1, sources: summaries })}\n` : sections.join("\n"));
  return summaries.some(({ problem }) => problem !== undefined) ? exitCode.bad : exitCode.good;
}

function sourceText(source: ImportedSource, folder: string, out: string): string {
  const { file, items } = source;
  const place = out === "." ? folder : `${out}/${folder}`;
  const looks = items.filter(needsLook).map((item) => {
    const { type, path, outcome, note, place: at } = item;
    const where = at ? `${place}/${at.file}:${at.line}` : place;
    const label = [...path, type].join(" / ");
    return `  ${visible(`${where} ${outcome} ${label}${note === undefined ? "" : `: ${note}`}`)}\n`;
  });
  return `${visible(`${file} is now ${place}. ${importedText(source, items)}`)}\n${looks.join("")}`;
}

/** Resolves with the folder's name, or with a sentence about why it can't be written. */
async function createProjectFolder(
  name: string,
  files: Iterable<ImportedFile>,
  out: string,
  cwd: string,
): Promise<{ readonly folder: string } | { readonly problem: string }> {
  const place = named(out, cwd);
  const folder = freeName(name, await readdir(place.path).catch(() => []));
  const problem = await whyNotWritten(writeNewFolder({ ...place, path: join(place.path, folder) }, files), cwd);
  return problem === undefined ? { folder } : { problem };
}

/** Reads a file, or all files in a folder; or returns why that isn't possible, as a sentence. */
function readSource(operand: string, cwd: string): ChosenSource | string {
  if (operand === "") return "The file name is empty.";
  const path = resolve(cwd, operand);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return readFolder(operand, cwd);
  if (stats?.isFile() && isBrunoMain(operand)) return readFolder(join(operand, ".."), cwd);
  if (stats && stats.size > largestImport) return `${operand} is larger than ${megabytes(largestImport)}.`;
  const bytes = readBytes(operand, cwd);
  return typeof bytes === "string" ? bytes : { path: operand, isFolder: false, files: [{ path: operand, bytes }] };
}

function readFolder(operand: string, cwd: string): ChosenSource | string {
  const files: SourceFile[] = [];
  const folder = trimTrailing(operand.replaceAll("\\", "/"), "/") || "/";
  let size = 0;
  const root = resolve(cwd, operand);
  for (const name of filesBelow(root)) {
    const path = `${folder}/${name}`;
    const place = { path: join(root, name), folders: [root], elsewhere: false, limit: largestImportFolder - size };
    const file = readFileAtSync(place);
    if (file.kind === "tooLarge") {
      return `The files in ${operand} are larger than ${megabytes(largestImportFolder)}. Choose single projects.`;
    }
    // The file may have been deleted or replaced by a link meanwhile.
    if (file.kind !== "bytes") continue;
    size += file.bytes.length;
    files.push({ path, bytes: file.bytes });
  }
  return { path: operand, isFolder: true, files };
}

/** The files in a folder and its subfolders, sorted, without links and without folders of other tools. */
function filesBelow(root: string): readonly string[] {
  const paths: string[] = [];
  const open = [""];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const name = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile()) paths.push(name);
      else if (entry.isDirectory() && entry.name !== ".git" && entry.name !== "node_modules") open.push(name);
    }
  }
  return paths.sort();
}

function megabytes(bytes: number): string {
  return `${bytes / 1_000_000} MB`;
}

interface ImportOptions {
  readonly out: string;
  readonly format: ImportFormat;
  readonly operands: readonly string[];
}

type ImportFormat = keyof typeof formats;

const formats = {
  text: "counts, and the items that need a review as file:line",
  json: "one object with every item of each source",
};

function read(given: Arguments): ImportOptions {
  if (given.operands.length === 0) given.refuse("Missing source: FILE or FOLDER.");
  return {
    out: given.last("out") ?? ".",
    format: given.choice("format", formats, "text"),
    operands: given.operands,
  };
}

const importUsage: Usage<ImportOptions> = {
  command: "import",
  operands: "FILE|FOLDER…",
  about: `Writes the projects of other tools as .soaphttp files: SoapUI and ReadyAPI projects, collections of Postman, Insomnia and
Bruno, and HAR files. The content decides the kind, not the name.

FILE imports a file, FOLDER all projects in a folder and its subfolders. Each project gets a folder with its name, or
with -2 behind it if the name is taken. Nothing is overwritten, fetched or run.`,
  options: {
    out: {
      short: "o",
      value: "FOLDER",
      help: "create the folders of the projects in this folder (default: the current one)",
    },
    format: { short: "f", value: "FORMAT", choices: formats, preset: "text", help: "" },
  },
  notes: `Each folder has an import.md: a list of what was not translated. Passwords are in http-client.private.env.json; keep it
out of version control.

Exit code: 0 all sources were imported, 1 a source can't be imported, 2 a usage error, or a folder that can't be written.`,
  read,
};
