import type { CollectionWsdl } from "./collection.ts";
import type { Item, ItemKind, Outcome } from "./ledger.ts";

/** Numbers of requests without expectations, and of requests with expectations. */
export interface ImportCounts {
  readonly requests: number;
  readonly tests: number;
}

export interface ImportedFile {
  /** The path relative to the folder, with `/`. */
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** Functions of the server that the import uses. They are passed as an argument, so that the import can be a separate bundle. */
export interface ImportTools {
  /** Returns the codes of the SOAP rules that a request violates. */
  brokenSoapRules(text: string): readonly string[];
  /** Returns the documents of a definition, the WSDL first, with their locations rewritten to relative paths. */
  wsdlCopies(wsdl: CollectionWsdl): readonly ImportedFile[];
}

export interface ImportedSource extends ImportCounts {
  readonly file: string;
  readonly kind: string;
  readonly name: string;
  /** A name for the folder. If it already exists, a number is appended. */
  readonly folder: string;
  /** The files, which can be iterated only once. Each is created during the iteration, so that they are never all in memory. */
  readonly files: Iterable<ImportedFile>;
  /** The items, which know their places after all files were iterated. */
  readonly items: readonly Item[];
  /** The names of the variables in the private environment. */
  readonly secrets: readonly string[];
}

/** A source that can't be imported, with a sentence that explains why. */
export interface UnimportedSource {
  readonly file: string;
  readonly kind: string | undefined;
  readonly problem: string;
}

/** The result of a source, in the format of `soaphttp import --format json`. */
export interface SourceSummary {
  readonly file: string;
  readonly kind?: string | undefined;
  readonly name?: string;
  /** The path of the folder, relative to the output folder. */
  readonly folder?: string;
  readonly problem?: string;
  readonly items: readonly ItemSummary[];
  readonly secrets: readonly string[];
}

interface ItemSummary {
  readonly kind: ItemKind;
  readonly type: string;
  readonly path: readonly string[];
  readonly outcome: Outcome;
  /** The path of the file, relative to the output folder. A dropped item is in the checklist. */
  readonly file?: string | undefined;
  /** Line number, counted from 1. For a request, the line of its request line. */
  readonly line?: number | undefined;
  readonly name?: string | undefined;
  readonly note?: string | undefined;
}

/** @param folder the name of the written folder */
export function summaryOf(source: ImportedSource, folder: string): SourceSummary {
  const { file, kind, name, items, secrets } = source;
  return {
    file,
    kind,
    name,
    folder,
    items: items.map((item) => {
      const { place } = item;
      return {
        kind: item.kind,
        type: item.type,
        path: item.path,
        outcome: item.outcome,
        file: place && `${folder}/${place.file}`,
        line: place?.line,
        name: item.name,
        note: item.note,
      };
    }),
    secrets,
  };
}

export function summaryOfProblem({ file, kind, problem }: UnimportedSource): SourceSummary {
  return { file, kind, problem, items: [], secrets: [] };
}
