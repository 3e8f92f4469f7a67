import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { isBad, type TestResult } from "../../core/run/results.ts";
import type { Console } from "../console.ts";
import { readBytes } from "../files.ts";
import { writeCache } from "../writeCache.ts";

/** In a file in the user's own cache, which has only hashes of the tests' names, because names may be secret. */
export class LastRun {
  readonly #cwd: string;
  readonly #file: string | undefined;
  /** The tests that did not pass; undefined if no run is known. */
  readonly #before: ReadonlySet<string> | undefined;
  readonly #passed = new Set<string>();
  readonly #failed = new Set<string>();
  readonly #skipped = new Set<string>();

  constructor({ cwd, env }: Pick<Console, "cwd" | "env">) {
    this.#cwd = cwd;
    this.#file = fileFor(cwd, env);
    const before = this.#file === undefined ? undefined : read(this.#file);
    this.#before = before && new Set(before);
  }

  get isKnown(): boolean {
    return this.#before !== undefined;
  }

  hasFailed(file: string, name: string): boolean {
    return this.#before?.has(this.#keyOf(file, name)) ?? false;
  }

  /** Adds a result of this run. A test with several rows did not pass if one of its rows did not. */
  take(file: string, { request, outcome }: Pick<TestResult<unknown>, "request" | "outcome">): void {
    const tests = isBad(outcome) ? this.#failed : outcome === "skipped" ? this.#skipped : this.#passed;
    tests.add(this.#keyOf(file, request.name));
  }

  /** Skipped tests keep their earlier result; with `isPart`, tests without a result do, too. */
  async write(isPart: boolean): Promise<void> {
    if (this.#file === undefined || this.#failed.size + this.#passed.size === 0) return;
    const stays = (key: string) => (isPart || this.#skipped.has(key)) && !this.#passed.has(key);
    const failed = [...new Set([...this.#failed, ...[...(this.#before ?? [])].filter(stays)])];
    await writeCache(this.#file, () => Buffer.from(JSON.stringify({ failed: failed.slice(0, mostTests) })));
  }

  /** Returns the key of a test, which is the same however the user writes the name of the file. */
  #keyOf(file: string, name: string): string {
    return hash(JSON.stringify([relative(this.#cwd, resolve(this.#cwd, file)).replaceAll(sep, "/"), name]));
  }
}

const mostTests = 100_000;

/** Returns the tests in a file; undefined if there is no such file, or something else wrote it. */
function read(file: string): readonly string[] | undefined {
  try {
    const { size } = statSync(file);
    // Each test has less than 64 characters. A device and a pipe have no size.
    if (size === 0 || size > mostTests * 64) return undefined;
    const { failed } = Object(JSON.parse(String(readBytes(file, ""))));
    return Array.isArray(failed) && failed.every((one) => typeof one === "string") ? failed : undefined;
  } catch {
    return undefined;
  }
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

function fileFor(cwd: string, env: NodeJS.ProcessEnv): string | undefined {
  try {
    return join(cacheFolder(env), "soaphttp", "tests", hash(cwd), "last.json");
  } catch {
    return undefined;
  }
}

/** A relative path in the environment is ignored (XDG Base Directory Specification). */
function cacheFolder(env: NodeJS.ProcessEnv): string {
  const chosen = env["XDG_CACHE_HOME"] || env["LOCALAPPDATA"];
  if (chosen && isAbsolute(chosen)) return chosen;
  return process.platform === "darwin" ? join(homedir(), "Library", "Caches") : join(homedir(), ".cache");
}
