import { statSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { filePath } from "../../../server/src/node/readFile.ts";
import { pause } from "../core/run/flow.ts";

/** The files that a result depends on. It detects whether one of them has changed. */
export class WatchedFiles {
  readonly #states = new Map<string, string>();

  /** @param uri the URI of a file that exists or may be created; documents at other URIs don't change */
  add(uri: string): void {
    if (uri.startsWith("file:") && !this.#states.has(uri)) this.#states.set(uri, stateOf(uri));
  }

  now(): string {
    return [...this.#states.keys()].map(stateOf).join();
  }

  /** Accepts the current state of a file as unchanged. */
  accept(uri: string): void {
    if (this.#states.has(uri)) this.#states.set(uri, stateOf(uri));
  }

  get uris(): Iterable<string> {
    return this.#states.keys();
  }

  haveChanged(): boolean {
    for (const [uri, state] of this.#states) if (stateOf(uri) !== state) return true;
    return false;
  }
}

/** Returns the state of a file, which differs after each change that an editor or a program makes. */
function stateOf(uri: string): string {
  const path = filePath(uri);
  try {
    const stats = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
    return stats ? `${stats.mtimeMs} ${stats.size} ${stats.ino}` : "missing";
  } catch {
    return "unreadable";
  }
}

/** Finds the files whose tests are run again because something has changed that was read for them. */
export class Watch {
  readonly #cwd: string;
  readonly #common: readonly string[];
  /** The files that were read for a file, by its URI, without the files that its imports read. */
  readonly #read = new Map<string, WatchedFiles>();

  /** @param common names of files that concern all others */
  constructor(cwd: string, common: readonly string[]) {
    this.#cwd = cwd;
    this.#common = common;
  }

  /** Begins the list of files that are read for a file, and returns the function that adds to it. */
  readonly begin = (name: string): ((uri: string) => void) => {
    const files = new WatchedFiles();
    this.#read.set(this.#uriOf(name), files);
    for (const file of [name, ...this.#common]) files.add(this.#uriOf(file));
    return (uri) => files.add(uri);
  };

  /** Like `begin`, for a mock service, which doesn't read all of its files in each run. */
  readonly beginMock = (name: string): ((uri: string) => void) => {
    const before = this.#read.get(this.#uriOf(name));
    const reads = this.begin(name);
    for (const uri of before?.uris ?? []) reads(uri);
    return reads;
  };

  /** Notes a file that the run itself has written, so that it doesn't count as a change. */
  readonly wrote = (path: string): void => {
    for (const files of this.#read.values()) files.accept(this.#uriOf(path));
  };

  /** Resolves when no further change follows; with no files if the signal aborts. `names` searches for all files. */
  async changed(names: () => readonly string[], signal: AbortSignal): Promise<readonly string[]> {
    let watched: readonly string[] = [];
    for (let looks = 0; ; looks++) {
      await pause(pollingInterval, signal);
      if (signal.aborted) return [];
      if (looks % looksBetweenSearches === 0) watched = names();
      if (!watched.some((name) => this.#hasChanged(name))) continue;
      for (let before = ""; before !== this.#now() && !signal.aborted; await pause(quietTime, signal))
        before = this.#now();
      watched = names();
      const changed = watched.filter((name) => this.#hasChanged(name));
      if (changed.length > 0 && !signal.aborted) return changed;
    }
  }

  /** Whether a file, or a file that it imports, has changed. A new file counts as changed. */
  #hasChanged(name: string): boolean {
    const seen = new Set([this.#uriOf(name)]);
    for (const uri of seen) {
      const files = this.#read.get(uri);
      if (files?.haveChanged()) return true;
      for (const imported of files?.uris ?? []) if (this.#read.has(imported)) seen.add(imported);
    }
    return !this.#read.has(this.#uriOf(name));
  }

  #now(): string {
    return [...this.#read.values()].map((files) => files.now()).join();
  }

  #uriOf(name: string): string {
    return pathToFileURL(resolve(this.#cwd, name)).href;
  }
}

/** Milliseconds between two checks of the known files. */
const pollingInterval = 400;
/** Number of checks of the known files between two searches for new files, which take longer. */
const looksBetweenSearches = 8;
/** Milliseconds without a change after which an editor or a program has saved all of its files. */
const quietTime = 150;
