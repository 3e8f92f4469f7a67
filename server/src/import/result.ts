import type { CollectionWsdl } from "./collection.ts";
import type { Item, ItemKind, Outcome } from "./ledger.ts";

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

/** What the import needs from the rest of the server: an argument, so that the import is a bundle of its own. */
export interface ImportTools {
  /** The codes of the rules for SOAP that a request breaks. */
  brokenSoapRules(text: string): readonly string[];
  /** The documents of a definition, their locations rewritten to each other, the WSDL first. */
  wsdlCopies(wsdl: CollectionWsdl): readonly ImportedFile[];
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

/** The result of a source, as `soaphttp import --format json` prints it. */
export interface SourceSummary {
  readonly file: string;
  readonly kind?: string | undefined;
  readonly name?: string;
  /** Relative to the output folder. */
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
  /** Relative to the output folder. A dropped item is in the checklist. */
  readonly file?: string | undefined;
  /** One-based. Of a request: its request line. */
  readonly line?: number | undefined;
  readonly name?: string | undefined;
  readonly note?: string | undefined;
}

/** @param folder the name of the folder that was written */
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
