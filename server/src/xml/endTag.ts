import { isSimilar } from "../text/similar.ts";
import type { Span } from "../text/span.ts";
import type { Builder } from "./builder.ts";
import { isNameStart, isSpace } from "./characters.ts";
import * as char from "./codes.ts";
import { isAt, type Name } from "./names.ts";
import type { ElementNode, OddEndTag } from "./nodes.ts";
import type { ProblemRecord } from "./problems.ts";
import { nameSpan } from "./query.ts";
import type { Scanner } from "./scanner.ts";

interface EndTag extends Span {
  readonly name: Name;
  readonly nameStart: number;
  readonly nameEnd: number;
  /** Whether the tag contains other text, which may belong to the name. */
  readonly doubtful: boolean;
}

/** Number of open elements that a misspelled end tag is compared with. */
const COMPARED = 4;

/** Reads the end tag (production 42) at `start` and closes elements. Reports each mistake as one problem. */
export function readEndTag(scanner: Scanner, builder: Builder, start: number, slash: number = start + 1): void {
  const { current } = builder;
  if (current !== undefined) {
    const nameEnd = slash + 1 + current.name.length;
    if (slash === start + 1 && scanner.at(nameEnd) === char.GREATER && isAt(current.name, scanner.text, slash + 1)) {
      scanner.pos = nameEnd + 1;
      current.closed = "plain";
      builder.close(scanner.pos, scanner.problems.length === 0);
      return;
    }
  }
  readOther(scanner, builder, start, slash);
}

function readOther(scanner: Scanner, builder: Builder, start: number, slash: number): void {
  const nameStart = scanner.afterSpace(slash + 1);
  scanner.pos = nameStart;
  const name = nameBegins(scanner, nameStart, slash) ? scanner.brokenName() : undefined;
  if (name === undefined) {
    readNameless(scanner, builder, start);
    return;
  }
  const nameEnd = scanner.pos;
  if (slash > start + 1) scanner.report("name-space", start + 1, slash, [`/${name.text}`]);
  else if (nameStart > start + 2) scanner.report("name-space", start + 2, nameStart, [name.text]);
  const doubtful = readRest(scanner, name.text, nameStart, nameEnd);
  resolve(scanner, builder, { start, end: scanner.pos, name, nameStart, nameEnd, doubtful });
}

function nameBegins(scanner: Scanner, nameStart: number, slash: number): boolean {
  return nameStart === slash + 1 || (nameStart < scanner.end && isNameStart(scanner.pointAt(nameStart)));
}

/** Reads `</>`, or `</` before other text. It closes the current element. */
function readNameless(scanner: Scanner, builder: Builder, start: number): void {
  const { current } = builder;
  const closed = scanner.at(scanner.pos) === char.GREATER;
  const end = closed ? scanner.pos + 1 : start + 2;
  scanner.report("tag-name-missing", start, end, current === undefined ? [] : [current.name]);
  scanner.pos = end;
  close(builder, { start, nameStart: start + 2, nameEnd: start + 2 }, end);
}

/** Reads the rest of an end tag after its name. Returns whether there is text before the `>`, which is reported. */
function readRest(scanner: Scanner, name: string, nameStart: number, nameEnd: number): boolean {
  const from = scanner.afterSpace(nameEnd);
  let end = from;
  while (end < scanner.end && scanner.at(end) !== char.GREATER && scanner.at(end) !== char.LESS) end++;
  const closed = scanner.at(end) === char.GREATER;
  if (!closed) {
    // The text after the name belongs to the content.
    scanner.report("end-tag-unclosed", nameStart, nameEnd, [name], [{ start: nameEnd, end: nameEnd }]);
    scanner.pos = nameEnd;
    return false;
  }
  if (end > from) {
    const textEnd = scanner.beforeSpace(end, from);
    scanner.report("end-tag-text", from, textEnd, [scanner.slice(from, textEnd)]);
  }
  scanner.pos = end + 1;
  return end > from;
}

function resolve(scanner: Scanner, builder: Builder, tag: EndTag): void {
  const { current } = builder;
  if (current === undefined) reportStray(scanner, builder, tag);
  else if (current.nameRecord === tag.name || takeOverlap(builder, current)) closeWith(builder, tag);
  else if (tag.name.open > 0) closeAncestor(scanner, builder, current, tag);
  else closeMisspelled(scanner, builder, current, tag);
}

function closeWith(builder: Builder, { start, nameStart, nameEnd, end }: EndTag): void {
  close(builder, { start, nameStart, nameEnd }, end);
}

function close(builder: Builder, tag: OddEndTag, end: number): void {
  if (builder.current === undefined) return;
  builder.current.closed = tag;
  builder.close(end);
}
/** Whether this is the second of two end tags in the wrong order, which was reported at the first one. */
function takeOverlap(builder: Builder, current: ElementNode): boolean {
  const taken = builder.overlapped === current;
  if (taken) builder.overlapped = undefined;
  return taken;
}

