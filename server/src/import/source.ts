import type { Collection } from "./collection.ts";

/** A file that the user has chosen, or that is in a chosen folder. */
export interface SourceFile {
  /** As users know it, with `/`. */
  readonly path: string;
  /** The bytes of the main file of a source are removed once they were read: its text takes enough memory. */
  bytes: Uint8Array;
}

/** What becomes one folder: a file, or the files of a project that is a folder. */
export interface Source {
  /** The path of the file, or of the folder. */
  readonly path: string;
  /** The main file is the first, the files that accompany it are the last. */
  readonly files: readonly [SourceFile, ...SourceFile[]];
}

/** Why a source can't be imported: a sentence that says what to do. */
export interface SourceProblem {
  readonly problem: string;
}

/** A kind of source. The content of its files decides, not their names. */
export interface Reader {
  readonly kind: string;
  /** Whether a file is one of this kind. Looks at no more than its beginning where it can. */
  recognizes(file: SourceFile): boolean;
  /** Whether a file makes its folder one project, with all files in it. Such a project's source begins with this file. */
  marksFolder?(file: SourceFile): boolean;
  /** Whether a file, such as one of environments, belongs to the other sources of this kind that are imported with it. */
  accompanies?(file: SourceFile): boolean;
  /** Called with a file that `recognizes` or `accompanies` has accepted as the first one. Never throws. */
  read(source: Source): Collection | SourceProblem;
}
