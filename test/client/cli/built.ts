import { spawn } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { folderOf } from "../../support/folders.ts";

export { folderOf, temporaryFolder } from "../../support/folders.ts";

/* Builds the programs as `npm run build` does, in a temporary folder, and runs them as processes. */

interface Bundled {
  readonly file: string;
  readonly text: string;
}

// Each test file is bundled separately, but all of them run in one process: share through globalThis.
const shared = globalThis as { soaphttpPrograms?: Promise<string> };

suiteSetup(programs);

/** Returns the folder that contains the production build of `dist/`. Built once. */
export function programs(): Promise<string> {
  shared.soaphttpPrograms ??= build();
  return shared.soaphttpPrograms;
}

async function build(): Promise<string> {
  // Imported at run time, not bundled into this test: scripts/bundle.mjs finds the project by its own path.
  const { bundle } = (await import(pathToFileURL(join(process.cwd(), "scripts", "bundle.mjs")).href)) as {
    bundle: (how: { write: boolean; production: boolean }) => Promise<readonly Bundled[]>;
  };
  const files = await bundle({ write: false, production: true });
  return folderOf(Object.fromEntries(files.map(({ file, text }) => [file, text])));
}

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
  /** Standard output, undecoded. */
  readonly bytes: Buffer;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs `soaphttp` until it exits, without this machine's color and proxy settings, and its cache. */
export async function soaphttp(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const folder = await programs();
  const program = join(folder, "dist", "cli", "soaphttp.js");
  const { PATH = "" } = process.env;
  const cache = options.env?.["HOME"] === undefined ? { XDG_CACHE_HOME: join(folder, "cache") } : {};
  const env = { PATH, ...cache, ...options.env };
  const child = spawn(process.execPath, [program, ...args], { cwd: options.cwd, env });
  const out: Buffer[] = [];
  const error: Buffer[] = [];
  child.stdout.on("data", (piece: Buffer) => out.push(piece));
  child.stderr.on("data", (piece: Buffer) => error.push(piece));
  // A program that doesn't read its input closes it.
  child.stdin.on("error", () => {});
  child.stdin.end(options.input ?? "");
  const code = await new Promise<number | null>((resolve, reject) => child.on("close", resolve).on("error", reject));
  const bytes = Buffer.concat(out);
  return { code, bytes, out: bytes.toString("utf8"), error: Buffer.concat(error).toString("utf8") };
}
