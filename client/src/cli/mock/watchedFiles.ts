import { statSync } from "node:fs";
import { filePath } from "../../../../server/src/node/readFile.ts";

/** The files that something depends on. Finds out whether one of them has changed. */
export class WatchedFiles {
  readonly #states = new Map<string, string>();

  /** @param uri of a file that exists or may be created; others don't change */
  add(uri: string): void {
    if (uri.startsWith("file:") && !this.#states.has(uri)) this.#states.set(uri, stateOf(uri));
  }

  haveChanged(): boolean {
    for (const [uri, state] of this.#states) if (stateOf(uri) !== state) return true;
    return false;
  }
}

/** Differs after each change that an editor or a program makes. */
function stateOf(uri: string): string {
  const path = filePath(uri);
  try {
    const stats = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
    return stats ? `${stats.mtimeMs} ${stats.size} ${stats.ino}` : "missing";
  } catch {
    return "unreadable";
  }
}
