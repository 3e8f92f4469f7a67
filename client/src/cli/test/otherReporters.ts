import { type Counts, failedLine, failureLines, type Reporter, type TestReport } from "../../core/testing/report.ts";
import { roundedMilliseconds } from "../../core/text/quantities.ts";
import { workflowCommand } from "../check/formats.ts";
import { jsonText, visible } from "../terminalText.ts";
import { countsText } from "./textReporter.ts";

/** `{tests: […], counts: {…}}`, a test on each line. */
export function jsonReporter(): Reporter {
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
export function tapReporter(): Reporter {
  let number = 0;
  return {
    begin: () => "TAP version 14\n",
    file: (file, tests) => tests.map((test) => tapTest(file, test, ++number)).join(""),
    end: () => `1..${number}\n`,
  };
}

function tapTest(file: string, test: TestReport, number: number): string {
  const { name, outcome, why } = test;
  const description = `${number} - ${tapText(`${file} ${name}`)}`;
  if (outcome === "passed") return `ok ${description}\n`;
  if (outcome === "skipped") return `ok ${description} # SKIP ${tapText(why ?? "")}\n`;
  const lines = failureLines(test).map((line) => `    ${visible(line)}\n`);
  // The indentation is explicit, because the first line may begin with blanks (YAML 1.2 section 8.1.1.1).
  return `not ok ${description}\n  ---\n  outcome: ${outcome}\n  message: |2\n${lines.join("")}  ...\n`;
}

/** `#` would begin a directive. */
function tapText(text: string): string {
  return visible(text).replace(/[\\#]/g, "\\$&");
}

/** Workflow commands for annotations in GitHub Actions: one for each test that didn't pass, and the counts. */
export function githubReporter(nameInRepository: (name: string) => string): Reporter {
  return {
    writesCommands: true,
    begin: () => "",
    file: (file, tests) => tests.map((test) => annotation(nameInRepository(file), test)).join(""),
    end: (counts: Counts) => `${countsText(counts)}\n`,
  };
}

function annotation(file: string, test: TestReport): string {
  const { name, outcome } = test;
  if (outcome === "passed") return "";
  const kind = outcome === "skipped" ? "notice" : "error";
  return workflowCommand(kind, { file, line: failedLine(test), title: name }, failureLines(test).join("\n") || outcome);
}
