import { escapeXml } from "../../../../server/src/text/escapes.ts";
import { reportPage, type TestedFile } from "../../core/testing/html/page.ts";
import { type Counts, failedLine, failureLines, type Reporter, type TestReport } from "../../core/testing/report.ts";
import { roundedMilliseconds } from "../../core/text/quantities.ts";
import { workflowCommand } from "../check/formats.ts";
import type { Paint } from "../colors.ts";
import { jsonText, visible } from "../terminalText.ts";
import { countsText, textReporter } from "./textReporter.ts";

/** The XML of JUnit, as Jenkins, GitLab and Azure Pipelines read it: a suite for each file, a test case for each test. */
function junitReporter(): Reporter {
  const suites: string[] = [];
  return {
    begin: () => "",
    file(file, tests) {
      suites.push(suite(file, tests));
      return "";
    },
    end: (counts) =>
      `<?xml version="1.0" encoding="UTF-8"?>\n${element("testsuites", rootAttributes(counts), `\n${suites.join("")}`)}`,
  };
}

function rootAttributes({ passed, failed, skipped, unsent, noResponse, duration }: Counts) {
  const tests = passed + failed + skipped + unsent + noResponse;
  return { name: "soaphttp", tests, failures: failed, errors: unsent + noResponse, time: seconds(duration) };
}

function suite(file: string, tests: readonly TestReport[]): string {
  const count = (...outcomes: readonly TestReport["outcome"][]) =>
    tests.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const attributes = {
    name: file,
    tests: tests.length,
    failures: count("failed"),
    errors: count("unsent", "noResponse"),
    skipped: count("skipped"),
    time: seconds(tests.reduce((sum, { duration }) => sum + duration, 0)),
    file,
  };
  return element("testsuite", attributes, `\n${tests.map(testCase).join("")}`);
}

function testCase(test: TestReport): string {
  const { name, title, file, duration, outcome, why, exchange, seed, change } = test;
  const attributes = { name, classname: file, time: seconds(duration) };
  const named = [
    ...(seed === undefined ? [] : [{ name: "seed", value: seed }]),
    ...(change ? [{ name: "baseline", value: change.text }] : []),
  ].map((one) => element("property", one, ""));
  const properties = named.length === 0 ? "" : `\n${element("properties", {}, `\n${named.join("")}`)}`;
  if (outcome === "passed") return element("testcase", attributes, properties);
  if (outcome === "skipped") return element("testcase", attributes, element("skipped", { message: why ?? "" }, ""));
  const kind = outcome === "failed" ? "failure" : "error";
  const lines = failureLines(test);
  // Lists of failures show only this text: the title, an expectation, and the actual value.
  const message = lines
    .slice(0, (title === undefined ? 0 : 1) + (why === undefined ? 2 : 1))
    .map((line) => line.trim())
    .join(": ");
  const details = element(kind, { message, type: outcome }, escaped(lines.join("\n")));
  const shown = exchange ? element("system-out", {}, escaped(`${exchange.request}\n\n${exchange.response}\n`)) : "";
  return element("testcase", attributes, `${properties || "\n"}${details}${shown}`);
}

function element(name: string, attributes: Readonly<Record<string, string | number>>, content: string): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escaped(String(value)).replaceAll("\n", "&#10;")}"`,
  );
  return `<${name}${written.join("")}${content === "" ? "/>" : `>${content}</${name}>`}\n`;
}

/**
 * Characters that XML 1.0 doesn't allow are shown as pictures or numbers. A parser reads all others unchanged. The
 * result contains neither commands of a build server nor control characters, which the console would replace.
 */
function escaped(text: string): string {
  const allowed = text.replace(/\r\n?/g, "\n").replace(/[^\t\n\x20-\ud7ff\ue000-\ufffd]|[\ufffe\uffff]/g, unpaired);
  return escapeXml(allowed, notPlain);
}

