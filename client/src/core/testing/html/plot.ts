import * as l10n from "@vscode/l10n";
import { isBad } from "../../run/results.ts";
import { formatDuration } from "../../text/quantities.ts";
import type { TestReport } from "../report.ts";
import { html, type Markup, nothing } from "./markup.ts";

const width = 800;
const height = 160;
/** Left of the axis, for its labels. */
const left = 70;
const bottom = 20;

/** The duration of each test in the order of the report. The table of each file has the same figures. */
export function durationPlot(tests: readonly TestReport[]): Markup {
  const sent = tests.filter(({ attempts }) => attempts > 0);
  if (sent.length < 2) return nothing;
  const longest = sent.reduce((most, { duration }) => Math.max(most, duration), 0);
  const x = (at: number) => Math.round(left + 8 + (at * (width - left - 16)) / (sent.length - 1));
  const y = (duration: number) =>
    Math.round(height - bottom - (longest === 0 ? 0 : (duration / longest) * (height - bottom - 10)));
  const dots: string[] = [];
  const crosses: string[] = [];
  for (const [at, { duration, outcome }] of sent.entries()) {
    if (isBad(outcome)) crosses.push(`M${x(at) - 4} ${y(duration) - 4}l8 8m0-8l-8 8`);
    else dots.push(`M${x(at)} ${y(duration)}h0`);
  }
  const label = l10n.t("Duration of each of {0} tests in order: at most {1}.", sent.length, formatDuration(longest));
  return html`<h2>${l10n.t("Durations")}</h2>
<div class="wide"><svg role="img" aria-label="${label}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<path class="axis" d="M${left} 5V${height - bottom}H${width}"/>
<text x="${left - 8}" y="14" text-anchor="end">${formatDuration(longest)}</text>
<text x="${left - 8}" y="${height - bottom}" text-anchor="end">0</text>
<text x="${left}" y="${height - 4}">${l10n.t("first test")}</text>
<text x="${width}" y="${height - 4}" text-anchor="end">${l10n.t("last test")}</text>
<path class="dot" d="${unique(dots)}"/><path class="cross" d="${unique(crosses)}"/>
</svg></div>
<p class="soft">${l10n.t("● passed or skipped, ✕ failed, not sent, or without response")}</p>
`;
}

/** Many tests share a pixel. */
function unique(marks: readonly string[]): string {
  return [...new Set(marks)].join("");
}
