import * as l10n from "@vscode/l10n";
import { htmlPage } from "../../../../../server/src/text/htmlPage.ts";
import { html, type Markup, nothing } from "../../../../../server/src/text/markup.ts";
import { isBad, type TestOutcome } from "../../run/results.ts";
import { formatDuration } from "../../text/quantities.ts";
import { type Counts, expectationLines, failedLine, type ReportedResult, type TestReport } from "../report.ts";
import type { RunFigures } from "../runHistory.ts";
import { variantMatrix } from "./matrix.ts";

export interface TestedFile {
  readonly file: string;
  readonly tests: readonly TestReport[];
}

/** Maximum characters of the exchanges of all failed tests. Further exchanges are left out, with a note on the page. */
const exchangesShown = 1_200_000;

/** The parts of a page that only an editor has. */
export interface EditorPage {
  readonly addressOf: (file: string, line: number) => string;
  /** The last runs, the oldest first. */
  readonly runs: readonly RunFigures[];
}

/** `at`: when the run ended. `language`: of the texts, as in `lang`. */
export function reportPage(
  files: readonly TestedFile[],
  counts: Counts,
  at: Date,
  language: string,
  editor?: EditorPage,
): string {
  const tests = files.flatMap((one) => one.tests);
  const title = l10n.t("Test report");
  const body = html`<header><h1>${title}</h1><p class="soft"><time datetime="${at.toISOString()}">${at.toISOString().replace("T", " ").slice(0, 19)} UTC</time></p></header>
<main><p class="${counts.failed + counts.noResponse + counts.unsent > 0 ? "failed" : "passed"}">${headline(counts)}</p>
<ul class="counts">${outcomes.filter((one) => counts[one] > 0).map((one) => html`<li class="${one}"><b>${counts[one]}</b>${signOf(one)} ${wordOf(one)}</li>`)}</ul>
${failures(tests, editor)}${variantMatrix(tests)}${runsPlot(editor?.runs ?? [])}${durationPlot(tests)}<h2>${l10n.t("Results by file")}</h2>
${resultsByFile(files, editor)}</main>`;
  return htmlPage(`${headline(counts)} – ${title}`, language, body);
}

/** Returns a summary: `2 failed, 10 passed in 3 files, 1.2 s`. */
function headline(counts: Counts): string {
  const parts = outcomes.filter((one) => counts[one] > 0).map((one) => `${counts[one]} ${wordOf(one)}`);
  const where = counts.files === 1 ? l10n.t("1 file") : l10n.t("{0} files", counts.files);
  return l10n.t("{0} in {1}, {2}", parts.join(", ") || l10n.t("No tests"), where, formatDuration(counts.duration));
}

/** Returns each test that didn't pass, with the expected and the actual values, and the exchange. */
function failures(tests: readonly TestReport[], editor: EditorPage | undefined): Markup {
  const bad = tests.filter(({ outcome }) => isBad(outcome));
  if (bad.length === 0) return nothing;
  let room = exchangesShown;
  const parts = bad.map((test, at) => {
    const size = test.exchange ? test.exchange.request.length + test.exchange.response.length : 0;
    room -= size;
    return failure(test, at, room >= 0, editor);
  });
  return html`<h2>${l10n.t("Tests that did not pass")}</h2>\n${parts}`;
}

function failure(test: TestReport, at: number, hasRoom: boolean, editor: EditorPage | undefined): Markup {
  const { name, title, outcome, why, results, exchange } = test;
  const failed = results.filter(({ held }) => !held);
  const exchanged = exchange && (hasRoom ? exchangeParts(exchange) : leftOut());
  return html`<section id="f${at}"><h3><span class="${outcome}">${signOf(outcome)} ${wordOf(outcome)}</span> ${name}</h3>
${title === undefined ? nothing : html`<p>${title}</p>`}<p class="soft">${placeOf(test, editor)}, ${formatDuration(test.duration)}${test.attempts > 1 ? `, ${l10n.t("sent {0} times", test.attempts)}` : ""}${test.seed === undefined ? "" : `, ${l10n.t("seed {0}", test.seed)}`}</p>
${why === undefined ? nothing : html`<pre>${why}</pre>`}${failed.map(expectation)}${exchanged ?? nothing}</section>
`;
}

function expectation(result: ReportedResult): Markup {
  const { text, why, expected, actual, diff } = result;
  if (diff !== undefined || (expected === undefined && actual === undefined)) {
    const lines = expectationLines(result).join("\n");
    return html`<dl><dt>${l10n.t("Expectation")}</dt><dd>${text}</dd></dl>${lines === "" ? nothing : html`<pre>${lines}</pre>`}\n`;
  }
  const facts: readonly (readonly [string, string | undefined])[] = [
    [l10n.t("Expectation"), text],
    [l10n.t("Expected"), expected],
    [l10n.t("Found"), actual],
    [l10n.t("Reason"), why],
  ];
  return html`<dl>${facts.flatMap(([term, value]) => (value === undefined ? [] : html`<dt>${term}</dt><dd>${value}</dd>`))}</dl>\n`;
}

function exchangeParts({ request, response }: NonNullable<TestReport["exchange"]>): Markup {
  return html`<details><summary>${l10n.t("Request and response")}</summary><h4>${l10n.t("Request")}</h4>
<pre tabindex="0">${request}</pre><h4>${l10n.t("Response")}</h4><pre tabindex="0">${response}</pre></details>
`;
}