/** Besides the characters of markup: controls, invisible characters, and the beginnings of commands. */
const notPlain = /[&<>"]|[^\P{Cc}\t\n]|[\p{Cf}\p{Zl}\p{Zp}]|#(?=#)|:(?=:)/gu;

function unpaired(unit: string, at: number, text: string): string {
  const code = text.codePointAt(at) ?? 0;
  const before = at > 0 ? (text.codePointAt(at - 1) ?? 0) : 0;
  return code > 0xffff || (before > 0xffff && /[\udc00-\udfff]/.test(unit)) ? unit : visible(unit);
}

/** Returns seconds in the form that all readers accept, with three digits after the point. */
function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

export interface ReporterParts {
  readonly paint: Paint;
  readonly nameInRepository: (name: string) => string;
}

export interface ReporterRow {
  readonly help: string;
  readonly create: (parts: ReporterParts) => Reporter;
}

/** All reporters, by the value of `--reporter`. Tests of hostile texts and of secrets run each of them. */
export const reporters = {
  text: { help: "each test, and why it didn't pass", create: ({ paint }) => textReporter(paint) },
  json: { help: "{tests: [{file, line, name, outcome, …}], counts}", create: jsonReporter },
  junit: { help: "XML for Jenkins, GitLab and Azure, with the exchange of each failure", create: junitReporter },
  tap: { help: "Test Anything Protocol 14", create: tapReporter },
  github: {
    help: "annotations in GitHub Actions",
    create: ({ nameInRepository }) => githubReporter(nameInRepository),
  },
  html: { help: "one page with counts, durations and the exchange of each failure", create: htmlReporter },
} as const satisfies Readonly<Record<string, ReporterRow>>;

function htmlReporter(): Reporter {
  const files: TestedFile[] = [];
  return {
    begin: () => "",
    file(file, tests) {
      files.push({ file, tests });
      return "";
    },
    end: (counts) => reportPage(files, counts, new Date(), "en"),
  };
}

/** `{tests: […], counts: {…}}`, a test on each line. */
function jsonReporter(): Reporter {
  let separator = "";
  return {
    begin: () => '{"tests":[',
    file: (_, tests) => tests.map((test) => `${next()}\n${jsonText(objectOf(test))}`).join(""),
    end: (counts) => `\n],"counts":${jsonText(rounded(counts))}}\n`,
  };

  function next(): string {
    const before = separator;
    separator = ",";
    return before;
  }
}

function objectOf(test: TestReport) {
  return rounded({ ...test, why: test.why ?? null });
}

function rounded<Part extends { readonly duration: number }>(part: Part): Part {
  return { ...part, duration: roundedMilliseconds(part.duration) };
}

/** Test Anything Protocol 14. */
function tapReporter(): Reporter {
  let number = 0;
  return {
    begin: () => "TAP version 14\n",
    file: (file, tests) => tests.map((test) => tapTest(file, test, ++number)).join(""),
    end: () => `1..${number}\n`,
  };
}

function tapTest(file: string, test: TestReport, number: number): string {
  const { name, outcome, why, change } = test;
  const description = `${number} - ${tapText(`${file} ${name}`)}`;
  if (outcome === "passed") return `ok ${description}\n${change ? `# ${tapText(change.text)}\n` : ""}`;
  if (outcome === "skipped") return `ok ${description} # SKIP ${tapText(why ?? "")}\n`;
  const lines = failureLines(test).map((line) => `    ${visible(line)}\n`);
  // The indentation is explicit, because the first line may begin with blanks (YAML 1.2 section 8.1.1.1).
  return `not ok ${description}\n  ---\n  outcome: ${outcome}\n  message: |2\n${lines.join("")}  ...\n`;
}

/** Escapes `#`, which would begin a directive, and backslashes. */
function tapText(text: string): string {
  return visible(text).replace(/[\\#]/g, "\\$&");
}

/** Workflow commands for annotations in GitHub Actions: one for each test that didn't pass, and the counts. */
function githubReporter(nameInRepository: (name: string) => string): Reporter {
  return {
    writesCommands: true,
    begin: () => "",
    file: (file, tests) => tests.map((test) => annotation(nameInRepository(file), test)).join(""),
    end: (counts: Counts) => `${countsText(counts)}\n`,
  };
}

function annotation(file: string, test: TestReport): string {
  const { name, outcome, change } = test;
  if (outcome === "passed" && !change) return "";
  const kind = outcome === "passed" ? "warning" : outcome === "skipped" ? "notice" : "error";
  return workflowCommand(kind, { file, line: failedLine(test), title: name }, failureLines(test).join("\n") || outcome);
}
