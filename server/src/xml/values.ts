import { endsValue, isName, isNameStart, isSpace, isSurrogate } from "./characters.ts";
import * as char from "./codes.ts";
import type { AttributeNode } from "./nodes.ts";
import { afterVariable, readReference } from "./references.ts";
import type { Scanner } from "./scanner.ts";

/*
 * Attribute values (production 10), valid or not. The functions that read a value set `pos` to its end.
 */

/** Reads the value after the quote at `open`. Returns whether the value ends with its line, without a closing quote. */
export function readQuotedValue(scanner: Scanner, attribute: AttributeNode, open: number): boolean {
  const { text, end } = scanner;
  const quote = text.charCodeAt(open);
  let less = -1;
  let special = false;
  let close = open + 1;
  while (close < end) {
    const code = text.charCodeAt(close);
    if (endsValue(code)) {
      if (code === quote) break;
      if (code === char.LEFT_BRACE) {
        close = afterVariable(scanner, close);
        continue;
      }
      if (code === char.LESS && less < 0) less = close;
      special = true;
    }
    close++;
  }
  const follower = scanner.at(close + 1);
  const proper = isSpace(follower) || follower === char.GREATER || scanner.has("/>", close + 1);
  let lineEnded = false;
  if (proper && less < 0) setValue(attribute, open + 1, close, close + 1);
  else lineEnded = readDoubtfulValue(scanner, attribute, open, close, less);
  scanner.pos = attribute.end;
  if (special) checkValue(scanner, attribute.valueStart, attribute.valueEnd);
  return lineEnded;
}

function setValue(attribute: AttributeNode, valueStart: number, valueEnd: number, end: number): void {
  attribute.valueStart = valueStart;
  attribute.valueEnd = valueEnd;
  attribute.end = end;
}

function readDoubtfulValue(
  scanner: Scanner,
  attribute: AttributeNode,
  open: number,
  close: number,
  less: number,
): boolean {
  const guess = guessValueEnd(scanner, open, close, less);
  if (guess.kind === "unclosed") {
    setValue(attribute, open + 1, guess.end, guess.end);
    scanner.report("attribute-quote-unclosed", open, guess.end, [attribute.name, scanner.slice(open, open + 1)]);
    return guess.lineEnded;
  }
  setValue(attribute, open + 1, guess.end, guess.end + 1);
  if (guess.kind === "quoteInside") {
    const last = scanner.text.lastIndexOf(scanner.slice(open, open + 1), guess.end - 1);
    scanner.report("attribute-quote-inside", close, last + 1, [scanner.slice(open, open + 1)]);
  }
  return false;
}

function checkValue(scanner: Scanner, start: number, end: number): void {
  const { text } = scanner;
  for (let i = start; i < end; ) {
    const code = text.charCodeAt(i);
    if (!endsValue(code)) i++;
    else if (code === char.AMPERSAND) i = readReference(scanner, i, end);
    else if (code === char.LEFT_BRACE) i = afterVariable(scanner, i);
    else if (code === char.LESS) {
      scanner.report("attribute-less-than", i, i + 1);
      i++;
    } else if (code === char.QUOTE || code === char.APOSTROPHE) i++;
    else i = scanner.character(i);
  }
}

export function isTagEnd(scanner: Scanner, offset: number): boolean {
  return offset >= scanner.end || scanner.isOneOf("<>", offset) || scanner.has("/>", offset);
}

/** Typographic quotes, as word processors write them. */
const TYPOGRAPHIC = "\u201c\u201d\u201e\u201f\u2018\u2019\u201a\u201b\u00ab\u00bb\u2039\u203a\u2032\u2033\u0060\u00b4";

/** Reads a value between typographic quotes. Returns `false` if there is none. */
export function readTypographicValue(scanner: Scanner, attribute: AttributeNode, open: number): boolean {
  if (!scanner.isOneOf(TYPOGRAPHIC, open)) return false;
  let close = open + 1;
  for (; close < scanner.end; close++) {
    if (scanner.isOneOf("<>\r\n", close)) return false;
    if (scanner.isOneOf(`"'${TYPOGRAPHIC}`, close)) break;
  }
  if (close >= scanner.end) return false;
  setValue(attribute, open + 1, close, close + 1);
  scanner.report("attribute-quotes-typographic", open, close + 1, [scanner.slice(open + 1, close)]);
  checkValue(scanner, open + 1, close);
  scanner.pos = close + 1;
  return true;
}

export function readBareValue(scanner: Scanner, attribute: AttributeNode, start: number): void {
  let end = start;
  while (end < scanner.end && !isSpace(scanner.at(end)) && !isTagEnd(scanner, end)) {
    end = scanner.at(end) === char.LEFT_BRACE ? afterVariable(scanner, end) : end + 1;
  }
  setValue(attribute, start, end, end);
  scanner.report("attribute-quotes-missing", start, end, [scanner.slice(start, end)]);
  checkValue(scanner, start, end);
  scanner.pos = end;
}

