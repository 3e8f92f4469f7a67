import * as l10n from "@vscode/l10n";
import { parseDocument, type Segment, type SoapHttpDocument } from "../document.ts";
import { columnNames } from "../expectations/columns.ts";
import { declaredIn, nameOf, whyNoReference } from "../expectations/declared.ts";
import { testDirectives } from "../expectations/directives.ts";
import { parseReference } from "../expectations/reference.ts";
import { longestValue } from "../limits.ts";
import { directiveValues, type PreambleItem } from "../preamble.ts";
import { type Reference, references } from "../text/references.ts";
import { resolve } from "../text/resolved.ts";
import { slice } from "../text/span.ts";
import type { ReceivedValue, Sending } from "./builtIns.ts";
import type { ContractLookup } from "./contractLookup.ts";
import { type ExternalFile, emptyResolver, type Resolver } from "./resolver.ts";
import type { Definition, DefinitionPlace, Value } from "./value.ts";

export type { Value } from "./value.ts";

export interface Scope {
  /** The same variables with values for one sending: a new one for each built-in reference, but one for each definition. */
  forSending(sending: Sending): Scope;
  lookup(name: string): Value;
  /** The definition of a name in another file. */
  externalPlace(name: string): DefinitionPlace | undefined;
  file(path: string): ExternalFile;
  fileUri(path: string): string | undefined;
  /** Sentences about the places that were searched for an undefined name. */
  lookedIn(): string;
  readonly contracts: ContractLookup;
  /** The values of `# @wsdl` at the top of the file, above all requests. */
  readonly wsdls: readonly string[];
  readonly names: readonly string[];
  /** The place of a definition. `text`: whether it is this text. */
  definedIn(name: string): { readonly text: boolean; readonly origin: string } | undefined;
  /** The names that definitions outside of the text use. */
  usedExternally(): readonly string[];
  /** Scopes with equal keys have equal values. */
  readonly key: string;
  /** The secret values that were looked up so far, and values that contain one. */
  readonly secrets: ReadonlySet<string>;
}

/** The number of bytes of the body when it is sent. */
export const contentLengthVariable = "$contentLength";

/** The variables of a file, which override external ones. The last definition of a name wins. */
export function fileScope(document: SoapHttpDocument, resolver: Resolver = emptyResolver): Scope {
  return scopeOf(variablesOf(document, resolver), resolver);
}

type FileVariables = ReturnType<typeof variablesOf>;

/** What all scopes of a document share. */
function variablesOf(document: SoapHttpDocument, resolver: Resolver) {
  const own = ownDefinitions(document);
  const wsdls = wsdlsOfFile(document);
  const declared = declaredIn(document);
  const columns = columnsOf(document, resolver);
  const later = [...declared.setBy.keys(), ...columns];
  const definitions: ReadonlyMap<string, Definition> = new Map([...resolver.definitions, ...own]);
  const texts = [...own].map(([name, { text }]) => [name, text]);
  return {
    own,
    definitions,
    wsdls,
    declared,
    columns,
    later,
    names: [...new Set([...definitions.keys(), ...later])],
    key: `${JSON.stringify([texts, wsdls, [...declared.requests], later])}${resolver.key}`,
  };
}

