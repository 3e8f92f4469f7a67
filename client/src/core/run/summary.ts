import * as l10n from "@vscode/l10n";
import type { SendResult } from "../../transport/result.ts";
import { contentText, isDamaged } from "../exchange/contentCoding.ts";
import { type Exchange, responseOf } from "../exchange/exchange.ts";
import { type ResponseAddress, tabAddress } from "../exchange/responsePath.ts";
import { failureTitle } from "../failures/failures.ts";
import { formatDuration, formatTime } from "../text/quantities.ts";
import { wrapText } from "../text/wrap.ts";

/** The result of one of several requests, without bytes, so that a long run doesn't keep responses in memory. */
export type BatchOutcome = {
  readonly label: string;
  /** The current request line, zero-based; undefined if it was deleted. */
  readonly line: number | undefined;
  /** Error message for the user; undefined if there is none, or if the user knows it. */
  readonly reason: string | undefined;
} & (
  | {
      readonly kind: "good" | "failed";
      /** The tab with the response; undefined if there is nothing to show. */
      readonly tab: ResponseAddress | undefined;
      /** Status and time, such as `500 · 26 ms`; the time alone if there is no status. */
      readonly facts: string;
    }
  | { readonly kind: "not-sent" }
);

/** Several requests of one document, in its order. */
export interface Run {
  readonly from: string;
  readonly at: number;
  readonly ended: "complete" | "stopped" | "cancelled";
  readonly outcomes: readonly BatchOutcome[];
  /** Lines about failed `# @expect` directives of mock services. */
  readonly mocks?: readonly string[];
}

/** A link in the text; offsets in UTF-16. */
export interface SummaryLink {
  readonly start: number;
  readonly end: number;
  readonly outcome: BatchOutcome;
  readonly to: "response" | "request";
}

/**
 * The outcome is good if the response is complete, has a status under 300 and no Fault, and its body could be decoded.
 * `fault`: the text of the Fault; if it rejects, the request was still sent. Never rejects.
 */
export async function outcomeOf(
  exchange: Exchange,
  line: number | undefined,
  host: "node" | "browser",
  fault: Promise<string | undefined>,
): Promise<BatchOutcome> {
  const { result, label } = exchange;
  const hasTab = result.kind !== "cancelled" || result.partial !== undefined;
  const reason = reasonOf(result, host, await fault.catch(unreadable));
  const kind = reason === undefined ? "good" : "failed";
  return { kind, label, line, tab: hasTab ? tabAddress(exchange) : undefined, facts: facts(result), reason };
}

/** Returns the document of a run: a line for each request, its errors below it, and links to requests and responses. */
export function summaryText(run: Run, name: string): { readonly text: string; readonly links: readonly SummaryLink[] } {
  const links: SummaryLink[] = [];
  let text = `${heading(run, name)}\n\n`;
  const width = Math.min(40, Math.max(...run.outcomes.map(({ label }) => label.length), 0));
  for (const outcome of run.outcomes) {
    const { kind, label, line, reason } = outcome;
    const addLink = (to: SummaryLink["to"], shown: string) => {
      links.push({ start: text.length, end: text.length + shown.length, outcome, to });
      text += shown;
    };
    text += `${{ good: "✔", failed: "✘", "not-sent": "–" }[kind]} `;
    if (kind === "not-sent") text += label;
    else addLink("response", label);
    text += `${" ".repeat(Math.max(0, width - label.length))}  `;
    text += kind === "not-sent" ? l10n.t("not sent") : outcome.facts;
    if (line !== undefined) {
      text += "  ";
      addLink("request", l10n.t("line {0}", line + 1));
    }
    text += "\n";
    if (reason !== undefined) text += `${wrapText(reason.replace(/\s+/g, " "), "    ").join("\n")}\n`;
  }
  for (const line of run.mocks ?? [])
    text += `✘ ${wrapText(line.replace(/\s+/g, " "), "    ").join("\n").trimStart()}\n`;
  return { text, links };
}

function heading({ ended, outcomes, at }: Run, name: string): string {
  const count = (kind: BatchOutcome["kind"]) => outcomes.filter((one) => one.kind === kind).length;
  const stopped = l10n.t("Stopped at the first failure (setting soaphttp.sendAll.onFailure).");
  const counts = [count("good"), count("failed"), count("not-sent")];
  return [
    outcomes.length === 1
      ? l10n.t("1 request: {0} succeeded, {1} failed, {2} not sent", ...counts)
      : l10n.t("{0} requests: {1} succeeded, {2} failed, {3} not sent", outcomes.length, ...counts),
    `${name}, ${formatTime(at)}`,
    ...(ended === "stopped" ? wrapText(stopped) : []),
    ...(ended === "cancelled" ? [l10n.t("Cancelled.")] : []),
  ].join("\n");
}

function facts(result: SendResult): string {
  const status = responseOf(result)?.status;
  const total = formatDuration(result.timings.total);
  return status === undefined || status === 0 ? total : `${status} · ${total}`;
}

function reasonOf(result: SendResult, host: "node" | "browser", fault: string | undefined): string | undefined {
  if (result.kind !== "response") return failureTitle(result, host);
  if (fault !== undefined) return fault;
  if (result.status >= 300) return `${result.status} ${result.reason}`.trim();
  return isDamaged(result) ? contentText(result.content) : undefined;
}

function unreadable(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return l10n.t("A response was received, but couldn't be checked for a Fault: {0}", message);
}
