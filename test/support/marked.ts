import assert from "node:assert/strict";
import type { Span } from "../../server/src/text/span.ts";

/** Returns a text without its marks, and the spans that `«…»` marked. */
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

/** Returns the text with `«…»` around spans, for the message of a failed test. */
export function mark(text: string, spans: readonly Span[]): string {
  const parts: string[] = [];
  for (let offset = 0; offset <= text.length; offset++) {
    const begun = spans.filter(({ start }) => start === offset);
    // Spans that end here come before spans that start here, except empty ones.
    parts.push("»".repeat(spans.filter(({ start, end }) => end === offset && start < offset).length));
    parts.push("«»".repeat(begun.filter(({ end }) => end === offset).length));
    parts.push("«".repeat(begun.filter(({ end }) => end > offset).length), text.charAt(offset));
  }
  return parts.join("");
}

/** Asserts that exactly the marked spans have findings. */
export function expectAtMarks(
  { text, spans }: ReturnType<typeof marked>,
  findings: readonly { readonly at: Span; readonly message: string }[],
): void {
  const places = findings.map(({ at }) => at);
  assert.equal(mark(text, places), mark(text, spans), findings.map(({ message }) => message).join("\n"));
}

/** Returns a text without its marks and its cursor, the only `|` in it. */
export function withCursor(source: string): {
  readonly text: string;
  readonly offset: number;
  readonly spans: readonly Span[];
} {
  const [before = "", after, ...more] = source.split("|");
  if (after === undefined || more.length > 0) throw new Error(`expected exactly one | in ${JSON.stringify(source)}`);
  return { ...marked(before + after), offset: before.replace(/[«»]/g, "").length };
}
