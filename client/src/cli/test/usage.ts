import { type Comparison, isTag, readIgnored } from "../../../../server/src/service/languageService.ts";
import type { Arguments } from "../arguments.ts";
import { standardInput } from "../files.ts";
import { readSendingOptions, type SendingOptions, sendingOptions } from "../send/usage.ts";
import { type ContractOptions, outsideFiles, readContractOptions } from "../sharedOptions.ts";
import type { Usage } from "../usage.ts";
import { type ReportChoice, readReports } from "./outputs.ts";
import { reporters } from "./reporters.ts";

export interface TestCommand extends SendingOptions, ContractOptions {
  readonly reports: readonly ReportChoice[];
  readonly lists: boolean;
  /** Patterns of names; empty for all tests. */
  readonly names: readonly string[];
  /** Words for `tagFilter`. */
  readonly tags: readonly string[];
  readonly jobs: number;
  readonly bail: boolean;
  /** Whether this run is a part of another run, so that results of tests that it doesn't run are kept. */
  readonly isPart: boolean;
  readonly failed: boolean;
  readonly watch: boolean;
  /** JSON reports of earlier runs. */
  readonly baselines: readonly string[];
  /** Whether `--jobs` is given, so that requests of one file may run side by side, too. */
  readonly sideBySide: boolean;
  readonly saveExpected: boolean;
  readonly record: string | undefined;
  /** Whether secrets are recorded, too, instead of being redacted. */
  readonly recordSecrets: boolean;
  readonly replay: string | undefined;
  readonly compared?: (Comparison & { readonly names: readonly [string, string] }) | undefined;
  readonly operands: readonly string[];
}

function readTestCommand(given: Arguments): TestCommand {
  const command: TestCommand = {
    ...readSendingOptions(given),
    ...readContractOptions(given),
    reports: readReports(given),
    lists: given.has("list"),
    names: given.all("name"),
    tags: given.all("tag"),
    jobs: given.count("jobs", /^[1-9]\d{0,2}$/, "files") ?? defaultJobs,
    sideBySide: given.has("jobs"),
    bail: given.has("bail"),
    isPart: given.has("failed"),
    failed: given.has("failed"),
    watch: given.has("watch"),
    baselines: given.all("baseline"),
    saveExpected: given.has("save-expected"),
    record: given.last("record"),
    recordSecrets: given.has("record-secrets"),
    replay: given.last("replay"),
    operands: given.operands,
  };
  const noTag = command.tags.find((word) => !isTag(word.replace(/^!/, "")));
  if (noTag !== undefined) given.refuse(`--tag must be one word, or ! and a word, but is ${noTag}.`);
  if (command.record !== undefined && command.replay !== undefined) {
    given.refuse("--record can't be combined with --replay.");
  }
  if (command.recordSecrets && command.record === undefined) given.refuse("--record-secrets requires --record.");
  if (command.watch && command.lists) given.refuse("--watch can't be combined with --list.");
  if (command.watch && given.operands.includes(standardInput)) given.refuse("--watch can't read standard input again.");
  if (given.operands.length === 0) given.refuse("Missing file: FILE, a folder or a pattern.");
  return command;
}

const defaultJobs = 4;

