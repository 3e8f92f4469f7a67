import {
  type ChosenSource,
  importSources,
  importTools,
  type SourceSummary,
  summaryOf,
  summaryOfProblem,
} from "../../../../server/src/service/languageService.ts";
import type { Console } from "../console.ts";
import { exitCode } from "../exitCode.ts";
import { jsonText } from "../terminalText.ts";
import { runCommand } from "../usage.ts";
import { createProjectFolder } from "./newFolders.ts";
import { readSource } from "./sources.ts";
import { sourceText } from "./text.ts";
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
