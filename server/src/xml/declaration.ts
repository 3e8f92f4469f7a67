import type { Span } from "../text/span.ts";
import type { Builder } from "./builder.ts";
import { APOSTROPHE, BYTE_ORDER_MARK, EQUALS, GREATER, isSpace, LESS, QUESTION, QUOTE } from "./characters.ts";
import type { ProblemRecord, Scanner } from "./scanner.ts";

/*
 * The XML declaration (section 2.8, productions 23 to 26, 32, 80 and 81).
 */

const parts = {
  version: { form: /^1\.[0-9]+$/, reason: "declaration-version-invalid" },
  encoding: { form: /^[A-Za-z][A-Za-z0-9._-]*$/, reason: "declaration-encoding-invalid" },
  standalone: { form: /^(?:yes|no)$/, reason: "declaration-standalone-invalid" },
} as const;

/** No declaration that anybody writes is longer. */
const LONGEST = 300;

type Part = keyof typeof parts;
const order: readonly Part[] = ["version", "encoding", "standalone"];
type Values = { [Key in Part]: Span | undefined };

/** Reads `<?xml …?>` at `start`. `first` is where the document begins, after a byte order mark. */
export function readDeclaration(scanner: Scanner, builder: Builder, start: number, first: number): void {
  const mark = scanner.markProblems();
  const values: Values = { version: undefined, encoding: undefined, standalone: undefined };
  const opening = scanner.has("<?", start) ? "<?xml" : "<xml";
  scanner.pos = start + opening.length;
  if (opening === "<xml") scanner.report("declaration-mark-missing", start, scanner.pos);
  readParts(scanner, values);
  // Of one that is cut off, or being typed, no more is said than that.
  if (scanner.pos >= scanner.end) scanner.dropProblemsSince(mark);
  else if (values.version === undefined && !hasProblemSince(scanner, mark.length)) {
    scanner.report("declaration-version-missing", start, start + opening.length);
  }
  const end = readEnd(scanner, start);
  if (start !== first) {
    // Out of place, it has to go: what is wrong inside doesn't matter. Behind a text, that is reported and has to go.
    scanner.dropProblemsSince(mark);
    if (onlySpaceBetween(scanner, first, start)) {
      scanner.report("declaration-preceded", start, end, [], [{ start: first, end: start }]);
    } else if (!builder.isOnlyText) scanner.report("declaration-misplaced", start, end);
  }
  const declaration = { kind: "declaration", start, end, ...values } as const;
  if (builder.depth === 0 && builder.root === undefined) builder.declaration ??= declaration;
  builder.add(declaration);
}

/** Whether a declaration stands at an offset whose `?` was forgotten: `<xml …?>`. */
export function isUnmarkedDeclaration(scanner: Scanner, offset: number): boolean {
  return scanner.has("<xml", offset) && /^<xml\s[^<>]*\?>/.test(scanner.slice(offset, offset + LONGEST));
}

/** Whether only white space and U+FEFF stand there. */
export function onlySpaceBetween(scanner: Scanner, start: number, end: number): boolean {
  let i = start;
  while (i < end && (isSpace(scanner.at(i)) || scanner.at(i) === BYTE_ORDER_MARK)) i++;
  return i === end;
}

function hasProblemSince(scanner: Scanner, length: number): boolean {
  return scanner.problems.length > length;
}

