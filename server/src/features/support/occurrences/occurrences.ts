import { shift } from "../../../text/span.ts";
import { type Section, sectionAt } from "../section.ts";
import { contentIdOccurrences } from "./contentIds.ts";
import { elementIdOccurrences } from "./elementIds.ts";
import type { Occurrences } from "./occurrence.ts";
import { prefixOccurrences } from "./prefixes.ts";
import { variableOccurrences } from "./variables.ts";

export interface OccurrencesOptions {
  /** A name stands for its prefix, or for the default namespace, also where an offset is in its local part. */
  readonly wholeNames: boolean;
}

/**
 * The places of what stands at an offset of the document: a variable, a part's Content-ID, an element's id, a prefix.
 * `undefined` where it is none of these. Spans: in the document.
 */
export function occurrencesAt(
  sections: readonly Section[],
  offset: number,
  options: OccurrencesOptions,
): Occurrences | undefined {
  const variable = variableOccurrences(sections, offset);
  if (variable) return variable;
  const section = sectionAt(sections, offset);
  const at = offset - (section?.start ?? 0);
  if (!section?.body || at < section.body.start)
    return section && inDocument(section, contentIdOccurrences(section, at));
  const found =
    contentIdOccurrences(section, at) ?? elementIdOccurrences(section, at) ?? prefixOccurrences(section, at, options);
  return inDocument(section, found);
}

function inDocument({ start }: Section, found: Occurrences | undefined): Occurrences | undefined {
  return (
    found && {
      at: shift(found.at, start),
      all: found.all.map((one) => ({
        ...shift(one, start),
        ...(one.whole ? { whole: shift(one.whole, start) } : {}),
      })),
    }
  );
}
