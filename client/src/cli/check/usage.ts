import * as l10n from "@vscode/l10n";
import { oneOf, readArguments, type WrongUsage, wrong } from "../arguments.ts";
import { readRuleSettings } from "../ruleSettings.ts";
import type { RuleSettings } from "./checkedFile.ts";
import { severities, type Tolerated } from "./severity.ts";

export const formats = ["text", "json", "sarif", "github"] as const;

export interface CheckOptions {
  readonly kind: "check";
  readonly format: (typeof formats)[number];
  readonly tolerated: Tolerated;
  readonly rules: RuleSettings;
  /** Whose variables hold. */
  readonly environment: string | undefined;
  /** At least one. */
  readonly operands: readonly string[];
}

const options = {
  environment: { type: "string", short: "e" },
  format: { type: "string", short: "f" },
  "max-severity": { type: "string" },
  rule: { type: "string", short: "r" },
  help: { type: "boolean", short: "h" },
} as const;

export function readCheckOptions(args: readonly string[]): CheckOptions | { readonly kind: "help" } | WrongUsage {
  const read = readArguments(args, options);
  if (read.kind === "wrong") return read;
  const { values, operands } = read;
  if (values.has("help")) return { kind: "help" };
  const format = oneOf(values, "format", formats, "text");
  if (typeof format !== "string") return format;
  const tolerated = oneOf<Tolerated>(values, "max-severity", ["none", ...severities], "warning");
  if (typeof tolerated !== "string") return tolerated;
  const rules = readRuleSettings(values.get("rule") ?? []);
  if ("kind" in rules) return rules;
  if (operands.length === 0) return wrong(l10n.t("Missing file. Use - for standard input."));
  const environment = values.get("environment")?.at(-1);
  return { kind: "check", format, tolerated, rules: rules.settings, environment, operands };
}

export function checkHelp(): string {
  return l10n.t(`Usage: soaphttp check [OPTION]… FILE…

Checks the requests in .soaphttp and .http files as they would be sent, byte for byte.

FILE is a file, a folder (every .soaphttp file below it), a pattern with * ? [a-z] {a,b} and ** for any folders,
or - for standard input.

Options
  -e, --environment NAME     the environment of http-client.env.json whose variables hold
  -f, --format FORMAT        text (default)  for people: each finding with its line, the range marked
                             json            an array of {file, line, column, endLine, endColumn, severity, code,
                                             message}
                             sarif           SARIF 2.1.0
                             github          annotations in GitHub Actions
                             Lines and columns count from 1, columns in UTF-16 units; the end is exclusive.
      --max-severity LEVEL   the most severe finding that is tolerated: none, hint, information, warning (default) or
                             error; what is more severe makes the exit code 1
  -r, --rule CODE=SEVERITY   gives a rule another severity: off, hint, information, warning or error; can be repeated
  -h, --help                 shows this text

Colours: on a terminal; FORCE_COLOR=1 and NO_COLOR=1 decide otherwise.

Exit code: 0 nothing found that is not tolerated, 1 something found, 2 wrong usage or a file that can't be read.
`);
}
