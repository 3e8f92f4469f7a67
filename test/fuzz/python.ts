import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ensureProgram } from "../support/debian.mjs";
import type { ReadLocustfile } from "./loads.ts";

const python = existsSync("/usr/bin/python3") ? "/usr/bin/python3" : "python3";

export const noPython = ensureProgram(python, "python3");

/** Python's own parser, as a process that reads locustfiles. */
export class Python {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;

  private constructor() {
    this.#process = spawn(python, [join(process.cwd(), "test", "fuzz", "locustfiles.py")]);
    this.#process.stderr.pipe(process.stderr);
    this.#lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
  }

  /** Resolves when it runs, with declarations (PEP 263) of all charsets that it knows. */
  static async start(): Promise<{ readonly python: Python; readonly declarations: readonly string[] }> {
    const started = new Python();
    const charsets: readonly string[] = JSON.parse(await started.#line());
    return { python: started, declarations: charsets.map((name) => `coding=${name}`) };
  }

  async read(locustfile: string): Promise<ReadLocustfile> {
    this.#process.stdin.write(`${JSON.stringify(locustfile)}\n`);
    return JSON.parse(await this.#line());
  }

  end(): void {
    this.#process.stdin.end();
  }

  async #line(): Promise<string> {
    const { value, done } = await this.#lines.next();
    if (done) throw new Error("Python has ended.");
    return value;
  }
}
