import * as l10n from "@vscode/l10n";
import type { SendResult } from "../../transport/result.ts";
import { contentText, isDamaged } from "../exchange/content.ts";
import { answerOf, type Exchange } from "../exchange/exchange.ts";
import { type ResponseAddress, tabAddress } from "../exchange/responsePath.ts";
import { failureTitle } from "../failures/failures.ts";
import { formatDuration, formatTime } from "../text/quantities.ts";
import { wrap } from "../text/wrap.ts";

/**
 * What became of one request of several. `line`: of its request line, zero-based; undefined where that is
 * gone. It holds no bytes, so that a long run
 * keeps no response that the exchanges let go.
 */
export type Outcome = {
  readonly label: string;
  readonly line: number | undefined;
} & (
  | {
      readonly kind: "good" | "failed";
      /** Of the exchange. */
      readonly id: string;
      /** Of what shows it; undefined where there is nothing to show. */
      readonly tab: ResponseAddress | undefined;
      /** `500 · 26 ms`, or how long it took to fail. */
      readonly facts: string;
      /** What is wrong; undefined where it is good. */
      readonly reason: string | undefined;
    }
  /** `reason`: where it is known; else the author knows it. */
  | { readonly kind: "not-sent"; readonly reason: string | undefined }
);

/** Several requests of one document, in its order. */
export interface Run {
  /** The document, as `Uri.toString()` gives it. */
  readonly from: string;
  readonly at: number;
  readonly ended: "complete" | "stopped" | "cancelled";
  readonly outcomes: readonly Outcome[];
}

/** A part of the text that leads somewhere; offsets in UTF-16. */
export interface SummaryLink {
  readonly start: number;
  readonly end: number;
  readonly outcome: Outcome;
  readonly to: "response" | "request";
}

/**
 * Good is a complete response with a status under 300 that holds no Fault and whose body could be decoded. `fault`: what
 * it says, in words; where that rejects, the request was sent all the same. Never rejects.
 */
export async function outcomeOf(
  exchange: Exchange,
  line: number | undefined,
  host: "node" | "browser",
  fault: Promise<string | undefined>,
): Promise<Outcome> {
  const { id, result, label } = exchange;
  const hasTab = result.kind !== "cancelled" || result.partial !== undefined;
  const reason = reasonOf(result, host, await fault.catch(unread));
  return {
    kind: reason === undefined ? "good" : "failed",
    label,
    line,
    id,
    tab: hasTab ? tabAddress(exchange) : undefined,
    facts: facts(result),
    reason,
  };
}

/** The document of a run: a line for each request, what is wrong below it, and where each line leads. */
export function summaryText(run: Run, name: string): { readonly text: string; readonly links: readonly SummaryLink[] } {
  const links: SummaryLink[] = [];
  let text = `${heading(run, name)}\n\n`;
  const width = Math.min(40, Math.max(...run.outcomes.map(({ label }) => label.length), 0));
  for (const outcome of run.outcomes) {
    const mark = { good: "✔", failed: "✘", "not-sent": "–" }[outcome.kind];
    const link = (to: SummaryLink["to"], shown: string) => {
      links.push({ start: text.length, end: text.length + shown.length, outcome, to });
      text += shown;
    };
    text += `${mark} `;
    if (outcome.kind === "not-sent") text += outcome.label;
    else link("response", outcome.label);
    text += `${" ".repeat(Math.max(0, width - outcome.label.length))}  ${outcome.kind === "not-sent" ? l10n.t("not sent") : outcome.facts}`;
    if (outcome.line !== undefined) {
      text += "  ";
      link("request", l10n.t("line {0}", outcome.line + 1));
    }
    text += "\n";
    if (outcome.reason !== undefined) text += `${wrap(outcome.reason.replace(/\s+/g, " "), "    ").join("\n")}\n`;
  }
  return { text, links };
}

function heading({ ended, outcomes, at }: Run, name: string): string {
  const count = (kind: Outcome["kind"]) => outcomes.filter((one) => one.kind === kind).length;
  const numbers = l10n.t(
    "{0} requests: {1} succeeded, {2} failed, {3} not sent",
    outcomes.length,
    count("good"),
    count("failed"),
    count("not-sent"),
  );
  const lines = [numbers, `${name}, ${formatTime(at)}`];
  if (ended === "stopped") {
    lines.push(...wrap(l10n.t("Stopped at the first failure (setting soaphttp.sendAll.onFailure).")));
  } else if (ended === "cancelled") {
    lines.push(l10n.t("Cancelled."));
  }
  return lines.join("\n");
}

function facts(result: SendResult): string {
  const status = answerOf(result)?.status;
  const total = formatDuration(result.timings.total);
  return status === undefined || status === 0 ? total : `${status} · ${total}`;
}

function reasonOf(result: SendResult, host: "node" | "browser", fault: string | undefined): string | undefined {
  if (result.kind !== "response") return failureTitle(result, host);
  if (fault !== undefined) return fault;
  if (result.status >= 300) return `${result.status} ${result.reason}`.trim();
  return isDamaged(result) ? contentText(result.content) : undefined;
}

function unread(error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return l10n.t("A response was received, but couldn't be checked for a Fault: {0}", why);
}
