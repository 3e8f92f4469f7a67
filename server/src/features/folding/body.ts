import { walk } from "../../xml/query.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import type { LineIndex } from "../support/lineIndex.ts";
import type { Section } from "../support/section.ts";
import { type Fold, foldLines } from "./fold.ts";

/** Elements, comments, CDATA sections and the like, in the order of the text. */
export function elementFolds(xml: XmlDocument, lines: LineIndex): Fold[] {
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
      found.push(...foldLines(lines, node, lines.lineAt(node.end), depth, kind));
    }
  }
  return found;
}

/** The end tag stays to be seen where it has its line to itself, and so does what follows an element without one. */
function lastLineOf({ end, endTag, selfClosing }: XmlElement, lines: LineIndex, text: string): number {
  if (selfClosing) return lines.lineAt(end);
  const stop = endTag?.start ?? end;
  const line = lines.lineAt(stop);
  const alone = /^[ \t]*$/.test(text.slice(Math.max(lines.startOf(line), stop - longestIndent), stop));
  return alone ? line - 1 : line;
}

const longestIndent = 1000;

/** By indentation: JSON, HTML and other text bodies of responses, as VS Code folds a text that nobody understands. */
export function textFolds({ kind, body, text, multipart }: Section, lines: LineIndex): Fold[] {
  if (kind === "request" || !body || multipart) return [];
  const found: Fold[] = [];
  const open: { readonly line: number; readonly indent: number }[] = [];
  let last = lines.lineAt(body.start);
  const close = (indent: number) => {
    for (let top = open.at(-1); top && top.indent >= indent; top = open.at(-1)) {
      open.pop();
      const start = lines.startOf(top.line);
      found.push(...foldLines(lines, { start, end: start }, last, open.length + 2));
    }
  };
  for (let line = last; line < lines.count; line++) {
    const indent = indentOf(text, lines.startOf(line));
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
