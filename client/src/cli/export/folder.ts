import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readFileAtSync } from "../../../../server/src/node/openFile.ts";
import { largestFile } from "../../../../server/src/text/limits.ts";
import { allowedPath, createFolder, deleteFile, type WritePlace, writeFile } from "../../core/node/writeFile.ts";
import type { ExportedFile } from "../../export/exportedFile.ts";
import { whyNotWritten } from "../namedFiles.ts";

/** Lists the files of an export with the hashes of their content, so that the next one can replace them. */
const listName = ".soaphttp-export.json";

/** Why an export can't be written, or which files of the previous export it leaves, as sentences. */
export type WrittenFolder = { readonly error: string } | { readonly left: readonly string[] };

/**
 * Writes files to a folder, in place of those of the previous export. Files that an export has not written, or that
 * have changed since, are neither overwritten nor deleted.
 * @param shown the folder's name for people
 */
export async function writeFiles(
  files: readonly ExportedFile[],
  folder: WritePlace,
  shown: string,
  cwd: string,
): Promise<WrittenFolder> {
  const at = (path: string): WritePlace => ({ ...folder, path: join(folder.path, path) });
  const listed = await listedIn(at(listName));
  const states = new Map<string, State>();
  for (const path of new Set([listName, ...files.map((file) => file.path), ...listed.keys()])) {
    const state = await stateOf(at(path), cwd);
    if (typeof state === "object") return state;
    states.set(path, state);
  }
  const isOwn = (path: string) => states.get(path) === listed.get(path);
  const foreign = files.find(({ path }) => states.get(path) !== "missing" && !isOwn(path));
  if (foreign) {
    const why = listed.has(foreign.path) ? "has changed since it was exported" : "is not from an export";
    return { error: `${shown}/${foreign.path} ${why}. Move it, or choose another folder.` };
  }
  const surplus = [...listed.keys()].filter((path) => files.every((file) => file.path !== path));
  const steps = [
    () => createFolder(folder),
    ...surplus.filter(isOwn).map((path) => () => deleteFile(at(path))),
    ...files.map(
      ({ path, content }) =>
        () =>
          writeFile(at(path), content),
    ),
    () => writeFile(at(listName), listOf(files)),
  ];
  for (const step of steps) {
    const error = await whyNotWritten(step(), cwd);
    if (error !== undefined) return { error };
  }
  const left = surplus.filter((path) => !isOwn(path) && states.get(path) !== "missing");
  return { left: left.map((path) => `${shown}/${path} has changed since it was exported, so it is not deleted.`) };
}

/** The hash of a file, or what else is there. */
type State = string | "missing" | "notFile";

async function stateOf(file: WritePlace, cwd: string): Promise<State | { readonly error: string }> {
  let state: State = "missing";
  const read = async () => {
    const place = await allowedPath(file);
    if (typeof place !== "string") return place;
    const stats = await lstat(place).catch(() => undefined);
    if (stats?.isFile()) {
      const hash = createHash("sha256");
      for await (const piece of createReadStream(place)) hash.update(piece);
      state = hash.digest("hex");
    } else if (stats) state = "notFile";
    return undefined;
  };
  const error = await whyNotWritten(read(), cwd);
  return error === undefined ? state : { error };
}

function listOf(files: readonly ExportedFile[]): string {
  const hashes = files.map(({ path, content }) => [path, createHash("sha256").update(content).digest("hex")]);
  return `${JSON.stringify(Object.fromEntries(hashes), null, 1)}\n`;
}

/** The hashes of the files of the previous export, by path. Paths that no export writes are ignored. */
async function listedIn(list: WritePlace): Promise<ReadonlyMap<string, string>> {
  try {
    const { path, folders } = list;
    const file = readFileAtSync({ path, folders: [dirname(path), ...folders], elsewhere: false, limit: largestFile });
    const hashes: unknown = JSON.parse(file.kind === "bytes" ? Buffer.from(file.bytes).toString() : "{}");
    const all = Object.entries(typeof hashes === "object" && hashes !== null ? hashes : {});
    return new Map(all.filter(([path]) => /^(?:(?:requests|data)\/)?[\w-]+\.[a-z]+$/i.test(path)));
  } catch {
    return new Map();
  }
}
