import { type Difference, differenceOf } from "../text/edits.ts";
import { firstIndex } from "../text/search.ts";
import { type Span, shift } from "../text/span.ts";
import { ElementNode } from "./nodes.ts";
import { Parser, parseXml, type XmlOptions } from "./parser.ts";
import { elementAt } from "./query.ts";
import type { XmlDocument, XmlMarkup } from "./tree.ts";

/*
 * After an edit, only the siblings around it and around all mistakes are read again, in the namespaces of their parents. The
 * other nodes stay. That gives the same tree as reading the whole text: outside of these siblings is no mistake, so that
 * the parser guesses nothing there, and what it reads depends only on the open elements and their namespaces.
 */

/** Maximum number of places that are tried. Each is at least `LARGER` times as long as the previous one inside of it. */
const ATTEMPTS = 3;
const LARGER = 2;

/** Consecutive nodes of an element's markup (from `first` to `last`), and the texts between them. */
interface Siblings extends Span {
  readonly parent: ElementNode;
  readonly first: number;
  readonly last: number;
}

/**
 * Returns the same result as `parseXml`, but keeps the nodes of `before` that the edit of its text doesn't affect.
 * Their offsets are changed, so `before` must not be used afterwards. It must have been parsed with the same options.
 */
export function parseEdited(
  before: XmlDocument | undefined,
  text: string,
  start: number,
  end: number,
  options: XmlOptions,
): XmlDocument {
  if (before?.isResumable && before.start === start) {
    const old = before.text.slice(start, before.end);
    const typed = text.slice(start, end);
    if (old === typed) return { ...before, text, end };
    const edit = differenceOf(old, typed);
    const by = edit.newEnd - edit.end;
    for (const siblings of siblingsAround(before, affected(before, old, typed, edit))) {
      const parser = new Parser(text, start, end, options);
      const read = parser.content(startsOfOpen(siblings.parent), siblings.start, siblings.end + by);
      if (!read?.isResumable) continue;
      replaceSiblings(before, siblings, read.markup, by);
      return { ...before, text, end, problems: read.problems };
    }
  }
  return parseXml(text, start, end, before ? { ...options, forgetful: false } : options);
}

/** The part of the old text that contains the edit, the characters next to it, and all errors. */
function affected({ start, problems }: XmlDocument, old: string, typed: string, edit: Difference): Span {
  const from = Math.max(0, edit.start - 1);
  const spans: Span[] = [shift({ start: from, end: edit.end + 1 }, start)];
  if (/[{}]/.test(old.slice(from, edit.end + 1) + typed.slice(from, edit.newEnd + 1))) {
    // A variable that begins at the last brace before the edit may end in the edit.
    const brace = old.lastIndexOf("{", edit.start);
    if (brace >= 0) spans.push(shift({ start: brace, end: brace }, start));
  }
  for (const problem of problems) spans.push(problem, ...problem.related);
  return {
    start: spans.reduce((first, span) => Math.min(first, span.start), Number.POSITIVE_INFINITY),
    end: spans.reduce((last, span) => Math.max(last, span.end), 0),
  };
}

/** The places around a part of the text that can be read again, innermost first. */
function* siblingsAround(document: XmlDocument, part: Span): Generator<Siblings, void, void> {
  const longest = (document.end - document.start) / 2;
  let length = 0;
  let left = ATTEMPTS;
  for (
    let ancestor = elementAt(document, part.start);
    ancestor instanceof ElementNode && left > 0;
    ancestor = ancestor.parent
  ) {
    const siblings = siblingsIn(ancestor, part);
    if (!siblings || siblings.end - siblings.start < length * LARGER) continue;
    length = siblings.end - siblings.start;
    if (length > longest) return;
    left--;
    yield siblings;
  }
}

/** The children around a part of the text, from the markup or start tag before it to the markup after it. */
function siblingsIn(parent: ElementNode, part: Span): Siblings | undefined {
  const { markup, startTagEnd } = parent;
  let first = firstIndex(0, markup.length, (index) => (markup[index]?.start ?? 0) > part.start) - 1;
  while (first >= 0 && markup[first]?.kind === "text") first--;
  let last = firstIndex(0, markup.length, (index) => (markup[index]?.end ?? 0) >= part.end);
  while (last < markup.length && !isComplete(markup[last])) last++;
  const start = markup[first]?.start ?? startTagEnd;
  const end = markup[last]?.end;
  if (start > part.start || end === undefined) return undefined;
  return { parent, first: Math.max(0, first), last, start, end };
}

/** Whether a node ends with markup. */
function isComplete(node: XmlMarkup | undefined): boolean {
  if (node instanceof ElementNode) return node.closed !== "not";
  return node?.kind !== "text";
}

function startsOfOpen(innermost: ElementNode): readonly number[] {
  const starts: number[] = [];
  for (let ancestor: ElementNode | undefined = innermost; ancestor !== undefined; ancestor = ancestor.parent)
    starts.push(ancestor.start);
  return starts.reverse();
}

/** All elements around get new lists of markup: an element is unchanged as long as it has the same list. */
function replaceSiblings(
  document: XmlDocument,
  { parent, first, last, end }: Siblings,
  nodes: readonly XmlMarkup[],
  by: number,
) {
  if (by !== 0) moveNodes(document.children, end, by);
  const { markup } = parent;
  parent.markup = markup.slice(0, first).concat(nodes, markup.slice(last + 1));
  for (const node of nodes) if (node instanceof ElementNode) node.parent = parent;
  for (let ancestor = parent.parent; ancestor !== undefined; ancestor = ancestor.parent)
    ancestor.markup = ancestor.markup.slice();
}

/** Not recursive, because elements may be nested deeply. */
function moveNodes(nodes: readonly XmlMarkup[], from: number, by: number): void {
  const pending = [nodes];
  for (let level = pending.pop(); level !== undefined; level = pending.pop()) {
    for (const node of level) {
      if (node.end < from) continue;
      if (node instanceof ElementNode) {
        node.move(from, by);
        if (node.markup.length > 0) pending.push(node.markup);
      } else {
        const moved: { start: number; end: number } = node;
        moved.start += by;
        moved.end += by;
      }
    }
  }
}
