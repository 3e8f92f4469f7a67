import * as l10n from "@vscode/l10n";
import sax from "sax";
import { decodeText } from "../../text/decode.ts";
import { importedElements, importedLevels, keptProject } from "../../text/limits.ts";
import type { Span } from "../../text/span.ts";
import { localName } from "../../xml/query.ts";
import { attributesIn, readWellFormed } from "../../xsd/wellFormed.ts";
import type { SourceProblem } from "../source.ts";

/** An element of a project. Namespaces are ignored, because no project uses the same local name in two namespaces. */
export interface ProjectElement {
  readonly name: string;
  /** Attributes by local name. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly ProjectElement[];
  /** The text and CDATA directly in the element, joined; line breaks are LF. */
  readonly text: string;
  /** The markup between its tags, as written. */
  readonly inner: string;
}

const noAttributes: ReadonlyMap<string, string> = new Map();
const noChildren: never[] = [];

/** Reads a project or a part of one in linear time. Document type declarations, entities and other documents are never read. */
export function readProjectFile(bytes: Uint8Array): ProjectElement | SourceProblem {
  const { text, charset, invalid, unknown } = decodeText(bytes);
  if (unknown !== undefined) {
    return {
      problem: l10n.t("The file declares the unknown charset {0}. Save it as UTF-8, and import it again.", unknown),
    };
  }
  if (invalid > 0) {
    const why = l10n.t("The file has bytes that are not {0}. Save it as UTF-8, and import it again.", charset.name);
    return { problem: why };
  }
  return readProjectXml(text);
}

export function readProjectXml(text: string): ProjectElement | SourceProblem {
  const source = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
  const tree = new Tree(source, source.length > keptProject);
  const isWellFormed = scan(source, { start: 0, end: source.length }, tree);
  return isWellFormed || tree.problem !== undefined ? tree.result : new SaxReader(source).read();
}

export function isProblem(value: object): value is SourceProblem {
  return "problem" in value;
}

/** Elements with most of a project's content. In a large project, their content is read only when it is needed. */
const deferred: ReadonlySet<string> = new Set(["testCase", "call"]);

/** An element with the same content that the tree doesn't keep in memory. */
export function unkept(element: ProjectElement): ProjectElement {
  return element instanceof Element ? element.read() : element;
}

class Element implements ProjectElement {
  readonly name: string;
  readonly #source: string;
  readonly #tag: Span;
  readonly #nameEnd: number;
  #end: number;
  #attributes: ReadonlyMap<string, string> | undefined;
  /** The child elements; undefined if they aren't kept in memory. */
  #children: Element[] | undefined = noChildren;
  #text = "";

  /** @param attributes if they aren't given, they are read from the start tag when they are needed */
  constructor(name: string, source: string, tag: Span, attributes?: ReadonlyMap<string, string>) {
    this.name = localName(name);
    this.#source = source;
    this.#tag = tag;
    this.#nameEnd = tag.start + 1 + name.length;
    this.#end = tag.end;
    this.#attributes = attributes;
  }

  get attributes(): ReadonlyMap<string, string> {
    this.#attributes ??= attributesOf(attributesIn(this.#source, this.#nameEnd));
    return this.#attributes;
  }

  get children(): readonly ProjectElement[] {
    return this.#children ?? this.read().children;
  }

  get text(): string {
    return this.#children ? this.#text : this.read().text;
  }

