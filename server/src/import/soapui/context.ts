import { fromBase64 } from "../../text/base64.ts";
import { importedDecompressed } from "../../text/limits.ts";
import { unpacked, unzipped } from "../../text/unpack.ts";
import type { CollectionWsdl, ExtraFile } from "../collection.ts";
import type { Item, Ledger } from "../ledger.ts";
import type { ProjectElement } from "./projectXml.ts";
import type { Prefixes } from "./xpath.ts";

/** What the parts of a project share while it is read. */
export interface ProjectContext {
  readonly ledger: Ledger;
  readonly unpacker: Unpacker;
  readonly prefixes: Prefixes;
  /** By name, which several can have. */
  readonly interfaces: ReadonlyMap<string, readonly Interface[]>;
  /** The outgoing configurations of WS-Security, by name. */
  readonly outgoing: ReadonlyMap<string, { readonly element: ProjectElement; readonly item: Item }>;
  /** Files that requests refer to. */
  readonly files: ExtraFile[];
}

/** A SOAP or REST interface of a project. */
export interface Interface {
  readonly name: string;
  readonly element: ProjectElement;
  readonly isRest: boolean;
  /** Undefined for REST. */
  readonly version: "1.1" | "1.2" | undefined;
  readonly endpoints: readonly string[];
  /** The property that has the first address, if environments replace it. */
  readonly address?: string | undefined;
  readonly wsdl: CollectionWsdl | undefined;
  /** The operations of SOAP, by name. */
  readonly operations: ReadonlyMap<string, ProjectElement>;
}

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
