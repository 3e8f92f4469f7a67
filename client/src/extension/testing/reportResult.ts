import * as vscode from "vscode";
import type { PlacedResult } from "../../../../server/src/protocol/protocol.ts";
import type { TestResult } from "../../core/run/results.ts";
import { comparison, expectationText, outputOf, redactOutput } from "../../core/testing/output.ts";
import { toEditorRange } from "../editor/positions.ts";
import type { SentTest } from "./runHost.ts";

/** Reports the result of a test, or of a row of it. */
export function report(run: vscode.TestRun, item: vscode.TestItem, result: TestResult<SentTest>): void {
  const { exchange, outcome, duration } = result;
  const output = outputOf({ ...result, exchange: exchange?.exchange });
  const place = item.uri && item.range && new vscode.Location(item.uri, item.range);
  run.appendOutput(output, place, item);
  if (outcome === "passed") run.passed(item, duration);
  else if (outcome === "skipped") run.skipped(item);
  else if (outcome === "failed") run.failed(item, messagesOf(item, result), duration);
  else run.errored(item, [message(item, result.why ?? "", undefined)], duration);
}

/** One for each expectation that doesn't hold, at its line. */
function messagesOf(item: vscode.TestItem, { why, exchange }: TestResult<SentTest>): vscode.TestMessage[] {
  const failed = exchange?.evaluation?.results.filter(({ held }) => !held) ?? [];
  const redact = redactOutput(exchange?.exchange);
  return why === undefined ? failed.map((one) => failure(item, one, redact)) : [message(item, why, undefined)];
}

function failure(item: vscode.TestItem, result: PlacedResult, redact: (text: string) => string): vscode.TestMessage {
  const text = redact(`${result.text}\n${expectationText(result)}`.trim());
  const found = message(item, text, result.range && toEditorRange(result.range));
  const [expected, actual] = comparison(result) ?? [];
  if (expected !== undefined) found.expectedOutput = redact(expected);
  if (actual !== undefined) found.actualOutput = redact(actual);
  return found;
}

function message({ uri, range: own }: vscode.TestItem, text: string, range = own): vscode.TestMessage {
  const found = new vscode.TestMessage(text);
  if (uri && range) found.location = new vscode.Location(uri, range);
  return found;
}
