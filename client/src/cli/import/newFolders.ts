import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { ImportedFile } from "../../../../server/src/service/languageService.ts";
import { writeNewFolder } from "../../core/node/writeFile.ts";
import { freeName } from "../../core/text/freeName.ts";
import { named, whyNotWritten } from "../namedFiles.ts";

/** Creates a folder with files in the output folder. Resolves with its name, or with why it can't be written. */
export async function createProjectFolder(
  name: string,
  files: readonly ImportedFile[],
  out: string,
  cwd: string,
): Promise<{ readonly folder: string } | { readonly problem: string }> {
  const place = named(out, cwd);
  const folder = freeName(name, await readdir(place.path).catch(() => []));
  const problem = await whyNotWritten(writeNewFolder({ ...place, path: join(place.path, folder) }, files), cwd);
  return problem === undefined ? { folder } : { problem };
}
