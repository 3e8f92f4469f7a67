import type { Terminal } from "./colours.ts";
import { askSecret } from "./secret.ts";

/** What a command has of the process that it runs in. */
export interface Console extends Terminal {
  readonly cwd: string;
  /** Whether standard error is a terminal. */
  readonly isErrorTerminal: boolean;
  /** Of the terminal, or what is taken for one. */
  readonly columns: number;
  out(data: string | Uint8Array): void;
  error(text: string): void;
  /** All of standard input. */
  input(): Promise<Buffer>;
  /** A line that is typed and not shown; undefined where nobody can type, or the answer is refused. */
  secret(prompt: string): Promise<string | undefined>;
}

export function processConsole(): Console {
  const { stdout, stderr, env } = process;
  // A reader that has seen enough (`| head`) is no failure.
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit();
    throw error;
  });
  return {
    env,
    cwd: process.cwd(),
    isTerminal: stdout.isTTY === true,
    isErrorTerminal: stderr.isTTY === true,
    columns: (stdout.isTTY && stdout.columns) || 120,
    out: (data) => void stdout.write(data),
    error: (text) => void stderr.write(text),
    input: async () => {
      const pieces: Buffer[] = [];
      for await (const piece of process.stdin) pieces.push(piece as Buffer);
      return Buffer.concat(pieces);
    },
    secret: (prompt) => askSecret(prompt, process),
  };
}
