import { TextDocument } from "vscode-languageserver-textdocument";
import { type Span, shift } from "../text/span.ts";
import { walk } from "../xml/query.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";
import type { Section } from "./support/section.ts";

/** How many folds an editor is given, unless it asks for fewer: as many as VS Code shows. */
export const maxFolds = 5000;

/**
 * What can be folded in a document: requests, comments above them, heads, parts, elements, comments, CDATA sections.
 * In the order of the text. Where there are too many, the outer ones are taken first.
 */
export function folds(sections: readonly Section[], limit: number = maxFolds): readonly Fold[] {
  const several = sections.length > 1;
  const found = sections.flatMap((section) => {
    const lines = TextDocument.create("", "", 0, section.text);
    const own = [...messageFold(section, lines, several), ...commentFolds(section, lines), ...headFold(section, lines)];
    const ofBody = section.xml ? elementFolds(section.xml, lines) : textFolds(section, lines);
    const all = [...own, ...partFolds(section, lines), ...ofBody];
    return all.map((fold) => shift(fold, section.start));
  });
  const outermost = found.length > limit ? found.sort((a, b) => a.depth - b.depth).slice(0, limit) : found;
  return outermost.sort((a, b) => a.start - b.start || a.depth - b.depth);
}

/** A request below its separator. One that stands alone in its file without one folds by its parts alone. */
function messageFold({ kind, text, separator, preamble, head, body }: Section, lines: TextDocument, several: boolean) {
  const first = separator ?? preamble[0] ?? head ?? body;
  if (kind === "response" || !first || (!several && !separator)) return [];
  const last = text.slice(first.start).trimEnd().length + first.start;
  return foldLines(lines, { start: first.start, end: last }, lineAt(lines, last), 0, "region");
}

/** Comments that stand in lines after each other. */
function commentFolds({ preamble }: Section, lines: TextDocument): Fold[] {
  const found: Fold[] = [];
  const comments = preamble.filter(({ kind }) => kind === "comment");
  for (let first = 0; first < comments.length; ) {
    let last = first;
    while (isNext(comments[last], comments[last + 1], lines)) last++;
    const [from, to] = [comments[first], comments[last]];
    if (from && to)
      found.push(...foldLines(lines, { start: from.start, end: to.end }, lineAt(lines, to.end), 1, "comment"));
    first = last + 1;
  }
  return found;
}

function isNext(
  one: { start: number } | undefined,
  other: { start: number } | undefined,
  lines: TextDocument,
): boolean {
  return one !== undefined && other !== undefined && lineAt(lines, one.start) + 1 === lineAt(lines, other.start);
}

function headFold({ head }: Section, lines: TextDocument): Fold[] {
  return head ? foldLines(lines, head, lineAt(lines, head.end), 1) : [];
}

function partFolds({ multipart }: Section, lines: TextDocument): Fold[] {
  return (multipart?.parts ?? []).flatMap((part) => {
    const end = part.body?.end ?? part.end;
    return foldLines(lines, { start: part.start, end }, lineAt(lines, Math.max(part.start, end)), 1);
  });
}

/** Elements, comments, CDATA sections and the like, in the order of the text. */
function elementFolds(xml: XmlDocument, lines: TextDocument): Fold[] {
  const found: Fold[] = [];
  const open: number[] = [];
  for (const node of walk(xml.children)) {
    if (node.kind === "text") continue;
    for (let last = open.at(-1); last !== undefined && last <= node.start; last = open.at(-1)) open.pop();
    const depth = open.length + 2;
    if (node.kind === "element") {
      found.push(...foldLines(lines, node, lastLineOf(node, lines, xml.text), depth));
      if (node.children.length > 0) open.push(node.end);
    } else {
      const kind = node.kind === "comment" ? node.kind : undefined;
      found.push(...foldLines(lines, node, lineAt(lines, node.end), depth, kind));
    }
  }
  return found;
}

/** The end tag stays to be seen where it has its line to itself, and so does what follows an element without one. */
function lastLineOf({ end, endTag, selfClosing }: XmlElement, lines: TextDocument, text: string): number {
  if (selfClosing) return lineAt(lines, end);
  const stop = endTag?.start ?? end;
  const line = lineAt(lines, stop);
  const alone = /^[ \t]*$/.test(text.slice(Math.max(startOf(lines, line), stop - longestIndent), stop));
  return alone ? line - 1 : line;
}

const longestIndent = 1000;

/** By indentation: JSON, HTML and other text bodies of responses, as VS Code folds a text that nobody understands. */
function textFolds({ kind, body, text, multipart }: Section, lines: TextDocument): Fold[] {
  if (kind === "request" || !body || multipart) return [];
  const found: Fold[] = [];
  const open: { readonly line: number; readonly indent: number }[] = [];
  let last = lineAt(lines, body.start);
  const close = (indent: number) => {
    for (let top = open.at(-1); top && top.indent >= indent; top = open.at(-1)) {
      open.pop();
      const start = startOf(lines, top.line);
      found.push(...foldLines(lines, { start, end: start }, last, open.length + 2));
    }
  };
  for (let line = last; line < lines.lineCount; line++) {
    const indent = indentOf(text, startOf(lines, line));
    if (indent === undefined) continue;
    close(indent);
    open.push({ line, indent });
    last = line;
  }
  close(0);
  return found;
}

/** In characters; `undefined` for a line without anything in it. */
function indentOf(text: string, start: number): number | undefined {
  let at = start;
  while (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09) at++;
  return at >= text.length || text.charCodeAt(at) === 0x0a || text.charCodeAt(at) === 0x0d ? undefined : at - start;
}

/** Folded, the line that `start` is in is seen, and those after it, up to and with the one that `end` is in, are not. */
export interface Fold extends Span {
  readonly kind?: "region" | "comment";
  /** 0: a message; 1: what it is made of; elements from 2 on. */
  readonly depth: number;
}

/** A fold of `span` whose last hidden line is `lastLine`; none where no line would be hidden. */
function foldLines(
  lines: TextDocument,
  { start }: Span,
  lastLine: number,
  depth: number,
  kind?: "region" | "comment",
): Fold[] {
  if (lineAt(lines, start) >= lastLine) return [];
  return [
    {
      start,
      end: lines.offsetAt({ line: lastLine, character: Number.MAX_SAFE_INTEGER }),
      depth,
      ...(kind ? { kind } : {}),
    },
  ];
}

function lineAt(lines: TextDocument, offset: number): number {
  return lines.positionAt(offset).line;
}

function startOf(lines: TextDocument, line: number): number {
  return lines.offsetAt({ line, character: 0 });
}
