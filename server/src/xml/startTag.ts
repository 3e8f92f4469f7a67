import { AMPERSAND, APOSTROPHE, EQUALS, endsBrokenName, GREATER, isChar, LESS, QUOTE, SLASH } from "./characters.ts";
import type { Name } from "./names.ts";
import { AttributeNode, type ElementNode } from "./nodes.ts";
import type { ProblemMark, Scanner } from "./scanner.ts";
import { isTagEnd, readBareValue, readQuotedValue, readTypographicValue, skipQuoted } from "./values.ts";

/*
 * What follows the name in a start tag or an empty-element tag (productions 40, 41 and 44).
 */

/** The end of the last thing in the tag that is surely its own, and the problems up to there. */
interface Certain {
  end: number;
  attributes: number;
  readonly problems: { -readonly [Key in keyof ProblemMark]: number };
}

/** Reads tags of one document, one at a time. */
export class StartTagReader {
  readonly #scanner: Scanner;
  readonly #certain: Certain;
  #attributes: AttributeNode[] = [];
  /** Tells the tags apart, for duplicates. */
  #tag = 0;
  /** Whether the last tag was such that its name may not have ended where it seemed to. */
  nameDoubtful = false;
  /** A missing `>` has the same cause as a quote that was reported. */
  #endReported = false;
  /** What was reported last ends here, so that no white space needs to follow it. */
  #junkEnd = -1;

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
    this.#certain = { end: 0, attributes: 0, problems: scanner.markProblems() };
  }

  /**
   * Reads from `pos`, after the element's name, to the end of the tag, and leaves `pos` after it. Sets the element's
   * attributes, `startTagEnd` and `selfClosing`.
   */
  read(element: ElementNode): void {
    const scanner = this.#scanner;
    this.#attributes = [];
    this.#tag++;
    this.#endReported = false;
    this.nameDoubtful = scanner.pos < scanner.end && isDelimiter(scanner.at(scanner.pos));
    this.#settle();
    while (!this.#end(element)) {
      const from = scanner.pos;
      const start = scanner.afterSpace(from);
      const code = scanner.at(start);
      if (code === SLASH || endsBrokenName(code)) this.#text(start, code);
      else this.#attribute(start, start > from || from === this.#junkEnd);
    }
    if (this.#attributes.length > 0) element.attributes = this.#attributes;
    element.startTagEnd = scanner.pos;
  }

  /** Reads the end of the tag, if it is there or if it is missing. */
  #end(element: ElementNode): boolean {
    const scanner = this.#scanner;
    const start = scanner.afterSpace(scanner.pos);
    const code = scanner.at(start);
    if (code === GREATER) {
      scanner.pos = start + 1;
      return true;
    }
    if (code === SLASH) {
      const next = scanner.afterSpace(start + 1);
      if (next >= scanner.end || scanner.at(next) === LESS) {
        element.selfClosing = true;
        scanner.pos = start + 1;
        this.#reportMissingEnd(element, start + 1);
        return true;
      }
      const end = afterSigns(scanner, next);
      if (scanner.at(end) !== GREATER) return false;
      // `/ >` is meant as `/>`, and so is `/">`.
      if (end > next) scanner.report("tag-text", next, end, [scanner.slice(next, end)]);
      else if (next > start + 1) scanner.report("tag-slash", start, next);
      element.selfClosing = true;
      scanner.pos = end + 1;
      return true;
    }
    if (start < scanner.end && code !== LESS) return false;
    this.#missingEnd(element);
    return true;
  }

  /** Words since the last attribute that has a value are not attributes then, but text after the tag. */
  #missingEnd(element: ElementNode): void {
    const scanner = this.#scanner;
    const { end, attributes, problems } = this.#certain;
    scanner.dropProblemsSince(problems);
    // At the end of the text they are attributes that are being typed.
    if (scanner.afterSpace(scanner.pos) < scanner.end) {
      this.#attributes.length = attributes;
      scanner.pos = end;
    } else scanner.pos = scanner.end;
    this.nameDoubtful = true;
    if (!this.#endReported) this.#reportMissingEnd(element, end);
  }

  #reportMissingEnd({ name, nameStart, nameEnd }: ElementNode, at: number): void {
    this.#scanner.report("start-tag-unclosed", nameStart, nameEnd, [name], [{ start: at, end: at }]);
  }

  /** What was read so far belongs to the tag, whatever follows. */
  #settle(): void {
    this.#certain.end = this.#scanner.pos;
    this.#certain.attributes = this.#attributes.length;
    this.#certain.problems.length = this.#scanner.problems.length;
    this.#certain.problems.leftOut = this.#scanner.problemsLeftOut;
  }

  /** What is no attribute: a slash, a quote, an equals sign with what belongs to it. */
  #text(start: number, code: number): void {
    const scanner = this.#scanner;
    if (code === SLASH) {
      scanner.pos = start + 1;
      scanner.report("tag-slash", start, start + 1);
    } else {
      const from = code === EQUALS ? scanner.afterSpace(start + 1) : start;
      scanner.pos = skipQuoted(scanner, from);
      scanner.report("tag-text", start, scanner.pos, [scanner.slice(start, scanner.pos)]);
    }
    this.#junkEnd = scanner.pos;
  }

  #attribute(start: number, spaced: boolean): void {
    const scanner = this.#scanner;
    scanner.pos = start;
    const name = scanner.brokenName();
    if (name === undefined) return;
    const nameEnd = scanner.pos;
    const equals = scanner.afterSpace(nameEnd);
    const code = scanner.at(equals);
    if (code !== EQUALS && code !== QUOTE && code !== APOSTROPHE) {
      this.#bareName(name, start);
      return;
    }
    if (!spaced) scanner.report("attribute-space-missing", start, nameEnd, [name.text]);
    scanner.reportName(name, start);
    const attribute = this.#add(name, start);
    if (code === EQUALS) this.#value(attribute, equals);
    else {
      scanner.report("attribute-equals-missing", equals, equals + 1, [name.text]);
      this.#quoted(attribute, equals);
    }
    this.#settle();
  }

  /** A name without a value, or a word that isn't even a name. */
  #bareName(name: Name, start: number): void {
    const scanner = this.#scanner;
    const end = scanner.pos;
    const broken = scanner.brokenAt;
    if (broken < 0) {
      this.#add(name, start);
      scanner.report("attribute-value-missing", start, end, [name.text]);
    } else if (isChar(scanner.pointAt(broken))) {
      scanner.report("tag-text", start, end, [name.text]);
    } else scanner.reportName(name, start);
    this.#junkEnd = end;
  }

  #add(name: Name, start: number): AttributeNode {
    const attribute = new AttributeNode(name, start, this.#scanner.pos);
    if (name.attributeOf === this.#tag) {
      const first = this.#attributes[name.attributeIndex] ?? attribute;
      const related = { start: first.nameStart, end: first.nameEnd };
      this.#scanner.report("attribute-duplicate", start, attribute.nameEnd, [name.text], [related]);
    } else {
      name.attributeOf = this.#tag;
      name.attributeIndex = this.#attributes.length;
    }
    this.#attributes.push(attribute);
    return attribute;
  }

  #value(attribute: AttributeNode, equals: number): void {
    const scanner = this.#scanner;
    const open = scanner.afterSpace(equals + 1);
    const code = scanner.at(open);
    if (code === QUOTE || code === APOSTROPHE) {
      this.#quoted(attribute, open);
    } else if (isTagEnd(scanner, open)) {
      scanner.report("attribute-value-missing", attribute.start, equals + 1, [attribute.name]);
      scanner.pos = equals + 1;
      attribute.end = equals + 1;
      this.#endReported ||= open >= scanner.end || code === LESS;
    } else if (!readTypographicValue(scanner, attribute, open)) readBareValue(scanner, attribute, open);
  }

  #quoted(attribute: AttributeNode, open: number): void {
    if (readQuotedValue(this.#scanner, attribute, open)) this.#endReported = true;
  }
}

/** What ends a name, but follows no element's name at once. */
function isDelimiter(code: number): boolean {
  return code === EQUALS || code === QUOTE || code === APOSTROPHE;
}

/** The offset after a few signs that are no part of a tag. */
function afterSigns(scanner: Scanner, offset: number): number {
  let i = offset;
  while (i < offset + 3 && (isDelimiter(scanner.at(i)) || scanner.at(i) === AMPERSAND)) i++;
  return i;
}
