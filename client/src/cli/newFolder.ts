import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Creates a folder and those that it is in, if they don't exist. Throws an error of the system. They are created one by one: with
 * `recursive`, Node doesn't end where the system says that a folder doesn't exist whose parent does, as below /proc.
 */
export function createFolder(folder: string): void {
  const missing: string[] = [];
  for (let one = folder; !isFolder(one) && one !== missing.at(-1); one = dirname(one)) missing.push(one);
  for (const one of missing.reverse()) {
    try {
      mkdirSync(one);
    } catch (error) {
      // Another process may have created it.
      if (!isFolder(one)) throw error;
    }
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
