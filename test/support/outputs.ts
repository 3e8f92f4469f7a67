import { callUsage } from "../../client/src/cli/call/command.ts";
import { checkUsage } from "../../client/src/cli/check/usage.ts";
import { exportUsage } from "../../client/src/cli/export/usage.ts";
import { mockUsage } from "../../client/src/cli/mock/usage.ts";
import type { OptionTable } from "../../client/src/cli/options.ts";
import { sendUsage } from "../../client/src/cli/send/usage.ts";
import { compareUsage, testUsage } from "../../client/src/cli/test/usage.ts";
import { isEngine } from "../../client/src/export/engines.ts";

function choicesOf({ options }: { readonly options: OptionTable }, option: string): readonly string[] {
  const { choices } = options[option] ?? {};
  if (!choices) throw new Error(`--${option} has no choices.`);
  return Object.keys(choices);
}

/** The outputs of each command, from its own tables: a new one is in all tests that iterate them. */
export const outputs = {
  check: choicesOf(checkUsage, "format"),
  send: choicesOf(sendUsage, "format"),
  /** Tested in test/client/cli/call.test.ts: it has no file. */
  call: choicesOf(callUsage, "format"),
  test: choicesOf(testUsage, "reporter"),
  compare: choicesOf(compareUsage, "reporter"),
  export: choicesOf(exportUsage, "to"),
  mock: choicesOf(mockUsage, "log"),
} as const;

/** The formats of `send` that show a response as received; `json` has all bytes of the request, too. */
const asReceived = ["text", "json", "raw"];

/** Arguments for each output that must contain no secret, even if the service repeats it. */
export const outputArguments: readonly (readonly string[])[] = [
  ...outputs.check.map((format) => ["check", "--format", format]),
  ...outputs.send.filter((format) => !asReceived.includes(format)).map((format) => ["send", "--format", format]),
  ["send", "--explain"],
  ...outputs.test.map((reporter) => ["test", "--reporter", reporter]),
  ["test", "--record", "recorded"],
  ...outputs.compare.map((reporter) => ["compare", "--reporter", reporter, "-e", "dev", "-e", "other"]),
  // A program sends one request: see test/client/secretFlows.test.ts.
  ...outputs.export.filter(isEngine).map((engine) => ["export", "--to", engine]),
];
