import type { Analysis } from "../../analysis/analysis.ts";
import { columnNames } from "../../data/columns.ts";
import { declaredIn, qualifierOf } from "../../expectations/declared.ts";
import { namedRequests, testDirectives } from "../../expectations/directives.ts";
import { importsIn, importsOf } from "../../expectations/imports.ts";
import { isProblem } from "../../expectations/problem.ts";
import { referredRequest } from "../../expectations/reference.ts";
import { type Segment, segmentsAbove } from "../../format/document.ts";
import { mockDirectives } from "../../mock/directives/directives.ts";
import type { DataSource } from "../../protocol/protocol.ts";
import { memoized } from "../../text/memoized.ts";
import type { Reference } from "../../text/references.ts";
import { holds, type Span, shift, slice } from "../../text/span.ts";
import { takesValues } from "../../variables/builtInReferences.ts";
import { computedReference } from "../../variables/computed/reader.ts";
import { type MessageSection, type Section, sectionAt } from "./section.ts";

export interface NameOccurrence extends Span {
  readonly role: "definition" | "use";
  /** The span of the whole definition, such as the element that has an id. */
  readonly whole?: Span;
}

/** A definition or a use of a name. Spans are in the document. */
export interface NamePlace {
  /** `import`: an alias of `# @import`; `file`: a path. */
  readonly kind: "variable" | "request" | "import" | "file" | "tag";
  /** The name in the file that defines it, without the alias in this file; empty for a path. */
  readonly name: string;
  /** URI of the other file that defines the name: an imported file, or a column's data file. Undefined for tags. */
  readonly owner?: string;
  /** Whether the place is a variable of `# @set`, or a variable of the rows from a response. */
  readonly isSet?: true;
  /** Whether the place is a variable behind `with`. */
  readonly isGiven?: true;
  readonly at: NameOccurrence;
  /** The span in which the cursor refers to the name. It includes the braces. */
  readonly touched: Span;
}

export function namesIn(section: Section): readonly NamePlace[] {
  const { start, text, preamble, references } = section;
  const definitions = preamble.flatMap((item): readonly NamePlace[] => {
    if (item.kind === "comment") return [];
    if (item.kind === "variable") return [defined("variable", section, item.name, item)];
    const directive = slice(text, item.name);
    if (directive === "document") return [defined("variable", section, item.value, item)];
    if (directive === "tag") return tagsIn(text, item.value, start);
    return directive === "name" ? [defined("request", section, item.value, item)] : [];
  });
  const { sets, needs, compared } = declaredNames(section);
  const uses = [
    ...needs.map((need) => used("request", need.name, need, start)),
    // The variables inside of a computed value have their own places.
    ...references.flatMap((one) => (computedReference(one.name) ? [] : [useOf(one, text, start)])),
  ];
  return [
    ...definitions,
    ...sets.map((one): NamePlace => ({ ...defined("variable", section, one, one), isSet: true })),
    ...(section.kind === "message" ? uses.flatMap((use) => withOwner(use, section)) : uses),
    ...compared.map((one) => comparedVariable(one, text, start)),
    ...(section.kind === "message" ? filesIn(section) : []),
  ];
}

export function namePlaceAt(sections: readonly Section[], offset: number): NamePlace | undefined {
  const section = sectionAt(sections, offset);
  return section && namesIn(section).find(({ touched }) => holds(touched, offset));
}

/** Imported files by alias and by path, and data files by the segment that uses their rows. */
export const ownersIn = memoized(({ document, resolver }: Analysis) => {
  const uriOf = (path: string) => resolver.fileUri(path);
  const imported = importsOf(document).flatMap(({ alias, path }) => {
    const uri = uriOf(path);
    return uri === undefined ? [] : [{ alias, path, uri }];
  });
  const byAlias = imported.toReversed().map(({ alias, uri }) => [alias, uri] as const);
  const tables = new Map<Segment, Table>();
  for (const { segment } of document.segments) {
    const { data } = testDirectives(segment);
    const file = data?.kind === "file" ? resolver.file(data.path) : undefined;
    const uri = data?.kind === "file" ? uriOf(data.path) : undefined;
    if (data?.kind !== "file" || file?.kind !== "bytes" || uri === undefined) continue;
    tables.set(segment, { uri, source: data, bytes: file.bytes, columns: columnNames(data, file.bytes) });
  }
  return {
    uriOf,
    imported: new Map([...byAlias, ...imported.map(({ path, uri }) => [path, uri] as const)]),
    tables: tables as ReadonlyMap<Segment, Table>,
    /** The data file whose rows apply to all requests. */
    ofFile: segmentsAbove(document)
      .flatMap(({ segment }) => tables.get(segment) ?? [])
      .at(-1),
  };
});

export interface Table {
  readonly uri: string;
  readonly source: DataSource;
  readonly bytes: Uint8Array;
  readonly columns: readonly string[];
}

export function tablesOf([section]: readonly Section[]): readonly Table[] {
  return section?.kind === "message" ? [...ownersIn(section.analysis).tables.values()] : [];
}

/** For a place in a request, the data file of the request or of the whole file; for a definition above it, any. */
function tableWith({ name, at }: NamePlace, { analysis, placed, line, start }: MessageSection): Table | undefined {
  const { tables, ofFile } = ownersIn(analysis);
  const isInRequest = line !== undefined && at.start - start >= line.start;
  const possible = [tables.get(placed.segment), ofFile, ...(isInRequest ? [] : tables.values())];
  return possible.find((one) => one?.columns.includes(name));
}

