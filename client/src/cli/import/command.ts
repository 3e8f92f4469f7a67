import { readdir } from "node:fs/promises";
import { join } from "node:path";
import {
  type ChosenSource,
  type ImportedFile,
  type ImportedSource,
  importedText,
  importSources,
  importTools,
  needsLook,
  type SourceSummary,
  summaryOf,
  summaryOfProblem,
} from "../../../../server/src/service/languageService.ts";
import { writeNewFolder } from "../../core/node/writeFile.ts";
import { freeName } from "../../core/text/freeName.ts";
import type { Console } from "../console.ts";
import { exitCode } from "../exitCode.ts";
import { named, whyNotWritten } from "../namedFiles.ts";
import { jsonText, visible } from "../terminalText.ts";
import { runCommand } from "../usage.ts";
import { readSource } from "./sources.ts";
import { type ImportOptions, importUsage } from "./usage.ts";

/** Runs `soaphttp import` with the arguments after its name. Resolves with the exit code. */
export function run(args: readonly string[], console: Console): Promise<number> {
  return runCommand(importUsage, importProjects, args, console);
}

/** Reads all sources, then writes the folder of each. Resolves with the exit code. */
async function importProjects({ operands, out, format }: ImportOptions, console: Console): Promise<number> {
  const chosen: ChosenSource[] = [];
  const summaries: SourceSummary[] = [];
  for (const operand of operands) {
    console.progress(() => `Reading ${operand}`);
    const source = readSource(operand, console.cwd);
    if (typeof source === "string") summaries.push({ file: operand, problem: source, items: [], secrets: [] });
    else chosen.push(source);
  }
  const sections: string[] = [];
  for (const source of importSources(chosen, importTools)) {
    if ("problem" in source) {
      summaries.push(summaryOfProblem(source));
      continue;
    }
    console.progress(() => `Writing ${source.name}`);
    const written = await createProjectFolder(source.folder, source.files, out, console.cwd);
    console.progress(() => "");
    if ("problem" in written) {
      console.complain(written.problem);
      return exitCode.usage;
    }
    summaries.push(summaryOf(source, written.folder));
    sections.push(sourceText(source, written.folder, out));
  }
  console.progress(() => "");
  return report(summaries, sections, format, console);
}

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

/** For people: the result of a source, and then each item that needs a review. */
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

/** Creates a folder with files in the output folder. Resolves with its name, or with why it can't be written. */
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
