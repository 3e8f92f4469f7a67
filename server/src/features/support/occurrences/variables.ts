import type { Reference } from "../../../text/references.ts";
import { shift } from "../../../text/span.ts";
import { type Section, sectionAt } from "../section.ts";
import { holds, type Occurrence, type Occurrences, occurrences } from "./occurrence.ts";

/** The definitions and uses of the variable at an offset of the document, in all of its sections. Spans: in it. */
export function variableOccurrences(sections: readonly Section[], offset: number): Occurrences | undefined {
  const section = sectionAt(sections, offset);
  const here = section && placesIn(section).find((place) => holds(place.touched, offset));
  if (!here) return undefined;
  return occurrences(
    here.name,
    sections.flatMap((one) => placesIn(one).filter(({ key }) => key === here.key)).map(({ name }) => name),
  );
}

interface Place {
  /** Two places of one variable have the same. */
  readonly key: string;
  readonly name: Occurrence;
  /** Where a cursor means it: the braces belong to it. */
  readonly touched: { readonly start: number; readonly end: number };
}

function placesIn({ start, text, preamble, references }: Section): Place[] {
  const definitions = preamble.flatMap((item): Place[] => {
    if (item.kind !== "variable") return [];
    const name = shift(item.name, start);
    const whole = { start: item.start, end: item.end };
    const key = text.slice(item.name.start, item.name.end);
    return [{ key, name: { ...name, role: "definition", whole: shift(whole, start) }, touched: name }];
  });
  return [...definitions, ...references.map((reference) => placeOf(reference, text, start))];
}

/** Of a built-in variable the name is its first word; its arguments follow (`$randomInt 1 9`). */
function placeOf(reference: Reference, text: string, by: number): Place {
  const key = reference.name.startsWith("$") ? (reference.name.split(/[ \t]/)[0] ?? "") : reference.name;
  const start = text.indexOf(key, reference.start);
  const name = shift({ start, end: start + key.length }, by);
  return { key, name: { ...name, role: "use" }, touched: shift(reference, by) };
}
