import type { Console } from "../console.ts";
import { test } from "../test/command.ts";
import { runCommand } from "../usage.ts";
import { compareUsage } from "./usage.ts";

/** Runs `soaphttp compare` with the arguments after its name. Resolves with the exit code. */
export function run(args: readonly string[], console: Console): Promise<number> {
  return runCommand(compareUsage, test, args, console);
}
