import type { Span } from "../../server/src/text/span.ts";

/** A text without its marks, and the spans that `«…»` marked in it. */
export function marked(source: string): { readonly text: string; readonly spans: readonly Span[] } {
  const spans: Span[] = [];
  const open: number[] = [];
  let text = "";
  for (const character of source) {
    if (character === "«") open.push(text.length);
    else if (character === "»") {
      const start = open.pop();
      if (start === undefined) throw new Error(`a » without its « in ${JSON.stringify(source)}`);
      spans.push({ start, end: text.length });
    } else text += character;
  }
  if (open.length > 0) throw new Error(`a « without its » in ${JSON.stringify(source)}`);
  return { text, spans: spans.sort((a, b) => a.start - b.start || a.end - b.end) };
}

/** The text with `«…»` around spans; what a failing test shows. */
export function mark(text: string, spans: readonly Span[]): string {
  const marks = spans.flatMap(({ start, end }, index) => [
    // The last one put in at a place comes to stand first there.
    { at: end, text: "»", order: start === end ? index : -1 },
    { at: start, text: "«", order: index },
  ]);
  marks.sort((a, b) => b.at - a.at || b.order - a.order);
  return marks.reduce((result, { at, text: sign }) => result.slice(0, at) + sign + result.slice(at), text);
}

/** A text without its marks and its cursor, which is the one `|` in it. */
export function withCursor(source: string): {
  readonly text: string;
  readonly offset: number;
  readonly spans: readonly Span[];
} {
  const [before = "", after, ...more] = source.split("|");
  if (after === undefined || more.length > 0) throw new Error(`one | is wanted in ${JSON.stringify(source)}`);
  return { ...marked(before + after), offset: before.replace(/[«»]/g, "").length };
}
