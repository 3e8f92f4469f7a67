import { group } from "./anyType.ts";
import { anySimpleType } from "./builtInTypes.ts";
import {
  type Content,
  type Derivation,
  type SchemaProblem,
  type SimpleType,
  simpleTypeOf,
  type Type,
} from "./components.ts";
import type { SourceElement } from "./document.ts";
import { restrictSimpleType } from "./simpleTypes.ts";

/** The content of a type with simple content; `own`: the type inside of its restriction (part 1, section 3.4.2). */
export function simpleContent(
  source: SourceElement,
  own: SimpleType | undefined,
  base: Type,
  report: (problem: SchemaProblem) => void,
): Content {
  const type = own ?? simpleTypeOf(base) ?? anySimpleType;
  if (source.local === "extension") return { kind: "simple", type };
  return { kind: "simple", type: restrictSimpleType(type, source, undefined, report) };
}

/** The content of a type with complex content: its own, in an extension after the content of its base. */
export function derivedContent(own: Content, base: Type, derivation: Derivation, mixed: boolean): Content {
  if (derivation === "restriction") return own;
  const inherited: Content = base.kind === "complex" ? base.content : { kind: "simple", type: base };
  if (inherited.kind === "empty") return own;
  if (own.kind !== "elements" || inherited.kind !== "elements") return inherited;
  const both = group("sequence", [inherited.particle, own.particle]);
  return { kind: "elements", mixed: mixed || inherited.mixed, particle: both };
}
