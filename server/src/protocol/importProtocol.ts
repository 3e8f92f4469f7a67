/*
 * The messages about the import of other tools' projects. The same conventions as in `protocol.ts`.
 */
import { RequestType } from "vscode-languageserver-protocol";

/** Projects of other tools as the files of folders. The server reads and writes nothing. */
export const ImportRequest = new RequestType<ImportParams, ImportResult, void>("soaphttp/import");

export interface ImportParams {
  /** In a browser, the URL of the script that the server loads. */
  readonly script?: string | undefined;
  readonly sources: readonly {
    /** As the user knows it. */
    readonly path: string;
    readonly isFolder: boolean;
    /** The file, or all files in the folder and its subfolders, by paths that begin with the source's. */
    readonly files: readonly { readonly path: string; readonly bytes: string }[];
  }[];
}

export interface ImportResult {
  readonly projects: readonly ImportedProject[];
  /** Why other sources can't be imported, as sentences. */
  readonly problems: readonly string[];
}

export interface ImportedProject {
  readonly name: string;
  /** A name for its folder. */
  readonly folder: string;
  /** By paths relative to the folder, with `/`. */
  readonly files: readonly { readonly path: string; readonly bytes: string }[];
  /** The path of the list of items that need a review. */
  readonly checklist: string;
  /** How many requests have no expectations, how many have some, and how many items need a review. */
  readonly requests: number;
  readonly tests: number;
  readonly looks: number;
  /** The addresses of definitions that the project has no copy of. */
  readonly definitions: readonly string[];
}
