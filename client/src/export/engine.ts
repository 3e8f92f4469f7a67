import type { Loss } from "./plan.ts";

export interface EngineOptions {
  /** Minimum and maximum seconds that a user waits between two requests. */
  readonly wait: readonly [least: number, most: number] | undefined;
}

export interface EngineExport {
  readonly files: readonly ExportedFile[];
  /** Features that this engine doesn't have, besides the losses of the plan. */
  readonly losses: readonly Loss[];
  readonly changes: readonly string[];
}

export interface ExportedFile {
  /** Path whose parts are separated by `/`. */
  readonly path: string;
  readonly content: string | Uint8Array;
}
