import * as l10n from "@vscode/l10n";
import type { PlacedSegment } from "../document.ts";
import type { Message } from "../message.ts";
import { lineEnd, lineStart } from "../text/lines.ts";
import { type Span, shift, touches } from "../text/span.ts";
import type { Finding } from "./check.ts";
import { insertMissing, namesOfMissing } from "./missing.ts";
import type { Report } from "./rule.ts";
import { isClosed } from "./soap/xmlMessage.ts";

/*
 * While a request is being written, a finding that only says that it isn't finished waits until the author has had the
 * chance to finish it. The command line and sending always see all findings.
 */

/** Where a request is being written. */
export interface Cursor {
  /** UTF-16 offset in the document. */
  readonly at: number;
  /** The cursor has not moved since the text there changed. */
  readonly isTyping: boolean;
}

/** What an editor shows instead of the findings that say what is missing. */
export const requestUnfinished = {
  code: "request-unfinished",
  severity: "information",
  source: "SOAP over HTTP binding",
} as const;

/** What is shown while a request is being written. All spans: UTF-16 offsets in the document's text. */
export interface WhileWriting<F extends Finding> {
  readonly shown: readonly F[];
  /** What the request still needs. Its fixes: in the segment's text, as those of all reports. */
  readonly unfinished: Report | undefined;
}

/** @param message the segment's; `undefined` where it has nothing but a preamble yet */
export function whileWriting<F extends Finding>(
  { start, segment }: PlacedSegment,
  message: Message | undefined,
  findings: readonly F[],
  cursor: Cursor,
): WhileWriting<F> {
  const at = cursor.at - start;
  const typed = cursor.isTyping ? shift(beingTyped(segment.text, message, at), start) : undefined;
  const isDone = message !== undefined && headIsDone(message, at);
  const missing = new Set<string>();
  const unfinished: F[] = [];
  const shown = findings.filter((finding) => {
    const { code } = finding;
    if (code === "xml-missing" || (ofHead.has(code) && !isDone)) missing.add(code);
    else if (code === "content-length-mismatch") return message !== undefined && isDone && !isBodyOpen(message);
    else if (!ofHead.has(code) && typed && isAbout(finding, typed)) unfinished.push(finding);
    else return true;
    return false;
  });
  const line = message?.request.line;
  const isLineDone = !line || !unfinished.some((finding) => touches(finding.at, shift(line, start)));
  return { shown, unfinished: message && isLineDone ? stillNeeded(message, missing, start) : undefined };
}

/** What a head lacks as a whole. */
const ofHead: ReadonlySet<string> = new Set([
  "host-missing",
  "content-type-missing",
  "content-length-missing",
  "soapaction-missing",
]);

function stillNeeded(message: Message, codes: ReadonlySet<string>, start: number): Report | undefined {
  if (codes.size === 0) return undefined;
  return {
    at: shift(message.headPlace, start),
    message: l10n.t("Missing from this request: {0}.", namesOfMissing(codes).join(", ")),
    fixes: () => [{ title: l10n.t("Insert missing parts"), edits: insertMissing(message, codes) }],
  };
}

/** Whether the author has gone on to the body, or has written one. */
function headIsDone({ request, hasBody }: Message, at: number): boolean {
  return request.boundary !== undefined && (hasBody || at > request.boundary.end);
}

/** The bytes of a body can't be the ones that are counted before its root element is closed. */
function isBodyOpen({ hasBody, isPost, xml, text }: Message): boolean {
  if (!hasBody) return isPost;
  if (!xml) return false;
  const { root } = xml;
  return !root || !isClosed(root) || text.charAt(root.end - 1) !== ">";
}

/** Whether what a finding is about may be different once the text that is being typed is finished. */
function isAbout({ at, related }: Finding, typed: Span): boolean {
  const isIn = (span: Span) => typed.start < typed.end && touches(span, typed);
  return isIn(at) || (related?.some((one) => one.at.start < one.at.end && isIn(one.at)) ?? false);
}

/** In the head the cursor's line; in the body the markup that is not ended yet, or the word before the cursor. */
function beingTyped(text: string, message: Message | undefined, at: number): Span {
  const body = message?.request.body;
  if (!body || at < body.start) return { start: lineStart(text, at), end: lineEnd(text, at) };
  return { start: openMarkup(text, body.start, at) ?? wordStart(text, body.start, at), end: at };
}

/** Where the tag, comment or section begins that is not ended before an offset. */
function openMarkup(text: string, from: number, to: number): number | undefined {
  for (let at = text.indexOf("<", from); at >= 0 && at < to; at = text.indexOf("<", at)) {
    const end = markupEnd(text, at, to);
    if (end === undefined) return at;
    at = end;
  }
  return undefined;
}

/** After the markup at an offset; `undefined` where it doesn't end before `to`. A `<` in a tag begins another one. */
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
