import * as l10n from "@vscode/l10n";
import type { WrongUsage } from "./arguments.ts";
import type { Console } from "./console.ts";
import { exitCode } from "./exitCode.ts";

/** What was asked for, such as help. Gives the exit code. */
export function show(text: string, console: Console): number {
  console.out(text);
  return exitCode.good;
}

/** Wrong usage, and the command that tells how it is right. Gives the exit code. */
export function refuse({ problem }: WrongUsage, help: string, console: Console): number {
  console.complain(problem);
  console.error(`${l10n.t("Run {0} for help.", help)}\n`);
  return exitCode.usage;
}
