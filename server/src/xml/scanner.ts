import type { Span } from "../text/span.ts";
import { codePointName, endsBrokenName, isChar, isName, isNameStart, isSpace, isSurrogate } from "./characters.ts";
import * as char from "./codes.ts";
import { type Name, Names, nextHash } from "./names.ts";
import { codesByReason, type ProblemRecord, type XmlReason } from "./problems.ts";

interface ScannerOptions {
  readonly namespaces: boolean;
  readonly variables: boolean;
  readonly maxProblems: number;
}

export interface ProblemMark {
  readonly length: number;
  readonly leftOut: number;
}

const NOTHING: readonly never[] = [];

/** The text, the current position, and the problems so far. Reads names and characters. */
export class Scanner {
  readonly text: string;
  readonly end: number;
  readonly variables: boolean;
  readonly names: Names;
  readonly problems: ProblemRecord[] = [];
  readonly #maxProblems: number;
  readonly #absentFrom = new Map<string, number>();
  pos: number;
  problemsLeftOut = 0;
  /** Whether a DOCTYPE was skipped. It may define entities. */
  entitiesUnknown = false;
  entityReported = false;
  /** Whether the rest of the text is in an unclosed section, which is the cause of all missing end tags. */
  swallowedRest = false;
  /** False if a part of the text affects how elements outside of it are read, or if some problems were dropped. */
  isResumable = true;
  /** The namespace in a declaration without prefix (`xmlns:="…"`), until an undeclared prefix uses it. */
  unnamedNamespace: string | undefined = undefined;
  /** Offset of the first invalid character in the last name of `brokenName`; -1 for none. */
  brokenAt = -1;

  constructor(text: string, start: number, end: number, options: ScannerOptions) {
    this.text = text;
    this.pos = start;
    this.end = end;
    this.variables = options.variables;
    this.#maxProblems = options.maxProblems;
    this.names = new Names(options.namespaces);
  }

  report(
    reason: XmlReason,
    start: number,
    end: number,
    args: readonly string[] = NOTHING,
    related: readonly Span[] = NOTHING,
  ): ProblemRecord {
    const problem: ProblemRecord = { start, end, code: codesByReason()[reason], reason, args, related };
    if (this.problems.length < this.#maxProblems) this.problems.push(problem);
    else {
      this.problemsLeftOut++;
      this.isResumable = false;
    }
    return problem;
  }

  rewrite(
    problem: ProblemRecord,
    reason: XmlReason,
    at: Span,
    args: readonly string[],
    related: readonly Span[],
  ): void {
    Object.assign(problem, { ...at, reason, code: codesByReason()[reason], args, related });
  }

  markProblems(): ProblemMark {
    return { length: this.problems.length, leftOut: this.problemsLeftOut };
  }

  dropProblemsSince(mark: ProblemMark): void {
    this.problems.length = mark.length;
    this.problemsLeftOut = mark.leftOut;
  }

  /** The code unit at an offset; 0 after the end. */
  at(offset: number): number {
    return offset < this.end ? this.text.charCodeAt(offset) : 0;
  }

  /** Whether the character at an offset is one of these characters. Compare code units instead where speed matters. */
  isOneOf(characters: string, offset: number): boolean {
    return offset < this.end && characters.includes(this.text.charAt(offset));
  }

  has(expected: string, offset: number): boolean {
    return offset + expected.length <= this.end && this.text.startsWith(expected, offset);
  }

  /** The next offset of `expected`; -1 if there is none. Remembers failures, so that many searches take linear time. */
  find(expected: string, from: number): number {
    if (from >= (this.#absentFrom.get(expected) ?? Number.POSITIVE_INFINITY)) return -1;
    const index = this.text.indexOf(expected, from);
    if (index >= 0 && index + expected.length <= this.end) return index;
    this.#absentFrom.set(expected, from);
    return -1;
  }

  slice(start: number, end: number): string {
    return this.text.slice(start, Math.min(end, this.end));
  }

  afterSpace(offset: number): number {
    let i = offset;
    while (i < this.end && isSpace(this.text.charCodeAt(i))) i++;
    return i;
  }

  /** The start of the whitespace before an offset, not before `start`. */
  beforeSpace(offset: number, start: number): number {
    let i = offset;
    while (i > start && isSpace(this.text.charCodeAt(i - 1))) i--;
    return i;
  }

  /** The code point at an offset, or a lone surrogate. */
  pointAt(offset: number): number {
    const point = this.text.codePointAt(offset) ?? 0;
    return point > 0xffff && offset + 1 >= this.end ? this.text.charCodeAt(offset) : point;
  }

  /** Reads the name (production 5) at `pos`, if there is one. */
  name(end: number = this.end): Name | undefined {
    const { text } = this;
    const start = this.pos;
    const expected = this.names.expected(text, start, end);
    if (expected !== undefined) {
      this.pos = start + expected.text.length;
      return expected;
    }
    if (start >= end || !isNameStart(this.pointAt(start))) return undefined;
    let hash = 0;
    let i = start;
    while (i < end) {
      const code = text.charCodeAt(i);
      if (!isName(code)) {
        // The name ends here, unless there is a valid surrogate pair.
        if (!isSurrogate(code) || this.pointAt(i) === code || !isName(this.pointAt(i))) break;
        hash = nextHash(hash, text.charCodeAt(i++));
      }
      hash = nextHash(hash, text.charCodeAt(i++));
    }
    this.pos = i;
    return this.names.follow(text, start, i, hash);
  }

  /** Reads text up to whitespace or a delimiter as a name, valid or not. Sets `brokenAt`. `undefined` if there is no text. */
  brokenName(): Name | undefined {
    const start = this.pos;
    const name = this.name();
    const valid = this.pos;
    this.brokenAt = -1;
    if (valid >= this.end || endsBrokenName(this.text.charCodeAt(valid))) return name;
    this.brokenAt = valid;
    let hash = 0;
    let i = start;
    for (; i < this.end; i++) {
      const code = this.text.charCodeAt(i);
      if (endsBrokenName(code)) break;
      hash = nextHash(hash, code);
    }
    this.pos = i;
    const broken = this.names.get(this.text, start, i, hash);
    broken.broken = true;
    return broken;
  }

  /** Like `brokenName`, but ends before a namespace declaration that has no whitespace before it (`<axmlns="…"`). */
  elementName(): Name | undefined {
    const start = this.pos;
    const name = this.brokenName();
    const glued = name === undefined || this.at(this.pos) !== char.EQUALS ? -1 : name.text.indexOf("xmlns");
    if (name === undefined || glued <= 0) return name;
    this.pos = start;
    return this.name(start + glued);
  }

  /** Reports the last read name if it is invalid. Returns whether it is invalid. */
  reportName(name: Name, start: number): boolean {
    const at = this.brokenAt;
    if (at >= 0) {
      const point = this.pointAt(at);
      if (isChar(point)) {
        const reason = at === start ? "name-start" : "name-character";
        this.report(reason, at, at + (point > 0xffff ? 2 : 1), [name.text, codePointName(point)]);
      } else this.character(at);
      return true;
    }
    if (name.wrongColon < 0) return false;
    this.report("name-colon", start + name.wrongColon, start + name.wrongColon + 1, [name.text]);
    return true;
  }

  /** Reports a forbidden character. Returns the offset after it. */
  character(offset: number): number {
    const point = this.pointAt(offset);
    const after = offset + (point > 0xffff ? 2 : 1);
    if (!isChar(point)) {
      this.report(isSurrogate(point) ? "surrogate-lone" : "character-forbidden", offset, after, [codePointName(point)]);
    }
    return after;
  }
}
