import assert from "node:assert/strict";
import { documentOf, type PlacedFinding } from "../../client/src/cli/check/checkedFile.ts";
import { sarifFormat } from "../../client/src/cli/check/sarif.ts";
import { painter } from "../../client/src/cli/colors.ts";
import { visible, visibleOutput, withoutCommands } from "../../client/src/cli/terminalText.ts";
import { reporters } from "../../client/src/cli/test/reporters.ts";
import { failureLines, type Reporter, type TestReport } from "../../client/src/core/testing/report.ts";
import { asRead, readSarif, readTap, readXml } from "./foreign.ts";
import { hostileLine, hostileText } from "./hostile.ts";
import type { Random } from "./random.ts";

interface ReportedFile {
  readonly file: string;
  readonly tests: readonly TestReport[];
}

/** Results of tests with hostile texts in their requests, responses and paths. */
export function hostileReports(random: Random): readonly ReportedFile[] {
  return Array.from({ length: 1 + random.below(3) }, () => {
    const file = hostileLine(random);
    return { file, tests: Array.from({ length: random.below(4) }, () => hostileTest(random, file)) };
  });
}

function hostileTest(random: Random, file: string): TestReport {
  const maybe = () => (random.chance(50) ? hostileText(random) : undefined);
  const outcome = random.pick(["passed", "failed", "skipped", "unsent", "noResponse"] as const);
  const results = Array.from({ length: random.below(3) }, () => ({
    ...{ text: hostileLine(random), held: random.chance(30), line: 1 + random.below(9) },
    ...{ expected: maybe(), actual: maybe(), why: maybe(), diff: maybe()?.split("\n") },
  }));
  const exchange = random.chance(50) ? { request: hostileText(random), response: hostileText(random) } : undefined;
  const why = outcome === "passed" || outcome === "failed" ? undefined : hostileText(random);
  const title = random.chance(50) ? hostileLine(random) : undefined;
  const change = random.chance(50) ? undefined : ({ kind: "newlyFailing", text: hostileLine(random) } as const);
  return {
    file,
    line: 1,
    name: hostileLine(random),
    title,
    outcome,
    why,
    results,
    duration: 1.5,
    attempts: 1,
    exchange,
    change,
  };
}

function reported(reporter: Reporter, files: readonly ReportedFile[]): string {
  const outcomes = { passed: 0, failed: 0, skipped: 0, unsent: 0, noResponse: 0 };
  for (const { tests } of files) for (const { outcome } of tests) outcomes[outcome]++;
  const parts = files.map(({ file, tests }) => reporter.file(file, tests));
  return [reporter.begin(), ...parts, reporter.end({ ...outcomes, files: files.length, duration: 1 })].join("");
}

/** Checks of what programs that read a report must find in it. */
const readers: Record<keyof typeof reporters, ((text: string, files: readonly ReportedFile[]) => void) | undefined> = {
  text: undefined,
  github: undefined,
  html: undefined,
  json: checkJson,
  junit: checkJunit,
  tap: checkTap,
};

/** What each reporter must keep true: its text can't control a terminal, and is what its readers expect. */
export const reportChecks = (Object.keys(reporters) as (keyof typeof reporters)[]).map((name) => ({
  name,
  check: (files: readonly ReportedFile[]) => {
    const text = reported(reporters[name].create({ paint: painter(false), nameInRepository: (file) => file }), files);
    assert.equal(visibleOutput(text), text);
    readers[name]?.(text, files);
  },
}));

function checkJson(text: string, files: readonly ReportedFile[]): void {
  const { tests } = JSON.parse(text) as { readonly tests: readonly TestReport[] };
  assert.deepEqual(
    tests.map(({ file, name, outcome }) => [file, name, outcome]),
    files.flatMap((one) => one.tests.map(({ file, name, outcome }) => [file, name, outcome])),
  );
}

/** The report as JUnit's readers see it, on a build server, too. */
function checkJunit(text: string, files: readonly ReportedFile[]): void {
  assert.equal(withoutCommands(text), text);
  const root = readXml(text);
  const seen = root.children.map((suite) => ({
    file: suite.attributes["name"],
    tests: suite.children.map(({ name, attributes, children }) => {
      assert.equal(name, "testcase");
      return [attributes["name"], ...children.map((one) => one.name)];
    }),
  }));
  const details: Readonly<Record<TestReport["outcome"], readonly string[]>> = {
    ...{ passed: [], skipped: ["skipped"], failed: ["failure"], unsent: ["error"], noResponse: ["error"] },
  };
  assert.deepEqual(
    seen,
    files.map(({ file, tests }) => ({
      file: inXml(file),
      tests: tests.map(({ name, outcome, exchange, change }) => {
        const properties = change && outcome !== "skipped" ? ["properties"] : [];
        const shown = exchange && outcome !== "passed" && outcome !== "skipped" ? ["system-out"] : [];
        return [inXml(name), ...properties, ...details[outcome], ...shown];
      }),
    })),
  );
}

/** An attribute as a reader gets it: a tab becomes a space (XML 1.0 section 3.3.3). */
function inXml(text: string): string {
  return asRead(text)
    .replaceAll("\t", " ")
    .replace(/[^\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, visible);
}

function checkTap(text: string, files: readonly ReportedFile[]): void {
  const expected = files.flatMap(({ file, tests }) =>
    tests.map((test) => {
      const { name, outcome } = test;
      const isFailed = outcome !== "passed" && outcome !== "skipped";
      return {
        ok: !isFailed,
        description: visible(`${file} ${name}`).trimEnd(),
        skipped: outcome === "skipped",
        message: isFailed ? failureLines(test).map(visible).join("\n") : undefined,
      };
    }),
  );
  assert.deepEqual(readTap(text), expected);
}

/** Findings whose messages quote hostile texts, in files with hostile names. */
export function checkSarif(random: Random): void {
  const tool = {
    version: "1.2.3",
    informationUri: "https://a.example/",
    rules: [],
    helpUri: (code: string) => `https://a.example/${code}`,
  };
  const format = sarifFormat(tool);
  const place = { line: 1, column: 1, endLine: 1, endColumn: 2 };
  const files = Array.from({ length: 1 + random.below(3) }, () => ({
    name: hostileLine(random),
    document: documentOf("a"),
    findings: Array.from({ length: random.below(3) }, (): PlacedFinding => {
      const related = random.chance(30) ? [{ ...place, message: hostileText(random) }] : [];
      return { ...place, severity: "error", code: "host-invalid", message: hostileText(random), related };
    }),
  }));
  const unreadable = random.chance(30) ? [hostileText(random)] : [];
  const text = [format.begin(), ...files.map((file) => format.file(file)), format.end({ files: 1, unreadable })].join(
    "",
  );
  assert.deepEqual(
    readSarif(text),
    files.flatMap(({ findings }) => findings.map(({ message }) => message)),
  );
}