function scopeOf(variables: FileVariables, resolver: Resolver, sending?: Sending): Scope {
  const { own, definitions, wsdls, declared, columns, later, names, key } = variables;
  const found = new Map<string, Value>(sending ? [] : later.map((name) => [name, atSending]));
  const secrets = new Set<string>();
  for (const [name, value] of sending?.values ?? []) found.set(name, withSecretKept(receivedValue(value)));
  return {
    forSending: (values) => scopeOf(variables, resolver, values),
    lookup: (name) => (definitions.has(name) ? evaluated(name) : (found.get(name) ?? builtIn(name))),
    externalPlace: (name) => (own.has(name) ? undefined : resolver.definitions.get(name)?.place?.()),
    file: (path) => resolver.file(path),
    fileUri: (path) => resolver.fileUri(path),
    contracts: resolver.contracts,
    wsdls,
    lookedIn: () => {
      const { places, problems } = resolver.lookedIn();
      return [l10n.t("Searched in: {0}.", [l10n.t("this file"), ...places].join(", ")), ...problems].join(" ");
    },
    names,
    definedIn: (name) => {
      const definition = definitions.get(name);
      return definition && { text: own.has(name), origin: definition.origin() };
    },
    usedExternally: () =>
      [...resolver.definitions.values()].flatMap(({ text }) => references(text).map(({ name }) => name)),
    key,
    secrets,
  };

  function withSecretKept(value: Value): Value {
    if (value.kind === "text" && value.secret && value.text !== "") secrets.add(value.text);
    return value;
  }

  function builtIn(name: string): Value {
    return withSecretKept(name.startsWith("$") ? resolver.builtIn(name, sending) : fromExchange(name));
  }

  /** The value of `login.response.…`, or of a variable that a response sets. */
  function fromExchange(name: string): Value {
    if (columns.includes(name)) {
      const why = l10n.t("The value comes from a row of a data file. Run the request as a test.");
      return { kind: "undefined", why };
    }
    const why = whyNoReference(name, declared);
    if (typeof why === "string") return { kind: "undefined", why };
    const setBy = declared.setBy.get(name)?.[0];
    if (why === false) return setBy ? { kind: "undefined", why: notSent(nameOf(setBy)) } : { kind: "undefined" };
    if (!sending) return atSending;
    const reference = parseReference(name);
    if (!reference || "why" in reference) return { kind: "undefined" };
    const value = sending.reference?.(reference) ?? notSent(reference.request);
    const result: Value = typeof value === "string" ? { kind: "undefined", why: value } : receivedValue(value);
    found.set(name, result);
    return result;
  }

  /** Without recursion: a chain of definitions may be as long as the file. */
  function evaluated(name: string): Value {
    const path: { readonly name: string; readonly needs: readonly string[]; next: number }[] = [];
    const onPath = new Set<string>();
    enter(name);
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const need = top.needs[top.next++];
      if (found.has(top.name) || need === undefined) {
        if (!found.has(top.name)) found.set(top.name, withSecretKept(evaluate(top.name)));
        onPath.delete(top.name);
        path.pop();
      } else if (onPath.has(need)) {
        const cycle = path.slice(path.findIndex((one) => one.name === need)).map((one) => one.name);
        const value: Value = { kind: "cycle", names: new Set(cycle) };
        for (const one of cycle) found.set(one, value);
      } else if (definitions.has(need) && !found.has(need)) {
        enter(need);
      }
    }
    return found.get(name) ?? { kind: "broken", name, missing: undefined };

    function enter(one: string): void {
      const needs = references(definitions.get(one)?.text ?? "").map((reference) => reference.name);
      path.push({ name: one, needs, next: 0 });
      onPath.add(one);
    }
  }

  /** `found` contains the values of all names that the definition uses. */
  function evaluate(name: string): Value {
    const definition = definitions.get(name);
    if (!definition) return { kind: "undefined" };
    let problem: Value | undefined;
    const waits = { sampled: false, unknown: false };
    let { secret } = definition;
    const { text } = resolve(definition.text, { start: 0, end: definition.text.length }, (need) => {
      const value = found.get(need) ?? builtIn(need);
      if (value.kind === "text") {
        secret ||= value.secret;
        return value.text;
      }
      if (value.kind === "atSending") {
        waits[value.sample === undefined ? "unknown" : "sampled"] = true;
        return value.sample;
      }
      problem ??= value.kind === "undefined" ? { kind: "broken", name, missing: need } : value;
      return undefined;
    });
    if (text.length > longestValue) return { kind: "broken", name, missing: undefined };
    if (problem) return problem;
    if (waits.unknown || waits.sampled) return { kind: "atSending", sample: waits.unknown ? undefined : text };
    return { kind: "text", text, origin: definition.origin(), secret };
  }
}

/** In segments without a request before the first request. */
function wsdlsOfFile({ segments }: SoapHttpDocument): readonly string[] {
  const first = segments.findIndex(({ segment }) => segment.request);
  return segments.slice(0, Math.max(first, 0)).flatMap(({ segment }) => directiveValues(segment, "wsdl"));
}

const atSending: Value = { kind: "atSending", sample: undefined };

function receivedValue({ text, secret }: ReceivedValue): Value {
  return { kind: "text", text, secret, origin: l10n.t("another response or a data file") };
}

function notSent(request: string | undefined): string {
  return request === undefined
    ? l10n.t("The value comes from another response. Run the file with soaphttp test.")
    : l10n.t("The value comes from the response of {0}. Run the file with soaphttp test.", request);
}

/** The columns of the file's data files, as far as they can be read. */
function columnsOf({ segments }: SoapHttpDocument, resolver: Resolver): readonly string[] {
  const names = segments.flatMap(({ segment }) => {
    const { data } = testDirectives(segment);
    const file = data && resolver.file(data.path);
    return data && file?.kind === "bytes" ? columnNames(data.path, file.bytes) : [];
  });
  return [...new Set(names)];
}

/** The scope of text without definitions or external resources. */
export const emptyScope: Scope = fileScope(parseDocument(""));

function ownDefinitions(document: SoapHttpDocument): Map<string, Definition> {
  const definitions = new Map<string, Definition>();
  for (const { segment } of document.segments) {
    for (const item of segment.preamble) {
      if (item.kind !== "variable") continue;
      definitions.set(segment.text.slice(item.name.start, item.name.end), {
        text: segment.text.slice(item.value.start, item.value.end),
        origin: () => l10n.t("this file"),
        secret: false,
      });
    }
  }
  return definitions;
}

/** The references in a segment's variable definitions and expectations. Offsets: in the segment's text. */
export function definitionReferences(segment: Segment): Reference[] {
  return referencesIn(segment, (item) => item.kind === "variable" || isExpectation(segment, item));
}

export function expectationReferences(segment: Segment): Reference[] {
  return referencesIn(segment, (item) => isExpectation(segment, item));
}

function isExpectation({ text }: Segment, item: PreambleItem): boolean {
  return item.kind === "directive" && slice(text, item.name) === "expect";
}

function referencesIn({ text, preamble }: Segment, contains: (item: PreambleItem) => boolean): Reference[] {
  return preamble.flatMap((item) =>
    item.kind !== "comment" && contains(item) ? references(text, item.value.start, item.value.end) : [],
  );
}
