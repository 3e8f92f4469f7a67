import * as vscode from "vscode";
import type { PlacedRequest } from "../../../../server/src/protocol/protocol.ts";
import type { CalledResponse } from "../../../../server/src/protocol/served.ts";
import { type TestResult, testName } from "../../core/run/results.ts";
import { calledReport } from "../../core/testing/called.ts";
import { reportPage } from "../../core/testing/html/page.ts";
import { exchangeTexts, redactOutput } from "../../core/testing/output.ts";
import { redactedResult, type TestReport } from "../../core/testing/report.ts";
import type { RunFigures } from "../../core/testing/runHistory.ts";
import { VariantCounts } from "../../core/testing/variants.ts";
import { showLine } from "../editor/pages.ts";
import type { Sent } from "../send/sent.ts";

export class RunReport {
  readonly #tests = new Map<string, TestReport[]>();
  readonly #files = new Map<string, vscode.Uri>();
  readonly #variants = new VariantCounts();
  readonly #start = performance.now();
  #end = this.#start;

  get isEmpty(): boolean {
    return this.#tests.size === 0;
  }

  add(uri: vscode.Uri, request: PlacedRequest, result: TestResult<Sent>): void {
    const file = vscode.workspace.asRelativePath(uri);
    const test = reported(file, request, result);
    this.#add(uri, test);
    this.#variants.add(test);
  }

  addCalled(called: CalledResponse): void {
    this.#add(vscode.Uri.parse(called.uri), calledReport(called));
  }

  #add(uri: vscode.Uri, test: TestReport): void {
    this.#files.set(test.file, uri);
    const tests = this.#tests.get(test.file);
    if (tests) tests.push(test);
    else this.#tests.set(test.file, [test]);
    this.#end = performance.now();
  }

  /** Returns a line for each operation about how the service handled generated requests. */
  variantLines(): readonly string[] {
    return this.#variants.lines();
  }

  get tests(): readonly TestReport[] {
    return [...this.#tests.values()].flat();
  }

  fileOf(name: unknown): vscode.Uri | undefined {
    return typeof name === "string" ? this.#files.get(name) : undefined;
  }

  /** Returns the page of HTML, without scripts. `runs`: this run and earlier ones. */
  page(at: Date, runs: readonly RunFigures[]): string {
    const files = [...this.#tests].map(([file, tests]) => ({ file, tests }));
    const counts = { passed: 0, failed: 0, noResponse: 0, unsent: 0, skipped: 0 };
    for (const { outcome } of files.flatMap(({ tests }) => tests)) counts[outcome]++;
    const all = { ...counts, files: files.length, duration: this.#end - this.#start };
    const addressOf = (file: string, line: number) =>
      `command:${showLine}?${encodeURIComponent(JSON.stringify([file, line]))}`;
    return reportPage(files, all, at, vscode.env.language, { addressOf, runs });
  }
}

/** Returns a test for reports, without secrets. */
function reported(file: string, { line, title }: PlacedRequest, result: TestResult<Sent>): TestReport {
  const { outcome, why, duration, attempts, exchange: sent } = result;
  const exchange = sent?.exchange;
  const redact = redactOutput(exchange);
  const results = sent?.evaluation?.results ?? [];
  return {
    file,
    line: line.start.line + 1,
    name: redact(testName(result)),
    title: title === undefined ? undefined : redact(title),
    outcome,
    why: why === undefined ? undefined : redact(why),
    results: results.map(({ range, ...expectation }) => ({
      ...redactedResult(expectation, redact),
      line: (range ?? line).start.line + 1,
    })),
    duration,
    attempts,
    exchange: outcome === "passed" || !exchange ? undefined : exchangeTexts(exchange),
  };
}
