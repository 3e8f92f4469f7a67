import * as l10n from "@vscode/l10n";
import { formatDuration } from "../quantities.ts";
import { answerOf, type Exchange } from "../response/exchange.ts";
import { failureTitle } from "../send/failureText.ts";
import { wrap } from "../wrap.ts";

/** What became of one request of several. `line`: of its request line, zero-based. */
export type Outcome = {
  readonly label: string;
  readonly line: number;
} & (
  | { readonly kind: "good" | "failed"; readonly exchange: Exchange; readonly fault: string | undefined }
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

/** Good is a complete response with a status under 300 that holds no Fault. */
export function outcomeOf(exchange: Exchange, line: number, fault: string | undefined): Outcome {
  const { result, label } = exchange;
  const good = result.kind === "response" && result.status < 300 && fault === undefined;
  return { kind: good ? "good" : "failed", label, line, exchange, fault };
}

/** The document of a run: a line for each request, what is wrong below it, and where each line leads. */
export function summaryText(
  run: Run,
  name: string,
  host: "node" | "browser",
): { readonly text: string; readonly links: readonly SummaryLink[] } {
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
    text += `${" ".repeat(Math.max(0, width - outcome.label.length))}  ${facts(outcome)}  `;
    link("request", l10n.t("line {0}", outcome.line + 1));
    text += "\n";
    for (const more of reasons(outcome, host)) text += `${wrap(more.replace(/\s+/g, " "), "    ").join("\n")}\n`;
  }
  return { text, links };
}

function heading({ ended, outcomes, at }: Run, name: string): string {
  const count = (kind: Outcome["kind"]) => outcomes.filter((one) => one.kind === kind).length;
  const numbers = l10n.t(
    "{0} requests: {1} good, {2} failed, {3} not sent",
    outcomes.length,
    count("good"),
    count("failed"),
    count("not-sent"),
  );
  const lines = [numbers, `${name}, ${new Date(at).toISOString()}`];
  if (ended === "stopped") {
    lines.push(...wrap(l10n.t("Stopped at the first failure, as the setting soaphttp.sendAll.onFailure says.")));
  } else if (ended === "cancelled") {
    lines.push(l10n.t("Cancelled."));
  }
  return lines.join("\n");
}

/** `500 · 26 ms`, or how long it took to fail. */
function facts(outcome: Outcome): string {
  if (outcome.kind === "not-sent") return l10n.t("not sent");
  const { result } = outcome.exchange;
  const status = answerOf(result)?.status;
  const total = formatDuration(result.timings.total);
  return status === undefined || status === 0 ? total : `${status} · ${total}`;
}

function reasons(outcome: Outcome, host: "node" | "browser"): readonly string[] {
  if (outcome.kind === "not-sent") return outcome.reason === undefined ? [] : [outcome.reason];
  const { result } = outcome.exchange;
  if (result.kind !== "response") return [failureTitle(result, { host })];
  if (outcome.fault !== undefined) return [outcome.fault];
  return outcome.kind === "good" ? [] : [`${result.status} ${result.reason}`.trim()];
}
