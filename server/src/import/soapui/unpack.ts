import { Gunzip, Unzip, UnzipInflate } from "fflate";
import { fromBase64 } from "../../text/base64.ts";
import { importedDecompressed } from "../../text/limits.ts";

/** Decompresses parts of a project, which together may not become larger than a limit. */
export class Unpacker {
  #left = importedDecompressed;

  /** Undefined if the text isn't Base64 of gzip, or too large. */
  gunzip(base64: string): Uint8Array | undefined {
    return this.#collect(base64, (collect) => new Gunzip(collect));
  }

  /** The first file of a zip archive; undefined if there is none, or if it is too large. */
  unzip(base64: string): Uint8Array | undefined {
    return this.#collect(base64, (collect) => {
      let isFirst = true;
      const archive = new Unzip((file) => {
        if (!isFirst) return;
        isFirst = false;
        file.ondata = (error, chunk) => {
          if (error) throw error;
          collect(chunk);
        };
        file.start();
      });
      archive.register(UnzipInflate);
      return archive;
    });
  }

  #collect(base64: string, unpackerOf: (collect: (chunk: Uint8Array) => void) => Stream): Uint8Array | undefined {
    const chunks: Uint8Array[] = [];
    let size = 0;
    try {
      const stream = unpackerOf((chunk) => {
        size += chunk.length;
        if (size > this.#left) throw new TooLarge();
        chunks.push(chunk);
      });
      const bytes = fromBase64(base64.replace(/\s+/g, ""));
      for (let at = 0; at < bytes.length; at += step) {
        stream.push(bytes.subarray(at, at + step), at + step >= bytes.length);
      }
    } catch {
      return undefined;
    }
    this.#left -= size;
    return joined(chunks, size);
  }
}

interface Stream {
  push(bytes: Uint8Array, isLast: boolean): void;
}

/** A step becomes at most a thousand times larger, so that a bomb is noticed before it fills the memory. */
const step = 4096;

class TooLarge extends Error {}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
