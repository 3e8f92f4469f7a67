import { closeSync, constants, openSync, readSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as l10n from "@vscode/l10n";
import { tooLarge } from "../resources/resolver.ts";
import type { ExternalFile } from "../service/languageService.ts";
import { largestFile } from "../text/limits.ts";

/** Never throws. */
export function readFile(uri: string): ExternalFile {
  try {
    const path = fileURLToPath(uri);
    if (path.includes("\0")) return { kind: "refused", why: l10n.t("It is not a valid path.") };
    const found = statSync(path);
    // Devices and pipes may be endless.
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

/** `undefined` if the file is larger, which the size of a system's file doesn't show. Throws an error of the system. */
export function readAtMost(path: string, limit: number): Uint8Array | undefined {
  // Without the flag, which Windows doesn't have, opening a file like /proc/kmsg blocks.
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
