import type { Collection } from "./collection.ts";

/** A file that the user has chosen, or that is in a chosen folder. */
export interface SourceFile {
  /** The path as shown to users, with `/`. */
  readonly path: string;
  /** The bytes, which are removed from the main file of a source after reading, because its decoded text needs enough memory. */
  bytes: Uint8Array;
}

/** A source that becomes one folder: a file, or the files of a project that is a folder. */
export interface Source {
  readonly path: string;
  /** The files. The main file comes first, accompanying files come last. */
  readonly files: readonly [SourceFile, ...SourceFile[]];
}

/** Why a source can't be imported: a sentence that also says what to do. */
export interface SourceProblem {
  readonly problem: string;
}

/** A kind of source. It is recognized by the content of its files, not by their names. */
export interface Reader {
  readonly kind: string;
  /** Whether a file is of this kind. Examines only the beginning of the file if possible. */
  recognizes(file: SourceFile): boolean;
  /** Whether a file makes its folder a single project with all files in it. This file is the main file of such a project. */
  marksFolder?(file: SourceFile): boolean;
  /** Whether a file belongs to the other sources of this kind that are imported with it, such as a file of environments. */
  accompanies?(file: SourceFile): boolean;
  /** Reads a source whose first file was accepted by `recognizes` or `accompanies`. Never throws. */
  read(source: Source): Collection | SourceProblem;
}
