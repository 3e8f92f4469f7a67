import * as l10n from "@vscode/l10n";
import type * as vscode from "vscode";
import type { EvaluateResult } from "../../../../server/src/protocol/protocol.ts";
import { fromBase64 } from "../../../../server/src/text/base64.ts";
import { trimTrailing } from "../../../../server/src/text/trailing.ts";
import type { Exchange } from "../../core/exchange/exchange.ts";
import type { Shell } from "../../core/failures/failures.ts";
import type { Judged } from "../../core/history/stored.ts";
import { receivedOf } from "../../core/run/received.ts";
import { firstFailure, type RunAttempt } from "../../core/run/results.ts";
import { redactOutput } from "../../core/testing/output.ts";
import { redactedResult } from "../../core/testing/report.ts";
import type { SendHow } from "./preparation.ts";

export interface Sent {
  readonly exchange: Exchange;
  /** The results of expectations; undefined if there is no complete response, or nothing to evaluate. */
  readonly evaluation: EvaluateResult | undefined;
  /** Why it failed, such as a file of `# @save` that isn't written; undefined if it succeeded or that is unknown. */
  readonly why?: string | undefined;
  /** The document that shows the response; undefined if nothing is shown. */
  readonly document: vscode.Uri | undefined;
}

/** The attempt of a run, without secrets, because other requests report why this one failed. */
export function attemptOf(sent: Sent, host: Shell): RunAttempt<Sent> {
  const { exchange, evaluation } = sent;
  const received = receivedOf(exchange.result, host);
  if (received.kind === "cancelled") return received;
  const redact = redactOutput(exchange);
  if (received.kind === "failed") return { kind: "noResponse", exchange: sent, why: redact(received.why) };
  const results = (evaluation?.results ?? []).map(({ range: _, ...result }) => ({
    ...redactedResult(result, redact),
    at: undefined,
  }));
  const saves = evaluation?.saves?.map(({ path, content }) => ({ path, content: fromBase64(content) }));
  const set = new Map(Object.entries(evaluation?.set ?? {}));
  return { kind: "complete", exchange: sent, results, set, next: evaluation?.next, saves, note: received.note };
}

/** The facts that the history stores about an exchange besides its response. Never rejects after the exchange. */
export async function judgedBy(
  { test }: SendHow,
  transported: Promise<Exchange>,
  evaluated: Promise<EvaluateResult | undefined>,
): Promise<Judged> {
  const exchange = await transported;
  const evaluation = await evaluated.catch(() => undefined);
  const isEvaluated = evaluation?.range !== undefined;
  const passed = isEvaluated && isAsExpected({ exchange, evaluation });
  const isJudged = test?.isTest ?? (isEvaluated && evaluation.results.length > 0);
  return { run: test?.listedUnder, passed: isJudged ? passed : undefined };
}

/** Why a request that another one needs did not succeed, as a part of a sentence; undefined if it did. */
export function failureOf(sent: Sent | undefined, host: Shell): string | undefined {
  if (sent === undefined) return l10n.t("it was not sent");
  const { exchange, evaluation } = sent;
  const received = receivedOf(exchange.result, host);
  if (received.kind === "failed") return trimTrailing(received.why, ".");
  if (received.kind === "cancelled") return l10n.t("it was canceled");
  if (evaluation?.range === undefined) return l10n.t("it was edited meanwhile");
  const why = sent.why ?? firstFailure(evaluation.results);
  return why === undefined ? undefined : redactOutput(exchange)(why);
}

/** Whether a response is complete, and meets the expectations of its request. */
export function isAsExpected({ exchange, evaluation, why }: Omit<Sent, "document">): boolean {
  const isHeld = why === undefined && evaluation?.results.every(({ held }) => held) === true;
  return isHeld && exchange.result.kind === "response";
}

/** Whether there is no complete response, or the response doesn't meet the expectations, if its request has any. */
export function hasFailed(sent: Omit<Sent, "document">): boolean {
  return sent.evaluation ? !isAsExpected(sent) : sent.exchange.result.kind !== "response";
}
