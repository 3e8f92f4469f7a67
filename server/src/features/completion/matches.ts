import type { Span } from "../../text/span.ts";
import type { QName, Wildcard } from "../../xsd/components.ts";
import type { Schemas } from "../../xsd/schemas.ts";
import { accepts } from "../../xsd/wildcards.ts";
import type { MessageContext } from "./item.ts";

/** The part of a list that is shown. `isCut`: the list has more entries, which are shown if the typed text changes. */
interface Matches<T> {
  readonly shown: readonly T[];
  readonly isCut: boolean;
}

/** All entries, or if there are more than `most`, the entries whose names match the typed text best. */
export function bestMatches<T>(
  all: readonly T[],
  most: number,
  typed: string,
  nameOf: (item: T) => string,
): Matches<T> {
  if (all.length <= most) return { shown: all, isCut: false };
  const ranked = all.map((item) => ({ item, rank: rankOf(nameOf(item), typed) })).filter(({ rank }) => rank < noMatch);
  const shown = ranked.sort((a, b) => a.rank - b.rank).slice(0, most);
  return { shown: shown.map(({ item }) => item), isCut: true };
}

export function ofWildcard(
  { declarations }: Schemas,
  kind: "element" | "attribute",
  namespaces: Wildcard["namespaces"],
  most: number,
  typed: string,
): Matches<QName> {
  const names = Array.from(declarations.all(kind), ({ name }) => name);
  const accepted = names.filter(({ namespace }) => accepts(namespaces, namespace));
  return bestMatches(accepted, most, typed, ({ local }) => local);
}

export function typedIn({ message, at }: MessageContext, { start }: Span): string {
  return message.text.slice(start, at);
}

/** The local part of the name before the cursor. */
export function typedName(context: MessageContext, replace: Span): string {
  return typedIn(context, replace).replace(/^.*:/, "");
}

export const noMatch = 3;

/** Lower is better: a name that begins with the typed text, contains it, or contains its letters in this order. */
export function rankOf(name: string, typed: string): number {
  const [own, wanted] = [name.toLowerCase(), typed.toLowerCase()];
  if (own.startsWith(wanted)) return 0;
  if (own.includes(wanted)) return 1;
  let at = 0;
  for (const character of own) if (character === wanted[at]) at++;
  return at === wanted.length ? 2 : noMatch;
}