/** Closes an ancestor. The elements in it have no end tag, unless this end tag is misspelled or too early. */
function closeAncestor(scanner: Scanner, builder: Builder, current: ElementNode, tag: EndTag): void {
  const parent = current.parent;
  if (parent?.nameRecord === tag.name) {
    const nextStart = scanner.afterSpace(tag.end);
    if (tag.name.open === 1 && isEndTagOf(scanner, nextStart, tag.name.text)) {
      mismatch(scanner, builder, current, tag);
      return;
    }
    if (current.nameRecord.open === 1 && isEndTagOf(scanner, nextStart, current.name)) {
      const related = [nameSpan(current), { start: nextStart, end: nextStart + current.name.length + 3 }];
      scanner.report("tags-overlap", tag.nameStart, tag.nameEnd, [tag.name.text, current.name], related);
      builder.overlapped = parent;
      closeWith(builder, tag);
      return;
    }
  }
  closeUnclosed(scanner, builder, (element) => element.nameRecord === tag.name, tag);
  closeWith(builder, tag);
}

/** Handles an end tag without start tag: a misspelled one of the current element or of an ancestor, or a stray one. */
function closeMisspelled(scanner: Scanner, builder: Builder, current: ElementNode, tag: EndTag): void {
  const next = scanner.afterSpace(tag.end);
  if (isEndTagOf(scanner, next, current.name)) {
    reportStray(scanner, builder, tag);
    return;
  }
  if ((tag.doubtful || isDoubtful(builder, current, tag.name)) && mayBeMeant(current.name, tag.name.text)) {
    closeWith(builder, tag);
    return;
  }
  const parent = current.parent;
  const closesCurrent = parent === undefined ? next >= scanner.end : isEndTagOf(scanner, next, parent.name);
  if (closesCurrent || isSimilar(tag.name.text, current.name)) {
    mismatch(scanner, builder, current, tag);
    return;
  }
  let ancestor = parent;
  for (let i = 1; i < COMPARED && ancestor !== undefined; i++, ancestor = ancestor.parent) {
    if (!isSimilar(tag.name.text, ancestor.name)) continue;
    const target = ancestor;
    closeUnclosed(scanner, builder, (element) => element === target, tag);
    mismatch(scanner, builder, target, tag);
    return;
  }
  reportStray(scanner, builder, tag);
}

/** Whether the name of an element or its end tag has an error, so that a different end tag may belong to the element. */
function isDoubtful(builder: Builder, element: ElementNode, typed: Name): boolean {
  const { broken, wrongColon, local } = element.nameRecord;
  const wrongPrefix = element.namespace === undefined && local === typed.local;
  return broken || wrongColon >= 0 || wrongPrefix || builder.doubtful.has(element);
}

function mayBeMeant(name: string, typed: string): boolean {
  return isSimilar(name, typed) || name.startsWith(typed) || typed.startsWith(name);
}

function mismatch(scanner: Scanner, builder: Builder, element: ElementNode, tag: EndTag): void {
  const args = [tag.name.text, element.name];
  if (!tag.doubtful) scanner.report("end-tag-mismatch", tag.nameStart, tag.nameEnd, args, [nameSpan(element)]);
  closeWith(builder, tag);
}

function reportStray(scanner: Scanner, builder: Builder, tag: EndTag): void {
  const { start, end } = tag;
  if (builder.depth > 0) builder.add({ kind: "stray-end-tag", start, end });
  // The end tag that closed the root too early was probably meant to be here. It was reported with the second root.
  if (builder.secondRoot && builder.root?.nameRecord === tag.name) return;
  const problem = scanner.report("end-tag-stray", start, end, [tag.name.text]);
  builder.addStray({ problem, name: tag.name, at: { start: tag.nameStart, end: tag.nameEnd } });
}

export function closeRest(scanner: Scanner, builder: Builder): void {
  closeUnclosed(scanner, builder, () => false, { start: scanner.end, end: scanner.end });
}

/** Closes elements without end tags, from the current one to the first one for which `stop` returns true. */
function closeUnclosed(scanner: Scanner, builder: Builder, stop: (element: ElementNode) => boolean, at: Span): void {
  let inner: { readonly element: ElementNode; readonly problem: ProblemRecord } | undefined;
  for (let element = builder.current; element !== undefined && !stop(element); element = builder.current) {
    builder.close(at.start);
    const stray = builder.strayIn(element);
    const before = inner;
    inner = undefined;
    if (stray !== undefined) {
      const args = [stray.name.text, element.name];
      scanner.rewrite(stray.problem, "end-tag-mismatch", stray.at, args, [nameSpan(element)]);
    } else if (before !== undefined && isReopened(scanner, element, before.element)) {
      const at = nameSpan(before.element);
      scanner.rewrite(before.problem, "end-tag-slash-missing", at, [element.name], [nameSpan(element)]);
    } else if (!scanner.swallowedRest) {
      const { start, end } = nameSpan(element);
      const related = [{ start: at.start, end: at.end }];
      inner = { element, problem: scanner.report("end-tag-missing", start, end, [element.name], related) };
    }
  }
}

/** Whether the start tag of `inner` was meant as the end tag of `outer`: both are unclosed and have the same name. */
function isReopened(scanner: Scanner, outer: ElementNode, inner: ElementNode): boolean {
  return (
    inner.parent === outer &&
    inner.nameRecord === outer.nameRecord &&
    inner.attributes.length === 0 &&
    scanner.afterSpace(outer.startTagEnd) < inner.start
  );
}

function isEndTagOf(scanner: Scanner, offset: number, name: string): boolean {
  const nameEnd = offset + 2 + name.length;
  if (scanner.at(offset) !== char.LESS || scanner.at(offset + 1) !== char.SLASH || !scanner.has(name, offset + 2))
    return false;
  const next = scanner.at(nameEnd);
  return nameEnd >= scanner.end || next === char.GREATER || isSpace(next);
}
