import type { Engine } from "../../export/engines.ts";
import type { Language } from "../../export/programs/programs.ts";
import type { Arguments } from "../arguments.ts";
import { type OutsideOptions, outsideOptions, readOutsideOptions } from "../outside.ts";
import {
  type KeyFiles,
  namedKeyOption,
  type RuleSettings,
  readNamedKeys,
  readRuleSettings,
  ruleOptions,
} from "../sharedOptions.ts";
import type { Usage } from "../usage.ts";

export interface ExportOptions extends OutsideOptions {
  readonly to: Engine | Language;
  /** A folder, which is created, or the new file of a program. */
  readonly out: string | undefined;
  /** Seconds between two requests of a user. */
  readonly wait: readonly [least: number, most: number] | undefined;
  readonly asWritten: boolean;
  readonly allowOutside: boolean;
  readonly keys: KeyFiles;
  readonly rules: RuleSettings;
  readonly operands: readonly string[];
}

function read(given: Arguments): ExportOptions {
  const to = given.choice("to", descriptions, "locust");
  if (!given.has("to")) given.refuse(`Missing --to. Use one of ${Object.keys(descriptions).join(", ")}.`);
  if (given.operands.length === 0) given.refuse("Missing request: FILE or FILE#NAME.");
  return {
    to,
    out: given.last("out"),
    wait: readWait(given),
    asWritten: given.has("as-written"),
    allowOutside: given.has("allow-outside"),
    ...readOutsideOptions(given),
    keys: readNamedKeys(given),
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

const descriptions: Readonly<Record<Engine | Language, string>> = {
  locust: "locustfile.py, with a file for each request",
  jmeter: "plan.jmx, a test plan for JMeter",
  har: "requests.har, an HTTP Archive of the requests without responses",
  powershell: "a script that sends one request with HttpClient",
  java: "a program that sends one request with HttpClient",
  csharp: "a program that sends one request with HttpClient",
  python: "a script that sends one request with http.client",
};

export const exportUsage: Usage<ExportOptions> = {
  command: "export",
  operands: "FILE[#NAME]…",
  about: `Writes requests as a load for an engine that sends them many times, or one request as a program, with the bytes that
soaphttp send sends.

FILE exports all requests of a file, FILE#NAME the request with "# @name NAME" and those that it needs. Use - for standard
input. Nothing is written unless all of these requests can be exported.`,
  options: {
    to: { value: "TARGET", choices: descriptions, help: "This option is required." },
    out: {
      short: "o",
      value: "FOLDER",
      help: "write to this folder: by default, to one with the name of the engine. Only files that an export has written there are overwritten. A program is written to this new file: by default, to standard output",
    },
    wait: { value: "SECONDS", help: "time between two requests of a user, such as 2 or 1-3: none by default" },
    "allow-outside": { help: "also use files outside of the current folder and the request's folder" },
    "as-written": { help: "export requests even if they have errors" },
    ...outsideOptions,
    ...namedKeyOption,
    rule: ruleOptions.rule,
  },
  notes: `Secrets are not written: the engine or the program reads them from environment variables, whose names are shown.

Exit code: 0 the load or the program was written, 2 a usage error, a request that can't be exported, or a folder or a file that
can't be written.`,
  read,
};
