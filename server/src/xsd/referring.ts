import type { SimpleType } from "./components.ts";
import { xsdNamespace } from "./declarations.ts";

/** What refers, or is referred to, in the whole message. */
export type ReferenceKind = "ID" | "IDREF" | "ENTITY" | "none";

const kinds = new WeakMap<SimpleType, ReferenceKind>();
const referring = new WeakMap<SimpleType, boolean>();

/** The built-in type that an atomic type is derived from, if its values refer or are referred to. */
export function referenceKind(type: SimpleType): ReferenceKind {
  const known = kinds.get(type);
  if (known) return known;
  let kind: ReferenceKind = "none";
  for (let one: SimpleType | undefined = type; one && kind === "none"; one = one.base) {
    const local = one.name?.namespace === xsdNamespace ? one.name.local : "";
    if (local === "ID" || local === "IDREF" || local === "ENTITY") kind = local;
  }
  kinds.set(type, kind);
  return kind;
}

/** Whether values of a type, or parts of them, refer or are referred to. */
export function mayRefer(type: SimpleType): boolean {
  const known = referring.get(type);
  if (known !== undefined) return known;
  const { variety } = type;
  const may =
    variety.kind === "atomic"
      ? referenceKind(type) !== "none"
      : variety.kind === "list"
        ? mayRefer(variety.item)
        : variety.members.some(mayRefer);
  referring.set(type, may);
  return may;
}
