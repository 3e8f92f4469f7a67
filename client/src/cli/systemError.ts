import { writeSync } from "node:fs";
import { exitCode } from "./exitCode.ts";
import { visible, visibleOutput } from "./terminalText.ts";

/** Returns a sentence about an error of the operating system; undefined for other errors. */
export function systemErrorText(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return undefined;
  const { code, message } = error;
  if (typeof code !== "string") return undefined;
  // Node's form: `ENOSPC: no space left on device, write`
  const why = message.startsWith(`${code}: `) ? (message.slice(code.length + 2).split(", ", 1)[0] ?? "") : message;
  const path = "path" in error && typeof error.path === "string" ? `${error.path}: ` : "";
  return `${path}${why} (${code}).`;
}

/** Prints one line for an error of the system, otherwise the details that a bug report needs. */
export function endWith(error: unknown): never {
  const text = systemErrorText(error);
  if (text !== undefined) end(visible(text));
  end(`This is a bug. ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
}

export function endWithoutOutput(error: unknown): never {
  end(`The output can't be written: ${visible(systemErrorText(error) ?? String(error))}`);
}

/** Calls `exit`, because with an exit code alone pending operations would go on. */
function end(text: string): never {
  try {
    writeSync(2, visibleOutput(`soaphttp: ${text}\n`));
  } catch {
    // Standard error can't be written either.
  }
  process.exit(exitCode.usage);
}
