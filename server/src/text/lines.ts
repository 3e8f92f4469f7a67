import { firstIndex } from "./search.ts";
import { type Span, trimmed } from "./span.ts";

/** The offset of the next line break (LF, CRLF or CR); `limit` if there is none. */
export function lineEnd(text: string, at: number, limit = text.length): number {
  let end = at;
  while (end < limit) {
    const code = text.charCodeAt(end);
    if (code === 0x0a || code === 0x0d) return end;
    end++;
  }
  return limit;
}

export function lineStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && text.charCodeAt(start - 1) !== 0x0a && text.charCodeAt(start - 1) !== 0x0d) start--;
  return start;
}

export function lineAt(text: string, at: number): Span {
  return { start: lineStart(text, at), end: lineEnd(text, at) };
}

/** The offset after the line break at `end`; `end` if there is no line break. */
export function afterBreak(text: string, end: number, limit = text.length): number {
  if (end >= limit) return end;
  const code = text.charCodeAt(end);
  if (code === 0x0d) return end + 1 < limit && text.charCodeAt(end + 1) === 0x0a ? end + 2 : end + 1;
  return code === 0x0a ? end + 1 : end;
}

/** The offset of the line break that ends at `at`; `at` if there is no line break. */
export function beforeBreak(text: string, at: number): number {
  if (text.charCodeAt(at - 1) === 0x0a) return text.charCodeAt(at - 2) === 0x0d ? at - 2 : at - 1;
  return text.charCodeAt(at - 1) === 0x0d ? at - 1 : at;
}

/** The first line break in a text; LF if there is none. */
export function firstBreak(text: string): "\n" | "\r\n" {
  const at = text.indexOf("\n");
  return at > 0 && text.charCodeAt(at - 1) === 0x0d ? "\r\n" : "\n";
}

/** The blanks before an offset; `undefined` if other text is before it on its line, or if the offset is negative. */
export function indentationAt(text: string, offset: number): string | undefined {
  let start = offset;
  while (start > 0 && isBlank(text.charCodeAt(start - 1))) start--;
  return start === 0 || beforeBreak(text, start) < start ? text.slice(start, offset) : undefined;
}

/** A line break with the indentation at an offset; "" if other text is before it on its line. */
export function indentedBreak(text: string, offset: number): string {
  const indentation = indentationAt(text, offset);
  return indentation === undefined ? "" : `${firstBreak(text)}${indentation}`;
}

/** The span without spaces and tabs at both ends. */
export function trimBlanks(text: string, span: Span): Span {
  return trimmed(text, span, isBlank);
}

export function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

/** The text as one line of at most `longest` UTF-16 units. */
export function oneLine(text: string, longest = 100): string {
  const line = text
    .slice(0, 2 * longest)
    .replace(/\s+/g, " ")
    .trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

/** The first 2,000 UTF-16 units of a message, which may quote a name or a value of any length. */
export function shortened(message: string, longest = longestMessage): string {
  return message.length > longest ? `${message.slice(0, longest)}…` : message;
}

const longestMessage = 2000;

/** Whether a line is a comment. `contentStart`: the offset after the blanks at its start. */
export function isComment(text: string, contentStart: number): boolean {
  return text.charCodeAt(contentStart) === 0x23 || text.startsWith("//", contentStart);
}

/** Finds the lines of many offsets in a text. Lines count from 0, and end with LF, CRLF or CR. */
export class LineIndex {
  readonly #text: string;
  readonly #starts: readonly number[];

  constructor(text: string) {
    this.#text = text;
    this.#starts = [0, ...Array.from(text.matchAll(/\r\n?|\n/g), (found) => found.index + found[0].length)];
  }

  get count(): number {
    return this.#starts.length;
  }

  /** The zero-based number of the line at an offset. */
  at(offset: number): number {
    return firstIndex(1, this.count, (line) => this.startOf(line) > offset) - 1;
  }

  startOf(line: number): number {
    return this.#starts[line] ?? this.#text.length;
  }

  endOf(line: number): number {
    const next = this.#starts[line + 1];
    return next === undefined ? this.#text.length : beforeBreak(this.#text, next);
  }
}
