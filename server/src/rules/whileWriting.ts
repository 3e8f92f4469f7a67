import * as l10n from "@vscode/l10n";
import type { PlacedSegment } from "../format/document.ts";
import type { Message } from "../message/message.ts";
import { lineEnd, lineStart } from "../text/lines.ts";
import { type Span, shift, touches } from "../text/span.ts";
import { elementAt } from "../xml/query.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";
import type { Finding } from "./check.ts";
import { fix } from "./edits.ts";
import { insertMissing, namesOfMissing } from "./missing.ts";
import type { Report, RuleInfo } from "./rule.ts";
import { isClosed } from "./soap/xmlMessage.ts";

/** The cursor in a request that is being written. Editors delay findings about its unfinished parts. */
export interface Cursor {
  /** UTF-16 offset of the cursor in the document. */
  readonly at: number;
  /** Whether the cursor hasn't moved since the last change of the text. */
  readonly isTyping: boolean;
  /** Whether the request had no body when the author began to write it. */
  readonly isBodyNew: boolean;
}

/** The rule that replaces the findings about missing parts while a request is being written. */
export const requestUnfinished: RuleInfo = {
  code: "request-unfinished",
  severity: "information",
  source: "SOAP over HTTP binding",
  traits: {},
};

/** The findings to show while a request is being written. Their spans are UTF-16 offsets in the document's text. */
interface WhileWriting<F extends Finding> {
  readonly shown: readonly F[];
  /** Reports all missing parts at once. The spans of its fixes are in the segment's text. */
  readonly unfinished: Report | undefined;
}

/** @param message the request of the segment; `undefined` if the segment has only a preamble */
export function whileWriting<F extends Finding>(
  { start, segment }: PlacedSegment,
  message: Message | undefined,
  findings: readonly F[],
  cursor: Cursor,
): WhileWriting<F> {
  const at = cursor.at - start;
  const cursorIn = { at, isTyping: cursor.isTyping };
  const typed = cursor.isTyping ? shift(typedSpan(segment.text, message, at), start) : undefined;
  const isHeadDone = message !== undefined && headIsDone(message, at);
  const isBodyDone = isHeadDone && !isBodyOpen(message, at) && !(cursor.isBodyNew && isInRoot(message, at));
  const line = message?.syntax.startLine;
  const missing = new Set<string>();
  let isLineDone = true;
  const shown = findings.filter((finding) => {
    const { code, traits } = finding;
    switch (traits.waitsFor) {
      case "next":
      case "file":
        return false;
      case "request":
        missing.add(code);
        return false;
      case "head":
        if (!isHeadDone) missing.add(code);
        return isHeadDone;
      case "content":
      case "payload":
      case "value":
        if (message && isElementUnfinished(message, traits.waitsFor, shift(finding.at, -start), cursorIn)) return false;
        break;
      case "body":
        return isBodyDone;
    }
    if (!typed || !concerns(finding, typed)) return true;
    if (line && touches(finding.at, shift(line, start))) isLineDone = false;
    return false;
  });
  return { shown, unfinished: message && isLineDone ? stillMissing(message, missing, start) : undefined };
}

/**
 * Whether a finding reports that an element is incomplete or has an invalid value, and the element is being written:
 * the cursor is in its content, either by typing or because the content is empty.
 */
function isElementUnfinished(
  { xml, envelope }: Message,
  waitsFor: "content" | "payload" | "value",
  { start }: Span,
  { at, isTyping }: Pick<Cursor, "at" | "isTyping">,
): boolean {
  const element = xml && elementAt(xml, start);
  if (!xml || element === undefined || (waitsFor === "payload" && element !== envelope?.body)) return false;
  const isValue = waitsFor === "value";
  // A missing element that belongs before this one is written in the parent.
  const written = !isValue && at <= element.start ? element.parent : element;
  if (written === undefined || at < written.startTagEnd || at >= written.end) return false;
  const isInChild = elementAt(xml, at) !== written;
  return isTyping
    ? !(isValue && isInChild)
    : !isInChild && isEmpty(xml, written) && at <= (written.endTag?.start ?? at);
}

