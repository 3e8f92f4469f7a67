import type { Loss } from "./plan.ts";

export interface EngineOptions {
  /** Minimum and maximum seconds that a user waits between two requests. */
  readonly wait: readonly [least: number, most: number] | undefined;
}

/** A plan in the files of an engine. */
export interface EngineExport {
  readonly files: readonly ExportedFile[];
  /** Features that this engine doesn't have, besides the losses of the plan. */
  readonly losses: readonly Loss[];
  /** Sentences about what the engine does differently from soaphttp. */
  readonly changes: readonly string[];
}

/** A file of an export, with a relative path. */
export interface ExportedFile {
  /** Path whose parts are separated by `/`. */
  readonly path: string;
  readonly content: string | Uint8Array;
}
