import { isName, isNameStart, isSpace, isSurrogate } from "./characters.ts";
import * as char from "./codes.ts";
import type { Scanner } from "./scanner.ts";

/*
 * Guesses the end of an attribute value whose quotes are wrong. The guesses look ahead only to the next quote of the same
 * kind, so that they take linear time.
 */

type ValueEnd =
  | { readonly kind: "closed"; readonly end: number }
  /** `lineEnded`: the value ends with its line or with the text, so that a missing `>` has the same cause. */
  | { readonly kind: "unclosed"; readonly end: number; readonly lineEnded: boolean }
  /** The quotes before `end` belong to the value. */
  | { readonly kind: "quoteInside"; readonly end: number };

/**
 * @param open the offset of the opening quote
 * @param close the offset of the next quote of its kind, or the end of the text
 * @param less the offset of the first `<` between them, -1 for none
 */
export function guessValueEnd(scanner: Scanner, open: number, close: number, less: number): ValueEnd {
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

/** Whether the quote at `close` opens the next attribute's value, after whitespace, a name and `=`. */
function opensAnother(scanner: Scanner, open: number, close: number): boolean {
  let i = scanner.beforeSpace(close, open + 1);
  if (scanner.at(i - 1) !== char.EQUALS || i - 1 <= open) return false;
  i = scanner.beforeSpace(i - 1, open + 1);
  const nameEnd = i;
  while (i > open + 1 && isNameUnit(scanner.at(i - 1))) i--;
  return i < nameEnd && i > open + 1 && isSpace(scanner.at(i - 1));
}

/** Whether there is `name=` and a quote at an offset. */
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

/** Whether `offset` is at the start of a line, after whitespace. */
function beginsLine(scanner: Scanner, open: number, offset: number): boolean {
  return /[\r\n]/.test(scanner.slice(scanner.beforeSpace(offset, open + 1), offset));
}

function beginsMarkup(scanner: Scanner, less: number): boolean {
  return scanner.isOneOf("/!?", less + 1) || isNameStart(scanner.pointAt(less + 1));
}

/** The last quote like that at `close` before the next attribute or the end of the tag or the line. */
function lastQuoteOfValue(scanner: Scanner, close: number): number {
  const quote = scanner.at(close);
  let last = close;
  for (let i = close + 1; i < scanner.end && !scanner.isOneOf("=<>\r\n", i); i++) {
    if (scanner.at(i) === quote) last = i;
  }
  return last;
}

/** The value ends before the end of the tag or the line, the next tag, or the next attribute. */
function unclosed(scanner: Scanner, open: number, limit: number): ValueEnd {
  const ends = (at: number) =>
    scanner.isOneOf("<>\r\n", at) || (isSpace(scanner.at(at)) && beginsAttribute(scanner, at + 1));
  let end = open + 1;
  while (end < limit && !ends(end)) end++;
  const lineEnded = end < limit ? scanner.isOneOf("<\r\n", end) : limit >= scanner.end;
  if (end < limit && end - 1 > open && scanner.has("/>", end - 1)) end--;
  return { kind: "unclosed", end: scanner.beforeSpace(end, open + 1), lineEnded };
}