export const testUsage = {
  command: "test",
  operands: "FILE…",
  about: `Sends the requests in .soaphttp and .http files that have expectations ("# @expect"), and those that they need, and reports
which expectations hold. A request without expectations must have a 2xx status and no Fault, if it has a name or others
need it, and another request of the file has expectations.

FILE is a file, a folder (all .soaphttp files in it and its subfolders), a pattern with * ? [a-z] {a,b} and ** for any
folders, or - for standard input.`,
  options: {
    name: {
      short: "n",
      value: "PATTERN",
      repeated: true,
      help: "run only tests whose name matches, and what they need: * is any text, ? any character",
    },
    tag: {
      value: "TAG",
      repeated: true,
      help: 'run only tests with this tag ("# @tag"), or with !TAG, those without it; several must all hold',
    },
    jobs: {
      short: "j",
      value: "N",
      help: 'how many files to run side by side: 4 by default; if given, also requests of a file that need nothing of each other ("# @sequence": in order)',
    },
    failed: { help: "run only tests that did not pass in the last run of the current folder, and what they need" },
    bail: { help: "stop after the first test that doesn't pass" },
    watch: {
      help: "then run again the files that a change concerns: of the file, or of what is read for it, such as imports, data, environments and WSDLs; until Ctrl-C",
    },
    list: { help: "print the tests with their files and lines, and send nothing" },
    reporter: {
      value: "REPORTER",
      repeated: true,
      choices: reporters,
      preset: "text",
      help: "can be repeated: REPORTER=FILE writes a report to FILE",
    },
    output: {
      short: "o",
      value: "FILE",
      help: "write the report without a file to FILE, and the text to standard output",
    },
    baseline: {
      value: "FILE",
      repeated: true,
      help: "mark tests that are slower than in a JSON report of an earlier run (more than twice the median, and 50 ms), or newly failing",
    },
    "save-expected": {
      help: 'write the body of the response to the file of "# @expect body = FILE", if it is missing or differs',
    },
    record: {
      value: "FOLDER",
      help: "also write each request and its response to FOLDER, without secrets in requests and headers",
    },
    "record-secrets": { help: "with --record: write secrets, too, as plain text" },
    replay: { value: "FOLDER", help: "send nothing, and use the responses in FOLDER" },
    ...outsideFiles,
    ...sendingOptions,
  },
  notes: `Reports contain no secrets: values of {{$secret}}, of private environments and of the machine, and of headers such as
Authorization, and texts of elements and attributes whose names suggest a secret, are redacted. The environment variables
are those of soaphttp send.

Exit code: 0 all tests passed, 1 an expectation doesn't hold, 2 a usage error, no tests, or a request with errors, which is
not sent, 3 a request without a complete response, 130 stopped by Ctrl-C, after "# @after" requests were sent.`,
  read: readTestCommand,
} as const satisfies Usage<TestCommand>;

function readComparison(given: Arguments): TestCommand {
  const command = readTestCommand(given);
  const { environments } = command;
  if (environments.length !== 2 || environments[0] === environments[1])
    given.refuse("Specify two environments: -e OLD -e NEW.");
  const headers = given.all("headers").flatMap((names) => names.split(",").map((name) => name.trim()));
  if (headers.some((name) => !/^[\w!#$%&'*+.^`|~-]+$/.test(name)))
    given.refuse("Invalid value for --headers. Use names of headers, such as X-Version,Cache-Control.");
  const ignored = given.all("ignore").flatMap((text) => {
    const path = readIgnored(text);
    if (typeof path === "object") return path;
    given.refuse(`Invalid value for --ignore: ${text}. ${path}`);
    return [];
  });
  const [first = "", other = ""] = environments;
  return { ...command, compared: { names: [first, other], headers, ignored } };
}

/** Options of `soaphttp test` that a comparison doesn't have. */
const onlyOfTests = new Set([
  "failed",
  "bail",
  "list",
  "baseline",
  "save-expected",
  "record",
  "record-secrets",
  "replay",
  "watch",
  "save-to",
  "overwrite",
]);
const sharedOptions = Object.entries(testUsage.options).filter(([name]) => !onlyOfTests.has(name));

export const compareUsage: Usage<TestCommand> = {
  command: "compare",
  operands: "-e OLD -e NEW FILE…",
  about: `Sends each request in .soaphttp and .http files twice, once with the variables of each of two environments, and reports in what
the responses differ: the status, Content-Type and the body. XML is compared without prefixes, the order of attributes, and
whitespace between elements. What a request expects ("# @expect") must hold in both environments.

FILE is a file, a folder (all .soaphttp files in it and its subfolders), a pattern with * ? [a-z] {a,b} and ** for any
folders, or - for standard input.`,
  options: {
    ...Object.fromEntries(sharedOptions),
    environment: {
      short: "e",
      value: "NAME",
      repeated: true,
      help: "the environments of http-client.env.json to compare: the first one, and the second one",
    },
    ignore: {
      value: "XPATH",
      repeated: true,
      help: "don't compare these nodes of the bodies, such as //m:Timestamp or //*:Id; prefixes are those of the request",
    },
    jobs: { short: "j", value: "N", help: "how many files to run side by side: 4 by default" },
    headers: { value: "NAMES", repeated: true, help: "also compare these headers: X-Version,Cache-Control" },
  },
  notes: `Files of "# @save" are not written. Reports contain no secrets, as those of soaphttp test.

Exit code: 0 no differences, 1 a difference, or an expectation that doesn't hold, 2 a usage error, or a request with errors,
which is not sent, 3 a request without a complete response, 130 stopped by Ctrl-C.`,
  read: readComparison,
};
