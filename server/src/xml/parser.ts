import { Builder } from "./builder.ts";
import { endsText, isNameStart, textEndAfter } from "./characters.ts";
import * as char from "./codes.ts";
import { isUnmarkedDeclaration, onlySpaceBetween, readDeclaration } from "./declaration.ts";
import { closeRest, readEndTag } from "./endTag.ts";
import { isMarkup, unopenedTagName } from "./malformedTags.ts";
import { readCData, readComment, readInstruction, readUnknownMarkup, skipDoctype } from "./markup.ts";
import { resolveElement, resolveNames } from "./namespaces.ts";
import { ElementNode, OddElementNode, TextNode } from "./nodes.ts";
import { afterVariable, readReference } from "./references.ts";
import { Scanner } from "./scanner.ts";
import { StartTagReader } from "./startTag.ts";
import type { XmlDocument, XmlMarkup } from "./tree.ts";

export interface XmlOptions {
  /** Whether names have namespaces. If not, a colon is like a letter. Default `true`. */
  readonly namespaces?: boolean;
  /** Whether `{{name}}` is a variable, which is valid text. Default `false`. */
  readonly variables?: boolean;
  readonly maxProblems?: number;
  /**
   * Whether content without errors is forgotten, and read again when it is needed, because the memory of large trees
   * makes them slow. Default: for more than 2,000,000 UTF-16 units.
   */
  readonly forgetful?: boolean;
}

const largeDocument = 2_000_000;

/**
 * Parses the XML document in `text[start, end)`. All offsets are UTF-16 offsets in `text`. Never throws: errors are
 * in `problems`, and the tree is a guess at the intended one. XML 1.0 (fifth edition), Namespaces in XML 1.0 (third
 * edition). Document type declarations are skipped. A text without an element isn't a problem here.
 */
export function parseXml(text: string, start = 0, end = text.length, options: XmlOptions = {}): XmlDocument {
  return new Parser(text, start, end, options).document();
}

/** After this number of UTF-16 units, the end of a text is searched with `textEndAfter`. */
const longText = 24;

type Result = Pick<XmlDocument, "problems" | "problemsLeftOut" | "isResumable">;

export class Parser {
  readonly #scanner: Scanner;
  #builder = new Builder();
  readonly #startTag: StartTagReader;
  readonly #start: number;
  /** Start of the document, after a byte order mark. */
  readonly #first: number;
  readonly #forgetful: boolean;
  #rootGuessed = false;

  constructor(text: string, start: number, end: number, options: XmlOptions) {
    const {
      namespaces = true,
      variables = false,
      maxProblems = 1000,
      forgetful = end - start > largeDocument,
    } = options;
    const scanner = new Scanner(text, start, end, { namespaces, variables, maxProblems });
    this.#scanner = scanner;
    this.#startTag = new StartTagReader(scanner);
    this.#start = scanner.pos;
    if (scanner.at(scanner.pos) === char.BYTE_ORDER_MARK) scanner.pos++;
    this.#first = scanner.pos;
    this.#forgetful = forgetful;
  }

  document(): XmlDocument {
    const scanner = this.#scanner;
    const builder = this.#builder;
    if (this.#forgetful) builder.readAgain = (element) => this.#readAgain(element);
    while (scanner.pos < scanner.end) {
      if (builder.depth > 0) this.#content();
      else this.#outside();
    }
    closeRest(scanner, builder);
    const { text, end } = scanner;
    const { declaration, doctype, root } = builder;
    const children = builder.topLevel();
    return { start: this.#start, end, text, declaration, doctype, children, root, ...this.#result() };
  }

  /**
   * Reads a part of the content of the innermost element. The start tags of all open elements begin at the offsets
   * `open`. The part begins where the content begins, or with a `<`. Returns `undefined` if this `<` isn't markup, or
   * if no markup ends at `to` in the same element.
   */
  content(
    open: readonly number[],
    from: number,
    to: number,
  ): (Result & { readonly markup: readonly XmlMarkup[] }) | undefined {
    const scanner = this.#scanner;
    const builder = this.#builder;
    for (const start of open) this.#markup(start);
    if (scanner.pos !== from && !isMarkup(scanner, from)) return undefined;
    scanner.pos = from;
    while (scanner.pos < to && builder.depth >= open.length) this.#content();
    if (scanner.pos !== to || builder.depth !== open.length) return undefined;
    return { markup: builder.markup(), ...this.#result() };
  }

  #result(): Result {
    const { problems, problemsLeftOut, isResumable } = this.#scanner;
    problems.sort((a, b) => a.start - b.start || a.end - b.end);
    return { problems, problemsLeftOut, isResumable: isResumable && !this.#builder.hasForgotten };
  }

  /** The result depends only on the open elements and their namespaces. */
  #readAgain(element: ElementNode): readonly XmlMarkup[] {
    const scanner = this.#scanner;
    const builder = new Builder();
    this.#builder = builder;
    const open = [element];
    for (let ancestor = element.parent; ancestor !== undefined; ancestor = ancestor.parent) open.push(ancestor);
    for (const current of open.toReversed()) {
      const { declarations } = builder;
      resolveNames(scanner, builder, current, false);
      builder.open(current, declarations);
    }
    scanner.pos = element.startTagEnd;
    while (builder.depth >= open.length) this.#content();
    builder.leave();
    return element.markup;
  }

  /** Reads text in an element, and the markup after it. */
  #content(): void {
    const scanner = this.#scanner;
    const { text, end } = scanner;
    const from = scanner.pos;
    let i = from;
    let long = from + longText;
    while (i < end) {
      if (i >= long) {
        i = textEndAfter(text, i, end);
        if (i === end) break;
        long = i + longText;
      }
      const code = text.charCodeAt(i);
      if (!endsText(code)) i++;
      else if (code !== char.LESS) i = this.#special(i, code);
      else if (isMarkup(scanner, i)) break;
      else {
        scanner.report("tag-name-missing", i, i + 1);
        i++;
      }
    }
    scanner.pos = i;
    if (i < end) this.#markup(i);
  }

  #special(offset: number, code: number): number {
    const scanner = this.#scanner;
    if (code === char.AMPERSAND) return readReference(scanner, offset, scanner.end);
    if (code === char.LEFT_BRACE) return afterVariable(scanner, offset);
    if (code !== char.RIGHT_BRACKET) return scanner.character(offset);
    if (!scanner.has("]]>", offset)) return offset + 1;
    scanner.report("cdata-end-in-text", offset, offset + 3);
    return offset + 3;
  }

