import {
  LastExchanges,
  programRequest,
  type ResponseReference,
  sendingNow,
} from "../../../../server/src/service/languageService.ts";
import { type Language, programFor, programLanguages } from "../../export/programs/programs.ts";
import type { Console } from "../console.ts";
import { exitCode } from "../exitCode.ts";
import { writeNamed } from "../namedFiles.ts";
import type { ChosenRequests } from "../send/chosen.ts";
import type { ExportOptions } from "./usage.ts";

/** Writes a program that sends one request. Resolves with the exit code, or with why no program is written. */
export async function exportProgram(
  language: Language,
  { requests: [chosen, ...others], problems }: ChosenRequests,
  { asWritten, out }: Pick<ExportOptions, "asWritten" | "out">,
  console: Console,
): Promise<number | string> {
  for (const problem of problems) console.complain(problem);
  if (problems.length > 0 || !chosen) return exitCode.usage;
  if (others.length > 0) return "A program sends one request. Specify it as FILE#NAME.";
  const { file, analysis, request, compute } = chosen;
  const reference = (one: ResponseReference) => new LastExchanges().valueOf(one, request.name);
  const result = await programRequest(analysis, request, { ...sendingNow(), reference }, compute);
  const why = (sentences: readonly string[]) => `${file}: the request is not exported: ${sentences.join(" ")}`;
  if (result.kind !== "message") return why(result.kind === "unsendable" ? result.problems : []);
  const { program } = result;
  if (program.errors.length > 0 && !asWritten) return why(program.errors);
  const made = programFor(programLanguages[language], program);
  if ("why" in made) return why([made.why]);
  if (out !== undefined) return (await writeNamed(out, made.text, console.cwd, { isNew: true })) ?? exitCode.good;
  console.out(made.text);
  return exitCode.good;
}
