import { fromBase64 } from "../../text/base64.ts";
import { importedDecompressed } from "../../text/limits.ts";
import { unpacked, unzipped } from "../../text/unpack.ts";
import type { CollectionWsdl, ExtraFile } from "../collection.ts";
import type { Item, Ledger } from "../ledger.ts";
import type { ProjectElement } from "./projectXml.ts";
import type { Prefixes } from "./xpath.ts";

export interface ProjectContext {
  readonly ledger: Ledger;
  readonly unpacker: Unpacker;
  readonly prefixes: Prefixes;
  /** Interfaces by name, which several can share. */
  readonly interfaces: ReadonlyMap<string, readonly Interface[]>;
  /** The outgoing configurations of WS-Security by name. */
  readonly outgoing: ReadonlyMap<string, { readonly element: ProjectElement; readonly item: Item }>;
  readonly files: ExtraFile[];
}

export interface Interface {
  readonly name: string;
  readonly element: ProjectElement;
  readonly isRest: boolean;
  /** The SOAP version; undefined for REST. */
  readonly version: "1.1" | "1.2" | undefined;
  readonly endpoints: readonly string[];
  /** The property with the first address, if environments replace the address. */
  readonly address?: string | undefined;
  readonly wsdl: CollectionWsdl | undefined;
  /** The operations of a SOAP interface by name. */
  readonly operations: ReadonlyMap<string, ProjectElement>;
}

/** Decompresses parts of a project, with a limit for their total size. */
export class Unpacker {
  #left = importedDecompressed;

  /** The content of a gzip file in Base64. Undefined if the text isn't a complete gzip file, or if its content is too large. */
  gunzip(base64: string): Uint8Array | undefined {
    // The Base64 of the first bytes of a gzip file with deflate.
    if (!base64.trimStart().startsWith("H4s")) return undefined;
    return this.#unpack(base64, (bytes) => unpacked("gzip", bytes, this.#left));
  }

  /** The content of the first file in a zip archive; undefined if there is none, or if it is too large. */
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
