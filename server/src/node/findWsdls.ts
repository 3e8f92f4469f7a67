import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const maxWsdls = 1_000;
/** Maximum number of files and folders that are examined: an editor may have opened a home folder. */
const maxEntries = 50_000;

/** The URIs of WSDLs, ordered by path. Skips `node_modules`, folders like `.git`, and symbolic links. Never rejects. */
export async function findWsdls(folders: readonly string[]): Promise<readonly string[]> {
  const uris: string[] = [];
  const waiting = folders.flatMap((uri) => pathOf(uri) ?? []);
  let entries = 0;
  // Breadth first: the nearest folders come first.
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    for (const entry of await entriesOf(next)) {
      if (++entries > maxEntries || uris.length === maxWsdls) return uris.sort();
      const path = join(next, entry.name);
      if (entry.isDirectory() && !/^(?:\.|node_modules$)/.test(entry.name)) waiting.push(path);
      else if (entry.isFile() && entry.name.endsWith(".wsdl")) uris.push(pathToFileURL(path).href);
    }
  }
  return uris.sort();
}

function entriesOf(folder: string) {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}

function pathOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}
