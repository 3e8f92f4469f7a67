import type { Span } from "../../../text/span.ts";

/** A place where something that is defined once and used elsewhere is named. */
export interface Occurrence extends Span {
  readonly role: "definition" | "use";
  /** Of a definition: all that it defines, such as the element that has an id. */
  readonly whole?: Span;
}

/** All places of one thing, in the order of the text. */
export interface Occurrences {
  /** The one that was asked about. */
  readonly at: Span;
  readonly all: readonly Occurrence[];
}

/** So many places of one thing are told; more of them help nobody. */
export const mostUses = 5000;

/** Definitions stay, however many uses there are. */
export function occurrences(at: Span, found: Iterable<Occurrence>): Occurrences {
  const kept: Occurrence[] = [];
  let uses = 0;
  for (const { start, end, role, whole } of found) {
    if (role === "use" && uses++ >= mostUses) continue;
    kept.push({ start, end, role, ...(whole ? { whole } : {}) });
  }
  return { at: { start: at.start, end: at.end }, all: kept.sort((a, b) => a.start - b.start || a.end - b.end) };
}

/** Whether an offset is in a span, or at one of its edges. */
export function holds({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset <= end;
}
