import * as l10n from "@vscode/l10n";
import { nearest, type WrongUsage } from "./arguments.ts";
import type { Console } from "./console.ts";
import { refuse, show, version } from "./usage.ts";

/**
 * Runs `soaphttp` with the arguments after its name. Resolves with the exit code. Each command is a file of its own in
 * what is built: only the one that runs is loaded.
 */
export async function run(args: readonly string[], console: Console): Promise<number> {
  const [command, ...rest] = args;
  switch (command) {
    case "check":
      return (await import("./check/command.ts")).run(rest, console);
    case "send":
      return (await import("./send/command.ts")).run(rest, console);
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

function unknown(command: string | undefined): WrongUsage {
  if (command === undefined) return { kind: "wrong", problem: l10n.t("Missing command: check or send.") };
  const near = nearest(command, ["check", "send", "help"]);
  const problem =
    near === undefined
      ? l10n.t("Unknown command: {0}.", command)
      : l10n.t("Unknown command: {0}. Did you mean {1}?", command, near);
  return { kind: "wrong", problem };
}

function help(): string {
  return l10n.t(`Usage: soaphttp COMMAND [OPTION]… FILE…

Checks and sends SOAP requests that are written as raw HTTP messages in .soaphttp files.

Commands
  check    check requests for errors
  send     send requests and show the responses

Options
  -V, --version   show the version
  -h, --help      show this text; soaphttp COMMAND --help shows the options of a command
`);
}
