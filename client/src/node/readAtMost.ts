import { constants } from "node:fs";
import { open } from "node:fs/promises";

/**
 * The bytes of a file; undefined if there are more than `limit`. System files may report a size of 0, and may never end.
 * Rejects with Node's error.
 */
export async function readFileAtMost(path: string, limit: number): Promise<Uint8Array | undefined> {
  // Without this flag, which Windows doesn't have, reading a file like /proc/kmsg would wait.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const pieces: Uint8Array[] = [];
    for (let length = 0; length <= limit; ) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(pieceSize));
      if (bytesRead === 0) return Buffer.concat(pieces);
      pieces.push(buffer.subarray(0, bytesRead));
      length += bytesRead;
    }
    return undefined;
  } finally {
    await file.close();
  }
}

const pieceSize = 256 * 1024;
