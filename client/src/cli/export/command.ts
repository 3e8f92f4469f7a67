import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readFileAtSync } from "../../../../server/src/node/openFile.ts";
import type { DataSource } from "../../../../server/src/protocol/protocol.ts";
import {
  type Analysis,
  dataRows,
  exportedRequests,
  messagesOf,
  sendingNow,
} from "../../../../server/src/service/languageService.ts";
import { largestFile } from "../../../../server/src/text/limits.ts";
import { allowedPath, createFolder, deleteFile, type WritePlace, writeFile } from "../../core/node/writeFile.ts";
import type { ExportedFile } from "../../export/engine.ts";
import { exportSections, exportTo, isEngine, planEngine } from "../../export/engines.ts";
import { type PlannedRow, type PlanSource, planOf } from "../../export/plan.ts";
import type { Console } from "../console.ts";
import { exitCode } from "../exitCode.ts";
import { readCommandKeys } from "../keys/commandKeys.ts";
import { named, whyNotWritten } from "../namedFiles.ts";
import { readOutside } from "../outside.ts";
import { choose } from "../send/chosen.ts";
import type { ChosenRequest } from "../send/openFiles.ts";
import { visible } from "../terminalText.ts";
import { runCommand } from "../usage.ts";
import { version } from "../version.ts";
import { exportProgram } from "./program.ts";
import { type ExportOptions, exportUsage } from "./usage.ts";

export function run(args: readonly string[], console: Console): Promise<number> {
  return runCommand(exportUsage, exportRequests, args, console);
}

async function exportRequests(command: ExportOptions, console: Console): Promise<number | string> {
  const keys = await readCommandKeys(command, console);
  if (typeof keys === "string") return keys;
  const outside = readOutside(command, console);
  if (typeof outside === "string") return outside;
  const chosen = await choose({ ...command, keys, outside }, console);
  outside.complain(console);
  const { to } = command;
  if (!isEngine(to)) return exportProgram(to, chosen, command, console);
  const out = command.out ?? to;
  const sources = sourcesOf(chosen.requests);
  const { plan, problems } = planOf(sources, command.asWritten, planEngine(to));
  const all = [
    ...chosen.problems,
    ...problems.map(({ file, request, text }) => `${file}: ${request} is not exported: ${text}`),
  ];
  for (const problem of all) console.complain(problem);
  if (all.length > 0) return exitCode.usage;
  const made = exportTo(to, plan, command, version);
  const written = await writeFiles(made.files, named(out, console.cwd), out, console.cwd);
  if ("error" in written) return written.error;
  for (const loss of written.left) console.complain(loss);
  const files = made.files.map((file) => ({ ...file, path: `${out}/${file.path}` }));
  const sections = exportSections(to, plan, { ...made, files }).map(
    ({ title, lines }) => `${title}:\n${lines.map((line) => `  ${visible(line)}\n`).join("")}`,
  );
  console.out(sections.join("\n"));
  return exitCode.good;
}

function sourcesOf(chosen: readonly ChosenRequest[]): readonly PlanSource[] {
  const byFile = new Map<Analysis, ChosenRequest[]>();
  for (const request of chosen) byFile.set(request.analysis, [...(byFile.get(request.analysis) ?? []), request]);
  return [...byFile].map(([analysis, requests]): PlanSource => {
    const file = requests[0]?.file ?? "";
    const segments = messagesOf(analysis).map(({ segment }) => segment);
    const exported = exportedRequests(analysis, sendingNow());
    const rows = exported.flatMap(({ run: { id, data } }) =>
      data?.kind === "file" ? [[id, rowsOf(analysis, data)] as const] : [],
    );
    const selected = requests.map(({ request }) => segments.indexOf(request.segment));
    return { file, requests: exported, selected: new Set(selected), rows: new Map(rows) };
  });
}

function rowsOf({ resolver }: Analysis, data: DataSource): readonly PlannedRow[] | string {
  const rows = dataRows(data, resolver.file(data.path));
  if (typeof rows === "string") return rows;
  return rows.map((row) => Object.fromEntries([...row].map(([name, { text }]) => [name, text])));
}

