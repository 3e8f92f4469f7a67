import { constants, mkdirSync, type Stats, writeFileSync } from "node:fs";
import { lstat, mkdir, open, realpath, rename, rm, stat, unlink } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { isWithin } from "../../../../server/src/text/paths.ts";

/** A place to write to. All paths are absolute. */
export interface WritePlace {
  readonly path: string;
  /** Folders in which no link is followed: the author of their content must not choose another place. */
  readonly folders: readonly string[];
  /** Whether the user has chosen this path even outside of the folders. Links are followed there. */
  readonly elsewhere: boolean;
}

/** Why nothing is written: the path is outside of the folders, has a link, exists, or is neither a file nor missing. */
export interface WriteRefusal {
  readonly refused: "outside" | "link" | "exists" | "notFile" | "notFolder";
  /** The absolute path. If a link is in the way, the path of the link. */
  readonly path: string;
}

interface WriteOptions {
  readonly isNew?: boolean;
  readonly appends?: boolean;
  readonly mode?: number;
}

/**
 * Writes a file, and creates its folders. This is the only place that opens files for writing. Rejects with an error of
 * the system.
 * @param content texts of an iterable are written one by one, as they are made
 * @param options `isNew`: an existing file is not replaced; `appends`: its content stays; `mode`: its permissions
 */
export async function writeFile(
  destination: WritePlace,
  content: string | Uint8Array | Iterable<string>,
  { isNew = false, appends = false, mode }: WriteOptions = {},
): Promise<WriteRefusal | undefined> {
  const place = await allowedPath(destination);
  if (typeof place !== "string") return place;
  const { path, elsewhere } = destination;
  const stats = await statsOf(place);
  if (isNew && stats) return { refused: "exists", path };
  // A device or a pipe, such as /dev/null, is written to only if the user has named it.
  const isDevice = stats !== undefined && !stats.isFile() && !stats.isDirectory() && elsewhere;
  if (stats && !stats.isFile() && !isDevice) return { refused: "notFile", path };
  const noFolder = await createFolders(dirname(place));
  if (noFolder) return noFolder;
  const { O_WRONLY, O_CREAT, O_EXCL, O_APPEND, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const own = (isNew ? O_EXCL : 0) | (appends ? O_APPEND : 0);
  const flags = isDevice ? O_WRONLY : O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | own;
  const file = await open(place, flags, mode);
  try {
    if (!isDevice) {
      // Something else may have taken its place.
      if (!(await file.stat()).isFile()) return { refused: "notFile", path };
      if (mode !== undefined) await file.chmod(mode);
      if (!appends) await file.truncate();
    }
    const texts = typeof content === "string" || content instanceof Uint8Array ? [content] : content;
    for (const text of texts) await file.writeFile(text);
  } finally {
    await file.close();
  }
  return undefined;
}

/** Creates a folder and its parent folders. Rejects with an error of the system. */
export async function createFolder(destination: WritePlace): Promise<WriteRefusal | undefined> {
  const place = await allowedPath(destination);
  return typeof place === "string" ? createFolders(place) : place;
}

export interface NewFile {
  /** Path relative to the folder, with `/`. */
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** Creates the folder with all files or not at all. Rejects with a system error, or with the signal's reason. */
export async function writeNewFolder(
  destination: WritePlace,
  files: Iterable<NewFile>,
  signal?: AbortSignal,
): Promise<WriteRefusal | undefined> {
  const place = await allowedPath(destination);
  if (typeof place !== "string") return place;
  if (await statsOf(place)) return { refused: "exists", path: destination.path };
  const noFolder = await createFolders(dirname(place));
  if (noFolder) return noFolder;
  // Random numbers don't need Node's crypto, which takes time to load.
  const beside = `${place}.${Math.random().toString(36).slice(2)}`;
  await mkdir(beside);
  try {
    const made = new Set([beside]);
    let count = 0;
    for (const { path, content } of files) {
      // Other tasks get their turn, and may cancel this one.
      if (++count % 32 === 0) await nextTurn();
      signal?.throwIfAborted();
      // The folder was just created, so no links need to be resolved.
      const file = join(beside, path);
      if (!isWithin(file, beside, sep)) return { refused: "outside", path: file };
      const folder = dirname(file);
      if (!made.has(folder)) mkdirSync(folder, { recursive: true });
      made.add(folder);
      writeFileSync(file, content, { flag: "wx" });
    }
    await rename(beside, place);
  } finally {
    // The path has no link in it, and `rm` removes links without following them.
    await rm(beside, { recursive: true, force: true });
  }
  return undefined;
}

/** Deletes a file; a missing one isn't an error. Rejects with an error of the system. */
export async function deleteFile(destination: WritePlace): Promise<WriteRefusal | undefined> {
  const place = await allowedPath(destination);
  if (typeof place !== "string") return place;
  const stats = await statsOf(place);
  if (stats && !stats.isFile()) return { refused: "notFile", path: destination.path };
  if (stats) await unlink(place);
  return undefined;
}

/** Decides whether a path is where files may be written. Resolves with the path without links. */
export async function allowedPath({ path, folders, elsewhere }: WritePlace): Promise<string | WriteRefusal> {
  const absolute = resolve(path);
  if (absolute.includes("\0")) return { refused: "notFile", path: absolute };
  let link: WriteRefusal | undefined;
  for (const folder of folders.map((one) => resolve(one))) {
    const real = await realPath(folder);
    const root = [folder, real].find((one) => isWithin(absolute, one, sep));
    if (root === undefined) continue;
    const place = join(real, relative(root, absolute));
    const foreignLink = await linkBetween(real, place);
    if (foreignLink === undefined) return place;
    link = { refused: "link", path: join(root, relative(real, foreignLink)) };
  }
  if (link) return link;
  if (!elsewhere) return { refused: "outside", path: absolute };
  // Links such as /dev/stdout may name what has no path of its own.
  const stats = await stat(absolute).catch(() => undefined);
  return stats && !stats.isFile() && !stats.isDirectory() ? absolute : realPath(absolute);
}

/** The first link on the way from a folder to a path. */
async function linkBetween(folder: string, path: string): Promise<string | undefined> {
  let at = folder;
  for (const part of relative(folder, path).split(sep)) {
    at = join(at, part);
    const stats = await statsOf(at);
    if (stats === undefined) return undefined;
    if (stats.isSymbolicLink()) return at;
  }
  return undefined;
}

/** The path without links, as far as it exists. */
async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(await realPath(folder), basename(path));
  }
}

/** One by one: with `recursive`, Node never ends if a folder doesn't exist whose parent exists, as below /proc. */
async function createFolders(folder: string): Promise<WriteRefusal | undefined> {
  const missing: string[] = [];
  let present = folder;
  for (; (await statsOf(present)) === undefined && present !== dirname(present); present = dirname(present)) {
    missing.unshift(present);
  }
  for (const folder of [present, ...missing]) {
    // Another process may have created it.
    if (folder !== present) await mkdir(folder).catch((error: unknown) => throwUnless(error, "EEXIST"));
    const stats = await statsOf(folder);
    if (!stats?.isDirectory()) return { refused: stats?.isSymbolicLink() ? "link" : "notFolder", path: folder };
  }
  return undefined;
}

/** Of the path itself, even if it is a link; undefined if there is nothing. Rejects with other errors of the system. */
function statsOf(path: string): Promise<Stats | undefined> {
  return lstat(path).catch((error: unknown) => throwUnless(error, "ENOENT"));
}

function throwUnless(error: unknown, code: string): undefined {
  if (!(error instanceof Error && "code" in error && error.code === code)) throw error;
  return undefined;
}