function leftOut(): Markup {
  return html`<p class="soft">${l10n.t("The exchange is left out, because this page already contains many.")}</p>`;
}

function resultsByFile(files: readonly TestedFile[], editor: EditorPage | undefined): readonly Markup[] {
  let failed = 0;
  return files.flatMap(({ file, tests }) => {
    if (tests.length === 0) return [];
    const longest = tests.reduce((most, { duration }) => Math.max(most, duration), 1);
    const rows = tests.map((test) => row(test, longest, isBad(test.outcome) ? `#f${failed++}` : undefined, editor));
    const bad = tests.filter(({ outcome }) => isBad(outcome)).length;
    const summary = bad > 0 ? l10n.t("{0} of {1} did not pass", bad, tests.length) : l10n.t("{0} passed", tests.length);
    return html`<details${bad > 0 || files.length === 1 ? html` open=""` : nothing}><summary>${file}: <span class="${bad > 0 ? "failed" : "passed"}">${summary}</span></summary>
<table class="results"><thead><tr><th scope="col">${l10n.t("Result")}</th><th scope="col">${l10n.t("Test")}</th><th scope="col">${l10n.t("Line")}</th><th scope="col">${l10n.t("Duration")}</th><td></td></tr></thead><tbody>
${rows}</tbody></table></details>
`;
  });
}

function row(test: TestReport, longest: number, link: string | undefined, editor: EditorPage | undefined): Markup {
  const { name, outcome, duration, why, change } = test;
  const shown = link === undefined ? html`${name}` : html`<a href="${link}">${name}</a>`;
  const note = outcome === "skipped" ? why : change?.text;
  const reason = note === undefined ? nothing : html` <span class="soft">${note}</span>`;
  const bar = html`<svg aria-hidden="true"><rect width="${Math.round((duration / longest) * 100)}" height="12"/></svg>`;
  return html`<tr><td class="${outcome}">${signOf(outcome)} ${wordOf(outcome)}</td><td>${shown}${reason}</td><td>${lineOf(test, editor)}</td><td>${formatDuration(duration)}</td><td>${bar}</td></tr>
`;
}

/** Returns the place of a test, such as `calc.soaphttp:12`. In an editor, it opens the line. */
function placeOf(test: TestReport, editor: EditorPage | undefined): Markup {
  const line = failedLine(test);
  return opening(test.file, line, `${test.file}:${line}`, editor);
}

function lineOf({ file, line }: TestReport, editor: EditorPage | undefined): Markup {
  return opening(file, line, String(line), editor);
}

function opening(file: string, line: number, text: string, editor: EditorPage | undefined): Markup {
  if (editor === undefined) return html`${text}`;
  return html`<a href="${editor.addressOf(file, line)}" aria-label="${l10n.t("Open {0}", `${file}:${line}`)}">${text}</a>`;
}

const outcomes: readonly TestOutcome[] = ["failed", "noResponse", "unsent", "skipped", "passed"];

/** Returns a sign and a word for an outcome, so that nothing depends on color. */
function signOf(outcome: TestOutcome): string {
  return outcome === "passed" ? "✓" : outcome === "skipped" ? "–" : "✗";
}

function wordOf(outcome: TestOutcome): string {
  switch (outcome) {
    case "passed":
      return l10n.t("passed");
    case "failed":
      return l10n.t("failed");
    case "noResponse":
      return l10n.t("without response");
    case "unsent":
      return l10n.t("not sent");
    case "skipped":
      return l10n.t("skipped");
  }
}

/** Width of each plot in pixels. */
const width = 800;
/** Space left and right of axes for their labels, in pixels. */
const side = 70;
const bottom = 20;

/** The duration of each test in the order of the report. The table of each file has the same figures. */
function durationPlot(tests: readonly TestReport[]): Markup {
  const sent = tests.filter(({ attempts }) => attempts > 0);
  if (sent.length < 2) return nothing;
  const height = 160;
  const longest = sent.reduce((most, { duration }) => Math.max(most, duration), 0);
  const x = (at: number) => Math.round(side + 8 + (at * (width - side - 16)) / (sent.length - 1));
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
<path class="axis" d="M${side} 5V${height - bottom}H${width}"/>
<text x="${side - 8}" y="14" text-anchor="end">${formatDuration(longest)}</text>
<text x="${side - 8}" y="${height - bottom}" text-anchor="end">0</text>
<text x="${side}" y="${height - 4}">${l10n.t("first test")}</text>
<text x="${width}" y="${height - 4}" text-anchor="end">${l10n.t("last test")}</text>
<path class="dot" d="${unique(dots)}"/><path class="cross" d="${unique(crosses)}"/>
</svg></div>
<p class="soft">${l10n.t("● passed or skipped, ✕ failed, not sent, or without response")}</p>
`;
}

/** Removes marks that are the same, because many tests share a pixel. */
function unique(marks: readonly string[]): string {
  return [...new Set(marks)].join("");
}

function runsPlot(runs: readonly RunFigures[]): Markup {
  const [first, last] = [runs[0], runs.at(-1)];
  if (first === undefined || last === undefined || runs.length < 2) return nothing;
  const height = 180;
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
