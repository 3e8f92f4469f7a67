import { compareSpans, type Span } from "./span.ts";

/** A replacement of a span of a text, in UTF-16 offsets. An insertion has an empty span. */
export interface TextEdit extends Span {
  readonly newText: string;
}

/** Returns the text after the edits, which must not overlap. Insertions at one place keep their order. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = "";
  let from = 0;
  for (const edit of edits.toSorted(compareSpans)) {
    result += text.slice(from, edit.start) + edit.newText;
    from = Math.max(from, edit.end);
  }
  return result + text.slice(from);
}
