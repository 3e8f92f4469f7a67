import { escapeXml } from "../../../../server/src/text/escapeXml.ts";
import { type Counts, failureLines, type Reporter, type TestReport } from "../../core/testing/report.ts";
import { visible } from "../terminalText.ts";

/** The XML of JUnit, as Jenkins, GitLab and Azure Pipelines read it: a suite for each file, a test case for each test. */
export function junitReporter(): Reporter {
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
  const { name, title, file, duration, outcome, why, exchange } = test;
  const attributes = { name, classname: file, time: seconds(duration) };
  if (outcome === "passed") return element("testcase", attributes, "");
  if (outcome === "skipped") return element("testcase", attributes, element("skipped", { message: why ?? "" }, ""));
  const kind = outcome === "failed" ? "failure" : "error";
  const lines = failureLines(test);
  // Lists of failures show only this: the title, an expectation, and what was found instead.
  const message = lines
    .slice(0, (title === undefined ? 0 : 1) + (why === undefined ? 2 : 1))
    .map((line) => line.trim())
    .join(": ");
  const details = element(kind, { message, type: outcome }, escaped(lines.join("\n")));
  const shown = exchange ? element("system-out", {}, escaped(`${exchange.request}\n\n${exchange.response}\n`)) : "";
  return element("testcase", attributes, `\n${details}${shown}`);
}

function element(name: string, attributes: Readonly<Record<string, string | number>>, content: string): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escaped(String(value)).replaceAll("\n", "&#10;")}"`,
  );
  return `<${name}${written.join("")}${content === "" ? "/>" : `>${content}</${name}>`}\n`;
}

/**
 * Characters that XML 1.0 doesn't allow are shown as pictures or numbers. All others stay what they are for a parser, but
 * nothing in the text is for the console to replace: neither a command of a build server nor a control character.
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

/** All readers accept at most three digits before the point, and three after it. */
function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}
