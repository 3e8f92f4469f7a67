import type { Reporter } from "../../core/testing/report.ts";
import type { Paint } from "../colors.ts";
import { htmlReporter } from "./htmlReporter.ts";
import { junitReporter } from "./junit.ts";
import { githubReporter, jsonReporter, tapReporter } from "./otherReporters.ts";
import { textReporter } from "./textReporter.ts";

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
