import type { Span } from "../../text/span.ts";
import { trimmed } from "../../text/span.ts";
import type { SectionField } from "../support/section.ts";

/** A header line from the inside out: the part of its value that an offset is in, the value, the line. */
export function* headSpans(
  text: string,
  line: Span,
  field: SectionField | undefined,
  offset: number,
): Generator<Span, void, void> {
  if (field) {
    yield field.name;
    yield* pieces(text, field.value, offset);
    yield field.value;
  }
  yield line;
}

/** Values are divided by `;` and `,`; in a piece, by `=`; quotes keep what they hold together (RFC 9110 section 5.6). */
function* pieces(text: string, value: Span, offset: number): Generator<Span, void, void> {
  const piece = pieceAt(text, value, offset, /[;,]/);
  if (!piece) return;
  const word = pieceAt(text, piece, offset, /=/);
  if (word) {
    const quoted = text.charAt(word.start) === '"' && text.charAt(word.end - 1) === '"' && word.end - word.start > 1;
    if (quoted) yield { start: word.start + 1, end: word.end - 1 };
    yield word;
  }
  yield piece;
}

function pieceAt(text: string, within: Span, offset: number, divider: RegExp): Span | undefined {
  let start = within.start;
  let quoted = false;
  for (let at = within.start; at <= within.end; at++) {
    const character = text.charAt(at);
    if (character === '"') quoted = !quoted;
    if (at < within.end && (quoted || !divider.test(character))) continue;
    if (offset <= at) return offset < start ? undefined : trimmed(text, { start, end: at });
    start = at + 1;
  }
  return undefined;
}
