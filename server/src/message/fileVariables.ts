import * as l10n from "@vscode/l10n";
import { columnNames } from "../expectations/columns.ts";
import { type DeclaredNames, declaredIn, whyNoReference } from "../expectations/declared.ts";
import { pathsWithSteps, testDirectives } from "../expectations/directives.ts";
import { parseReference } from "../expectations/reference.ts";
import type { Segment, SoapHttpDocument } from "../format/document.ts";
import { directiveValues, type PreambleItem } from "../format/preamble.ts";
import type { Resolver } from "../resources/resolver.ts";
import { mostDocuments } from "../text/limits.ts";
import { memoized } from "../text/memoized.ts";
import type { Reference } from "../text/references.ts";
import { type Span, shift, slice } from "../text/span.ts";
import { authDirective } from "../variables/authDirective.ts";
import { usesInSteps, variableUses } from "../variables/builtInReferences.ts";
import type { ValueDefinition, VariableValue } from "../variables/value.ts";
import { namedIn } from "../variables/valueArguments.ts";

export type FileVariables = ReturnType<typeof variablesOf>;

/** The names that get values while requests are sent, or while a mock service responds. */
export interface LaterNames {
  readonly declared: DeclaredNames;
  /** The columns of the file's data files, as far as they can be read. */
  readonly columns: readonly string[];
}

function laterNames(document: SoapHttpDocument, resolver: Resolver): LaterNames {
  return { declared: declaredIn(document), columns: columnsOf(document, resolver) };
}

/** What all scopes of a document share. */
export function variablesOf(
  document: SoapHttpDocument,
  resolver: Resolver,
  { declared, columns } = laterNames(document, resolver),
) {
  const { own, documents } = ownDefinitions(document);
  const wsdls = wsdlsOfFile(document);
  const later = [...declared.setBy.keys(), ...columns];
  const outer = [...resolver.definitions].filter(([name]) => !documents.has(name));
  const definitions: ReadonlyMap<string, ValueDefinition> = new Map([...outer, ...own]);
  const texts = [...own].map(([name, { text }]) => [name, text]);
  const used = [...definitions.values()].flatMap(({ text }) => variableUses(text).map(({ name }) => name));
  const inDocuments = [...documents.values()].map(exchangesIn);
  const inAll = inDocuments.includes("any") ? [...declared.requests] : [];
  const exchanges = [...used, ...inAll, ...inDocuments.flatMap((one) => (one === "any" ? [] : one))];
  return {
    kind: document.kind,
    own,
    definitions,
    /** The segments of `# @document` by name. */
    documents,
    wsdls,
    declared,
    columns,
    later: new Set(later),
    /** The definitions that have the same value in each sending, as far as they were looked up. */
    constants: new Map<string, VariableValue>(),
    /** The names that a definition uses, each read once. */
    uses: new Map<string, readonly string[]>(),
    names: [...new Set([...definitions.keys(), ...documents.keys(), ...later])],
    key: sameKey(
      `${JSON.stringify([texts, documentKeys(documents), wsdls, usability(exchanges, declared), later])}${resolver.key}`,
    ),
    requests: JSON.stringify([...declared.requests]),
  };
}

const recentKeys: string[] = [];
const maxRecentKeys = 8;

/** One object for equal keys: each request of a file keeps its key, and compares it with that of each new text. */
function sameKey(key: string): string {
  const known = recentKeys.find((one) => one === key);
  if (known !== undefined) return known;
  recentKeys.unshift(key);
  recentKeys.length = Math.min(recentKeys.length, maxRecentKeys);
  return key;
}

/** The variables of a segment that are values of other requests. Those of a body file are unknown here. */
export const exchangesIn = memoized((segment: Segment): readonly string[] | "any" => {
  const uses = [...variableUses(segment.text), ...definitionReferences(segment)];
  const names = new Set(uses.map(({ name }) => name));
  return /^<@/m.test(segment.text) ? "any" : [...names].filter((name) => parseReference(name));
});

