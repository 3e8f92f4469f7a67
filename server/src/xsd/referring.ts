import { memoized } from "../text/memoized.ts";
import type { SimpleType } from "./components.ts";
import { xsdNamespace } from "./declarations.ts";

/** What refers, or is referred to, in the whole message. */
export type ReferenceKind = "ID" | "IDREF" | "ENTITY" | "none";

/** The built-in type that an atomic type is derived from, if its values refer or are referred to. */
export const referenceKind = memoized((type: SimpleType): ReferenceKind => {
  let kind: ReferenceKind = "none";
  for (let ancestor: SimpleType | undefined = type; ancestor && kind === "none"; ancestor = ancestor.base) {
    const local = ancestor.name?.namespace === xsdNamespace ? ancestor.name.local : "";
    if (local === "ID" || local === "IDREF" || local === "ENTITY") kind = local;
  }
  return kind;
});

/** Whether values of a type, or parts of them, refer or are referred to. */
export const mayRefer: (type: SimpleType) => boolean = memoized((type) => {
  const { variety } = type;
  if (variety.kind === "atomic") return referenceKind(type) !== "none";
  return variety.kind === "list" ? mayRefer(variety.item) : variety.members.some(mayRefer);
});
