import { memoized } from "../text/memoized.ts";
import { anyType } from "./anyType.ts";
import { anySimpleType } from "./builtInTypes.ts";
import type { Derivation, ElementDeclaration, SimpleType, Type } from "./components.ts";
import { xsdNamespace } from "./declarations.ts";

export type Steps =
  | {
      readonly kind: "derived";
      readonly methods: ReadonlySet<Derivation>;
      readonly between: readonly Type[];
    }
  | { readonly kind: "unrelated" }
  /** A base type isn't defined. */
  | { readonly kind: "unknown" };

/** The derivation of `type` from `base` (XML Schema part 1, sections 3.4.6 and 3.14.6, Type Derivation OK). */
export function stepsBetween(type: Type, base: Type): Steps {
  const methods = new Set<Derivation>();
  const between: Type[] = [];
  let at: Type = type;
  while (at !== base && !isSameName(at, base)) {
    if (at !== type) between.push(at);
    if (at.kind === "simple") {
      methods.add("restriction");
      if (base === anyType || base === anySimpleType || isMember(at, base))
        return { kind: "derived", methods, between };
      if (at.base === undefined) return { kind: "unrelated" };
      at = at.base;
    } else {
      if (at === anyType) return { kind: "unrelated" };
      if (at.base === undefined) return { kind: "unknown" };
      methods.add(at.derivation);
      at = at.base;
    }
  }
  return { kind: "derived", methods, between };
}

/** Compares names, because a type may be compiled twice, for example by a redefinition. */
function isSameName(a: Type, b: Type): boolean {
  return a.name !== undefined && a.source === b.source && a.name === b.name;
}

/** Whether a type is a member of a union, or derived from a member. */
function isMember(type: SimpleType, union: Type): boolean {
  if (union.kind !== "simple" || union.variety.kind !== "union") return false;
  return union.variety.members.some((member) => stepsBetween(type, member).kind === "derived");
}

/** Whether an element may replace the head of its substitution group (section 3.3.6). */
export function maySubstitute(element: ElementDeclaration, head: ElementDeclaration): boolean {
  if (head.block.has("substitution")) return false;
  const steps = stepsBetween(element.type, head.type);
  if (steps.kind !== "derived") return true;
  const types = [head.type, ...steps.between];
  const blocks = [head.block, ...types.flatMap((type) => (type.kind === "complex" ? [type.block] : []))];
  return ![...steps.methods].some((method) => blocks.some((block) => block.has(method)));
}

/** The kinds of values that refer to other values in the whole message, or that are referred to. */
export type ReferenceKind = "ID" | "IDREF" | "ENTITY" | "none";

/** The kind of reference of an atomic type, by the built-in type that it is derived from. */
export const referenceKind = memoized((type: SimpleType): ReferenceKind => {
  let kind: ReferenceKind = "none";
  for (let ancestor: SimpleType | undefined = type; ancestor && kind === "none"; ancestor = ancestor.base) {
    const local = ancestor.name?.namespace === xsdNamespace ? ancestor.name.local : "";
    if (local === "ID" || local === "IDREF" || local === "ENTITY") kind = local;
  }
  return kind;
});

/** Whether values of a type, or parts of the values, are IDs or references. */
export const mayRefer: (type: SimpleType) => boolean = memoized((type) => {
  const { variety } = type;
  if (variety.kind === "atomic") return referenceKind(type) !== "none";
  return variety.kind === "list" ? mayRefer(variety.item) : variety.members.some(mayRefer);
});