/** For each name that is one of another request: whether it can be used, or why not. */
export function usability(names: readonly string[], declared: DeclaredNames): readonly (string | null)[] {
  return names.flatMap((name) => {
    const why = whyNoReference(name, declared);
    return why === false ? [] : [why ?? null];
  });
}

/** In segments without a message before the first message. */
function wsdlsOfFile({ segments }: SoapHttpDocument): readonly string[] {
  const first = segments.findIndex(({ segment }) => segment.message);
  // Without any message yet, the last segment is where the first one will be.
  return segments.slice(0, first < 0 ? -1 : first).flatMap(({ segment }) => directiveValues(segment, "wsdl"));
}

function columnsOf({ segments }: SoapHttpDocument, resolver: Resolver): readonly string[] {
  const names = segments.flatMap(({ segment }) => {
    const { data } = testDirectives(segment);
    const file = data && resolver.file(data.path);
    return data && file?.kind === "bytes" ? columnNames(data.path, file.bytes) : [];
  });
  return [...new Set(names)];
}

/** The variables and documents of a file. The last definition of a name counts. */
function ownDefinitions({ segments }: SoapHttpDocument) {
  const own = new Map<string, ValueDefinition>();
  const documents = new Map<string, Segment>();
  for (const { segment } of segments) {
    const { text, preamble, document } = segment;
    for (const item of preamble) {
      if (item.kind !== "variable") continue;
      const name = slice(text, item.name);
      own.set(name, { text: slice(text, item.value), origin: () => l10n.t("this file"), secret: false });
      documents.delete(name);
    }
    const name = document ? slice(text, document.directive.value) : "";
    if (name === "" || documents.size >= mostDocuments) continue;
    documents.set(name, segment);
    own.delete(name);
  }
  return { own, documents };
}

/** Equal for equal documents: a segment stays the same object until its text changes. */
function documentKeys(documents: ReadonlyMap<string, Segment>): readonly (string | number)[] {
  return [...documents].flatMap(([name, segment]) => [name, numberOf(segment)]);
}

let segments = 0;
const numberOf = memoized((_: Segment): number => segments++);

/**
 * The references in a segment's variable definitions, expectations and `# @auth`, and in the directives of a response of a
 * mock service. Offsets: in the segment's text.
 */
export function definitionReferences(segment: Segment): Reference[] {
  const { text } = segment;
  const all = segment.preamble.flatMap((item): readonly Reference[] => {
    if (item.kind === "comment") return [];
    if (item.kind === "variable" || isExpectation(segment, item)) return usesIn(text, item.value);
    return slice(text, item.name) === "auth" ? namedIn(authDirective(text, item).arguments) : [];
  });
  return [...all, ...stepReferences(segment)];
}

/** What is used after a request was sent. */
export function expectationReferences(segment: Segment): Reference[] {
  const inExpectations = segment.preamble.flatMap((item) =>
    item.kind === "directive" && isExpectation(segment, item) ? usesIn(segment.text, item.value) : [],
  );
  return [...inExpectations, ...stepReferences(segment)];
}

/** The arguments of steps behind the paths of `# @expect` and `# @set`. */
function stepReferences(segment: Segment): readonly Reference[] {
  return pathsWithSteps(segment).flatMap(({ computed }) =>
    computed ? usesInSteps(slice(segment.text, computed)).map((use) => shift(use, computed.start)) : [],
  );
}

/** The directives whose values contain references. */
const withReferences = { request: ["expect"], response: ["when", "set"] };

function isExpectation({ kind, text }: Segment, item: PreambleItem): boolean {
  if (item.kind !== "directive") return false;
  return withReferences[kind].includes(slice(text, item.name));
}

function usesIn(text: string, { start, end }: Span): Reference[] {
  return variableUses(text, start, end);
}
