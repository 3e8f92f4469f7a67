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
    const tagEnded = holdsAngle(scanner, open, less) || endsLine(scanner, open, less);
    return tagEnded && beginsMarkup(scanner, less) ? unclosed(scanner, open, close) : { kind: "closed", end: close };
  }
  if (proper || beginsAttribute(scanner, close + 1)) return { kind: "closed", end: close };
  if (holdsAngle(scanner, open, close)) return unclosed(scanner, open, close);
  const last = lastQuoteOfValue(scanner, close);
  return last > close + 1 ? { kind: "quoteInside", end: last } : { kind: "closed", end: close };
}

function holdsAngle(scanner: Scanner, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (scanner.at(i) === char.GREATER) return true;
  return false;
}

/** Whether the quote at `close` opens the next attribute's value, after white space, a name and `=`. */
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
  if (scanner.at(i) !== char.EQUALS) return false;
  const quote = scanner.at(scanner.afterSpace(i + 1));
  return quote === char.QUOTE || quote === char.APOSTROPHE;
}

function isNameUnit(code: number): boolean {
  return isName(code) || isSurrogate(code);
}

/** Whether `offset` is at the start of a line, after white space. */
function endsLine(scanner: Scanner, open: number, offset: number): boolean {
  for (let i = offset - 1; i > open; i--) {
    const code = scanner.at(i);
    if (code === char.LF || code === char.CR) return true;
    if (!isSpace(code)) return false;
  }
  return false;
}

function beginsMarkup(scanner: Scanner, less: number): boolean {
  const code = scanner.at(less + 1);
  return code === char.SLASH || code === char.BANG || code === char.QUESTION || isNameStart(scanner.pointAt(less + 1));
}

/** The last quote like that at `close` before the next attribute or the end of the tag or the line. */
function lastQuoteOfValue(scanner: Scanner, close: number): number {
  const quote = scanner.at(close);
  let last = close;
  let i = close + 1;
  for (; i < scanner.end; i++) {
    const code = scanner.at(i);
    if (code === quote) last = i;
    else if (
      code === char.EQUALS ||
      code === char.LESS ||
      code === char.GREATER ||
      code === char.LF ||
      code === char.CR
    )
      break;
  }
  return last;
}

/** The value ends before the end of the tag or the line, the next tag, or the next attribute. */
function unclosed(scanner: Scanner, open: number, limit: number): ValueEnd {
  let i = open + 1;
  let lineEnded = limit >= scanner.end;
  for (; i < limit; i++) {
    const code = scanner.at(i);
    if (code === char.GREATER) {
      if (scanner.at(i - 1) === char.SLASH && i - 1 > open) i--;
      lineEnded = false;
      break;
    }
    if (code === char.LESS || code === char.LF || code === char.CR) {
      lineEnded = true;
      break;
    }
    if (isSpace(code) && beginsAttribute(scanner, i + 1)) {
      lineEnded = false;
      break;
    }
  }
  return { kind: "unclosed", end: scanner.beforeSpace(i, open + 1), lineEnded };
}
