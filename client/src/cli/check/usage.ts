import type { Arguments } from "../arguments.ts";
import { type OutsideOptions, outsideOptions, readOutsideOptions } from "../outside.ts";
import {
  type ContractOptions,
  contractOptions,
  type KeyFiles,
  keyOption,
  type RuleSettings,
  readContractOptions,
  readKeys,
  readRuleSettings,
  ruleOptions,
  severities,
  type Tolerated,
} from "../sharedOptions.ts";
import type { Usage } from "../usage.ts";
import { type DoorOptions, doorOptions, readDoorOptions } from "../wsdl/door.ts";

const formats = {
  text: "each finding with its line, the range marked",
  json: "an array of {file, line, column, endLine, endColumn, severity, code, message}",
  sarif: "SARIF 2.1.0",
  github: "annotations in GitHub Actions",
} as const;

export interface CheckOptions extends ContractOptions, OutsideOptions {
  readonly format: keyof typeof formats;
  readonly tolerated: Tolerated;
  readonly rules: RuleSettings;
  readonly keys: KeyFiles;
  readonly door: DoorOptions;
  readonly allowOutside: boolean;
  readonly operands: readonly string[];
}

function read(given: Arguments): CheckOptions {
  const { named: keys, others } = readKeys(given);
  const options = {
    format: given.choice("format", formats, "text"),
    tolerated: given.oneOf<Tolerated>("max-severity", ["none", ...severities], "warning"),
    rules: readRuleSettings(given),
    ...readOutsideOptions(given),
    keys,
    door: readDoorOptions(given, {}, others),
    ...readContractOptions(given),
    allowOutside: given.has("allow-outside"),
    operands: given.operands,
  };
  if (given.operands.length === 0) given.refuse("Missing file. Use - for standard input.");
  return options;
}

export const checkUsage: Usage<CheckOptions> = {
  command: "check",
  operands: "FILE…",
  about: `Checks the requests in .soaphttp and .http files, and the responses in .soapmock files, as they would be sent, byte
for byte. Also checks WSDLs and schemas (.wsdl, .xsd) with what they import.

A block of a Markdown file that is fenced as soaphttp is checked as a file of its own.

FILE is a file, a folder (all .soaphttp and .soapmock files in it and its subfolders, but no WSDLs and schemas), a
pattern with * ? [a-z] {a,b} and ** for any folders, or - for standard input.`,
  options: {
    ...outsideOptions,
    format: {
      short: "f",
      value: "FORMAT",
      choices: formats,
      preset: "text",
      help: "Lines and columns count from 1, columns in UTF-16 code units; the end is exclusive.",
    },
    "max-severity": {
      value: "LEVEL",
      help: "maximum severity to tolerate: none, hint, information, warning (default) or error; the exit code is 1 if there are more severe findings",
    },
    ...ruleOptions,
    ...contractOptions,
    ...doorOptions,
    ...keyOption,
    "allow-outside": {
      help: "also read files and WSDLs outside of the current folder and the folder of the file, and from servers that neither --wsdl nor the requests name",
    },
  },
  notes: `Output is colored on a terminal. Use FORCE_COLOR=1 or NO_COLOR=1 to change this.

Exit code: 0 success, 1 findings above the maximum severity, 2 a usage error or a file that can't be read.`,
  read,
};
