import * as l10n from "@vscode/l10n";
import { html, type Markup, nothing } from "../../../../../server/src/text/markup.ts";
import { formatDuration } from "../../text/quantities.ts";
import type { RunFigures } from "../runHistory.ts";

const width = 800;
const height = 180;
/** Left and right of the axes, for their labels. */
const side = 70;
const bottom = 20;

/** What passed and failed in each of the last runs, and the median of the durations: as a plot, and as a table. */
export function runsPlot(runs: readonly RunFigures[]): Markup {
  const [first, last] = [runs[0], runs.at(-1)];
  if (first === undefined || last === undefined || runs.length < 2) return nothing;
  const most = Math.max(1, ...runs.map(({ passed, failed }) => passed + failed));
  const longest = Math.max(1, ...runs.map(({ median }) => median));
  const place = (width - 2 * side) / runs.length;
  const x = (at: number) => Math.round(side + (at + 0.5) * place);
  const y = (share: number) => Math.round(height - bottom - share * (height - bottom - 16));
  const barWidth = Math.round(place * 0.6);
  const bars = runs.map(({ passed, failed }, at) => {
    const begin = x(at) - Math.round(barWidth / 2);
    const [top, middle] = [y((passed + failed) / most), y(passed / most)];
    const sign = failed > 0 ? html`<text x="${x(at)}" y="${top - 3}" text-anchor="middle">✗</text>` : nothing;
    return html`<rect class="good" x="${begin}" y="${middle}" width="${barWidth}" height="${height - bottom - middle}"/><rect class="bad" x="${begin}" y="${top}" width="${barWidth}" height="${middle - top}"/>${sign}`;
  });
  const points = runs.map(({ median }, at) => `${x(at)} ${y(median / longest)}`);
  const label = l10n.t(
    "The last {0} runs: {1} tests passed and {2} failed in the last one, whose median duration was {3}.",
    runs.length,
    last.passed,
    last.failed,
    formatDuration(last.median),
  );
  return html`<h2>${l10n.t("The last {0} runs", runs.length)}</h2>
<div class="wide" tabindex="0" role="region" aria-label="${l10n.t("The last {0} runs", runs.length)}"><svg role="img" aria-label="${label}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<path class="axis" d="M${side} 5V${height - bottom}H${width - side}V5"/>${bars}
<path class="median" d="M${points.join("L")}"/>
<text x="${side - 8}" y="${y(1) + 4}" text-anchor="end">${most}</text><text x="${side - 8}" y="${height - bottom}" text-anchor="end">0</text>
<text x="${width - side + 8}" y="${y(1) + 4}">${formatDuration(longest)}</text><text x="${width - side + 8}" y="${height - bottom}">0</text>
<text x="${side}" y="${height - 4}">${timeOf(first)}</text><text x="${width - side}" y="${height - 4}" text-anchor="end">${timeOf(last)}</text>
</svg></div>
<p class="soft">${l10n.t("Bars: passed below, failed above, with ✗. Line: the median of the durations.")}</p>
<details><summary>${l10n.t("The figures of each run")}</summary><table><thead><tr><th scope="col">${l10n.t("Run")}</th><th scope="col">${l10n.t("passed")}</th><th scope="col">${l10n.t("failed")}</th><th scope="col">${l10n.t("Median duration")}</th></tr></thead><tbody>
${runs.map((run) => html`<tr><th scope="row">${timeOf(run)}</th><td>${run.passed}</td><td>${run.failed}</td><td>${formatDuration(run.median)}</td></tr>\n`)}</tbody></table></details>
`;
}

function timeOf({ at }: RunFigures): string {
  return `${new Date(at).toISOString().replace("T", " ").slice(0, 19)} UTC`;
}
