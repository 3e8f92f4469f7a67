import assert from "node:assert/strict";
import { formatSegment, minifyBody } from "../../../../server/src/features/formatting.ts";
import { analyze, applyEdits, type Edit, messageOf } from "../../../../server/src/service/languageService.ts";
import { marked } from "../../../support/marked.ts";

export interface Choices {
  readonly indent?: string;
  readonly lineBreak?: string;
}

/** The formatted document, or the document with only the marked range formatted. */
export function formatted(source: string, { indent = "  ", lineBreak = "\n" }: Choices = {}): string {
  const { text, spans } = marked(source);
  const [range, more] = spans;
  assert.equal(more, undefined, "one range");
  const analysis = analyze(text);
  const edits = analysis.document.segments.flatMap(({ start, segment }) => {
    const own = range && { start: range.start - start, end: range.end - start };
    return shifted(formatSegment(segment, messageOf(analysis, segment), { indent, lineBreak }, own), start);
  });
  return applied(text, edits);
}

/** A document with every body minified. */
export function minified(text: string): string {
  const analysis = analyze(text);
  const edits = analysis.document.segments.flatMap(({ start, segment }) => {
    const message = messageOf(analysis, segment);
    return message ? shifted(minifyBody(message), start) : [];
  });
  return applied(text, edits);
}

function shifted(edits: readonly Edit[], by: number): Edit[] {
  return edits.map(({ start, end, newText }) => ({ start: start + by, end: end + by, newText }));
}

/** Fails for overlapping edits, as an editor does. */
function applied(text: string, edits: readonly Edit[]): string {
  const inOrder = edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
  for (const [index, { start }] of inOrder.entries()) {
    assert.ok(start >= (inOrder[index - 1]?.end ?? 0), `edits overlap at ${start}: ${JSON.stringify(text)}`);
  }
  return applyEdits(text, edits);
}
