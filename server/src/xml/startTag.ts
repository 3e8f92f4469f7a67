import { endsBrokenName, isChar } from "./characters.ts";
import * as char from "./codes.ts";
import type { Name } from "./names.ts";
import { AttributeNode, type ElementNode } from "./nodes.ts";
import type { ProblemMark, Scanner } from "./scanner.ts";
import { isTagEnd, readBareValue, readQuotedValue, readTypographicValue, skipQuoted } from "./values.ts";

/** The end of the last attribute with a value, and the number of attributes and problems up to there. */
interface Certain {
  end: number;
  attributes: number;
  readonly problems: { -readonly [Key in keyof ProblemMark]: number };
}

/** Reads start tags and empty-element tags after their names (productions 40, 41 and 44). */
export class StartTagReader {
  readonly #scanner: Scanner;
  readonly #certain: Certain;
  /** Attributes of the last tag. Each element gets a copy, which takes less memory than a list that has grown. */
  readonly #attributes: AttributeNode[] = [];
  #count = 0;
  /** Number of the current tag, for finding duplicate attributes. */
  #tag = 0;
  /** Whether it is uncertain where the name of the last tag ends. */
  nameDoubtful = false;
  /** Whether a missing `>` has the same cause as a quote that was reported. */
  #endReported = false;
  /** End of a reported text. No whitespace is needed after it. */
  #junkEnd = -1;

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
    this.#certain = { end: 0, attributes: 0, problems: scanner.markProblems() };
  }

  /** Reads the rest of a tag and sets `pos` to its end. Sets the element's attributes, `startTagEnd`, and whether the tag closes it. */
  read(element: ElementNode): void {
    const scanner = this.#scanner;
    this.#count = 0;
    this.#tag++;
    this.#endReported = false;
    this.nameDoubtful = scanner.pos < scanner.end && isDelimiter(scanner.at(scanner.pos));
    this.#settle();
    while (!this.#end(element)) {
      const from = scanner.pos;
      const start = scanner.afterSpace(from);
      const code = scanner.at(start);
      if (code === char.SLASH || endsBrokenName(code)) this.#text(start, code);
      else this.#attribute(start, start > from || from === this.#junkEnd);
    }
    if (this.#count > 0) element.attributes = this.#attributes.slice(0, this.#count);
    element.startTagEnd = scanner.pos;
  }

  /** Reads the end of the tag, or reports that it is missing. Returns whether the tag ends. */
  #end(element: ElementNode): boolean {
    const scanner = this.#scanner;
    const start = scanner.afterSpace(scanner.pos);
    const code = scanner.at(start);
    if (code === char.GREATER) {
      scanner.pos = start + 1;
      return true;
    }
    if (code === char.SLASH) {
      const next = scanner.afterSpace(start + 1);
      if (next >= scanner.end || scanner.at(next) === char.LESS) {
        element.closed = "itself";
        scanner.pos = start + 1;
        this.#reportMissingEnd(element, start + 1);
        return true;
      }
      const end = afterSigns(scanner, next);
      if (scanner.at(end) !== char.GREATER) return false;
      // `/ >` and `/">` are read as `/>`.
      if (end > next) scanner.report("tag-text", next, end, [scanner.slice(next, end)]);
      else if (next > start + 1) scanner.report("tag-slash", start, next);
      element.closed = "itself";
      scanner.pos = end + 1;
      return true;
    }
    if (start < scanner.end && code !== char.LESS) return false;
    this.#missingEnd(element);
    return true;
  }

  /** Reports a missing end. The tag ends after the last attribute with a value, and the words after it are text. */
  #missingEnd(element: ElementNode): void {
    const scanner = this.#scanner;
    const { end, attributes, problems } = this.#certain;
    scanner.dropProblemsSince(problems);
    // At the end of the text, the words are unfinished attributes.
    if (scanner.afterSpace(scanner.pos) < scanner.end) {
      this.#count = attributes;
      scanner.pos = end;
    } else scanner.pos = scanner.end;
    this.nameDoubtful = true;
    if (!this.#endReported) this.#reportMissingEnd(element, end);
  }

  #reportMissingEnd({ name, nameStart, nameEnd }: ElementNode, at: number): void {
    this.#scanner.report("start-tag-unclosed", nameStart, nameEnd, [name], [{ start: at, end: at }]);
  }

  /** Marks all attributes so far as attributes of the tag. */
  #settle(): void {
    this.#certain.end = this.#scanner.pos;
    this.#certain.attributes = this.#count;
    this.#certain.problems.length = this.#scanner.problems.length;
    this.#certain.problems.leftOut = this.#scanner.problemsLeftOut;
  }

  /** Reports text that isn't an attribute: a slash, a quote, or an equals sign with its value. */
  #text(start: number, code: number): void {
    const scanner = this.#scanner;
    if (code === char.SLASH) {
      scanner.pos = start + 1;
      scanner.report("tag-slash", start, start + 1);
    } else {
      const from = code === char.EQUALS ? scanner.afterSpace(start + 1) : start;
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
    if (code !== char.EQUALS && code !== char.QUOTE && code !== char.APOSTROPHE) {
      this.#bareName(name, start);
      return;
    }
    if (!spaced) scanner.report("attribute-space-missing", start, nameEnd, [name.text]);
    scanner.reportName(name, start);
    const attribute = this.#add(name, start);
    if (code === char.EQUALS) this.#value(attribute, equals);
    else {
      scanner.report("attribute-equals-missing", equals, equals + 1, [name.text]);
      this.#quoted(attribute, equals);
    }
    this.#settle();
  }

  /** Reads a name without a value, or another word. */
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
      name.attributeIndex = this.#count;
    }
    this.#attributes[this.#count++] = attribute;
    return attribute;
  }

  #value(attribute: AttributeNode, equals: number): void {
    const scanner = this.#scanner;
    const open = scanner.afterSpace(equals + 1);
    const code = scanner.at(open);
    if (code === char.QUOTE || code === char.APOSTROPHE) {
      this.#quoted(attribute, open);
    } else if (isTagEnd(scanner, open)) {
      scanner.report("attribute-value-missing", attribute.start, equals + 1, [attribute.name]);
      scanner.pos = equals + 1;
      attribute.end = equals + 1;
      this.#endReported ||= open >= scanner.end || code === char.LESS;
    } else if (!readTypographicValue(scanner, attribute, open)) readBareValue(scanner, attribute, open);
  }

  #quoted(attribute: AttributeNode, open: number): void {
    if (readQuotedValue(this.#scanner, attribute, open)) this.#endReported = true;
  }
}

/** Whether a code unit ends a name, but isn't allowed directly after an element's name. */
function isDelimiter(code: number): boolean {
  return code === char.EQUALS || code === char.QUOTE || code === char.APOSTROPHE;
}

/** The offset after a few characters that don't belong to a tag. */
function afterSigns(scanner: Scanner, offset: number): number {
  let i = offset;
  while (i < offset + 3 && scanner.isOneOf("=\"'&", i)) i++;
  return i;
}
