import {
  APOSTROPHE,
  BANG,
  CR,
  EQUALS,
  GREATER,
  isName,
  isNameStart,
  isSpace,
  isSurrogate,
  LESS,
  LF,
  QUESTION,
  QUOTE,
  SLASH,
} from "./characters.ts";
import type { Scanner } from "./scanner.ts";

/*
 * Where an attribute value was meant to end, when its quotes can't be right as they stand. All guesses look no
 * further than from one quote to the next of its kind, so that they cost no more than reading the text once more.
 */

export type ValueEnd =
  | { readonly kind: "closed"; readonly end: number }
  /** Without a closing quote. `lineEnded`: it was taken to end with its line or the text, so a missing `>` has the same cause. */
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
  const ended = close + 1 >= scanner.end || follower === GREATER || scanner.has("/>", close + 1);
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
  for (let i = start; i < end; i++) if (scanner.at(i) === GREATER) return true;
  return false;
}

/** Whether the quote at `close` opens the next attribute's value: white space, a name and `=` stand before it. */
function opensAnother(scanner: Scanner, open: number, close: number): boolean {
  let i = scanner.beforeSpace(close, open + 1);
  if (scanner.at(i - 1) !== EQUALS || i - 1 <= open) return false;
  i = scanner.beforeSpace(i - 1, open + 1);
  const nameEnd = i;
  while (i > open + 1 && isNameUnit(scanner.at(i - 1))) i--;
  return i < nameEnd && i > open + 1 && isSpace(scanner.at(i - 1));
}

/** Whether `name=` and a quote stand at an offset. */
function beginsAttribute(scanner: Scanner, offset: number): boolean {
  let i = offset;
  if (!isNameStart(scanner.pointAt(i))) return false;
  while (isNameUnit(scanner.at(i))) i++;
  i = scanner.afterSpace(i);
  if (scanner.at(i) !== EQUALS) return false;
  const quote = scanner.at(scanner.afterSpace(i + 1));
  return quote === QUOTE || quote === APOSTROPHE;
}

function isNameUnit(code: number): boolean {
  return isName(code) || isSurrogate(code);
}

/** Whether only white space with a line break in it stands before `offset`. */
function endsLine(scanner: Scanner, open: number, offset: number): boolean {
  for (let i = offset - 1; i > open; i--) {
    const code = scanner.at(i);
    if (code === LF || code === CR) return true;
    if (!isSpace(code)) return false;
  }
  return false;
}

function beginsMarkup(scanner: Scanner, less: number): boolean {
  const code = scanner.at(less + 1);
  return code === SLASH || code === BANG || code === QUESTION || isNameStart(scanner.pointAt(less + 1));
}

/** The last quote of the kind at `close` before anything that shows the value to be over. */
function lastQuoteOfValue(scanner: Scanner, close: number): number {
  const quote = scanner.at(close);
  let last = close;
  let i = close + 1;
  for (; i < scanner.end; i++) {
    const code = scanner.at(i);
    if (code === quote) last = i;
    else if (code === EQUALS || code === LESS || code === GREATER || code === LF || code === CR) break;
  }
  return last;
}

/** The value ends before the tag's end, before a tag, with its line, or before the next attribute. */
function unclosed(scanner: Scanner, open: number, limit: number): ValueEnd {
  let i = open + 1;
  let lineEnded = limit >= scanner.end;
  for (; i < limit; i++) {
    const code = scanner.at(i);
    if (code === GREATER) {
      if (scanner.at(i - 1) === SLASH && i - 1 > open) i--;
      lineEnded = false;
      break;
    }
    if (code === LESS || code === LF || code === CR) {
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
