import {
  type BigIntStats,
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  openSync,
  readSync,
  realpathSync,
  statSync,
} from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { isWithin } from "../text/paths.ts";
import { isSecretFile } from "../text/secretNames.ts";

/** A file to read, and where it may be. All paths are absolute. */
export interface ReadPlace {
  readonly path: string;
  /** The file must really be in one of these folders, with symbolic links resolved. */
  readonly folders: readonly string[];
  /** Whether the file is read even outside of the folders, because the user has named it or decides later. */
  readonly elsewhere: boolean;
  /** Maximum size in bytes. */
  readonly limit: number;
}

export type ReadContent =
  /** `outside`: the real path of a file that is in none of the folders. */
  { readonly kind: "bytes"; readonly bytes: Buffer; readonly outside: string | undefined } | ReadRefusal;

type ReadRefusal =
  | { readonly kind: "missing" | "notFile" | "tooLarge" }
  | { readonly kind: "outside"; readonly path: string }
  /** A link to a file of secrets that has another name than the link. */
  | { readonly kind: "secrets"; readonly path: string };

interface OpenFile {
  readonly kind: "open";
  readonly descriptor: number;
  readonly outside: string | undefined;
}

/** Only this function and `readFileAt` open files that a document or a workspace names. Throws other system errors. */
export function readFileAtSync(place: ReadPlace): ReadContent {
  const file = openAt(place);
  if (file.kind !== "open") return file;
  const { descriptor, outside } = file;
  try {
    const pieces: Uint8Array[] = [];
    // The size of a file in `/proc`, for example, doesn't tell how many bytes it has.
    for (let length = 0; length <= place.limit; ) {
      const piece = Buffer.allocUnsafe(pieceSize);
      const read = readSync(descriptor, piece);
      if (read === 0) return { kind: "bytes", bytes: Buffer.concat(pieces), outside };
      pieces.push(piece.subarray(0, read));
      length += read;
    }
    return { kind: "tooLarge" };
  } finally {
    closeSync(descriptor);
  }
}

/** Like `readFileAtSync`, but doesn't block the process while the content is read. Rejects with other errors of the system. */
export async function readFileAt(place: ReadPlace): Promise<ReadContent> {
  const file = openAt(place);
  if (file.kind !== "open") return file;
  const { descriptor: fd, outside } = file;
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of createReadStream("", { fd, highWaterMark: pieceSize })) {
    pieces.push(piece);
    length += piece.length;
    if (length > place.limit) return { kind: "tooLarge" };
  }
  return { kind: "bytes", bytes: Buffer.concat(pieces), outside };
}

const pieceSize = 256 * 1024;

/** The path with symbolic links resolved, as far as it exists. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(realPath(folder), basename(path));
  }
}

/** Maximum attempts to open a file that is replaced at the same time. */
const attempts = 5;

function openAt(place: ReadPlace): OpenFile | ReadRefusal {
  if (place.path.includes("\0")) return { kind: "notFile" };
  try {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const opened = openOnce(place);
      if (opened) return opened;
    }
    return { kind: "notFile" };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "ENOENT" || code === "ENOTDIR") return { kind: "missing" };
    throw error;
  }
}

/** Opens a file once. Undefined if another file took its place meanwhile. */
function openOnce({ path, folders, elsewhere, limit }: ReadPlace): OpenFile | ReadRefusal | undefined {
  const real = realPath(path);
  const isInside = folders.map(realPath).some((folder) => real === folder || isWithin(real, folder, sep));
  if (!isInside && !elsewhere) return { kind: "outside", path: real };
  // A link with another name would show the content of a file of secrets as usual text.
  if (isSecretFile(real) && !isSecretFile(path)) return { kind: "secrets", path: real };
  // Opening a device or a pipe may have effects.
  if (!statSync(real).isFile()) return { kind: "notFile" };
  const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;
  // Windows has only O_RDONLY. Without O_NONBLOCK, opening a file like /proc/kmsg blocks.
  const descriptor = openSync(real, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  let kept = false;
  try {
    const stats = fstatSync(descriptor, { bigint: true });
    const isChecked = isSame(stats, statSync(real, { bigint: true })) && realPath(path) === real;
    if (!isChecked) return undefined;
    if (stats.size > limit) return { kind: "tooLarge" };
    kept = true;
    return { kind: "open", descriptor, outside: isInside ? undefined : real };
  } finally {
    if (!kept) closeSync(descriptor);
  }
}

/** Whether both are the same regular file. Windows doesn't always report the same device. */
function isSame(a: BigIntStats, b: BigIntStats): boolean {
  return a.isFile() && a.ino === b.ino && (a.dev === b.dev || process.platform === "win32");
}
