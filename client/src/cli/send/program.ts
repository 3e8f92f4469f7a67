import { refuse, show } from "../answer.ts";
import type { Console } from "../console.ts";
import { send } from "./command.ts";
import { readSendCommand, sendHelp } from "./usage.ts";

/** Runs `soaphttp send` with the arguments after its name. Resolves with the exit code. */
export async function run(args: readonly string[], console: Console): Promise<number> {
  const options = readSendCommand(args);
  switch (options.kind) {
    case "help":
      return show(sendHelp(), console);
    case "wrong":
      return refuse(options, "soaphttp send --help", console);
    default:
      return send(options, console);
  }
}
