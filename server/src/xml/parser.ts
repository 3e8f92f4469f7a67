import { Builder } from "./builder.ts";
import {
  AMPERSAND,
  BANG,
  BYTE_ORDER_MARK,
  EQUALS,
  endsBrokenName,
  endsText,
  GREATER,
  isNameStart,
  isSpace,
  LEFT_BRACE,
  LESS,
  QUESTION,
  RIGHT_BRACKET,
  SLASH,
} from "./characters.ts";
import { onlySpaceBetween } from "./declaration.ts";
import { closeRest, readEndTag } from "./endTag.ts";
import { Ends, readCData, readComment, readInstruction, readUnknownMarkup, skipDoctype } from "./markup.ts";
import { resolveElement, resolveNames } from "./namespaces.ts";
import { ElementNode } from "./nodes.ts";
import { afterVariable, readReference } from "./references.ts";
import { Scanner } from "./scanner.ts";
import { StartTagReader } from "./startTag.ts";
import type { XmlDocument } from "./tree.ts";

export interface XmlOptions {
  /** Namespaces in XML 1.0 too; otherwise a colon is a letter, and every name is in no namespace. Default `true`. */
  readonly namespaces?: boolean;
  /** `{{name}}` of the file format counts as characters, whatever it holds. Default `false`. */
  readonly variables?: boolean;
  /** Default 1000. */
  readonly maxProblems?: number;
}

/**
 * Parses the XML document that lies in `text` from `start` to `end` (UTF-16 offsets; all offsets of the result are
 * into `text`). Never fails and never throws: what is wrong is in `problems`, and the tree is what a reader would make
 * of the text. XML 1.0 (fifth edition), Namespaces in XML 1.0 (third edition).
 * A document type declaration is a node and nothing more. A text without an element is no problem here.
 */
export function parseXml(text: string, start = 0, end = text.length, options: XmlOptions = {}): XmlDocument {
  const { namespaces = true, variables = false, maxProblems = 1000 } = options;
  const parser = new Parser(new Scanner(text, start, end, { namespaces, variables, maxProblems }));
  return parser.document();
}

