/** A file of an export, with a relative path. */
export interface ExportedFile {
  /** Parts are separated by `/`. */
  readonly path: string;
  readonly content: string | Uint8Array;
}
