import { realpathSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { isWithin } from "../core/text/paths.ts";

/**
 * The real path of a file, symbolic links resolved, if it is outside of the current folder and of the folder of the file
 * that refers to it; undefined if it is inside.
 * @param uri of the file
 * @param referrer the path of the file that refers to it, as the user typed it
 */
export function outsideFile(uri: string, referrer: string, cwd: string): string | undefined {
  const file = realPath(fileURLToPath(uri));
  const folders = [cwd, dirname(resolve(cwd, referrer))].map(realPath);
  return folders.some((folder) => isWithin(file, folder, sep)) ? undefined : file;
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