class Parser {
  readonly #scanner: Scanner;
  readonly #builder = new Builder();
  readonly #ends = new Ends();
  readonly #startTag: StartTagReader;
  readonly #start: number;
  /** Where the document begins, after a byte order mark. */
  readonly #first: number;

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
    this.#startTag = new StartTagReader(scanner);
    this.#start = scanner.pos;
    if (scanner.at(scanner.pos) === BYTE_ORDER_MARK) scanner.pos++;
    this.#first = scanner.pos;
  }

  document(): XmlDocument {
    const scanner = this.#scanner;
    const builder = this.#builder;
    while (scanner.pos < scanner.end) {
      scanner.steps++;
      if (builder.depth > 0) this.#content();
      else this.#outside();
    }
    closeRest(scanner, builder);
    const { text, end, problems, problemsLeftOut, steps } = scanner;
    problems.sort((a, b) => a.start - b.start || a.end - b.end);
    const { declaration, doctype, root } = builder;
    const children = builder.topLevel();
    return { start: this.#start, end, text, declaration, doctype, children, root, problems, problemsLeftOut, steps };
  }

  /** Text inside an element, and the markup after it. */
  #content(): void {
    const scanner = this.#scanner;
    const { text, end } = scanner;
    const from = scanner.pos;
    let i = from;
    while (i < end) {
      const code = text.charCodeAt(i);
      if (!endsText(code)) i++;
      else if (code !== LESS) i = this.#special(i, code);
      else if (this.#isMarkup(i)) break;
      else {
        scanner.report("tag-name-missing", i, i + 1);
        i++;
      }
    }
    scanner.steps += i - from;
    if (i > from) this.#builder.add({ kind: "text", start: from, end: i });
    scanner.pos = i;
    if (i < end) this.#markup(i);
  }

  #special(offset: number, code: number): number {
    const scanner = this.#scanner;
    if (code === AMPERSAND) return readReference(scanner, offset, scanner.end);
    if (code === LEFT_BRACE) return afterVariable(scanner, offset);
    if (code !== RIGHT_BRACKET) return scanner.character(offset);
    if (!scanner.has("]]>", offset)) return offset + 1;
    scanner.report("cdata-end-in-text", offset, offset + 3);
    return offset + 3;
  }

  /** Text before, after or instead of the root, and the markup after it. */
  #outside(): void {
    const scanner = this.#scanner;
    const from = scanner.pos;
    let i = from;
    while (i < scanner.end && !(scanner.at(i) === LESS && this.#isMarkup(i))) i++;
    scanner.steps += i - from;
    if (i > from) {
      this.#outsideText(from, i);
      this.#builder.add({ kind: "text", start: from, end: i });
    }
    scanner.pos = i;
    if (i < scanner.end) this.#markup(i);
  }

  #outsideText(from: number, to: number): void {
    const scanner = this.#scanner;
    const { root, secondRoot } = this.#builder;
    const start = scanner.afterSpace(from);
    if (start >= to || secondRoot) return;
    // What precedes a declaration is that declaration's problem.
    if (from === this.#first && scanner.has("<?xml", to) && onlySpaceBetween(scanner, from, to)) return;
    const end = scanner.beforeSpace(to, start);
    const line = scanner.slice(start, Math.min(end, start + 80)).split(/[\r\n]/)[0] ?? "";
    scanner.report("text-outside-root", start, end, root === undefined ? [line] : [line, root.name]);
  }

  /** Whether the `<` at an offset begins markup, as far as its next characters say. */
  #isMarkup(offset: number): boolean {
    const scanner = this.#scanner;
    const next = scanner.at(offset + 1);
    if (next === SLASH || next === BANG || next === QUESTION) return true;
    if (offset + 1 >= scanner.end) return false;
    if (isNameStart(scanner.pointAt(offset + 1))) return true;
    return isSpace(next) ? this.#isSpacedTag(offset) : this.#isBrokenTag(offset);
  }

  /** Whether `< name>` or `< name a=` stands there: a tag, where `a < b` is none. */
  #isSpacedTag(offset: number): boolean {
    const scanner = this.#scanner;
    scanner.pos = scanner.afterSpace(offset + 1);
    const slash = scanner.at(scanner.pos) === SLASH;
    if (slash) scanner.pos++;
    if (scanner.name() === undefined) return false;
    return scanner.at(scanner.pos) === GREATER || (!slash && this.#attributeFollows(scanner.pos));
  }

  /** Whether `<1a>` or `<1a b=` stands there: a tag with a name that is none. */
  #isBrokenTag(offset: number): boolean {
    const scanner = this.#scanner;
    scanner.pos = offset + 1;
    if (scanner.brokenName() === undefined) return false;
    const next = scanner.at(scanner.pos);
    return (
      next === GREATER ||
      (next === SLASH && scanner.at(scanner.pos + 1) === GREATER) ||
      this.#attributeFollows(scanner.pos)
    );
  }

  #attributeFollows(offset: number): boolean {
    const scanner = this.#scanner;
    let i = scanner.afterSpace(offset);
    if (i === offset) return false;
    const from = i;
    while (i < scanner.end && !endsBrokenName(scanner.at(i))) i++;
    scanner.steps += i - from;
    return i > from && scanner.at(scanner.afterSpace(i)) === EQUALS;
  }

  /** Reads what the `<` at an offset begins. */
  #markup(offset: number): void {
    const scanner = this.#scanner;
    const builder = this.#builder;
    const next = scanner.at(offset + 1);
    if (next === SLASH) readEndTag(scanner, builder, offset);
    else if (next === QUESTION) readInstruction(scanner, builder, this.#ends, offset, this.#first);
    else if (next !== BANG) this.#element(offset);
    else if (scanner.has("<!--", offset)) readComment(scanner, builder, this.#ends, offset);
    else if (scanner.has("<![CDATA[", offset)) readCData(scanner, builder, this.#ends, offset);
    else if (/^<!doctype/i.test(scanner.slice(offset, offset + 9))) skipDoctype(scanner, builder, this.#ends, offset);
    else readUnknownMarkup(scanner, builder, offset);
  }

  #element(start: number): void {
    const scanner = this.#scanner;
    const builder = this.#builder;
    const nameStart = scanner.afterSpace(start + 1);
    scanner.pos = nameStart;
    if (nameStart > start + 1 && scanner.at(nameStart) === SLASH) {
      readEndTag(scanner, builder, start, nameStart);
      return;
    }
    const name = scanner.brokenName();
    if (name === undefined) return;
    if (nameStart > start + 1) scanner.report("name-space", start + 1, nameStart, [name.text]);
    const wrong = scanner.reportName(name, nameStart);
    const element = new ElementNode(builder.current, name, start, scanner.pos);
    const declarations = builder.declarations;
    if (scanner.at(scanner.pos) === GREATER) {
      scanner.pos++;
      element.startTagEnd = scanner.pos;
      if (!wrong) resolveElement(scanner, element);
    } else {
      this.#startTag.read(element);
      resolveNames(scanner, builder, element, wrong);
    }
    if (builder.depth === 0) this.#atTopLevel(element);
    // A tag that the end of the text cuts off has nothing inside, and its end tag is not missed.
    if (element.selfClosing || (scanner.pos >= scanner.end && scanner.at(scanner.end - 1) !== GREATER)) {
      element.end = scanner.pos;
      builder.add(element);
      builder.undeclare(declarations);
    } else builder.open(element, declarations);
  }

  #atTopLevel(element: ElementNode): void {
    const builder = this.#builder;
    const { root } = builder;
    if (root === undefined) builder.root = element;
    else if (!builder.secondRoot) {
      builder.secondRoot = true;
      const related = { start: root.nameStart, end: root.nameEnd };
      this.#scanner.report("root-second", element.nameStart, element.nameEnd, [element.name], [related]);
    }
  }
}
