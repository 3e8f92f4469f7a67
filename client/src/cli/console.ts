import { fstatSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import * as l10n from "@vscode/l10n";
import type { Terminal } from "./colours.ts";
import { standardInputName } from "./files.ts";
import { endWithoutOutput, systemErrorText } from "./systemError.ts";
import { visible, visibleLines, withoutCommands } from "./visible.ts";

/** What a command has of the process that it runs in. */
export interface Console extends Terminal {
  readonly cwd: string;
  /** Whether standard error is a terminal. */
  readonly isErrorTerminal: boolean;
  /** Of the terminal, or what is taken for one. */
  readonly columns: number;
  out(data: string | Uint8Array): void;
  error(text: string): void;
  /** Says on standard error what is wrong: one line, whatever stands in it. */
  complain(problem: string): void;
  /** All of standard input, or why it can't be read, in words. */
  input(): Promise<Buffer | string>;
  /** A line that is typed and not shown; undefined where nobody can type, or the answer is refused. */
  secret(prompt: string): Promise<string | undefined>;
}

/**
 * The process's own. All output passes here, so that no text of a file, a service or an environment can steer the
 * terminal or the build server: only bytes are written as they are.
 */
export function processConsole(): Console {
  const { stdout, stderr, env } = process;
  const written = isBuildServer(env) ? (text: string) => withoutCommands(visibleLines(text)) : visibleLines;
  stdout.on("error", endWithoutOutput);
  stderr.on("error", endWithoutOutput);
  return {
    env,
    cwd: process.cwd(),
    isTerminal: stdout.isTTY === true,
    isErrorTerminal: stderr.isTTY === true,
    columns: (stdout.isTTY && stdout.columns) || 120,
    out: (data) => void stdout.write(typeof data === "string" ? written(data) : data),
    error: (text) => void stderr.write(written(text)),
    complain: (problem) => void stderr.write(written(`soaphttp: ${visible(problem)}\n`)),
    input: async () => {
      const pieces: Buffer[] = [];
      try {
        // Node takes a folder for an empty input.
        if (fstatSync(process.stdin.fd).isDirectory()) return l10n.t("{0} is a folder.", standardInputName);
        for await (const piece of process.stdin) pieces.push(piece as Buffer);
      } catch (error) {
        const why = systemErrorText(error);
        if (why === undefined) throw error;
        return `${standardInputName}: ${why}`;
      }
      return Buffer.concat(pieces);
    },
    secret: (prompt) => askSecret(visible(prompt), process),
  };
}

/** GitHub Actions, Azure Pipelines or TeamCity: they run commands that they find in the output. */
function isBuildServer(env: NodeJS.ProcessEnv): boolean {
  return ["GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION"].some((name) => env[name]);
}

/** What the keys send: Ctrl-C, Ctrl-D, Ctrl-U, and what stands for Backspace. */
const keys = { interrupt: "\x03", end: "\x04", clear: "\x15", erase: /[\b\x7f]/ } as const;

/**
 * A line that is typed and not shown. Resolves with undefined where there is no terminal, or the line is given up with
 * Ctrl-C or Ctrl-D.
 */
async function askSecret(
  prompt: string,
  { stdin, stderr }: Pick<NodeJS.Process, "stdin" | "stderr">,
): Promise<string | undefined> {
  // Standard input that has been read to its end gives nothing more.
  if (!stdin.isTTY || !stderr.isTTY || stdin.destroyed) return undefined;
  stdin.setRawMode(true);
  stderr.write(prompt);
  try {
    return await typedLine(stdin);
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write("\n");
  }
}

function typedLine(stdin: NodeJS.ReadStream): Promise<string | undefined> {
  const decoder = new StringDecoder("utf8");
  let line: readonly string[] = [];
  return new Promise((resolve) => {
    const settle = (answer: string | undefined) => {
      stdin.off("data", take).off("end", end);
      resolve(answer);
    };
    const end = () => settle(undefined);
    const take = (bytes: Buffer) => {
      for (const character of decoder.write(bytes)) {
        if (character === "\r" || character === "\n") return settle(line.join(""));
        if (character === keys.interrupt || character === keys.end) return settle(undefined);
        if (character === keys.clear) line = [];
        else line = keys.erase.test(character) ? line.slice(0, -1) : [...line, character];
      }
    };
    stdin.on("data", take).on("end", end);
  });
}
