import { fromBase64 } from "../../text/base64.ts";
import { importedDecompressed } from "../../text/limits.ts";
import { unpacked, unzipped } from "../../text/unpack.ts";

/** Decompresses parts of a project, which together may not become larger than a limit. */
export class Unpacker {
  #left = importedDecompressed;

  /** Undefined if the text isn't Base64 of a whole gzip file, or if its content is too large. */
  gunzip(base64: string): Uint8Array | undefined {
    // The Base64 of the signature of gzip with deflate.
    if (!base64.trimStart().startsWith("H4s")) return undefined;
    return this.#unpack(base64, (bytes) => unpacked("gzip", bytes, this.#left));
  }

  /** The first file of a zip archive; undefined if there is none, or if it is too large. */
  unzip(base64: string): Uint8Array | undefined {
    return this.#unpack(base64, (bytes) => unzipped(bytes, this.#left, () => true).content);
  }

  #unpack(base64: string, unpack: (bytes: Uint8Array) => Uint8Array | undefined): Uint8Array | undefined {
    try {
      const content = unpack(fromBase64(base64.replace(/\s+/g, "")));
      this.#left -= content?.length ?? 0;
      return content;
    } catch {
      return undefined;
    }
  }
}
