import type { Span } from "../text/span.ts";
import type { Builder } from "./builder.ts";
import { isSpace } from "./characters.ts";
import * as char from "./codes.ts";
import type { ProblemRecord } from "./problems.ts";
import type { Scanner } from "./scanner.ts";

const parts = {
  version: { form: /^1\.[0-9]+$/, reason: "declaration-version-invalid" },
  encoding: { form: /^[A-Za-z][A-Za-z0-9._-]*$/, reason: "declaration-encoding-invalid" },
  standalone: { form: /^(?:yes|no)$/, reason: "declaration-standalone-invalid" },
} as const;

/** Maximum length of a declaration that is recognized without its `?`, in UTF-16 units. */
const LONGEST = 300;

type Part = keyof typeof parts;
const order: readonly Part[] = ["version", "encoding", "standalone"];
type Values = { [Key in Part]: Span | undefined };

/** Productions 23 to 26, 32, 80 and 81 (section 2.8). `first`: start of the document, after a byte order mark. */
export function readDeclaration(scanner: Scanner, builder: Builder, start: number, first: number): void {
  const mark = scanner.markProblems();
  const values: Values = { version: undefined, encoding: undefined, standalone: undefined };
  const opening = scanner.has("<?", start) ? "<?xml" : "<xml";
  scanner.pos = start + opening.length;
  if (opening === "<xml") scanner.report("declaration-mark-missing", start, scanner.pos);
  readParts(scanner, values);
  // In an unfinished declaration, only the missing end is reported.
  if (scanner.pos >= scanner.end) scanner.dropProblemsSince(mark);
  else if (values.version === undefined && scanner.problems.length === mark.length) {
    scanner.report("declaration-version-missing", start, start + opening.length);
  }
  const end = readEnd(scanner, start);
  if (start !== first) {
    // A misplaced declaration has no further problems, unless the text before it is reported.
    scanner.dropProblemsSince(mark);
    if (onlySpaceBetween(scanner, first, start)) {
      scanner.report("declaration-preceded", start, end, [], [{ start: first, end: start }]);
    } else if (!builder.isOnlyText) scanner.report("declaration-misplaced", start, end);
  }
  const declaration = { kind: "declaration", start, end, ...values } as const;
  if (builder.depth === 0 && builder.root === undefined) builder.declaration ??= declaration;
  builder.add(declaration);
}

/** Whether there is a declaration without its first `?`: `<xml …?>`. */
export function isUnmarkedDeclaration(scanner: Scanner, offset: number): boolean {
  return scanner.has("<xml", offset) && /^<xml\s[^<>]*\?>/.test(scanner.slice(offset, offset + LONGEST));
}

export function onlySpaceBetween(scanner: Scanner, start: number, end: number): boolean {
  let i = start;
  while (i < end && (isSpace(scanner.at(i)) || scanner.at(i) === char.BYTE_ORDER_MARK)) i++;
  return i === end;
}

function readParts(scanner: Scanner, values: Values): void {
  let last = -1;
  let junk: ProblemRecord | undefined;
  for (;;) {
    const start = scanner.afterSpace(scanner.pos);
    const spaced = start > scanner.pos;
    scanner.pos = start;
    if (start >= scanner.end || scanner.isOneOf("<>", start) || isEnd(scanner, start)) return;
    const part = readPart(scanner, values);
    const index = part === undefined ? -1 : order.indexOf(part);
    const end = scanner.pos;
    if (part === undefined) {
      // Consecutive words are reported as one problem.
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

/** Whether `?>` is at an offset, or a `?` directly before the next tag or the end. */
function isEnd(scanner: Scanner, offset: number): boolean {
  if (scanner.at(offset) !== char.QUESTION) return false;
  const next = scanner.afterSpace(offset + 1);
  return scanner.at(offset + 1) === char.GREATER || next >= scanner.end || scanner.at(next) === char.LESS;
}

/** Reads `name="value"`. Skips other text and returns `undefined`. */
function readPart(scanner: Scanner, values: Values): Part | undefined {
  const start = scanner.pos;
  const name = scanner.name()?.text;
  const part = order.find((known) => known === name);
  const equals = scanner.afterSpace(scanner.pos);
  const open = scanner.afterSpace(equals + 1);
  const quote = scanner.at(open);
  if (name === undefined || scanner.at(equals) !== char.EQUALS || !scanner.isOneOf("\"'", open)) {
    word.lastIndex = start;
    word.test(scanner.text);
    scanner.pos = Math.min(word.lastIndex, scanner.end);
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

/** The offset of the closing quote, or of the end of a value without one. */
function valueEnd(scanner: Scanner, from: number, quote: number): number {
  let i = from;
  while (i < scanner.end && scanner.at(i) !== quote && !scanner.isOneOf("<>", i) && !scanner.has("?>", i)) i++;
  if (scanner.at(i) === quote) {
    // A quote that opens the next value doesn't close this one.
    const next = /\s(?:version|encoding|standalone)\s*=\s*$/.exec(scanner.slice(Math.max(from, i - LONGEST), i));
    return next === null ? i : Math.max(from, i - LONGEST) + next.index;
  }
  // A value without its closing quote ends at whitespace.
  for (let k = from; k < i; k++) if (isSpace(scanner.at(k))) return k;
  return i;
}

/** A character and all characters after it up to whitespace, a tag or the end of the declaration. */
const word = /[\s\S](?:[^ \t\r\n<>?]|\?(?!>))*/y;

function readEnd(scanner: Scanner, start: number): number {
  const at = scanner.pos;
  const isClosed = scanner.has("?>", at);
  scanner.pos = isClosed ? at + 2 : scanner.at(at) === char.GREATER || isEnd(scanner, at) ? at + 1 : at;
  const missing = { start: at, end: scanner.pos };
  if (!isClosed) scanner.report("declaration-unclosed", start, start + "<?xml".length, [], [missing]);
  return scanner.pos;
}
