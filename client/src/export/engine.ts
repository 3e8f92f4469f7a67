import type { Loss } from "./plan.ts";

export interface EngineOptions {
  /** Seconds of a user between two requests, at least and at most. */
  readonly wait: readonly [least: number, most: number] | undefined;
}

/** A plan in the files of an engine. */
export interface EngineExport {
  readonly files: readonly ExportedFile[];
  /** What this engine can't do, besides the losses of the plan. */
  readonly losses: readonly Loss[];
  /** What it does differently from soaphttp. Sentences. */
  readonly changes: readonly string[];
}

/** A file of an export, with a relative path. */
export interface ExportedFile {
  /** Parts are separated by `/`. */
  readonly path: string;
  readonly content: string | Uint8Array;
}
