import { Builder } from "./builder.ts";
import {
  AMPERSAND,
  BACKSLASH,
  BANG,
  BYTE_ORDER_MARK,
  endsText,
  GREATER,
  isNameStart,
  LEFT_BRACE,
  LEFT_BRACKET,
  LESS,
  QUESTION,
  RIGHT_BRACKET,
  SLASH,
} from "./characters.ts";
import { isUnmarkedDeclaration, onlySpaceBetween, readDeclaration } from "./declaration.ts";
import { closeRest, readEndTag } from "./endTag.ts";
import { isMarkup, unopenedTagName } from "./malformedTags.ts";
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
  #rootGuessed = false;

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
      if (builder.depth > 0) this.#content();
      else this.#outside();
    }
    closeRest(scanner, builder);
    const { text, end, problems, problemsLeftOut } = scanner;
    problems.sort((a, b) => a.start - b.start || a.end - b.end);
    const { declaration, doctype, root } = builder;
    const children = builder.topLevel();
    return { start: this.#start, end, text, declaration, doctype, children, root, problems, problemsLeftOut };
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
      else if (isMarkup(scanner, i)) break;
      else {
        scanner.report("tag-name-missing", i, i + 1);
        i++;
      }
    }
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
    if (this.#builder.root === undefined && !this.#rootGuessed && this.#unopenedRoot()) return;
    let i = from;
    while (i < scanner.end && !(scanner.at(i) === LESS && isMarkup(scanner, i))) i++;
    if (i > from) {
      this.#outsideText(from, i);
      this.#builder.add({ kind: "text", start: from, end: i });
    }
    scanner.pos = i;
    if (i < scanner.end) this.#markup(i);
  }

  /** Reads the root's start tag where its `<` is missing, if the first text is one. */
  #unopenedRoot(): boolean {
    const scanner = this.#scanner;
    const from = scanner.pos;
    const start = scanner.afterSpace(from);
    if (start >= scanner.end || scanner.at(start) === LESS) return false;
    this.#rootGuessed = true;
    const name = unopenedTagName(scanner, start);
    if (name === undefined) return false;
    if (start > from) this.#builder.add({ kind: "text", start: from, end: start });
    scanner.report("start-tag-less-missing", start, start + name.length, [name]);
    this.#element(start, start);
    return true;
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

  /** Reads what the `<` at an offset begins. */
  #markup(offset: number): void {
    const scanner = this.#scanner;
    const builder = this.#builder;
    const next = scanner.at(offset + 1);
    if (offset === this.#first && isUnmarkedDeclaration(scanner, offset)) {
      readDeclaration(scanner, builder, offset, offset);
    } else if (isNameStart(next)) this.#element(offset, offset + 1);
    else if (next === SLASH) readEndTag(scanner, builder, offset);
    else if (next === BACKSLASH && isMarkup(scanner, offset)) {
      scanner.report("end-tag-backslash", offset + 1, offset + 2);
      readEndTag(scanner, builder, offset);
    } else if (next === QUESTION) readInstruction(scanner, builder, this.#ends, offset, this.#first);
    else if (next === LEFT_BRACKET) readUnknownMarkup(scanner, builder, this.#ends, offset);
    else if (next !== BANG) this.#tag(offset);
    else if (scanner.has("<!--", offset)) readComment(scanner, builder, this.#ends, offset);
    else if (scanner.has("<![CDATA[", offset)) readCData(scanner, builder, this.#ends, offset);
    else if (/^<!doctype/i.test(scanner.slice(offset, offset + 9))) skipDoctype(scanner, builder, this.#ends, offset);
    else readUnknownMarkup(scanner, builder, this.#ends, offset);
  }

  /** A start tag, or an end tag with white space before its slash. */
  #tag(start: number): void {
    const scanner = this.#scanner;
    const nameStart = scanner.afterSpace(start + 1);
    if (nameStart > start + 1 && scanner.at(nameStart) === SLASH) {
      readEndTag(scanner, this.#builder, start, nameStart);
    } else this.#element(start, nameStart);
  }

  #element(start: number, nameStart: number): void {
    const scanner = this.#scanner;
    const builder = this.#builder;
    scanner.pos = nameStart;
    const name = scanner.elementName();
    if (name === undefined) return;
    if (nameStart > start + 1) scanner.report("name-space", start + 1, nameStart, [name.text]);
    // A name at the end of the text is being typed.
    const wrong = scanner.pos >= scanner.end || scanner.reportName(name, nameStart);
    const element = new ElementNode(builder.current, name, start, scanner.pos);
    const declarations = builder.declarations;
    if (scanner.at(scanner.pos) === GREATER) {
      scanner.pos++;
      element.startTagEnd = scanner.pos;
      if (!wrong) resolveElement(scanner, element);
    } else {
      this.#startTag.read(element);
      const mark = this.#isCutOff() ? scanner.markProblems() : undefined;
      resolveNames(scanner, builder, element, wrong);
      if (mark !== undefined) scanner.dropProblemsSince(mark);
      if (this.#startTag.nameDoubtful) builder.doubtful.add(element);
    }
    if (builder.depth === 0) this.#atTopLevel(element);
    if (element.selfClosing || this.#isCutOff()) {
      element.end = scanner.pos;
      builder.add(element);
      builder.undeclare(declarations);
    } else builder.open(element, declarations);
  }

  /**
   * Whether the end of the text has cut off the tag that was read: it has nothing inside then, its end tag is not
   * missed, and what it may yet declare is not known.
   */
  #isCutOff(): boolean {
    const { pos, end } = this.#scanner;
    return pos >= end && this.#scanner.at(end - 1) !== GREATER;
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
