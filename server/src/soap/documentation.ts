import { type Fact, factOf, factsOf, type Row } from "../http/facts.ts";
import * as data from "./documentation.json";
import { envelopeNamespaces, namespaceOfPrefix, versionOfNamespace } from "./facts.ts";

/*
 * What the specifications say of the elements, attributes, URIs and fault codes of SOAP messages: found by expanded
 * names, so that it holds whatever prefixes a message has. The texts are in documentation.json, whose names have the
 * prefixes of its namespaces.
 */

/** A name with its namespace; `""` for none. */
export interface ExpandedName {
  readonly namespace: string | undefined;
  readonly local: string;
}

/** What a specification says of an element. */
export interface KnownElement extends Omit<Fact, "name"> {
  readonly namespace: string;
  readonly local: string;
  /** Where the name means this only in one parent: that one's local name. */
  readonly parent?: string;
  /** In their order. */
  readonly children: readonly ExpandedName[];
  /** It holds character data, and no elements. */
  readonly text?: boolean;
  /** Its parent may hold several. */
  readonly repeats?: boolean;
  /** Its parent has to hold one. */
  readonly required?: boolean;
  /** It is a header block of requests. */
  readonly headerBlock?: boolean;
}

/** What a specification says of an attribute; `name` is its local name. */
export interface KnownAttribute extends Fact {
  /** `""` for none. */
  readonly namespace: string;
  /** The one element that it stands on; `undefined`: its name alone says what it is. */
  readonly on?: ExpandedName;
  /** Values that it may have, or often has. */
  readonly values?: readonly string[];
}

/** `Fact.name` is the URI. */
export interface KnownNamespace extends Fact {
  /** The specification's short name, the same in every language: `WS-Addressing 1.0`. */
  readonly title: string;
}

interface ElementRow extends Row<Omit<KnownElement, "namespace" | "local" | "children">> {
  readonly name: string;
  readonly children?: readonly string[];
}

interface AttributeRow extends Row<Omit<KnownAttribute, "namespace" | "on">> {
  readonly on?: string;
}

const elementRows: readonly ElementRow[] = data.elements;
const attributeRows: readonly AttributeRow[] = data.attributes;

/** The elements of SOAP 1.2 and SOAP 1.1, of WS-Addressing, WS-Security with a user name, and XOP's Include. */
export const knownElements: readonly KnownElement[] = elementRows.map(({ name, children = [], ...row }) => ({
  ...factOf(row),
  ...expanded(name),
  children: children.map(expanded),
}));

export const knownAttributes: readonly KnownAttribute[] = attributeRows.map(({ name, on, ...row }) => {
  const { namespace, local } = expanded(name);
  return { ...factOf(row), namespace, name: local, ...(on === undefined ? {} : { on: expanded(on) }) };
});

/** The namespaces; those that a request needs come first. */
export const knownNamespaces: readonly KnownNamespace[] = data.namespaces.map(factOf);

/** URIs that are values, not namespaces. */
export const knownUris = factsOf(data.uris);

const faultCodes: Readonly<Record<string, readonly Row<Fact>[]>> = data.faultCodes;
const faultCodesByNamespace = new Map(Object.entries(faultCodes).map(([uri, rows]) => [uri, factsOf(rows)]));
const namespacesByUri = new Map(knownNamespaces.map((one) => [one.name, one]));
const byUri = new Map([...knownNamespaces, ...knownUris].map((one) => [one.name, one]));

/** The parts of a SOAP 1.1 Fault have no namespace of their own: they are known by their parent. */
export function elementFact({ namespace, local }: ExpandedName, parent?: ExpandedName): KnownElement | undefined {
  if (namespace === undefined) return undefined;
  const candidates = knownElements.filter((one) => one.namespace === namespace && one.local === local);
  const within = parent && candidates.find((one) => one.parent === parent.local);
  if (namespace !== "") return within ?? candidates.find((one) => one.parent === undefined) ?? candidates[0];
  return parent?.local === "Fault" && versionOfNamespace(parent.namespace) === "1.1" ? within : undefined;
}

/** What may be in an element, in its order; empty where nothing is known of it. */
export function knownChildren(element: KnownElement): readonly KnownElement[] {
  return element.children.flatMap((child) => elementFact(child, element) ?? []);
}

/** An attribute by its own expanded name; one without a namespace by the element that it stands on, too. */
export function attributeFact({ namespace, local }: ExpandedName, element?: ExpandedName): Fact | undefined {
  return knownAttributes.find(
    (one) =>
      one.name === local &&
      one.namespace === namespace &&
      (one.on === undefined || (one.on.namespace === element?.namespace && one.on.local === element?.local)),
  );
}

/** What a URI is; `undefined` for one that no specification here knows. */
export function uriFact(uri: string): Fact | undefined {
  return byUri.get(uri);
}

/** The short name of what a namespace belongs to; `undefined` for one that no specification here knows. */
export function namespaceTitle(uri: string): string | undefined {
  return namespacesByUri.get(uri)?.title;
}

/** What the codes of a Fault in a namespace are, in the order of their specification. */
export function faultCodeFacts(namespace: string): readonly Fact[] {
  return faultCodesByNamespace.get(namespace) ?? [];
}

/** @param local may go on with dots in SOAP 1.1 (`Client.Authentication`, section 4.4.1) */
export function faultCodeFact(namespace: string, local: string): Fact | undefined {
  const general = namespace === envelopeNamespaces["1.1"] ? local.split(".")[0] : local;
  return faultCodeFacts(namespace).find(({ name }) => name === general);
}

/** @param name with a prefix of `data.namespaces`; one without a prefix is in no namespace */
function expanded(name: string): { readonly namespace: string; readonly local: string } {
  const [local = name, prefix] = name.split(":").reverse();
  return { namespace: prefix === undefined ? "" : (namespaceOfPrefix(prefix) ?? ""), local };
}
