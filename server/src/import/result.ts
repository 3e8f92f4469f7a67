import type { Item } from "./ledger.ts";

/** How many requests have no expectations, and how many have some. */
export interface ImportCounts {
  readonly requests: number;
  readonly tests: number;
}

/** A file of the folder that a source becomes. */
export interface ImportedFile {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** A source as it was imported. */
export interface ImportedSource extends ImportCounts {
  /** The path of the source. */
  readonly file: string;
  readonly kind: string;
  /** Of the project. */
  readonly name: string;
  /** A name for the folder, which gets a number if something with it exists. */
  readonly folder: string;
  /** Each is made when it is read, which is possible once, so that they are never all in memory. */
  readonly files: Iterable<ImportedFile>;
  /** They know their places once all files were read. */
  readonly items: readonly Item[];
  /** The names of the variables in the private environment. */
  readonly secrets: readonly string[];
}

/** A source that can't be imported, with a sentence that says why. */
export interface UnimportedSource {
  readonly file: string;
  readonly kind: string | undefined;
  readonly problem: string;
}
