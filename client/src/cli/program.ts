import * as l10n from "@vscode/l10n";
import type { WrongUsage } from "./arguments.ts";
import { check } from "./check/command.ts";
import { checkHelp, readCheckOptions } from "./check/usage.ts";
import type { Console } from "./console.ts";
import { exitCode } from "./exitCode.ts";
import { nearest } from "./nearest.ts";
import { send } from "./send/command.ts";
import { readSendCommand, sendHelp } from "./send/usage.ts";
import { version } from "./version.ts";

/** Runs `soaphttp` with the arguments after its name. Resolves with the exit code. */
export async function run(args: readonly string[], console: Console): Promise<number> {
  const [command, ...rest] = args;
  switch (command) {
    case "check": {
      const options = readCheckOptions(rest);
      if (options.kind === "help") return show(checkHelp(), console);
      return options.kind === "wrong" ? refuse(options, "soaphttp check --help", console) : check(options, console);
    }
    case "send": {
      const options = readSendCommand(rest);
      if (options.kind === "help") return show(sendHelp(), console);
      return options.kind === "wrong" ? refuse(options, "soaphttp send --help", console) : send(options, console);
    }
    case "--version":
    case "-V":
      return show(`${version}\n`, console);
    case "--help":
    case "-h":
    case "help":
      return show(help(), console);
    default:
      return refuse(unknown(command), "soaphttp --help", console);
  }
}

function show(text: string, console: Console): number {
  console.out(text);
  return exitCode.good;
}

function refuse({ problem }: WrongUsage, help: string, console: Console): number {
  console.error(`soaphttp: ${problem}\n${l10n.t("{0} tells more.", help)}\n`);
  return exitCode.usage;
}

function unknown(command: string | undefined): WrongUsage {
  if (command === undefined) return { kind: "wrong", problem: l10n.t("A command is wanted: check or send.") };
  const near = nearest(command, ["check", "send", "help"]);
  const problem =
    near === undefined
      ? l10n.t("There is no command {0}.", command)
      : l10n.t("There is no command {0}; did you mean {1}?", command, near);
  return { kind: "wrong", problem };
}

function help(): string {
  return l10n.t(`Usage: soaphttp COMMAND [OPTION]… FILE…

Works with SOAP requests that are written as raw HTTP messages in .soaphttp files.

Commands
  check    finds what is wrong in requests
  send     sends requests and shows the responses

Options
  -V, --version   shows the version
  -h, --help      shows this text; soaphttp COMMAND --help tells about a command
`);
}