  get inner(): string {
    if (this.#end === this.#tag.end) return "";
    return this.#source.slice(this.#tag.end, this.#source.lastIndexOf("</", this.#end - 1));
  }

  get isKept(): boolean {
    return this.#children !== undefined;
  }

  /** The element itself, or if its content isn't kept in memory, a new element with the content. */
  read(): Element {
    if (this.#children) return this;
    const tree = new Tree(this.#source, false);
    scan(this.#source, { start: this.#tag.start, end: this.#end }, tree);
    return tree.root ?? this;
  }

  add(child: Element): void {
    if (this.#children === noChildren) this.#children = [child];
    else this.#children?.push(child);
  }

  addText(text: string): void {
    this.#text += text;
  }

  forget(): void {
    this.#children = undefined;
  }

  /** @param end the offset after the end tag */
  endAt(end: number): void {
    this.#end = end;
  }
}

function attributesOf(written: readonly { readonly name: string; readonly value: string }[]) {
  if (written.length === 0) return noAttributes;
  const attributes = new Map<string, string>();
  for (const { name, value } of written) attributes.set(localName(name), value);
  return attributes;
}

/** Reads a source. Returns whether it is certainly well-formed; otherwise, the tree is unusable. */
function scan(source: string, span: Span, tree: Tree): boolean {
  return readWellFormed(source, span, {
    openTag: (name, tag) => {
      tree.openTag(name, tag);
      return tree.problem !== undefined;
    },
    closeTag: (end) => tree.closeTag(end),
    text: (part) => tree.addText(part),
  });
}

/** Builds the elements of a source from the events of a parser. */
class Tree {
  readonly #source: string;
  readonly #defers: boolean;
  readonly #open: Element[] = [];
  #root: Element | undefined;
  /** Number of open elements, including those in an element whose content isn't kept in memory. */
  #depth = 0;
  #elements = 0;
  #problem: string | undefined;

  constructor(source: string, defers: boolean) {
    this.#source = source;
    this.#defers = defers;
  }

  get root(): Element | undefined {
    return this.#root;
  }

  get problem(): string | undefined {
    return this.#problem;
  }

  get result(): ProjectElement | SourceProblem {
    if (this.#problem !== undefined) return { problem: this.#problem };
    return this.#root ?? { problem: l10n.t("The file contains no XML.") };
  }

  openTag(name: string, tag: Span, attributes?: ReadonlyMap<string, string>): void {
    if (this.#problem !== undefined) return;
    this.#elements++;
    if (this.#elements > importedElements) {
      this.stop(l10n.t("The file has more than {0} XML elements. Split the project.", importedElements));
    }
    if (this.#depth >= importedLevels) {
      this.stop(l10n.t("The file has more than {0} levels of XML elements. Simplify it.", importedLevels));
    }
    if (this.#problem !== undefined) return;
    this.#depth++;
    const parent = this.#open.at(-1);
    if (parent?.isKept === false) return;
    const element = new Element(name, this.#source, tag, attributes);
    if (this.#defers && deferred.has(element.name)) element.forget();
    parent?.add(element);
    this.#root ??= element;
    this.#open.push(element);
  }

  closeTag(end: number): void {
    if (this.#depth === this.#open.length) this.#open.pop()?.endAt(end);
    this.#depth--;
  }

  addText(text: string): void {
    const element = this.#open.at(-1);
    if (element?.isKept) element.addText(text);
  }

  stop(problem: string): void {
    this.#problem ??= problem;
  }
}

/** Reads a source that may not be well-formed, with `sax`. */
class SaxReader {
  readonly #source: string;
  readonly #parser = parserOf();
  readonly #tree: Tree;
  #attributes: { readonly name: string; readonly value: string }[] = [];

  constructor(source: string) {
    this.#source = source;
    this.#tree = new Tree(source, false);
    const parser = this.#parser;
    parser.ondoctype = () =>
      this.#tree.stop(l10n.t("The file has a document type declaration. Remove it, and import it again."));
    parser.onattribute = (attribute) => this.#attributes.push(attribute);
    parser.onopentag = ({ name }) => {
      const tag = { start: parser.startTagPosition - 1, end: parser.position };
      this.#tree.openTag(name, tag, attributesOf(this.#attributes));
      this.#attributes = [];
    };
    parser.onclosetag = () => this.#tree.closeTag(parser.position);
    parser.ontext = (text) => this.#tree.addText(text);
    parser.oncdata = (text) => this.#tree.addText(text);
    parser.onerror = ({ message }) => this.#error(message);
  }

  read(): ProjectElement | SourceProblem {
    try {
      this.#parser.write(this.#source).close();
    } catch (error) {
      // After an error, close throws the error again. The parser itself throws for an attribute named hasOwnProperty.
      this.#error(error instanceof Error ? error.message : String(error));
    }
    return this.#tree.result;
  }

  #error(text: string): void {
    const [message = ""] = text.split("\n");
    this.#tree.stop(l10n.t("Line {0} of the file isn't well-formed XML: {1}", this.#parser.line + 1, message));
  }
}

/** A strict parser that reports positions, knows only the entities of XML, and has no maximum length of texts. */
function parserOf(): sax.SAXParser {
  const options: sax.SAXOptions & { readonly strictEntities: true } = { position: true, strictEntities: true };
  return Object.assign(sax.parser(true, options), { bufferCheckPosition: Number.POSITIVE_INFINITY });
}

/** The first child with a name. */
export function child(element: ProjectElement | undefined, name: string): ProjectElement | undefined {
  return element?.children.find((one) => one.name === name);
}

export function childrenNamed(element: ProjectElement | undefined, name: string): readonly ProjectElement[] {
  return element?.children.filter((one) => one.name === name) ?? [];
}

/** The text of the first child with a name; undefined if there is none, or if it is nil. */
export function childText(element: ProjectElement | undefined, name: string): string | undefined {
  const inner = child(element, name);
  return inner === undefined || inner.attributes.get("nil") === "true" ? undefined : inner.text;
}

export function attribute(element: ProjectElement | undefined, name: string): string {
  return element?.attributes.get(name) ?? "";
}

export function isDisabled(element: ProjectElement): boolean {
  return attribute(element, "disabled") === "true";
}

/** The elements with a name at any depth, in document order. */
export function descendants(element: ProjectElement, name: string): readonly ProjectElement[] {
  const elements: ProjectElement[] = [];
  const pending = [...element.children].reverse();
  for (let current = pending.pop(); current; current = pending.pop()) {
    if (current.name === name) elements.push(current);
    for (const inner of current.children.toReversed()) pending.push(inner);
  }
  return elements;
}

/** The value of a setting of an element, by the end of the setting's id, such as `@request-headers`. */
export function setting(element: ProjectElement, id: string): string | undefined {
  return childrenNamed(child(element, "settings"), "setting").find((one) => attribute(one, "id").endsWith(id))?.text;
}
