import type { Analysis } from "../../analysis/analysis.ts";
import { columnSpan } from "../../data/columns.ts";
import { comparableUri } from "../../resources/paths.ts";
import type { Span } from "../../text/span.ts";
import type { DefinitionPlace } from "../../variables/value.ts";
import { type NamePlace, namesIn, tablesOf } from "./namePlaces.ts";
import { type MessageSection, type Section, sectionsOfSegments } from "./section.ts";

export interface KnownFile {
  readonly uri: string;
  readonly sections: readonly MessageSection[];
}

export function knownFile(uri: string, analysis: Analysis): KnownFile {
  return { uri, sections: sectionsOfSegments(analysis) };
}

/** The location of a document, and the other known files with requests. */
export interface Surroundings {
  readonly uri: string;
  readonly others: () => readonly KnownFile[];
}

export const alone: Surroundings = { uri: "", others: () => [] };

/** The places of a name in another file. Spans are in its text. */
export interface PlacesElsewhere {
  readonly uri: string;
  readonly text: string;
  readonly places: readonly NamePlace[];
}

/** The places of a name in its own document. */
export function placesOf(sections: readonly Section[], { kind, name, owner }: NamePlace): readonly NamePlace[] {
  return sections
    .flatMap((one) => namesIn(one))
    .filter((one) => one.kind === kind && one.name === name && one.owner === owner);
}

/** The places in the file that defines a name, in files that import that file, and in the data file of a column. */
export function placesElsewhere(
  sections: readonly Section[],
  { kind, name, owner }: NamePlace,
  { uri, others }: Surroundings,
): readonly PlacesElsewhere[] {
  // An alias has a meaning only in the file that defines it.
  if (kind === "import" || name.startsWith("$")) return [];
  const of = comparableUri(owner ?? uri);
  const inOthers = others().map((file) => {
    const places = file.sections
      .flatMap((one) => namesIn(one))
      .filter((one) => one.kind === kind && one.name === name && comparableUri(one.owner ?? file.uri) === of);
    return { uri: file.uri, text: file.sections[0]?.analysis.document.text ?? "", places };
  });
  const column = kind === "variable" && owner !== undefined ? columnPlace(sections, name, owner) : undefined;
  const inData = column ? [{ uri: column.uri, text: column.text, places: [definedAt(name, column.name)] }] : [];
  return [...inData, ...inOthers.filter(({ places }) => places.length > 0)];
}

function definedAt(name: string, at: Span): NamePlace {
  return { kind: "variable", name, at: { ...at, role: "definition" }, touched: at };
}

function columnPlace(sections: readonly Section[], name: string, owner: string): DefinitionPlace | undefined {
  const table = tablesOf(sections).find(({ uri, columns }) => uri === owner && columns.includes(name));
  const place = table && columnSpan(table.source, table.bytes, name);
  return place && { uri: owner, text: place.text, name: place.at };
}
