import { type Fact, type FactData, factOf, factsOf } from "../http/facts.ts";
import { lazily } from "../text/memoized.ts";
import * as data from "./documentation.json";
import { faultCodes } from "./documentation.json";
import { envelopeNamespaces, namespaceOfPrefix, versionOfNamespace } from "./facts.ts";

/*
 * Definitions of the elements, attributes, URIs and fault codes of SOAP messages, by their expanded names. The texts are
 * in documentation.json, whose names have the prefixes of its namespaces.
 */

/** The namespace and local name of an element. `namespace` is `""` for no namespace. */
export interface ExpandedName {
  readonly namespace: string | undefined;
  readonly local: string;
}

export interface KnownElement extends Omit<Fact, "name"> {
  readonly namespace: string;
  readonly local: string;
  /** Local name of the parent in which the name has this meaning. Undefined if it has this meaning everywhere. */
  readonly parent?: string;
  readonly children: readonly ExpandedName[];
  /** Whether the element contains character data and no elements. */
  readonly text?: boolean;
  /** Whether its parent may contain the element several times. */
  readonly repeats?: boolean;
  /** Whether its parent must contain the element. */
  readonly required?: boolean;
  readonly headerBlock?: boolean;
}

/** A documented attribute. `name` is the local name. */
export interface KnownAttribute extends Fact {
  /** The namespace, `""` for none. */
  readonly namespace: string;
  /** The element on which the attribute has this meaning. Undefined if it has this meaning on all elements. */
  readonly on?: ExpandedName;
  readonly values?: readonly string[];
}

/** A documented namespace. `name` is the URI. */
export interface KnownNamespace extends Fact {
  /** Short name of the specification, which isn't translated: `WS-Addressing 1.0`. */
  readonly title: string;
}

interface ElementRow extends FactData<Omit<KnownElement, "namespace" | "local" | "children">> {
  readonly name: string;
  readonly children?: readonly string[];
}

interface AttributeRow extends FactData<Omit<KnownAttribute, "namespace" | "on">> {
  readonly on?: string;
}

const elementRows: readonly ElementRow[] = data.elements;
const attributeRows: readonly AttributeRow[] = data.attributes;

/** The elements of SOAP 1.2, SOAP 1.1, WS-Addressing, the user name tokens of WS-Security, and Include of XOP. */
export const knownElements: readonly KnownElement[] = /* @__PURE__ */ elementRows.map(
  ({ name, children = [], ...row }) => ({
    ...factOf(row),
    ...expanded(name),
    children: children.map(expanded),
  }),
);

export const knownAttributes: readonly KnownAttribute[] = /* @__PURE__ */ attributeRows.map(({ name, on, ...row }) => {
  const { namespace, local } = expanded(name);
  return { ...factOf(row), namespace, name: local, ...(on === undefined ? {} : { on: expanded(on) }) };
});

/** The documented namespaces. Those that requests need are first. */
export const knownNamespaces: readonly KnownNamespace[] = /* @__PURE__ */ data.namespaces.map(factOf);

/** Documented URIs that are values and not namespaces. */
export const knownUris = factsOf(data.uris);

const byName = <F extends Fact>(facts: readonly F[]) => new Map(facts.map((one) => [one.name, one]));
const namespacesByUri = lazily(() => byName(knownNamespaces));
const byUri = lazily(() => byName([...knownNamespaces, ...knownUris]));

/** The documentation of an element. The children of a SOAP 1.1 Fault, which have no namespace, are only found if `parent` is given. */
export function elementFact({ namespace, local }: ExpandedName, parent?: ExpandedName): KnownElement | undefined {
  if (namespace === undefined) return undefined;
  const candidates = knownElements.filter((one) => one.namespace === namespace && one.local === local);
  const within = parent && candidates.find((one) => one.parent === parent.local);
  if (namespace !== "") return within ?? candidates.find((one) => one.parent === undefined) ?? candidates[0];
  return parent?.local === "Fault" && versionOfNamespace(parent.namespace) === "1.1" ? within : undefined;
}

/** The possible children of an element, in order. */
export function knownChildren(element: KnownElement): readonly KnownElement[] {
  return element.children.flatMap((child) => elementFact(child, element) ?? []);
}

export function attributeFact({ namespace, local }: ExpandedName, element?: ExpandedName): Fact | undefined {
  return knownAttributes.find(
    (attribute) =>
      attribute.name === local &&
      attribute.namespace === namespace &&
      (attribute.on === undefined ||
        (attribute.on.namespace === element?.namespace && attribute.on.local === element?.local)),
  );
}

export function uriFact(uri: string): Fact | undefined {
  return byUri().get(uri);
}

export function namespaceTitle(uri: string): string | undefined {
  return namespacesByUri().get(uri)?.title;
}

/** @param name a name with a prefix of `data.namespaces`, or without prefix for no namespace */
function expanded(name: string): { readonly namespace: string; readonly local: string } {
  const [local = name, prefix] = name.split(":").reverse();
  return { namespace: prefix === undefined ? "" : (namespaceOfPrefix(prefix) ?? ""), local };
}

/* Separate from the rest of the documentation, because the command line needs only these. */

const rowsByNamespace: Readonly<Record<string, readonly FactData<Fact>[]>> = faultCodes;
const byNamespace = lazily(() => new Map(Object.entries(rowsByNamespace).map(([uri, rows]) => [uri, factsOf(rows)])));

/** The fault codes in a namespace, in the order of their specification. */
export function faultCodeFacts(namespace: string): readonly Fact[] {
  return byNamespace().get(namespace) ?? [];
}

/** @param local local name; may contain dots in SOAP 1.1 (`Client.Authentication`, section 4.4.1) */
export function faultCodeFact(namespace: string, local: string): Fact | undefined {
  const general = namespace === envelopeNamespaces["1.1"] ? local.split(".")[0] : local;
  return faultCodeFacts(namespace).find(({ name }) => name === general);
}