  /** Reads text outside of the root, and the markup after it. */
  #outside(): void {
    const scanner = this.#scanner;
    const from = scanner.pos;
    if (this.#builder.root === undefined && !this.#rootGuessed && this.#unopenedRoot()) return;
    let i = from;
    while (i < scanner.end && !(scanner.at(i) === char.LESS && isMarkup(scanner, i))) i++;
    if (i > from) {
      this.#outsideText(from, i);
      this.#builder.add(new TextNode(from, i));
    }
    scanner.pos = i;
    if (i < scanner.end) this.#markup(i);
  }

  /** Reads the root's start tag if its `<` is missing. */
  #unopenedRoot(): boolean {
    const scanner = this.#scanner;
    const from = scanner.pos;
    const start = scanner.afterSpace(from);
    if (start >= scanner.end || scanner.at(start) === char.LESS) return false;
    this.#rootGuessed = true;
    const name = unopenedTagName(scanner, start);
    if (name === undefined) return false;
    if (start > from) this.#builder.add(new TextNode(from, start));
    scanner.report("start-tag-less-missing", start, start + name.length, [name]);
    this.#element(start, start);
    return true;
  }

  #outsideText(from: number, to: number): void {
    const scanner = this.#scanner;
    const { root, secondRoot } = this.#builder;
    const start = scanner.afterSpace(from);
    if (start >= to || secondRoot) return;
    // Whitespace before a declaration is reported with the declaration.
    if (from === this.#first && scanner.has("<?xml", to) && onlySpaceBetween(scanner, from, to)) return;
    const end = scanner.beforeSpace(to, start);
    const line = scanner.slice(start, Math.min(end, start + 80)).split(/[\r\n]/)[0] ?? "";
    scanner.report("text-outside-root", start, end, root === undefined ? [line] : [line, root.name]);
  }

  #markup(offset: number): void {
    const scanner = this.#scanner;
    const builder = this.#builder;
    const next = scanner.at(offset + 1);
    if (offset === this.#first && isUnmarkedDeclaration(scanner, offset)) {
      readDeclaration(scanner, builder, offset, offset);
    } else if (isNameStart(next)) this.#element(offset, offset + 1);
    else if (next === char.SLASH) readEndTag(scanner, builder, offset);
    else if (next === char.BACKSLASH && isMarkup(scanner, offset)) {
      scanner.report("end-tag-backslash", offset + 1, offset + 2);
      readEndTag(scanner, builder, offset);
    } else if (next === char.QUESTION) readInstruction(scanner, builder, offset, this.#first);
    else if (next === char.LEFT_BRACKET) readUnknownMarkup(scanner, builder, offset);
    else if (next !== char.BANG) this.#tag(offset);
    else if (scanner.has("<!--", offset)) readComment(scanner, builder, offset);
    else if (scanner.has("<![CDATA[", offset)) readCData(scanner, builder, offset);
    else if (/^<!doctype/i.test(scanner.slice(offset, offset + 9))) skipDoctype(scanner, builder, offset);
    else readUnknownMarkup(scanner, builder, offset);
  }

  /** Reads a start tag, or an end tag with whitespace before its slash. */
  #tag(start: number): void {
    const scanner = this.#scanner;
    const nameStart = scanner.afterSpace(start + 1);
    if (nameStart > start + 1 && scanner.at(nameStart) === char.SLASH) {
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
    // A name at the end of the text is unfinished.
    const wrong = scanner.pos >= scanner.end || scanner.reportName(name, nameStart);
    const Node = nameStart === start + 1 ? ElementNode : OddElementNode;
    const element = new Node(builder.current, name, start, nameStart);
    const declarations = builder.declarations;
    if (scanner.at(scanner.pos) === char.GREATER) {
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

  /** Whether the text ends inside of the tag. Its end tag and namespace declarations then aren't reported as missing. */
  #isCutOff(): boolean {
    const { pos, end } = this.#scanner;
    return pos >= end && this.#scanner.at(end - 1) !== char.GREATER;
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
