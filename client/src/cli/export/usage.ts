import { type Engine, engines } from "../../core/export/engines.ts";
import type { Arguments } from "../arguments.ts";
import type { RuleSettings } from "../check/checkedFile.ts";
import { readRuleSettings } from "../check/ruleSettings.ts";
import type { Usage } from "../usage.ts";

export interface ExportOptions {
  readonly to: Engine;
  /** A folder, which is created. */
  readonly out: string;
  /** Seconds between two requests of a user. */
  readonly wait: readonly [least: number, most: number] | undefined;
  readonly asWritten: boolean;
  readonly allowOutside: boolean;
  readonly environment: string | undefined;
  readonly rules: RuleSettings;
  /** At least one. */
  readonly operands: readonly string[];
}

function read(given: Arguments): ExportOptions {
  const to = given.oneOf("to", engines, "locust");
  if (!given.has("to")) given.refuse(`Missing --to. Use one of ${engines.join(", ")}.`);
  if (given.operands.length === 0) given.refuse("Missing request: FILE or FILE#NAME.");
  return {
    to,
    out: given.last("out") ?? to,
    wait: readWait(given),
    asWritten: given.has("as-written"),
    allowOutside: given.has("allow-outside"),
    environment: given.last("environment"),
    rules: readRuleSettings(given),
    operands: given.operands,
  };
}

function readWait(given: Arguments): ExportOptions["wait"] {
  const typed = given.last("wait");
  if (typed === undefined) return undefined;
  const [, least, most = least] = /^(\d{1,5}(?:\.\d{1,3})?)(?:-(\d{1,5}(?:\.\d{1,3})?))?$/.exec(typed) ?? [];
  if (least === undefined || Number(most) < Number(least)) {
    given.refuse(`Invalid value for --wait: ${typed}. Use seconds, such as 2 or 1-3.`);
  }
  return [Number(least), Number(most)];
}

export const exportUsage: Usage<ExportOptions> = {
  command: "export",
  options: {
    "allow-outside": { type: "boolean" },
    "as-written": { type: "boolean" },
    environment: { type: "string", short: "e" },
    help: { type: "boolean", short: "h" },
    out: { type: "string", short: "o" },
    rule: { type: "string", short: "r" },
    to: { type: "string" },
    wait: { type: "string" },
  },
  read,
  help: `Usage: soaphttp export --to ENGINE [OPTION]… FILE[#NAME]…

Writes requests as a load for an engine that sends them many times, with the bytes that soaphttp send sends.

FILE exports all requests of a file, FILE#NAME the request with "# @name NAME" and those that it needs. Use - for standard
input. Nothing is written unless all of these requests can be exported.

Options
      --to ENGINE            locust  locustfile.py, with a file for each request
                             jmeter  plan.jmx, a test plan for JMeter
                             har     requests.har, an HTTP Archive of the requests without responses
  -o, --out FOLDER           write to this folder: by default, to one with the name of the engine. Only files that an
                             export has written there are overwritten
      --wait SECONDS         time between two requests of a user, such as 2 or 1-3: none by default
      --allow-outside        also use files outside of the current folder and the request's folder
      --as-written           export requests even if they have errors
  -e, --environment NAME     use the variables of this environment of http-client.env.json
  -r, --rule CODE=SEVERITY   set the severity of a rule: off, hint, information, warning or error; can be repeated
  -h, --help                 show this text

Secrets are not written: the engine reads them from environment variables, whose names are shown.

Exit code: 0 the load was written, 2 wrong usage, a request that can't be exported, or a folder that can't be written.
`,
};
