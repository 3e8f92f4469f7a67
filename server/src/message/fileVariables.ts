import * as l10n from "@vscode/l10n";
import { columnNames } from "../data/columns.ts";
import { type DeclaredNames, declaredIn, declaredName, whyNoReference } from "../expectations/declared.ts";
import { pathsWithSteps, testDirectives } from "../expectations/directives.ts";
import { importsOf } from "../expectations/imports.ts";
import { parseReference } from "../expectations/reference.ts";
import { directiveInfo } from "../format/directives.ts";
import {
  callbackNames,
  mockNames,
  mocksIn,
  type Segment,
  type SoapHttpDocument,
  segmentsAbove,
} from "../format/document.ts";
import { directiveValues, type PreambleItem } from "../format/preamble.ts";
import type { Resolver } from "../resources/resolver.ts";
import { mostDocuments } from "../text/limits.ts";
import { memoized } from "../text/memoized.ts";
import type { Reference } from "../text/references.ts";
import { type Span, shift, slice } from "../text/span.ts";
import { authDirective } from "../variables/authDirective.ts";
import { builtInOf, usesInSteps, variableUses } from "../variables/builtInReferences.ts";
import type { ValueDefinition, VariableValue } from "../variables/value.ts";
import { namedIn } from "../variables/valueArguments.ts";

export type FileVariables = ReturnType<typeof variablesOf>;

/** The names that get their values while requests are sent, or while a mock service responds. */
export interface LaterNames {
  readonly declared: DeclaredNames;
  /** The variables of the data rows of the file's requests, for data files that can be read. */
  readonly columns: readonly string[];
}

