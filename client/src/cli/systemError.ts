import { writeSync } from "node:fs";
import * as l10n from "@vscode/l10n";
import { exitCode } from "./usage.ts";
import { visible, visibleLines } from "./visible.ts";

/** What the operating system refused and why, in a sentence; undefined for an error that is not the system's. */
export function systemErrorText(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return undefined;
  const { code, message } = error;
  if (typeof code !== "string") return undefined;
  // Node's form: `ENOSPC: no space left on device, write`
  const why = message.startsWith(`${code}: `) ? (message.slice(code.length + 2).split(", ", 1)[0] ?? "") : message;
  const path = "path" in error && typeof error.path === "string" ? `${error.path}: ` : "";
  return l10n.t("{0}{1} ({2}).", path, why, code);
}

/** Ends the process where it can't go on: one line for an error of the system, and what is needed to report any other. */
export function endWith(error: unknown): never {
  const text = systemErrorText(error);
  end(text === undefined ? l10n.t("This is a bug. {0}", stackOf(error)) : visible(text));
}

/** Ends the process where its output can't be written. */
export function endWithoutOutput(error: unknown): never {
  end(l10n.t("The output can't be written: {0}", visible(systemErrorText(error) ?? String(error))));
}

/** The exit code alone would let what is on its way go on. */
function end(text: string): never {
  try {
    writeSync(2, visibleLines(`soaphttp: ${text}\n`));
  } catch {
    // There is nowhere left to say it.
  }
  process.exit(exitCode.usage);
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
