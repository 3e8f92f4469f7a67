import * as l10n from "@vscode/l10n";
import type { CalledResponse } from "../../../../server/src/protocol/served.ts";
import type { TestReport } from "./report.ts";

export function calledReport({ file, response, line, results }: CalledResponse): TestReport {
  const outcome = results.every(({ held }) => held) ? "passed" : "failed";
  const facts = { title: undefined, why: undefined, duration: 0, attempts: 0, exchange: undefined };
  return { file, line, name: response, outcome, results, ...facts };
}

/** A line about an expectation: `calc.soapmock:3: calc.soapmock#sum failed: called 2. The number of calls is 1.` */
export function callLine(
  { file, response }: Pick<CalledResponse, "file" | "response">,
  { line, text, held, why = "" }: CalledResponse["results"][number],
): string {
  const verdict = held ? `${response} ok: ${text}` : l10n.t("{0} failed: {1}. {2}", response, text, why);
  return `${file}:${line}: ${verdict}`;
}

export function callFailures(called: readonly CalledResponse[]): readonly string[] {
  return called.flatMap((one) => one.results.filter(({ held }) => !held).map((result) => callLine(one, result)));
}
