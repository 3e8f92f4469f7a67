import type { Arguments } from "../arguments.ts";
import { type ContractOptions, contractHelp, contractSpecs, readContractOptions } from "../check/contractOptions.ts";
import { readSendingOptions, type SendingOptions, sendingHelp, sendingSpecs } from "../send/usage.ts";
import type { Usage } from "../usage.ts";

const reporters = ["text", "json", "junit", "tap", "github"] as const;

/** The options: see `help`. */
export interface TestCommand extends SendingOptions, ContractOptions {
  readonly reporter: (typeof reporters)[number];
  /** Undefined: standard output. */
  readonly output: string | undefined;
  /** Patterns of names; empty: all tests. */
  readonly names: readonly string[];
  readonly jobs: number;
  readonly bail: boolean;
  readonly saveExpected: boolean;
  readonly record: string | undefined;
  readonly replay: string | undefined;
  /** At least one. */
  readonly operands: readonly string[];
}

function read(given: Arguments): TestCommand {
  const command: TestCommand = {
    ...readSendingOptions(given),
    ...readContractOptions(given),
    reporter: given.oneOf("reporter", reporters, "text"),
    output: given.last("output"),
    names: given.all("name"),
    jobs: given.count("jobs", /^[1-9]\d{0,2}$/, "files") ?? defaultJobs,
    bail: given.has("bail"),
    saveExpected: given.has("save-expected"),
    record: given.last("record"),
    replay: given.last("replay"),
    operands: given.operands,
  };
  if (command.record !== undefined && command.replay !== undefined) {
    given.refuse("--record can't be combined with --replay.");
  }
  if (given.operands.length === 0) given.refuse("Missing file: FILE, a folder or a pattern.");
  return command;
}

const defaultJobs = 4;

export const testUsage: Usage<TestCommand> = {
  command: "test",
  options: {
    ...sendingSpecs,
    ...contractSpecs,
    bail: { type: "boolean" },
    jobs: { type: "string", short: "j" },
    name: { type: "string", short: "n" },
    output: { type: "string", short: "o" },
    record: { type: "string" },
    replay: { type: "string" },
    reporter: { type: "string" },
    "save-expected": { type: "boolean" },
  },
  read,
  help: `Usage: soaphttp test [OPTION]… FILE…

Sends the requests in .soaphttp and .http files that have expectations ("# @expect"), and those that they need, and reports
which expectations hold. A request with a name and without expectations must have a 2xx status and no Fault, if another
request of the file has expectations.

FILE is a file, a folder (all .soaphttp files in it and its subfolders), a pattern with * ? [a-z] {a,b} and ** for any
folders, or - for standard input.

Options
  -n, --name PATTERN         run only tests whose name matches, and what they need: * is any text, ? any character; can be
                             repeated
  -j, --jobs N               how many files to run side by side: 4 by default; the requests of a file are sent in order
      --bail                 stop after the first test that doesn't pass
      --reporter REPORTER    text (default)  each test, and why it didn't pass
                             json            {tests: [{file, line, name, outcome, …}], counts}
                             junit           XML for Jenkins, GitLab and Azure, with the exchange of each failure
                             tap             Test Anything Protocol 14
                             github          annotations in GitHub Actions
  -o, --output FILE          write the report to FILE, and the text to standard output
      --save-expected        write the body of the response to the file of "# @expect body = FILE", if it is missing or
                             differs
      --record FOLDER        also write each request and its response to FOLDER
      --replay FOLDER        send nothing, and use the responses in FOLDER
      --allow-outside        also use files outside of the current folder and the request's folder, and read WSDLs from
                             there and from servers that --wsdl doesn't name
      --as-written           send requests even if they have errors
  -e, --environment NAME     use the variables of this environment of http-client.env.json
${sendingHelp}  -r, --rule CODE=SEVERITY   set the severity of a rule: off, hint, information, warning or error; can be repeated
${contractHelp}  -y, --yes                  send requests that require confirmation ("# @note")
  -h, --help                 show this text

Reports contain no secrets: values of {{$secret}}, of private environments and of the machine, and of headers such as
Authorization, and texts of elements and attributes whose names suggest a secret, are redacted. The environment variables
are those of soaphttp send.

Exit code: 0 all tests passed, 1 an expectation doesn't hold, 2 wrong usage, no tests, or a request with errors, which is
not sent, 3 a request without a complete response.
`,
};
