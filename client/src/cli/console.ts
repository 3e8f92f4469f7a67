import { fstatSync } from "node:fs";
import { lazily } from "../../../server/src/text/memoized.ts";
import type { Terminal } from "./colors.ts";
import { standardInput, standardInputName } from "./files.ts";
import { endWithoutOutput, systemErrorText } from "./systemError.ts";
import { visible, visibleOutput, withoutCommands } from "./terminalText.ts";

/** The parts of its process that a command uses. */
export interface Console extends Terminal {
  readonly cwd: string;
  readonly isErrorTerminal: boolean;
  /** The width of the terminal, or 120. */
  readonly columns: number;
  out(data: string | Uint8Array): void;
  /** Resolves when the reader has taken the written output. Long output that is made piece by piece waits for this. */
  drained(): Promise<void>;
  error(text: string): void;
  /** Writes a problem to standard error, in one line. */
  complain(problem: string): void;
  /** Replaces the last line of a terminal with a text; an empty one removes it. Without a terminal, `text` isn't called. */
  progress(text: () => string): void;
  /** Resolves with all of standard input, or with why it can't be read. */
  input(): Promise<Buffer | string>;
  /** Asks for a line without showing it. Resolves with undefined without a terminal, or after Ctrl-C or Ctrl-D. */
  secret(prompt: string): Promise<string | undefined>;
  /** Like `secret`, but shows what is typed. */
  ask(prompt: string): Promise<string | undefined>;
}

/** The parts of the console that are needed to read a file whose passphrase may be asked for. */
export type AskingConsole = Pick<Console, "cwd" | "env" | "secret">;

/**
 * Returns the console of this process. All output goes through it, so that text from files, services and environments
 * can't control the terminal or the build server. Only bytes are written as they are.
 */
export function processConsole(): Console {
  const { stdout, env } = process;
  const written = isBuildServer(env) ? (text: string) => withoutCommands(visibleOutput(text)) : visibleOutput;
  stdout.on("error", endWithoutOutput);
  // Attached when a text is first written, because most processes write nothing to standard error.
  const errors = lazily(() => process.stderr.on("error", endWithoutOutput));
  return {
    env,
    cwd: process.cwd(),
    isTerminal: stdout.isTTY === true,
    get isErrorTerminal() {
      return errors().isTTY === true;
    },
    columns: (stdout.isTTY && stdout.columns) || 120,
    out: (data) => void stdout.write(typeof data === "string" ? written(data) : data),
    drained: async () => {
      if (stdout.writableNeedDrain) await new Promise<void>((resolve) => stdout.once("drain", resolve));
    },
    error: (text) => void errors().write(written(text)),
    complain: (problem) => void errors().write(written(`soaphttp: ${visible(problem)}\n`)),
    progress: (text) => {
      const { isTTY, columns } = errors();
      if (isTTY) errors().write(`\r\x1b[K${visible(text()).slice(0, (columns || 120) - 1)}`);
    },
    input: async () => {
      const pieces: Buffer[] = [];
      try {
        // Node reads nothing from a folder, and reports no error.
        if (fstatSync(process.stdin.fd).isDirectory()) return `${standardInputName} is a folder.`;
        for await (const piece of process.stdin) pieces.push(piece as Buffer);
      } catch (error) {
        const why = systemErrorText(error);
        if (why === undefined) throw error;
        return `${standardInputName}: ${why}`;
      }
      return Buffer.concat(pieces);
    },
    secret: (prompt) => askLine(visible(prompt), false),
    ask: (prompt) => askLine(visible(prompt), true),
  };
}

/** A console that doesn't ask if one of the operands is standard input, where the answer would be typed. */
export function askingBeside<Asking extends AskingConsole>(operands: readonly string[], console: Asking): Asking {
  const unasked = async () => undefined;
  return operands.includes(standardInput) ? { ...console, secret: unasked, ask: unasked } : console;
}

/** GitHub Actions, Azure Pipelines and TeamCity run commands that they find in the output. */
function isBuildServer(env: NodeJS.ProcessEnv): boolean {
  return ["GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION"].some((name) => env[name]);
}

async function askLine(prompt: string, isShown: boolean): Promise<string | undefined> {
  const { stdin, stderr } = process;
  // Standard input is destroyed after it was read to its end.
  if (!stdin.isTTY || !stderr.isTTY || stdin.destroyed) return undefined;
  const { createInterface } = await import("node:readline");
  // Without an output, the terminal doesn't show the typed text.
  const output = isShown ? { output: stderr, prompt } : {};
  const reader = createInterface({ input: stdin, terminal: true, historySize: 0, ...output });
  if (isShown) reader.prompt();
  else stderr.write(prompt);
  // A signal ends the question, too. The terminal sends no signal for Ctrl-C during a question.
  const end = () => reader.close();
  const signals = (["SIGINT", "SIGTERM"] as const).filter((signal) => process.listenerCount(signal) > 0);
  for (const signal of signals) process.once(signal, end);
  return new Promise((resolve) => {
    reader.on("SIGINT", () => {
      if (!process.emit("SIGINT")) end();
    });
    reader.on("line", (line) => {
      resolve(line);
      reader.close();
    });
    // `close` is also emitted after Ctrl-C and Ctrl-D.
    reader.on("close", () => {
      for (const signal of signals) process.off(signal, end);
      stderr.write("\n");
      resolve(undefined);
    });
  });
}