/** Lists the files of an export with the hashes of their content, so that the next one can replace them. */
const listName = ".soaphttp-export.json";

/** Why an export can't be written, or which files of the previous export it leaves, as sentences. */
type WrittenFolder = { readonly error: string } | { readonly left: readonly string[] };

/**
 * Writes files to a folder, in place of the previous export's. Files that an export has not written, or that
 * have changed since, are neither overwritten nor deleted.
 * @param shown the folder's name for people
 */
async function writeFiles(
  files: readonly ExportedFile[],
  folder: WritePlace,
  shown: string,
  cwd: string,
): Promise<WrittenFolder> {
  const at = (path: string): WritePlace => ({ ...folder, path: join(folder.path, path) });
  const listed = await listedIn(at(listName));
  const states = new Map<string, State>();
  for (const path of new Set([listName, ...files.map((file) => file.path), ...listed.keys()])) {
    const state = await stateOf(at(path), cwd);
    if (typeof state === "object") return state;
    states.set(path, state);
  }
  const isOwn = (path: string) => states.get(path) === listed.get(path);
  const foreign = files.find(({ path }) => states.get(path) !== "missing" && !isOwn(path));
  if (foreign) {
    const why = listed.has(foreign.path) ? "has changed since it was exported" : "is not from an export";
    return { error: `${shown}/${foreign.path} ${why}. Move it, or choose another folder.` };
  }
  const surplus = [...listed.keys()].filter((path) => files.every((file) => file.path !== path));
  const steps = [
    () => createFolder(folder),
    ...surplus.filter(isOwn).map((path) => () => deleteFile(at(path))),
    ...files.map(
      ({ path, content }) =>
        () =>
          writeFile(at(path), content),
    ),
    () => writeFile(at(listName), listOf(files)),
  ];
  for (const step of steps) {
    const error = await whyNotWritten(step(), cwd);
    if (error !== undefined) return { error };
  }
  const left = surplus.filter((path) => !isOwn(path) && states.get(path) !== "missing");
  return { left: left.map((path) => `${shown}/${path} has changed since it was exported, so it is not deleted.`) };
}

/** The hash of a file; `missing` if there is none, `notFile` for anything else, such as a folder. */
type State = string | "missing" | "notFile";

async function stateOf(file: WritePlace, cwd: string): Promise<State | { readonly error: string }> {
  let state: State = "missing";
  const read = async () => {
    const place = await allowedPath(file);
    if (typeof place !== "string") return place;
    const stats = await lstat(place).catch(() => undefined);
    if (stats?.isFile()) {
      const hash = createHash("sha256");
      for await (const piece of createReadStream(place)) hash.update(piece);
      state = hash.digest("hex");
    } else if (stats) state = "notFile";
    return undefined;
  };
  const error = await whyNotWritten(read(), cwd);
  return error === undefined ? state : { error };
}

function listOf(files: readonly ExportedFile[]): string {
  const hashes = files.map(({ path, content }) => [path, createHash("sha256").update(content).digest("hex")]);
  return `${JSON.stringify(Object.fromEntries(hashes), null, 1)}\n`;
}

/** Hashes of the previous export's files, by path. Paths that no export writes are ignored. */
async function listedIn(list: WritePlace): Promise<ReadonlyMap<string, string>> {
  try {
    const { path, folders } = list;
    const file = readFileAtSync({ path, folders: [dirname(path), ...folders], elsewhere: false, limit: largestFile });
    const hashes: unknown = JSON.parse(file.kind === "bytes" ? Buffer.from(file.bytes).toString() : "{}");
    const all = Object.entries(typeof hashes === "object" && hashes !== null ? hashes : {});
    return new Map(all.filter(([path]) => /^(?:(?:requests|data)\/)?[\w-]+\.[a-z]+$/i.test(path)));
  } catch {
    return new Map();
  }
}
