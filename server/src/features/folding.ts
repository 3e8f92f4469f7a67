import { isBase64Text } from "../text/base64.ts";
import { LineIndex } from "../text/lines.ts";
import { type Span, shift } from "../text/span.ts";
import { walkMarkup } from "../xml/query.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";
import type { Section } from "./support/section.ts";

/** The limit of VS Code, for clients that don't specify a limit. */
export const maxFolds = 5000;

/** A span to fold. Folding hides the lines after the first line of the span, up to its last line. */
export interface Fold extends Span {
  /** `imports`: the span is folded when the document is opened. */
  readonly kind?: "region" | "comment" | "imports";
  /** Nesting depth: 0 for a message, 1 for its parts, 2 and more for elements. */
  readonly depth: number;
}

/** The foldable spans in the order of the text. If there are too many, the outermost are kept. */
export function folds(sections: readonly Section[], limit: number = maxFolds): readonly Fold[] {
  const folds = sections.flatMap((section) => {
    const lines = new LineIndex(section.text);
    const { head, multipart, xml, start } = section;
    const all = [
      ...messageFold(section, lines, sections.length > 1),
      ...commentFolds(section, lines),
      ...(head ? fold(lines, head, 1) : []),
      ...(multipart?.parts ?? []).flatMap((part) =>
        fold(lines, { start: part.start, end: part.body?.end ?? part.end }, 1),
      ),
      ...(xml ? elementFolds(xml, lines, section.kind === "received") : textFolds(section, lines)),
    ];
    return all.map((one) => shift(one, start));
  });
  const outermost = folds.length > limit ? folds.sort((a, b) => a.depth - b.depth).slice(0, limit) : folds;
  return outermost.sort((a, b) => a.start - b.start || a.depth - b.depth);
}

/** A fold from the first line of a span to its last line, or to `lastLine`; empty if it would hide no lines. */
function fold(
  lines: LineIndex,
  { start, end }: Span,
  depth: number,
  kind?: Fold["kind"],
  lastLine = lines.at(Math.max(start, end)),
): Fold[] {
  if (lines.at(start) >= lastLine) return [];
  return [{ start, end: lines.endOf(lastLine), depth, ...(kind ? { kind } : {}) }];
}

/** The fold of a request with its separator. A single request without a separator has none. */
function messageFold(
  { kind, text, separator, preamble, head, body }: Section,
  lines: LineIndex,
  several: boolean,
): Fold[] {
  const first = separator ?? preamble[0] ?? head ?? body;
  if (kind === "received" || !first || (!several && !separator)) return [];
  const end = text.slice(first.start).trimEnd().length + first.start;
  return fold(lines, { start: first.start, end }, 0, "region");
}

function commentFolds({ preamble }: Section, lines: LineIndex): Fold[] {
  const blocks: { readonly start: number; end: number }[] = [];
  for (const { kind, start, end } of preamble) {
    if (kind !== "comment") continue;
    const block = blocks.at(-1);
    if (block && lines.at(block.end) + 1 === lines.at(start)) block.end = end;
    else blocks.push({ start, end });
  }
  return blocks.flatMap((block) => fold(lines, block, 1, "comment"));
}

function elementFolds(xml: XmlDocument, lines: LineIndex, isReceived: boolean): Fold[] {
  const folds: Fold[] = [];
  const open: number[] = [];
  for (const node of walkMarkup(xml)) {
    if (node.kind === "text" || node.kind === "stray-end-tag") continue;
    for (let last = open.at(-1); last !== undefined && last <= node.start; last = open.at(-1)) open.pop();
    const depth = open.length + 2;
    if (node.kind === "element") {
      const kind = isReceived && hasBase64(node, xml.text) ? "imports" : undefined;
      folds.push(...fold(lines, node, depth, kind, lastLineOf(node, lines, xml.text)));
      if (node.markup.length > 0) open.push(node.end);
    } else folds.push(...fold(lines, node, depth, node.kind === "comment" ? node.kind : undefined));
  }
  return folds;
}

/** Whether an element contains a long Base64 value. */
function hasBase64({ startTagEnd, contentEnd, markup }: XmlElement, text: string): boolean {
  return markup.length === 0 && isBase64Text(text.slice(startTagEnd, contentEnd));
}

const longestIndent = 1000;

/** An end tag on its own line, or the text after an element without an end tag, stays visible. */
function lastLineOf({ end, endTag, selfClosing }: XmlElement, lines: LineIndex, text: string): number {
  if (selfClosing) return lines.at(end);
  const stop = endTag?.start ?? end;
  const line = lines.at(stop);
  const isAlone = /^[ \t]*$/.test(text.slice(Math.max(lines.startOf(line), stop - longestIndent), stop));
  return isAlone ? line - 1 : line;
}

/** Folds by indentation, as in VS Code for unknown languages: for JSON, HTML and other text in bodies of responses. */
function textFolds(section: Section, lines: LineIndex): Fold[] {
  const { body, text, multipart } = section;
  const isRequest = section.kind === "message" && section.placed.segment.kind === "request";
  if (isRequest || !body || multipart) return [];
  const folds: Fold[] = [];
  const open: { readonly start: number; readonly indent: number }[] = [];
  let last = lines.at(body.start);
  const close = (indent: number) => {
    for (let top = open.at(-1); top && top.indent >= indent; top = open.at(-1)) {
      open.pop();
      folds.push(...fold(lines, { start: top.start, end: top.start }, open.length + 2, undefined, last));
    }
  };
  for (let line = last; line < lines.count; line++) {
    const start = lines.startOf(line);
    const indent = indentOf(text, start);
    if (indent === undefined) continue;
    close(indent);
    open.push({ start, indent });
    last = line;
  }
  close(0);
  return folds;
}

/** The indentation of a line in characters; `undefined` for a blank line. */
function indentOf(text: string, start: number): number | undefined {
  let at = start;
  while (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09) at++;
  return at >= text.length || text.charCodeAt(at) === 0x0a || text.charCodeAt(at) === 0x0d ? undefined : at - start;
}