/** Adds the file that defines a name. `auth.token` of an imported file becomes two uses, `auth` and `token`. */
function withOwner(use: NamePlace, section: MessageSection): readonly NamePlace[] {
  const { analysis, text, start } = section;
  const { kind, name, at, touched } = use;
  const { imported } = ownersIn(analysis);
  const { requests } = declaredIn(analysis.document);
  if (kind === "request" ? requests.has(name) : analysis.scope.definedIn(name)?.text) return [use];
  const qualifier = qualifierOf(name);
  const owner = imported.get(qualifier);
  if (owner === undefined) {
    const table = kind === "variable" ? tableWith(use, section) : undefined;
    return [table ? { ...use, owner: table.uri } : use];
  }
  const end = at.start + qualifier.length;
  const isPath = text[end - start] === "#";
  const file = { start: at.start, end };
  return [
    {
      kind: isPath ? "file" : "import",
      name: isPath ? "" : qualifier,
      owner,
      at: { ...file, role: "use" },
      touched: { start: touched.start, end },
    },
    {
      kind,
      name: name.slice(qualifier.length + 1),
      owner,
      at: { ...at, start: end + 1 },
      touched: { start: end + 1, end: touched.end },
    },
  ];
}

/** Files of imports and data, with their aliases; variables behind `with`; and a column in `where`. */
function filesIn({ analysis, placed: { start, segment }, text }: MessageSection): readonly NamePlace[] {
  const { uriOf, imported } = ownersIn(analysis);
  const owned = (kind: NamePlace["kind"], name: string, owner: string, span: Span): NamePlace => ({
    ...used(kind, name, span, start),
    owner,
  });
  const { data, needs } = testDirectives(segment);
  const imports = importsIn(segment).flatMap((imported): readonly NamePlace[] => {
    if (isProblem(imported)) return [];
    const owner = uriOf(imported.path);
    if (owner === undefined) return [];
    const file = owned("file", "", owner, imported);
    if (!imported.as) return [file];
    const alias = owned("import", imported.alias, owner, imported.as);
    return [file, { ...alias, at: { ...alias.at, role: "definition" } }];
  });
  const given = needs.flatMap(({ name, given = [] }) => {
    const owner = imported.get(qualifierOf(name));
    return owner === undefined
      ? []
      : given.map((one) => ({ ...owned("variable", one.name, owner, one), isGiven: true as const }));
  });
  const owner = data?.kind === "file" ? uriOf(data.path) : undefined;
  if (data?.kind !== "file" || owner === undefined) return [...imports, ...given];
  const { column = "" } = data.where ?? {};
  const chosen = text.indexOf(column, text.slice(data.end).search(/[ \t]where[ \t]/) + data.end + "where".length + 2);
  return [
    ...imports,
    ...given,
    owned("file", "", owner, data),
    ...(column === "" ? [] : [owned("variable", column, owner, { start: chosen, end: chosen + column.length })]),
  ];
}

function tagsIn(text: string, value: Span, by: number): readonly NamePlace[] {
  return [...slice(text, value).matchAll(/[^ \t]+/g)].map(({ 0: name, index }): NamePlace => {
    const start = value.start + index;
    return { ...used("tag", name, { start, end: start + name.length }, by), owner: "" };
  });
}

type NameSpan = Span & { readonly name: string };

interface DeclaredNames {
  readonly sets: readonly NameSpan[];
  readonly needs: readonly NameSpan[];
  readonly compared: readonly NameSpan[];
}

function declaredNames(section: Section): DeclaredNames {
  if (section.kind !== "message") return { sets: [], needs: [], compared: [] };
  const { segment } = section.placed;
  if (segment.kind !== "response") {
    const { sets, data } = testDirectives(segment);
    const rows = data?.kind === "values" ? [data] : [];
    return { sets: [...sets, ...rows], needs: namedRequests(segment), compared: [] };
  }
  const { sets, conditions } = mockDirectives(segment);
  return { sets, needs: [], compared: conditions.flatMap((one) => (one.kind === "variable" ? [one] : [])) };
}

/** The use of a variable in `# @when variable NAME …`. */
function comparedVariable({ start, name }: NameSpan, text: string, by: number): NamePlace {
  const from = text.indexOf(name, text.indexOf("variable", start) + "variable".length);
  return used("variable", name, { start: from, end: from + name.length }, by);
}

/** @param by the offset in the document of the text that contains the span */
function used(kind: NamePlace["kind"], name: string, { start, end }: Span, by: number): NamePlace {
  const at = shift({ start, end }, by);
  return { kind, name, at: { ...at, role: "use" }, touched: at };
}

function defined(kind: NamePlace["kind"], { start, text }: Section, name: Span, whole: Span): NamePlace {
  const touched = shift({ start: name.start, end: name.end }, start);
  const all = shift({ start: whole.start, end: whole.end }, start);
  return { kind, name: slice(text, name), at: { ...touched, role: "definition", whole: all }, touched };
}

/** The use of a reference. A built-in variable is named by its first word; arguments follow it (`$randomInt 1 9`). */
function useOf(reference: Reference, text: string, by: number): NamePlace {
  const request = referredRequest(reference.name);
  const name = request ?? (reference.name.startsWith("$") ? (reference.name.split(/[ \t]/)[0] ?? "") : reference.name);
  const start = text.indexOf(name, reference.start) + by;
  const end = start + name.length;
  // The names in the arguments have their own places.
  const touched = takesValues(reference.name) ? { start: reference.start + by, end } : shift(reference, by);
  return { kind: request === undefined ? "variable" : "request", name, at: { start, end, role: "use" }, touched };
}
