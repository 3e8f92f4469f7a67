import { closeSync, constants, openSync, readSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as l10n from "@vscode/l10n";
import type { ExternalFile } from "../languageService.ts";
import { largestFile } from "../limits.ts";
import { tooLarge } from "../variables/resolver.ts";

/** A file that a document refers to, for those who read by themselves. Never throws. */
export function readFile(uri: string): ExternalFile {
  try {
    const path = fileURLToPath(uri);
    const found = statSync(path);
    // A device or a pipe may never end.
    if (!found.isFile()) return { kind: "refused", why: l10n.t("Not a file.") };
    if (found.size > largestFile) return tooLarge();
    const bytes = readAtMost(path, largestFile);
    return bytes ? { kind: "bytes", bytes } : tooLarge();
  } catch (error) {
    const missing = error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
    if (missing) return { kind: "missing" };
    return { kind: "refused", why: error instanceof Error ? error.message : String(error) };
  }
}

/** `undefined` where there are more: files of the system say that they are empty, and may go on for ever. */
function readAtMost(path: string, limit: number): Uint8Array | undefined {
  // Windows has no such flag. Without it, a file like /proc/kmsg is waited for.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const pieces: Uint8Array[] = [];
    for (let length = 0; length <= limit; ) {
      const piece = Buffer.allocUnsafe(pieceSize);
      const read = readSync(file, piece);
      if (read === 0) return Buffer.concat(pieces);
      pieces.push(piece.subarray(0, read));
      length += read;
    }
    return undefined;
  } finally {
    closeSync(file);
  }
}

const pieceSize = 256 * 1024;
