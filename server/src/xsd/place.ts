import type { GivenValue, Wildcard } from "./components.ts";
import { attribute, type Declared, type SchemaContext, xsdNamespace } from "./declarations.ts";
import type { SourceElement } from "./document.ts";

/** An element of a schema, with the component and the schema that contain it. */
export interface Place {
  readonly source: SourceElement;
  readonly context: SchemaContext;
  /** The component at the top level of the schema that contains the element. */
  readonly owner: Declared | undefined;
}

export function placeOf(declared: Declared): Place {
  return { source: declared.source, context: declared.context, owner: declared };
}

export function childOf(source: SourceElement, ...names: readonly string[]): SourceElement | undefined {
  return firstOf(source.children, names);
}

function firstOf(elements: readonly SourceElement[], names: readonly string[]): SourceElement | undefined {
  return elements.find(({ namespace, local }) => namespace === xsdNamespace && names.includes(local));
}

/** The QNames of the types that a type is derived from, by its `children` or `unkeptChildren`. */
export function basesOf(children: SourceElement["children"]): readonly string[] {
  const content = firstOf(children, ["simpleContent", "complexContent"])?.children ?? children;
  const derivation = firstOf(content, ["extension", "restriction"]);
  const base = derivation && attribute(derivation, "base");
  return base === undefined ? [] : [base];
}

export function typesNamedIn(simpleType: SourceElement): readonly string[] {
  const inside = new Set([simpleType]);
  // The loop appends to the set that it iterates over.
  for (const element of inside) for (const child of element.children) inside.add(child);
  return [...inside].flatMap((element) =>
    ["base", "itemType", "memberTypes"].flatMap((name) => attribute(element, name)?.split(/[ \t\r\n]+/) ?? []),
  );
}

/** Whether a boolean attribute is true; false if it is missing. */
export function isTrueAttribute(source: SourceElement, name: string): boolean {
  const value = attribute(source, name);
  return value === "true" || value === "1";
}

/** The value of `minOccurs` or `maxOccurs`; 1 if it is missing or invalid. */
export function occurs(source: SourceElement, name: "minOccurs" | "maxOccurs"): number {
  const value = attribute(source, name);
  if (value === "unbounded") return Number.POSITIVE_INFINITY;
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : 1;
}

export function givenBy(source: SourceElement): GivenValue | undefined {
  for (const kind of ["fixed", "default"] as const) {
    const value = source.attributes.get(kind)?.value;
    if (value !== undefined) return { kind, value };
  }
  return undefined;
}

const noDerivations: ReadonlySet<string> = new Set();

export function blockedDerivations({ source, context }: Place): ReadonlySet<string> {
  const value = attribute(source, "block") ?? attribute(context.source, "blockDefault") ?? "";
  if (value === "") return noDerivations;
  return new Set(value === "#all" ? ["extension", "restriction", "substitution"] : value.split(/\s+/).filter(Boolean));
}

export function wildcardOf({ source, context: { targetNamespace } }: Place): Wildcard {
  const process = attribute(source, "processContents");
  const names = (attribute(source, "namespace") ?? "##any").split(/\s+/).filter(Boolean);
  const uriOf = (name: string) => (name === "##targetNamespace" ? targetNamespace : name === "##local" ? "" : name);
  return {
    kind: "wildcard",
    source,
    process: process === "lax" || process === "skip" ? process : "strict",
    namespaces: names.includes("##any")
      ? "any"
      : names.includes("##other")
        ? { not: [targetNamespace, ""] }
        : { in: names.map(uriOf) },
  };
}

/** Whether a model group leaves the content empty, so that not even whitespace is allowed (part 1, section 3.4.2). */
export function isEmptyModel(source: SourceElement): boolean {
  if (source.local === "group" || source.children.some(({ local }) => local !== "annotation")) return false;
  return source.local !== "choice" || occurs(source, "minOccurs") === 0;
}
