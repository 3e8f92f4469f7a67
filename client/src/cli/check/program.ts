import { refuse, show } from "../answer.ts";
import type { Console } from "../console.ts";
import { check } from "./command.ts";
import { checkHelp, readCheckOptions } from "./usage.ts";

/** Runs `soaphttp check` with the arguments after its name. Resolves with the exit code. */
export async function run(args: readonly string[], console: Console): Promise<number> {
  const options = readCheckOptions(args);
  switch (options.kind) {
    case "help":
      return show(checkHelp(), console);
    case "wrong":
      return refuse(options, "soaphttp check --help", console);
    default:
      return check(options, console);
  }
}
