import { Gunzip, Unzip, UnzipInflate } from "fflate";
import { fromBase64 } from "../../text/base64.ts";
import { importedDecompressed } from "../../text/limits.ts";

/** Decompresses parts of a project, which together may not become larger than a limit. */
export class Unpacker {
  #left = importedDecompressed;

  /** Undefined if the text isn't Base64 of a whole gzip file, or if its content is too large. */
  gunzip(base64: string): Uint8Array | undefined {
    // The Base64 of the signature of gzip with deflate.
    if (!base64.trimStart().startsWith("H4s")) return undefined;
    return this.#unpack(base64, (collect) => new Gunzip((chunk) => collect(chunk)));
  }

  /** The first file of a zip archive; undefined if there is none, or if it is too large. */
  unzip(base64: string): Uint8Array | undefined {
    let [isFirst, isWhole] = [true, false];
    const bytes = this.#unpack(base64, (collect) => {
      const archive = new Unzip((file) => {
        if (!isFirst) return;
        isFirst = false;
        file.ondata = (error, chunk, isLast) => {
          if (error) throw error;
          isWhole ||= isLast;
          collect(chunk);
        };
        file.start();
      });
      archive.register(UnzipInflate);
      return archive;
    });
    return isWhole ? bytes : undefined;
  }

  #unpack(base64: string, streamOf: (collect: (chunk: Uint8Array) => void) => Stream): Uint8Array | undefined {
    const chunks: Uint8Array[] = [];
    let size = 0;
    try {
      const stream = streamOf((chunk) => {
        size += chunk.length;
        if (size > this.#left) throw new TooLarge();
        chunks.push(chunk);
      });
      const bytes = fromBase64(base64.replace(/\s+/g, ""));
      for (let at = 0; at < bytes.length; at += step) {
        stream.push(bytes.subarray(at, at + step), at + step >= bytes.length);
      }
      if (isGzip(bytes) && lengthAtEnd(bytes) !== size % 2 ** 32) return undefined;
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

function isGzip([first, second]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b;
}

/** The length of the content that a gzip file ends with (RFC 1952 section 2.3.1): the decoder doesn't compare it. */
function lengthAtEnd(bytes: Uint8Array): number | undefined {
  return bytes.length < 18
    ? undefined
    : new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 4).getUint32(0, true);
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
