import { shift } from "../../text/span.ts";
import { LineIndex } from "../support/lineIndex.ts";
import type { Section } from "../support/section.ts";
import { elementFolds, textFolds } from "./body.ts";
import { type Fold, foldLines } from "./fold.ts";

/** How many folds an editor is given, unless it asks for fewer: as many as VS Code shows. */
export const maxFolds = 5000;

/**
 * What can be folded in a document: requests, comments above them, heads, parts, elements, comments, CDATA sections.
 * In the order of the text. Where there are too many, the outer ones are taken first.
 */
export function folds(sections: readonly Section[], limit: number = maxFolds): readonly Fold[] {
  const several = sections.length > 1;
  const found = sections.flatMap((section) => {
    const lines = new LineIndex(section.text);
    const own = [...messageFold(section, lines, several), ...commentFolds(section, lines), ...headFold(section, lines)];
    const ofBody = section.xml ? elementFolds(section.xml, lines) : textFolds(section, lines);
    const all = [...own, ...partFolds(section, lines), ...ofBody];
    return all.map((fold) => shift(fold, section.start));
  });
  const outermost = found.length > limit ? found.sort((a, b) => a.depth - b.depth).slice(0, limit) : found;
  return outermost.sort((a, b) => a.start - b.start || a.depth - b.depth);
}

/** A request below its separator. One that stands alone in its file without one folds by its parts alone. */
function messageFold({ kind, text, separator, preamble, head, body }: Section, lines: LineIndex, several: boolean) {
  const first = separator ?? preamble[0] ?? head ?? body;
  if (kind === "response" || !first || (!several && !separator)) return [];
  const last = text.slice(first.start).trimEnd().length + first.start;
  return foldLines(lines, { start: first.start, end: last }, lines.lineAt(last), 0, "region");
}

/** Comments that stand in lines after each other. */
function commentFolds({ preamble }: Section, lines: LineIndex): Fold[] {
  const found: Fold[] = [];
  const comments = preamble.filter(({ kind }) => kind === "comment");
  for (let first = 0; first < comments.length; ) {
    let last = first;
    while (isNext(comments[last], comments[last + 1], lines)) last++;
    const [from, to] = [comments[first], comments[last]];
    if (from && to)
      found.push(...foldLines(lines, { start: from.start, end: to.end }, lines.lineAt(to.end), 1, "comment"));
    first = last + 1;
  }
  return found;
}

function isNext(one: { start: number } | undefined, other: { start: number } | undefined, lines: LineIndex): boolean {
  return one !== undefined && other !== undefined && lines.lineAt(one.start) + 1 === lines.lineAt(other.start);
}

function headFold({ head }: Section, lines: LineIndex): Fold[] {
  return head ? foldLines(lines, head, lines.lineAt(head.end), 1) : [];
}

function partFolds({ multipart }: Section, lines: LineIndex): Fold[] {
  return (multipart?.parts ?? []).flatMap((part) => {
    const end = part.body?.end ?? part.end;
    return foldLines(lines, { start: part.start, end }, lines.lineAt(Math.max(part.start, end)), 1);
  });
}