function declaredWith(document: SoapHttpDocument, resolver: Resolver): DeclaredNames {
  const own = declaredIn(document);
  const imports = importsOf(document);
  if (imports.length === 0) return own;
  const requests = new Set(own.requests);
  const setBy = new Map(own.setBy);
  const imported = new Map(own.imported);
  const unread = new Set<string>();
  for (const { alias, path, each } of imports) {
    const file = resolver.imported(path);
    if (file.kind !== "imported") {
      unread.add(alias).add(path);
      continue;
    }
    const segments = file.document.segments.flatMap(({ segment }) => (segment.message ? [segment] : []));
    for (const [id, segment] of segments.entries()) {
      const name = declaredName(segment);
      const sets = testDirectives(segment).sets.map((one) => `${alias}.${one.name}`);
      if (name === undefined && sets.length === 0) continue;
      const request = { path, uri: file.uri, alias, each, id, name, segment, document: file.document, sets };
      for (const variable of sets) setBy.set(variable, [...(setBy.get(variable) ?? []), segment]);
      imported.set(`${alias}.${name ?? `#${id}`}`, request);
      if (name === undefined) continue;
      imported.set(`${path}#${name}`, request);
      requests.add(`${alias}.${name}`);
    }
  }
  return { requests, setBy, imported, unread };
}

export function variablesOf(
  document: SoapHttpDocument,
  resolver: Resolver,
  { declared, columns }: LaterNames = {
    declared: declaredWith(document, resolver),
    columns: columnsOf(document, resolver),
  },
) {
  const { own, documents } = ownDefinitions(document);
  for (const name of resolver.given.keys()) documents.delete(name);
  const wsdls = segmentsAbove(document).flatMap(({ segment }) => directiveValues(segment, "wsdl"));
  const mocks = [...mockNames(mocksIn(document)).keys()];
  const callbacks = callbackNames(document);
  const later = [...declared.setBy.keys(), ...columns, ...mocks, ...callbacks];
  const outer = [...resolver.definitions].filter(([name]) => !documents.has(name));
  const inFiles: ReadonlyMap<string, ValueDefinition> = new Map([...outer, ...own]);
  const given = [...resolver.given].map(([name, one]) => [name, { ...one, secret: isSecret(name, inFiles) }] as const);
  // An export contains no secrets: the exported program asks for them.
  const used = given.filter(([, { secret }]) => !secret || !resolver.exported);
  const definitions: ReadonlyMap<string, ValueDefinition> = new Map([...inFiles, ...used]);
  const texts = [...own].map(([name, { text }]) => [name, text]);
  const uses = [...definitions.values()].flatMap(({ text }) => variableUses(text).map(({ name }) => name));
  const inDocuments = [...documents.values()].map(exchangesIn);
  const inAll = inDocuments.includes("any") ? [...declared.requests] : [];
  const exchanges = [...uses, ...inAll, ...inDocuments.flatMap((one) => (one === "any" ? [] : one))];
  return {
    kind: document.kind,
    own,
    definitions,
    documents,
    wsdls,
    declared,
    columns,
    mocks,
    callbacks,
    later: new Set(later),
    /** The values of definitions that are the same in each sending, if they were already looked up. */
    constants: new Map<string, VariableValue>(),
    uses: new Map<string, readonly string[]>(),
    names: [...new Set([...definitions.keys(), ...documents.keys(), ...later])],
    /** Scopes with equal keys have equal values, except for values of other requests. */
    key: sameKey(
      `${JSON.stringify([texts, documentKeys(documents), wsdls, usability(exchanges, declared), later])}${resolver.key}`,
    ),
    requests: JSON.stringify([...declared.requests]),
  };
}

function isSecret(name: string, definitions: ReadonlyMap<string, ValueDefinition>): boolean {
  const names = new Set([name]);
  for (const part of names) {
    const definition = definitions.get(part);
    if (definition?.secret || builtInOf(part)?.secret !== undefined) return true;
    for (const use of variableUses(definition?.text ?? "")) names.add(use.name);
  }
  return false;
}

const recentKeys: string[] = [];
const maxRecentKeys = 8;

/** Returns the same string object for equal keys, because comparing the keys of all requests is then fast. */
function sameKey(key: string): string {
  const recent = recentKeys.find((one) => one === key);
  if (recent !== undefined) return recent;
  recentKeys.unshift(key);
  recentKeys.length = Math.min(recentKeys.length, maxRecentKeys);
  return key;
}

/** The variables of a segment that refer to other requests. Variables in a body file are unknown here. */
export const exchangesIn = memoized((segment: Segment): readonly string[] | "any" => {
  const uses = [...variableUses(segment.text), ...definitionReferences(segment)];
  const names = new Set(uses.map(({ name }) => name));
  return /^<@/m.test(segment.text) ? "any" : [...names].filter((name) => parseReference(name));
});

/** For names that refer to other requests, null if they can be used, or a sentence that explains why not. */
export function usability(names: readonly string[], declared: DeclaredNames): readonly (string | null)[] {
  return names.flatMap((name) => {
    const why = whyNoReference(name, declared);
    return why === false ? [] : [why ?? null];
  });
}

function columnsOf({ segments }: SoapHttpDocument, resolver: Resolver): readonly string[] {
  const names = segments.flatMap(({ segment }) => {
    const { data } = testDirectives(segment);
    if (data?.kind === "values") return [data.name];
    const file = data && resolver.file(data.path);
    return data && file?.kind === "bytes" ? columnNames(data, file.bytes) : [];
  });
  return [...new Set(names)];
}

/** The variables and documents of a file. The last definition of a name applies. */
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

/** A list that is equal for equal documents. It contains ids of segments, which stay the same object until their text changes. */
function documentKeys(documents: ReadonlyMap<string, Segment>): readonly (string | number)[] {
  return [...documents].flatMap(([name, segment]) => [name, numberOf(segment)]);
}

let segments = 0;
const numberOf = memoized((_: Segment): number => segments++);

/**
 * The references in a segment's variable definitions, expectations and `# @auth`, and in the directives of a mock service's
 * response. Offsets are in the segment's text.
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

/** The references that are evaluated after a request was sent. */
export function expectationReferences(segment: Segment): Reference[] {
  const inExpectations = segment.preamble.flatMap((item) =>
    item.kind === "directive" && isExpectation(segment, item) ? usesIn(segment.text, item.value) : [],
  );
  return [...inExpectations, ...stepReferences(segment)];
}

/** References in the arguments of steps behind the paths of `# @expect` and `# @set`. */
function stepReferences(segment: Segment): readonly Reference[] {
  return pathsWithSteps(segment).flatMap(({ computed }) =>
    computed ? usesInSteps(slice(segment.text, computed)).map((use) => shift(use, computed.start)) : [],
  );
}

/** Whether references in the value of a directive are replaced. References in the paths of requests are in their steps. */
function isExpectation({ kind, text }: Segment, item: PreambleItem): boolean {
  if (item.kind !== "directive") return false;
  const name = slice(text, item.name);
  const { condition, replaced } = directiveInfo(kind, name) ?? {};
  return (
    condition?.(slice(text, item.value)) !== undefined ||
    name === "save" ||
    name === "needs" ||
    (kind === "response" && replaced === true)
  );
}

function usesIn(text: string, { start, end }: Span): Reference[] {
  return variableUses(text, start, end);
}
