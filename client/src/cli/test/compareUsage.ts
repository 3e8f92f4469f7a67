import { readIgnored } from "../../../../server/src/service/languageService.ts";
import type { Arguments } from "../arguments.ts";
import type { Usage } from "../usage.ts";
import { readTestCommand, type TestCommand, testUsage } from "./usage.ts";

function read(given: Arguments): TestCommand {
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
const shared = Object.entries(testUsage.options).filter(([name]) => !onlyOfTests.has(name));

export const compareUsage: Usage<TestCommand> = {
  command: "compare",
  operands: "-e OLD -e NEW FILE…",
  about: `Sends each request in .soaphttp and .http files twice, once with the variables of each of two environments, and reports in what
the responses differ: the status, Content-Type and the body. XML is compared without prefixes, the order of attributes, and
whitespace between elements. What a request expects ("# @expect") must hold in both environments.

FILE is a file, a folder (all .soaphttp files in it and its subfolders), a pattern with * ? [a-z] {a,b} and ** for any
folders, or - for standard input.`,
  options: {
    ...Object.fromEntries(shared),
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
  read,
};