function readParts(scanner: Scanner, values: Values): void {
  let last = -1;
  let junk: ProblemRecord | undefined;
  for (;;) {
    const start = scanner.afterSpace(scanner.pos);
    const code = scanner.at(start);
    const spaced = start > scanner.pos;
    scanner.pos = start;
    if (start >= scanner.end || code === LESS || code === GREATER || isEnd(scanner, start)) return;
    const part = readPart(scanner, values);
    const index = part === undefined ? -1 : order.indexOf(part);
    const end = scanner.pos;
    if (part === undefined) {
      // Words in a row are one mistake.
      if (junk !== undefined && scanner.beforeSpace(start, junk.end) === junk.end) {
        junk.end = end;
        junk.args = [scanner.slice(junk.start, end)];
      } else junk = scanner.report("declaration-text", start, end, [scanner.slice(start, end)]);
    } else if (index < last) {
      scanner.report("declaration-order", start, start + part.length, [part, order[last] ?? ""]);
    } else if (!spaced) {
      scanner.report("declaration-space-missing", start, start + part.length, [part]);
    }
    last = Math.max(last, index);
  }
}

/** Whether `?>` stands there, or a `?` that nothing but the document follows. */
function isEnd(scanner: Scanner, offset: number): boolean {
  if (scanner.at(offset) !== QUESTION) return false;
  const next = scanner.afterSpace(offset + 1);
  return scanner.at(offset + 1) === GREATER || next >= scanner.end || scanner.at(next) === LESS;
}

/** Reads `name="value"`; `undefined`, and whatever stands there read, if it is no such part of a declaration. */
function readPart(scanner: Scanner, values: Values): Part | undefined {
  const start = scanner.pos;
  const name = scanner.name()?.text;
  const part = order.find((known) => known === name);
  const equals = scanner.afterSpace(scanner.pos);
  const open = scanner.afterSpace(equals + 1);
  const quote = scanner.at(open);
  if (name === undefined || scanner.at(equals) !== EQUALS || (quote !== QUOTE && quote !== APOSTROPHE)) {
    skipWord(scanner, start);
    return undefined;
  }
  const close = valueEnd(scanner, open + 1, quote);
  const closed = scanner.at(close) === quote;
  scanner.pos = closed ? close + 1 : close;
  if (part === undefined) return undefined;
  const value = { start: open + 1, end: close };
  if (values[part] !== undefined) scanner.report("declaration-duplicate", start, start + part.length, [part]);
  else if (!closed) {
    scanner.report("declaration-quote-unclosed", open, close, [part, String.fromCharCode(quote)]);
  } else if (!parts[part].form.test(scanner.slice(value.start, value.end))) {
    const at = close > open + 1 ? value : { start: open, end: close + 1 };
    scanner.report(parts[part].reason, at.start, at.end, [scanner.slice(value.start, value.end)]);
  }
  values[part] ??= value;
  return part;
}

/** The closing quote, or where the value ends without one. */
function valueEnd(scanner: Scanner, from: number, quote: number): number {
  let i = from;
  for (; i < scanner.end; i++) {
    const code = scanner.at(i);
    if (code === quote || code === LESS || code === GREATER || scanner.has("?>", i)) break;
  }
  if (scanner.at(i) === quote) {
    // A quote that opens the next value doesn't close this one.
    const next = /\s(?:version|encoding|standalone)\s*=\s*$/.exec(scanner.slice(Math.max(from, i - LONGEST), i));
    return next === null ? i : Math.max(from, i - LONGEST) + next.index;
  }
  // Without its quote a value ends at white space.
  for (let k = from; k < i; k++) if (isSpace(scanner.at(k))) return k;
  return i;
}

function skipWord(scanner: Scanner, start: number): void {
  let i = start + 1;
  for (; i < scanner.end; i++) {
    const code = scanner.at(i);
    if (isSpace(code) || code === LESS || code === GREATER || (code === QUESTION && scanner.at(i + 1) === GREATER))
      break;
  }
  scanner.pos = i;
}

function readEnd(scanner: Scanner, start: number): number {
  const at = scanner.pos;
  if (scanner.has("?>", at)) {
    scanner.pos = at + 2;
    return scanner.pos;
  }
  const end = scanner.at(at) === GREATER || isEnd(scanner, at) ? at + 1 : at;
  scanner.report("declaration-unclosed", start, start + "<?xml".length, [], [{ start: at, end }]);
  scanner.pos = end;
  return end;
}
