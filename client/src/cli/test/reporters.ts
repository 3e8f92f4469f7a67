import { reportPage, type TestedFile } from "../../core/testing/html/page.ts";
import { type Counts, failedLine, failureLines, type Reporter, type TestReport } from "../../core/testing/report.ts";
import { roundedMilliseconds } from "../../core/text/quantities.ts";
import { workflowCommand } from "../check/formats.ts";
import type { Paint } from "../colors.ts";
import { jsonText, visible } from "../terminalText.ts";
import { junitReporter } from "./junit.ts";
import { countsText, textReporter } from "./textReporter.ts";

/** What a reporter may use of the command. */
interface ReporterParts {
  readonly paint: Paint;
  /** The path of a file in its repository. */
  readonly nameInRepository: (name: string) => string;
}

interface ReporterRow {
  /** For `--help`. */
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

/** One page for people, written when all tests have run. */
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
function githubReporter(nameInRepository: (name: string) => string): Reporter {
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
