import { realpathSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { isWithin } from "../core/text/isWithin.ts";

/**
 * The real path of a file, symbolic links resolved, if it is outside of the current folder and of the folder of the file
 * that refers to it; undefined if it is inside.
 * @param uri of the file
 * @param referrer the path of the file that refers to it, as the user typed it
 */
export function fileOutside(uri: string, referrer: string, cwd: string): string | undefined {
  const path = filePath(uri);
  if (path === undefined) return uri;
  const file = realPath(path);
  const folders = [cwd, dirname(resolve(cwd, referrer))].map(realPath);
  return folders.some((folder) => isWithin(file, folder, sep)) ? undefined : file;
}

/** The path of a file's URI; undefined if this system has no such path, as for the host of another one. */
export function filePath(uri: string): string | undefined {
  try {
    const path = fileURLToPath(uri);
    return path.includes("\0") ? undefined : path;
  } catch {
    return undefined;
  }
}

/** The path without links, as far as it exists. */
function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(realPath(folder), basename(path));
  }
}