/** The offset after the next same quote on the line, if it doesn't open another value; otherwise before the next whitespace. */
export function skipQuoted(scanner: Scanner, start: number): number {
  if (isTagEnd(scanner, start)) return start;
  if (scanner.isOneOf("\"'", start)) {
    let close = start + 1;
    while (close < scanner.end && scanner.at(close) !== scanner.at(start) && !scanner.isOneOf("<>\r\n", close)) close++;
    const isClosed = scanner.at(close) === scanner.at(start);
    if (isClosed && scanner.at(scanner.beforeSpace(close, start) - 1) !== char.EQUALS) return close + 1;
  }
  let end = start + 1;
  while (end < scanner.end && !isSpace(scanner.at(end)) && !isTagEnd(scanner, end)) end++;
  return end;
}

/*
 * Guesses the end of an attribute value whose quotes are wrong. The guesses look ahead only to the next quote of the same
 * kind, so that they take linear time.
 */

type ValueEnd =
  | { readonly kind: "closed"; readonly end: number }
  /** `lineEnded`: whether the value ends with its line or with the text, so that a missing `>` has the same cause. */
  | { readonly kind: "unclosed"; readonly end: number; readonly lineEnded: boolean }
  /** The quotes before `end` belong to the value. */
  | { readonly kind: "quoteInside"; readonly end: number };

/**
 * @param open offset of the opening quote
 * @param close offset of the next quote of the same kind, or the end of the text
 * @param less offset of the first `<` between them, -1 for none
 */
function guessValueEnd(scanner: Scanner, open: number, close: number, less: number): ValueEnd {
  if (close >= scanner.end) return unclosed(scanner, open, close);
  const follower = scanner.at(close + 1);
  const ended = close + 1 >= scanner.end || follower === char.GREATER || scanner.has("/>", close + 1);
  const proper = ended || isSpace(follower);
  if (opensAnother(scanner, open, close) && (less >= 0 || !proper)) return unclosed(scanner, open, close);
  if (less >= 0) {
    const tagEnded = scanner.slice(open, less).includes(">") || beginsLine(scanner, open, less);
    return tagEnded && beginsMarkup(scanner, less) ? unclosed(scanner, open, close) : { kind: "closed", end: close };
  }
  if (proper || beginsAttribute(scanner, close + 1)) return { kind: "closed", end: close };
  if (scanner.slice(open, close).includes(">")) return unclosed(scanner, open, close);
  const last = lastQuoteOfValue(scanner, close);
  return last > close + 1 ? { kind: "quoteInside", end: last } : { kind: "closed", end: close };
}

/** Whether the quote at `close` opens the value of the next attribute: whitespace, a name and `=` are before it. */
function opensAnother(scanner: Scanner, open: number, close: number): boolean {
  let i = scanner.beforeSpace(close, open + 1);
  if (scanner.at(i - 1) !== char.EQUALS || i - 1 <= open) return false;
  i = scanner.beforeSpace(i - 1, open + 1);
  const nameEnd = i;
  while (i > open + 1 && isNameUnit(scanner.at(i - 1))) i--;
  return i < nameEnd && i > open + 1 && isSpace(scanner.at(i - 1));
}

/** Whether there is `name=` with a quote at an offset. */
function beginsAttribute(scanner: Scanner, offset: number): boolean {
  let i = offset;
  if (!isNameStart(scanner.pointAt(i))) return false;
  while (isNameUnit(scanner.at(i))) i++;
  i = scanner.afterSpace(i);
  return scanner.at(i) === char.EQUALS && scanner.isOneOf("\"'", scanner.afterSpace(i + 1));
}

function isNameUnit(code: number): boolean {
  return isName(code) || isSurrogate(code);
}

/** Whether only whitespace is before `offset` on its line. */
function beginsLine(scanner: Scanner, open: number, offset: number): boolean {
  return /[\r\n]/.test(scanner.slice(scanner.beforeSpace(offset, open + 1), offset));
}

function beginsMarkup(scanner: Scanner, less: number): boolean {
  return scanner.isOneOf("/!?", less + 1) || isNameStart(scanner.pointAt(less + 1));
}

/** The last quote of the same kind as the one at `close`, before the next attribute or the end of the tag or the line. */
function lastQuoteOfValue(scanner: Scanner, close: number): number {
  const quote = scanner.at(close);
  let last = close;
  for (let i = close + 1; i < scanner.end && !scanner.isOneOf("=<>\r\n", i); i++) {
    if (scanner.at(i) === quote) last = i;
  }
  return last;
}

/** An unclosed value. It ends before the end of the tag or the line, before the next tag, or before the next attribute. */
function unclosed(scanner: Scanner, open: number, limit: number): ValueEnd {
  const ends = (at: number) =>
    scanner.isOneOf("<>\r\n", at) || (isSpace(scanner.at(at)) && beginsAttribute(scanner, at + 1));
  let end = open + 1;
  while (end < limit && !ends(end)) end++;
  const lineEnded = end < limit ? scanner.isOneOf("<\r\n", end) : limit >= scanner.end;
  if (end < limit && end - 1 > open && scanner.has("/>", end - 1)) end--;
  return { kind: "unclosed", end: scanner.beforeSpace(end, open + 1), lineEnded };
}
