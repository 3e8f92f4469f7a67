import { testDirectives } from "../../expectations/directives.ts";
import { referredRequest } from "../../expectations/reference.ts";
import { mockDirectives } from "../../mock/directives/directives.ts";
import type { Reference } from "../../text/references.ts";
import { type Span, shift, slice } from "../../text/span.ts";
import { takesValues } from "../../variables/builtInReferences.ts";
import { computedReference } from "../../variables/computed/reader.ts";
import type { Section } from "./section.ts";

export interface NameOccurrence extends Span {
  readonly role: "definition" | "use";
  /** The span of a whole definition, such as the element that has an id. */
  readonly whole?: Span;
}

/** A definition or a use of a name of the file. Spans: in the document. */
export interface NamePlace {
  readonly kind: "variable" | "request";
  readonly name: string;
  readonly at: NameOccurrence;
  /** The span in which a cursor means the name: the braces are part of it. */
  readonly touched: Span;
}

/** The places of variables, or of the names that `# @name` gives to requests. */
export function namesIn(section: Section, kind: NamePlace["kind"]): readonly NamePlace[] {
  const { start, text, preamble, references } = section;
  const definitions = preamble.flatMap((item): NamePlace[] => {
    if (item.kind === "comment") return [];
    if (item.kind === "variable") return [defined("variable", section, item.name, item)];
    const directive = slice(text, item.name);
    if (directive === "document") return [defined("variable", section, item.value, item)];
    return directive === "name" ? [defined("request", section, item.value, item)] : [];
  });
  const { sets, needs, compared } = declaredNames(section);
  const uses = needs.map((need): NamePlace => {
    const at = shift({ start: need.start, end: need.end }, start);
    return { kind: "request", name: need.name, at: { ...at, role: "use" }, touched: at };
  });
  const all = [
    ...definitions,
    ...sets.map((one) => defined("variable", section, one, one)),
    ...uses,
    ...compared.map((one) => comparedVariable(one, text, start)),
    // The source of steps has a place of its own.
    ...references.flatMap((one) => (computedReference(one.name) ? [] : [useOf(one, text, start)])),
  ];
  return all.filter((one) => one.kind === kind);
}

type NameSpan = Span & { readonly name: string };

interface DeclaredNames {
  readonly sets: readonly NameSpan[];
  readonly needs: readonly NameSpan[];
  readonly compared: readonly NameSpan[];
}

/** The names in the directives of a section. */
export function declaredNames(section: Section): DeclaredNames {
  if (section.kind !== "message") return { sets: [], needs: [], compared: [] };
  const { segment } = section.placed;
  if (segment.kind === "request") return { ...testDirectives(segment), compared: [] };
  const { sets, conditions } = mockDirectives(segment);
  return { sets, needs: [], compared: conditions.flatMap((one) => (one.kind === "variable" ? [one] : [])) };
}

/** The name in `# @when variable NAME …`. */
function comparedVariable({ start, name }: NameSpan, text: string, by: number): NamePlace {
  const from = text.indexOf(name, text.indexOf("variable", start) + "variable".length) + by;
  const at = { start: from, end: from + name.length };
  return { kind: "variable", name, at: { ...at, role: "use" }, touched: at };
}

function defined(kind: NamePlace["kind"], { start, text }: Section, name: Span, whole: Span): NamePlace {
  const touched = shift({ start: name.start, end: name.end }, start);
  const all = shift({ start: whole.start, end: whole.end }, start);
  return { kind, name: slice(text, name), at: { ...touched, role: "definition", whole: all }, touched };
}

/** The name of a built-in variable is its first word; arguments follow (`$randomInt 1 9`). */
function useOf(reference: Reference, text: string, by: number): NamePlace {
  const request = referredRequest(reference.name);
  const name = request ?? (reference.name.startsWith("$") ? (reference.name.split(/[ \t]/)[0] ?? "") : reference.name);
  const start = text.indexOf(name, reference.start) + by;
  const end = start + name.length;
  // The names in the arguments have places of their own.
  const touched = takesValues(reference.name) ? { start: reference.start + by, end } : shift(reference, by);
  return { kind: request === undefined ? "variable" : "request", name, at: { start, end, role: "use" }, touched };
}
