import type { CheckedFile } from "./checkedFile.ts";

/** Writes what was found, file after file: nothing is kept that a later file doesn't need. */
export interface Format {
  /** What comes before the first file. */
  begin(): string;
  file(file: CheckedFile): string;
  /** What comes after the last one. */
  end(outcome: Outcome): string;
}

/** The run as a whole. */
export interface Outcome {
  /** Those that were checked. */
  readonly files: number;
  /** Files that could not be read, in words; standard error has told them already. */
  readonly unreadable: readonly string[];
}
