import { constants } from "node:fs";
import { open } from "node:fs/promises";

/**
 * The bytes of a file; `undefined` where there are more than `limit`. Files of the system say that they are empty, and
 * may go on for ever. Rejects with Node's error.
 */
export async function readAtMost(path: string, limit: number): Promise<Uint8Array | undefined> {
  // Windows has no such flag. Without it, a file like /proc/kmsg is waited for.
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