function isEmpty({ text }: XmlDocument, { children }: XmlElement): boolean {
  return children.every(
    ({ kind, start, end }) => kind === "comment" || (kind === "text" && text.slice(start, end).trim() === ""),
  );
}

function stillMissing(message: Message, codes: ReadonlySet<string>, start: number): Report | undefined {
  if (codes.size === 0) return undefined;
  return {
    at: shift(message.headPlace, start),
    message: missingText(message, namesOfMissing(codes).join(", ")),
    fixes: () => [fix(l10n.t("Insert missing parts"), ...insertMissing(message, codes))],
  };
}

function missingText({ kind }: Message, names: string): string {
  return kind === "response"
    ? l10n.t("Missing from this response: {0}.", names)
    : l10n.t("Missing from this request: {0}.", names);
}

/** Whether the author has finished the header section: the cursor is in the body, or a body exists. */
function headIsDone({ syntax, hasBody }: Message, at: number): boolean {
  return syntax.boundary !== undefined && (hasBody || at > syntax.boundary.end);
}

/** Whether the body still grows: its root has no end tag, or the cursor is in a response's body that isn't XML. */
function isBodyOpen({ hasBody, isPost, xml, text, kind, syntax: { body } }: Message, at: number): boolean {
  if (!hasBody) return isPost;
  if (!xml) return kind === "response" && body !== undefined && at >= body.start;
  const { root } = xml;
  return !root || !isClosed(root) || text.charAt(root.end - 1) !== ">";
}

/** Whether the cursor is in the root element. An editor that inserts end tags closes it before its content is written. */
function isInRoot({ xml }: Message, at: number): boolean {
  const root = xml?.root;
  return root !== undefined && root.startTagEnd <= at && at <= (root.endTag?.start ?? root.end);
}

/** Whether a finding is about the text that is being typed. */
function concerns({ at, related }: Finding, typed: Span): boolean {
  const isIn = (span: Span) => typed.start < typed.end && touches(span, typed);
  return isIn(at) || (related?.some((one) => one.at.start < one.at.end && isIn(one.at)) ?? false);
}

/** The text that is being typed: the line in the head, or the unclosed markup or the word before the cursor in the body. */
function typedSpan(text: string, message: Message | undefined, at: number): Span {
  const body = message?.syntax.body;
  if (!body || at < body.start) return { start: lineStart(text, at), end: lineEnd(text, at) };
  return { start: openMarkup(text, body.start, at) ?? wordStart(text, body.start, at), end: at };
}

/** The offset of the last tag, comment or CDATA section that isn't closed before `to`. */
function openMarkup(text: string, from: number, to: number): number | undefined {
  for (let at = text.indexOf("<", from); at >= 0 && at < to; at = text.indexOf("<", at)) {
    const end = markupEnd(text, at, to);
    if (end === undefined) return at;
    at = end;
  }
  return undefined;
}

/** The end of the markup at an offset; `undefined` if it isn't closed before `to`. A `<` in a tag starts another tag. */
function markupEnd(text: string, at: number, to: number): number | undefined {
  const section = sections.find(([opening]) => text.startsWith(opening, at));
  if (section) {
    const [opening, closing] = section;
    const end = text.indexOf(closing, at + opening.length) + closing.length;
    return end >= closing.length && end <= to ? end : undefined;
  }
  let quote = "";
  for (let next = at + 1; next < to; next++) {
    const character = text.charAt(next);
    if (character === "<") return next;
    if (quote !== "") quote = character === quote ? "" : quote;
    else if (character === ">") return next + 1;
    else if (character === '"' || character === "'") quote = character;
  }
  return undefined;
}

const sections = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
] as const;

function wordStart(text: string, from: number, at: number): number {
  let start = at;
  while (start > from && !/[\s>]/.test(text.charAt(start - 1))) start--;
  return start;
}
