import { isBad, type TestOutcome } from "../../core/run/results.ts";
import {
  type Counts,
  expectationLines,
  failedLine,
  type Reporter,
  type TestReport,
} from "../../core/testing/report.ts";
import { VariantCounts } from "../../core/testing/variants.ts";
import { formatDuration } from "../../core/text/quantities.ts";
import type { Paint, PaintStyle } from "../colors.ts";
import { visible } from "../terminalText.ts";

/** For people: each test, and why it didn't pass. After many tests, it repeats the ones that didn't pass. */
export function textReporter(paint: Paint): Reporter {
  const bad: string[] = [];
  const variants = new VariantCounts();
  return {
    begin: () => "",
    file: (file, tests) => {
      for (const test of tests) if (isBad(test.outcome)) bad.push(headline(test, paint));
      for (const test of tests) variants.add(test);
      const lines = tests.map((test) => testText(test, paint));
      return tests.length === 0 ? "" : `${paint("strong", visible(file))}\n${lines.join("")}`;
    },
    end: (counts) => {
      const count = counts.passed + counts.failed + counts.noResponse + counts.unsent + counts.skipped;
      const again = count > testsOnScreen ? bad : [];
      return [
        ...again,
        ...variants.lines().map(visible),
        paint(bad.length > 0 ? "error" : "success", countsText(counts)),
        "",
      ].join("\n");
    },
  };
}

const testsOnScreen = 20;

const signs: Readonly<Record<TestOutcome, readonly [sign: string, style: PaintStyle, word: string]>> = {
  passed: ["✓", "success", ""],
  failed: ["✗", "error", ""],
  noResponse: ["✗", "error", " no response"],
  unsent: ["✗", "error", " not sent"],
  skipped: ["-", "faint", " skipped"],
};

function headline(test: TestReport, paint: Paint): string {
  const { name, outcome, duration, attempts, seed, change } = test;
  const [sign, style, word] = signs[outcome];
  const times = attempts > 1 ? `, sent ${attempts} times` : "";
  const from = seed === undefined ? "" : `, seed ${seed}`;
  const changed = change ? `, ${change.text}` : "";
  const facts = `${attempts === 0 ? word : `${word} ${formatDuration(duration)}${times}${from}`}${changed}`;
  // Terminals turn this into a link.
  const place = isBad(outcome) ? `  ${test.file}:${failedLine(test)}` : "";
  return `  ${paint(style, sign)} ${visible(name)}${paint("faint", visible(`${facts}${place}`))}`;
}

function testText(test: TestReport, paint: Paint): string {
  const { title, outcome, why, results } = test;
  const lines = [headline(test, paint)];
  if (isBad(outcome) && title !== undefined) lines.push(`      ${visible(title)}`);
  for (const line of why?.split("\n") ?? []) if (line !== "") lines.push(`      ${visible(line)}`);
  for (const expectation of outcome === "passed" ? [] : results) {
    const held = expectation.held ? paint("success", "✓") : paint("error", "✗");
    lines.push(`      ${held} ${visible(expectation.text)}`);
    if (!expectation.held) lines.push(...expectationLines(expectation).map((line) => `          ${visible(line)}`));
  }
  return `${lines.join("\n")}\n`;
}

/** Returns a summary: `3 passed, 1 failed in 2 files, 1.2 s; 1 newly failing`. */
export function countsText({ files, duration, changes, ...counts }: Counts): string {
  const words: readonly (readonly [TestOutcome, string])[] = [
    ["passed", "passed"],
    ["failed", "failed"],
    ["noResponse", "without response"],
    ["unsent", "not sent"],
    ["skipped", "skipped"],
  ];
  const parts = words.flatMap(([outcome, word]) => (counts[outcome] > 0 ? [`${counts[outcome]} ${word}`] : []));
  const where = files === 1 ? "1 file" : `${files} files`;
  const { slower = 0, newlyFailing = 0 } = changes ?? {};
  const compared = [
    ...(slower > 0 ? [`${slower} slower`] : []),
    ...(newlyFailing > 0 ? [`${newlyFailing} newly failing`] : []),
  ].join(", ");
  const end = compared === "" ? "" : `; ${compared}`;
  return `${parts.join(", ") || "No tests"} in ${where}, ${formatDuration(duration)}${end}`;
}
