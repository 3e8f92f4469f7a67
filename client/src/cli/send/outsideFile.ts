import { realpathSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { isWithin } from "../../core/text/paths.ts";

/**
 * Where a body file lies in truth, symbolic links resolved, that is outside of the current folder and of that of the
 * file that names it. Undefined: it lies inside.
 * @param named the file that names it, as the user has given it
 */
export function outsideFile(bodyFile: string, named: string, cwd: string): string | undefined {
  const file = realPath(fileURLToPath(bodyFile));
  const folders = [cwd, dirname(resolve(cwd, named))].map(realPath);
  return folders.some((folder) => isWithin(file, folder, sep)) ? undefined : file;
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
