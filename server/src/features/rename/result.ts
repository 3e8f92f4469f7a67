import type { Edit } from "../../rules/rule.ts";
import type { Span } from "../../text/span.ts";

/** Something that has a name; or why that can't be changed, in words. */
export type Rename = Renamable | Refused;

export interface Renamable {
  readonly kind: "renamable";
  /** The name as the author sees it selected. */
  readonly at: Span;
  readonly name: string;
  /** What another name changes. */
  to(newName: string): Renamed;
}

export type Renamed = { readonly kind: "edits"; readonly edits: readonly Edit[] } | Refused;

export interface Refused {
  readonly kind: "refused";
  readonly reason: string;
}

export function refused(reason: string): Refused {
  return { kind: "refused", reason };
}

/** Each span is replaced by the same text. */
export function replaced(spans: Iterable<Span>, newText: string): Renamed {
  return { kind: "edits", edits: [...spans].map(({ start, end }) => ({ start, end, newText })) };
}
