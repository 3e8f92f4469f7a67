import * as l10n from "@vscode/l10n";
import type { WrongUsage } from "./arguments.ts";
import type { Console } from "./console.ts";

/** What the shell learns; the same for every command. */
export const exitCode = {
  /** Nothing is wrong, or all were answered without a fault. */
  good: 0,
  /** Something was found, or a service answered with a fault. */
  bad: 1,
  /** Wrong usage, or a file that can't be read. */
  usage: 2,
  /** A request had no response. */
  noResponse: 3,
} as const;

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

/** The build puts it in: see esbuild.mjs. */
declare const SOAPHTTP_VERSION: string;

/** Of the package. */
export const version = SOAPHTTP_VERSION;
