import { Gunzip, Inflate, Unzip, UnzipInflate, Unzlib } from "fflate";
import { joinedBytes } from "./bytes.ts";

/** Decompresses bytes piece by piece. */
interface Stream {
  push(bytes: Uint8Array, isLast: boolean): void;
}

/** A piece grows at most a thousand times, so that a decompression bomb is noticed before it fills the memory. */
const step = 4096;

/** Thrown if the decompressed content is above a limit. */
export class TooLarge extends Error {}

/** The content of a gzip file, or of zlib or deflate data (RFC 1952, 1950, 1951). Throws if it is incomplete, or above a limit. */
export function unpacked(coding: "gzip" | "zlib" | "deflate", bytes: Uint8Array, limit: number): Uint8Array {
  const reader = { gzip: Gunzip, zlib: Unzlib, deflate: Inflate }[coding];
  let isWhole = false;
  const content = read(bytes, limit, (collect) => {
    return new reader((chunk, isLast) => {
      isWhole ||= isLast;
      collect(chunk);
    });
  });
  // The decoder doesn't check the length at the end (RFC 1952 section 2.3.1).
  if (!isWhole || (coding === "gzip" && lengthAtEnd(bytes) !== content.length % 2 ** 32)) throw new Error("cut");
  return content;
}

/** The names in a zip archive, and the content of the chosen file. Throws if it can't be read, or is above a limit. */
export function unzipped(
  bytes: Uint8Array,
  limit: number,
  isChosen: (name: string) => boolean,
): { readonly names: readonly string[]; readonly content: Uint8Array | undefined } {
  const names: string[] = [];
  let isWhole: boolean | undefined;
  const content = read(bytes, limit, (collect) => {
    const archive = new Unzip((file) => {
      if (file.name.endsWith("/")) return;
      names.push(file.name);
      if (isWhole !== undefined || !isChosen(file.name)) return;
      isWhole = false;
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
  if (isWhole === false) throw new Error("cut");
  return { names, content: isWhole ? content : undefined };
}

function read(
  bytes: Uint8Array,
  limit: number,
  streamOf: (collect: (chunk: Uint8Array) => void) => Stream,
): Uint8Array {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const stream = streamOf((chunk) => {
    size += chunk.length;
    if (size > limit) throw new TooLarge();
    chunks.push(chunk);
  });
  for (let at = 0; at < bytes.length; at += step) {
    stream.push(bytes.subarray(at, at + step), at + step >= bytes.length);
  }
  return joinedBytes(chunks);
}

function lengthAtEnd(bytes: Uint8Array): number | undefined {
  return bytes.length < 18
    ? undefined
    : new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 4).getUint32(0, true);
}
