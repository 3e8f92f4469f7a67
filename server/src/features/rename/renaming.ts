import { replace } from "../../rules/edits.ts";
import type { Edit } from "../../rules/rule.ts";
import type { Span } from "../../text/span.ts";

export type Rename = Renamable | Refused;

export interface Renamable {
  readonly kind: "renamable";
  /** The span of the name that the editor selects. */
  readonly at: Span;
  readonly name: string;
  to(newName: string): Renamed;
}

export type Renamed =
  | { readonly kind: "edits"; readonly edits: readonly Edit[]; readonly elsewhere?: readonly EditsElsewhere[] }
  | Refused;

/** Edits of another file. Spans are in its text. */
export interface EditsElsewhere {
  readonly uri: string;
  readonly text: string;
  readonly edits: readonly Edit[];
}

export interface Refused {
  readonly kind: "refused";
  readonly reason: string;
}

/** `refusal` returns why a new name isn't possible, `elsewhere` the edits of other files for it. */
export function renamable(
  { start, end }: Span,
  name: string,
  refusal: (newName: string) => string | undefined,
  spans: () => Iterable<Span>,
  elsewhere: (newName: string) => readonly EditsElsewhere[] = () => [],
): Renamable {
  return {
    kind: "renamable",
    at: { start, end },
    name,
    to(newName) {
      const reason = refusal(newName);
      if (reason !== undefined) return { kind: "refused", reason };
      const edits = [...spans()].map((span) => replace(span, newName));
      const others = elsewhere(newName);
      return { kind: "edits", edits, ...(others.length > 0 ? { elsewhere: others } : {}) };
    },
  };
}

export function refused(reason: string): Refused {
  return { kind: "refused", reason };
}
