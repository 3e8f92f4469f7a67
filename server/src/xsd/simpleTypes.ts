import * as l10n from "@vscode/l10n";
import { anySimpleType } from "./builtInTypes.ts";
import type { Facets, QName, SchemaProblem, SimpleType } from "./components.ts";
import { xsdNamespace } from "./declarations.ts";
import type { SourceElement } from "./document.ts";
import { restrictFacets } from "./facets.ts";
import { childOf } from "./place.ts";

/** Returns the simple type that a QName at an element means; undefined, with a report, if there is none. */
type Resolve = (source: SourceElement, text: string) => SimpleType | undefined;
type Report = (problem: SchemaProblem) => void;
type Named = Pick<SimpleType, "name" | "source">;

const maxDepth = 100;
const maxMembers = 1_000;

const noFacets: Facets = { whiteSpace: "collapse", patterns: [], enumeration: undefined };
/** Number of members of unions that are tried for a value of a type. Missing types have 1. */
const membersOf = new WeakMap<SimpleType, number>();

/** Accepts too much rather than too little: an invalid part is reported and omitted. */
export function compileSimpleType(
  source: SourceElement,
  name: QName | undefined,
  resolve: Resolve,
  report: Report,
  depth = 0,
): SimpleType {
  if (depth > maxDepth)
    return unknown(source, l10n.t("This type is nested too deeply. Any value is accepted."), report);
  const own = childOf(source, "restriction", "list", "union");
  const named = { name, source };
  const inner = (of: SourceElement) =>
    of.children
      .filter(({ namespace, local }) => namespace === xsdNamespace && local === "simpleType")
      .map((child) => compileSimpleType(child, undefined, resolve, report, depth + 1));
  const referred = (attribute: string) => {
    const names =
      own?.attributes
        .get(attribute)
        ?.value.split(/[ \t\r\n]+/)
        .filter(Boolean) ?? [];
    return own ? names.map((text) => resolve(own, text)) : [];
  };
  switch (own?.local) {
    case "restriction": {
      const [base] = [...referred("base"), ...inner(own)];
      return restrict(base ?? anySimpleType, base ? own.children : [], named, report);
    }
    case "list": {
      const [item] = [...referred("itemType"), ...inner(own)];
      return list(item ?? anySimpleType, own, named, report);
    }
    case "union":
      return union([...referred("memberTypes"), ...inner(own)], own, named, report);
    default: {
      const message = l10n.t("simpleType must contain restriction, list or union. Any value is accepted.");
      return unknown(source, message, report);
    }
  }
}

export function restrict(base: SimpleType, facets: readonly SourceElement[], named: Named, report: Report): SimpleType {
  const { variety } = base;
  const type: SimpleType = { kind: "simple", ...named, base, facets: restrictFacets(base, facets, report), variety };
  membersOf.set(type, membersOf.get(base) ?? 1);
  return type;
}

function list(item: SimpleType, source: SourceElement, named: Named, report: Report): SimpleType {
  if (hasLists(item)) {
    return unknown(source, l10n.t("A list can't contain lists. Any value is accepted."), report);
  }
  const variety = { kind: "list", item } as const;
  const type: SimpleType = { kind: "simple", ...named, base: anySimpleType, facets: noFacets, variety };
  membersOf.set(type, membersOf.get(item) ?? 1);
  return type;
}

/** Creates a union. A member that is a union is replaced by its members; its facets don't apply (part 1, section 3.14.2). */
function union(
  written: readonly (SimpleType | undefined)[],
  source: SourceElement,
  named: Named,
  report: Report,
): SimpleType {
  if (written.length === 0)
    return unknown(source, l10n.t("A union must have member types. Any value is accepted."), report);
  const flat = written.flatMap((type = anySimpleType) =>
    type.variety.kind === "union" ? type.variety.members : [type],
  );
  const members = [...new Set(flat)];
  const tried = members.reduce((sum, member) => sum + (membersOf.get(member) ?? 1), 1);
  if (tried > maxMembers)
    return unknown(source, l10n.t("This union has too many members. Any value is accepted."), report);
  const variety = { kind: "union", members } as const;
  const type: SimpleType = { kind: "simple", ...named, base: anySimpleType, facets: noFacets, variety };
  membersOf.set(type, tried);
  return type;
}

function unknown(source: SourceElement, message: string, report: Report): SimpleType {
  report({ source, message });
  return anySimpleType;
}

function hasLists({ variety }: SimpleType): boolean {
  return variety.kind === "list" || (variety.kind === "union" && variety.members.some(hasLists));
}
