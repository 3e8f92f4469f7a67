import type { Span } from "../text/span.ts";
import {
  codePointName,
  EQUALS,
  endsBrokenName,
  isChar,
  isName,
  isNameStart,
  isSpace,
  isSurrogate,
} from "./characters.ts";
import { type Name, Names, nextHash } from "./names.ts";
import { codeOfReason, type XmlProblem, type XmlReason } from "./problems.ts";

/** A problem while the parser works: what follows may show that it was another one. */
export type ProblemRecord = { -readonly [Key in keyof XmlProblem]: XmlProblem[Key] };

export interface ScannerOptions {
  readonly namespaces: boolean;
  readonly variables: boolean;
  readonly maxProblems: number;
}

/** How many problems there were, to drop the ones that were found since. */
export interface ProblemMark {
  readonly length: number;
  readonly leftOut: number;
}

const NOTHING: readonly never[] = [];

/**
 * The text, the place in it and the problems so far. It reads names and single characters; the functions of the
 * other files read the rest with it.
 */
export class Scanner {
  readonly text: string;
  readonly end: number;
  readonly variables: boolean;
  readonly names: Names;
  readonly problems: ProblemRecord[] = [];
  readonly #maxProblems: number;
  pos: number;
  problemsLeftOut = 0;
  /** A DOCTYPE was skipped, so that nobody knows which entities are defined. */
  entitiesUnknown = false;
  entityReported = false;
  /** An unclosed section took all of the rest: what is missing after it has that one cause. */
  swallowedRest = false;
  /** Of a declaration that names no prefix, until a prefix takes it. */
  unnamedNamespace: string | undefined = undefined;
  /** Where the last name that `brokenName` read is wrong. */
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
    const problem: ProblemRecord = { start, end, code: codeOfReason[reason], reason, args, related };
    if (this.problems.length < this.#maxProblems) this.problems.push(problem);
    else this.problemsLeftOut++;
    return problem;
  }

  /** Makes another problem of one that was reported. */
  rewrite(
    problem: ProblemRecord,
    reason: XmlReason,
    at: Span,
    args: readonly string[],
    related: readonly Span[] = NOTHING,
  ): void {
    problem.reason = reason;
    problem.code = codeOfReason[reason];
    problem.start = at.start;
    problem.end = at.end;
    problem.args = args;
    problem.related = related;
  }

  markProblems(): ProblemMark {
    return { length: this.problems.length, leftOut: this.problemsLeftOut };
  }

  dropProblemsSince(mark: ProblemMark): void {
    this.problems.length = mark.length;
    this.problemsLeftOut = mark.leftOut;
  }

  /** The code unit at an offset, or 0 (which no document may hold) at the end and after it. */
  at(offset: number): number {
    return offset < this.end ? this.text.charCodeAt(offset) : 0;
  }

  /** Whether `expected` stands at an offset. */
  has(expected: string, offset: number): boolean {
    return offset + expected.length <= this.end && this.text.startsWith(expected, offset);
  }

  /** The next place of `wanted` from an offset on that lies before the end; -1 if there is none. */
  find(wanted: string, from: number): number {
    const found = this.text.indexOf(wanted, from);
    const inside = found >= 0 && found + wanted.length <= this.end;
    return inside ? found : -1;
  }

  /** A part of the text, as far as it lies before the end. */
  slice(start: number, end: number): string {
    return this.text.slice(start, Math.min(end, this.end));
  }

  /** The first offset from `offset` on that holds no white space. */
  afterSpace(offset: number): number {
    let i = offset;
    while (i < this.end && isSpace(this.text.charCodeAt(i))) i++;
    return i;
  }

  /** The last offset down to `start` that no white space precedes. */
  beforeSpace(offset: number, start: number): number {
    let i = offset;
    while (i > start && isSpace(this.text.charCodeAt(i - 1))) i--;
    return i;
  }

  /** The code point at an offset; half of a pair for itself, also where `end` cuts the pair. */
  pointAt(offset: number): number {
    const point = this.text.codePointAt(offset) ?? 0;
    return point > 0xffff && offset + 1 >= this.end ? this.text.charCodeAt(offset) : point;
  }

  /** Reads a name (production 5) at `pos`, up to `end`; `undefined`, and nothing read, where none begins. */
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
        // What no name holds, or half of a character that one may hold.
        if (!isSurrogate(code) || this.pointAt(i) === code || !isName(this.pointAt(i))) break;
        hash = nextHash(hash, text.charCodeAt(i++));
      }
      hash = nextHash(hash, text.charCodeAt(i++));
    }
    this.pos = i;
    return this.names.follow(text, start, i, hash);
  }

  /**
   * Reads what stands for a name at `pos`, up to white space or a delimiter of tags, and says in `brokenAt` where it
   * is no name (-1: it is one). `undefined`, and nothing read, where there is nothing at all.
   */
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

  /** As `brokenName`; where a declaration follows without the white space between (`<axmlns="…"`), up to there. */
  elementName(): Name | undefined {
    const start = this.pos;
    const name = this.brokenName();
    const glued = name === undefined || this.at(this.pos) !== EQUALS ? -1 : name.text.indexOf("xmlns");
    if (name === undefined || glued <= 0) return name;
    this.pos = start;
    return this.name(start + glued);
  }

  /** Reports the name that was read last, from `start` to `pos`, if XML or Namespaces in XML forbids it. */
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

  /** Looks at a character that `endsText` or `endsValue` stopped at, reports it if XML forbids it; the offset after it. */
  character(offset: number): number {
    const point = this.pointAt(offset);
    const after = offset + (point > 0xffff ? 2 : 1);
    if (!isChar(point)) {
      this.report(isSurrogate(point) ? "surrogate-lone" : "character-forbidden", offset, after, [codePointName(point)]);
    }
    return after;
  }
}
