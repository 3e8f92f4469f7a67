import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ExportedFile } from "../../core/export/exportedFile.ts";
import { createFolder } from "../newFolder.ts";
import { systemErrorText } from "../systemError.ts";

/** Lists the files of an export, so that the next one can replace them. */
const listName = ".soaphttp-export.json";

/**
 * Writes files to a folder, in place of those of the export before. Returns why it can't: also if it would overwrite
 * another file. `shown`: the folder's name for people.
 */
export function writeFiles(files: readonly ExportedFile[], folder: string, shown: string): string | undefined {
  const before = listed(folder);
  const foreign = files.find(({ path }) => !before.includes(path) && existsSync(join(folder, path)));
  if (foreign) return `${shown}/${foreign.path} already exists, and no export has written it. Choose another folder.`;
  try {
    const paths = files.map(({ path }) => path);
    for (const path of before) if (!paths.includes(path)) rmSync(join(folder, path), { force: true });
    for (const { path, content } of files) {
      createFolder(dirname(join(folder, path)));
      writeFileSync(join(folder, path), content);
    }
    writeFileSync(join(folder, listName), `${JSON.stringify(paths, null, 1)}\n`);
    return undefined;
  } catch (error) {
    const why = systemErrorText(error);
    if (why === undefined) throw error;
    return why;
  }
}

/** The files of the export before. Other paths than those of exports are ignored. */
function listed(folder: string): readonly string[] {
  try {
    const paths: unknown = JSON.parse(readFileSync(join(folder, listName), "utf8"));
    const own = Array.isArray(paths) ? paths.filter((one) => typeof one === "string") : [];
    return own.filter((path) => /^(?:(?:requests|data)\/)?[\w-]+\.[a-z]+$/i.test(path));
  } catch {
    return [];
  }
}
