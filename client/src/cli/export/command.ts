import { randomUUID } from "node:crypto";
import {
  type Analysis,
  exportedRequests,
  newNonce,
  requestsOf,
} from "../../../../server/src/service/languageService.ts";
import { dataRows } from "../../core/run/dataRows.ts";
import { exportSections, exportTo } from "../../export/engines.ts";
import { type PlannedRow, type PlanSource, planOf } from "../../export/plan.ts";
import type { Console } from "../console.ts";
import { exitCode } from "../exitCode.ts";
import { readCommandKeys } from "../keys/commandKeys.ts";
import { named } from "../namedFiles.ts";
import { type ChosenRequest, choose } from "../send/chosen.ts";
import { visible } from "../terminalText.ts";
import { runCommand } from "../usage.ts";
import { version } from "../version.ts";
import { writeFiles } from "./folder.ts";
import { type ExportOptions, exportUsage } from "./usage.ts";

/** Runs `soaphttp export` with the arguments after its name. Resolves with the exit code. */
export function run(args: readonly string[], console: Console): Promise<number> {
  return runCommand(exportUsage, exportRequests, args, console);
}

/** Writes the files of an export, if all requests can be exported. Resolves with the exit code. */
async function exportRequests(command: ExportOptions, console: Console): Promise<number> {
  const keys = await readCommandKeys(command, console);
  if (typeof keys === "string") {
    console.complain(keys);
    return exitCode.usage;
  }
  const chosen = await choose({ ...command, keys }, console);
  const sources = sourcesOf(chosen.requests);
  const { plan, problems } = planOf(sources, command.asWritten);
  const all = [
    ...chosen.problems,
    ...problems.map(({ file, request, text }) => `${file}: ${request} is not exported: ${text}`),
  ];
  for (const problem of all) console.complain(problem);
  if (all.length > 0) return exitCode.usage;
  const made = exportTo(command.to, plan, command, version);
  const written = await writeFiles(made.files, named(command.out, console.cwd), command.out, console.cwd);
  if ("error" in written) {
    console.complain(written.error);
    return exitCode.usage;
  }
  for (const one of written.left) console.complain(one);
  const files = made.files.map((file) => ({ ...file, path: `${command.out}/${file.path}` }));
  const sections = exportSections(command.to, plan, { ...made, files }).map(
    ({ title, lines }) => `${title}:\n${lines.map((line) => `  ${visible(line)}\n`).join("")}`,
  );
  console.out(sections.join("\n"));
  return exitCode.good;
}

/** The requests of each file once. */
function sourcesOf(chosen: readonly ChosenRequest[]): readonly PlanSource[] {
  const byFile = new Map<Analysis, ChosenRequest[]>();
  for (const one of chosen) byFile.set(one.analysis, [...(byFile.get(one.analysis) ?? []), one]);
  return [...byFile].map(([analysis, requests]): PlanSource => {
    const file = requests[0]?.file ?? "";
    const segments = requestsOf(analysis).map(({ segment }) => segment);
    const now = { now: new Date(), guid: () => randomUUID(), random: Math.random, nonce: newNonce() };
    const exported = exportedRequests(analysis, now);
    const rows = exported.flatMap(({ run: { id, data } }) =>
      data === undefined ? [] : [[id, rowsOf(analysis, data)] as const],
    );
    const selected = requests.map(({ request }) => segments.indexOf(request.segment));
    return { file, requests: exported, selected: new Set(selected), rows: new Map(rows) };
  });
}

function rowsOf({ resolver }: Analysis, path: string): readonly PlannedRow[] | string {
  const rows = dataRows(path, resolver.file(path));
  if (typeof rows === "string") return rows;
  return rows.map((row) => Object.fromEntries([...row].map(([name, { text }]) => [name, text])));
}
