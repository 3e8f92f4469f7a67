import { readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { readFileAtSync } from "../../../../server/src/node/openFile.ts";
import type { ChosenSource, SourceFile } from "../../../../server/src/service/languageService.ts";
import { largestImport, largestImportFolder } from "../../../../server/src/text/limits.ts";
import { trimTrailing } from "../../../../server/src/text/trailing.ts";
import { readBytes } from "../files.ts";

/** Reads a file, or all files in a folder; or returns why that isn't possible, as a sentence. */
export function readSource(operand: string, cwd: string): ChosenSource | string {
  if (operand === "") return "The file name is empty.";
  const path = resolve(cwd, operand);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return readFolder(operand, cwd);
  if (stats && stats.size > largestImport) return `${operand} is larger than ${megabytes(largestImport)}.`;
  const bytes = readBytes(operand, cwd);
  return typeof bytes === "string" ? bytes : { path: operand, isFolder: false, files: [{ path: operand, bytes }] };
}

function readFolder(operand: string, cwd: string): ChosenSource | string {
  const files: SourceFile[] = [];
  const folder = trimTrailing(operand.replaceAll("\\", "/"), "/") || "/";
  let size = 0;
  const root = resolve(cwd, operand);
  for (const name of filesBelow(root)) {
    const path = `${folder}/${name}`;
    const place = { path: join(root, name), folders: [root], elsewhere: false, limit: largestImportFolder - size };
    const file = readFileAtSync(place);
    if (file.kind === "tooLarge") {
      return `The files in ${operand} are larger than ${megabytes(largestImportFolder)}. Choose single projects.`;
    }
    // Not what was deleted meanwhile, or has become a link.
    if (file.kind !== "bytes") continue;
    size += file.bytes.length;
    files.push({ path, bytes: file.bytes });
  }
  return { path: operand, isFolder: true, files };
}

/** The files in a folder and its subfolders, sorted, without links, and without those of other tools. */
function filesBelow(root: string): readonly string[] {
  const found: string[] = [];
  const open = [""];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const name = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile()) found.push(name);
      else if (entry.isDirectory() && entry.name !== ".git" && entry.name !== "node_modules") open.push(name);
    }
  }
  return found.sort();
}

function megabytes(bytes: number): string {
  return `${bytes / 1_000_000} MB`;
}
