import type { ItemKind, Outcome } from "./ledger.ts";
import type { ImportedSource, UnimportedSource } from "./result.ts";

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

export interface ItemSummary {
  readonly kind: ItemKind;
  readonly type: string;
  readonly path: readonly string[];
  readonly outcome: Outcome;
  /** Relative to the output folder. A dropped item is in the checklist. */
  readonly file?: string | undefined;
  /** One-based. That of a request is its request line. */
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
