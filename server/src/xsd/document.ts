import sax from "sax";
import type { Span } from "../text/span.ts";
import { internalEntities } from "./internalEntities.ts";
import { attributesOf, type NamespaceScope, namespaceInScope, outermost, scopeOf, split } from "./namespaceScope.ts";
import { attributesIn, readWellFormed, type WrittenAttribute, withSpaces } from "./wellFormed.ts";

export { type NamespaceScope, namespaceInScope } from "./namespaceScope.ts";

export interface SourceAttribute {
  /** Value with entities resolved, and with a space for each tab and line break; otherwise as written. */
  readonly value: string;
  /** Span between the quotes. */
  readonly span: Span;
}

/** An element of a WSDL or schema document, whose content is read when it is needed. */
export interface SourceElement {
  readonly document: SourceDocument;
  readonly parent: SourceElement | undefined;
  /** "" for no namespace, or if the prefix isn't declared. */
  readonly namespace: string;
  readonly local: string;
  readonly scope: NamespaceScope;
  /** Attributes by local name, or by `{namespace}local` if the attribute has a prefix. */
  readonly attributes: ReadonlyMap<string, SourceAttribute>;
  readonly children: readonly SourceElement[];
  /** For reading many elements once: unless they were read before, they aren't kept, but read again when needed. */
  readonly unkeptChildren: readonly SourceElement[];
  /** The element's own text and CDATA, joined, without whitespace between tags. */
  readonly text: string;
  readonly nameSpan: Span;
  /** Span from the start tag to the end tag. */
  readonly span: Span;
}

export interface SourceProblem {
  readonly span: Span;
  readonly message: string;
}

/** A WSDL or schema document, as far as it can be read. */
export interface SourceDocument {
  readonly uri: string;
  readonly text: string;
  /** Undefined if the text has no element. */
  readonly root: SourceElement | undefined;
  readonly problems: readonly SourceProblem[];
}

const maxProblems = 20;
/** Maximum length of the text of all references to entities, in UTF-16 units. */
const maxExpandedText = 50_000_000;
const noChildren: readonly SourceElement[] = [];

/**
 * Reads a WSDL or a schema. Never throws, takes linear time, and never reads another document: entities are only
 * those of XML and of the internal subset. Offsets are UTF-16 offsets. All problems are found at once. If a document
 * is certainly well-formed, the content of its schema's components is read when it is first needed; all other
 * documents are read by `sax`.
 */
export function readDocument(uri: string, text: string): SourceDocument {
  const problems: SourceProblem[] = [];
  const document: { -readonly [K in keyof SourceDocument]: SourceDocument[K] } = {
    uri,
    text,
    root: undefined,
    problems,
  };
  document.root = rootOfWellFormed(document) ?? new Reader(document, problems).root();
  return document;
}

class Element implements SourceElement {
  readonly document: SourceDocument;
  readonly parent: Element | undefined;
  readonly scope: NamespaceScope;
  readonly namespace: string;
  readonly local: string;
  readonly attributes: ReadonlyMap<string, SourceAttribute>;
  readonly start: number;
  end: number;
  readonly #nameEnd: number;
  #children: Element[] | undefined;
  #text = "";
  #isDeferred = false;

  constructor(
    document: SourceDocument,
    parent: Element | undefined,
    name: string,
    written: readonly WrittenAttribute[],
    { start, end }: Span,
  ) {
    const { prefix, local } = split(name);
    this.document = document;
    this.parent = parent;
    this.scope = scopeOf(parent?.scope ?? outermost, written);
    this.namespace = namespaceInScope(this.scope, prefix) ?? "";
    this.local = local;
    this.attributes = attributesOf(written, this.scope);
    this.start = start;
    this.end = end;
    this.#nameEnd = start + 1 + name.length;
  }

  get children(): readonly SourceElement[] {
    if (this.#isDeferred) this.#read();
    return this.#children ?? noChildren;
  }

  get unkeptChildren(): readonly SourceElement[] {
    if (!this.#isDeferred) return this.children;
    const { children } = this;
    this.#children = undefined;
    this.#text = "";
    this.#isDeferred = true;
    return children;
  }

  get text(): string {
    if (this.#isDeferred) this.#read();
    return this.#text;
  }

  get nameSpan(): Span {
    return { start: this.start + 1, end: this.#nameEnd };
  }

  get span(): Span {
    return { start: this.start, end: this.end };
  }

  addChild(child: Element): void {
    if (this.#children === undefined) this.#children = [child];
    else this.#children.push(child);
  }

  addText(part: string): void {
    if (/\S/.test(part)) this.#text += part;
  }

  /** Makes the element read its content at first use. */
  defer(): void {
    this.#isDeferred = true;
  }

  #read(): void {
    this.#isDeferred = false;
    const { text } = this.document;
    const tree = new Tree(this.document, this);
    readWellFormed(text, this.span, {
      openTag: (name, tag) => {
        tree.openTag(name, attributesIn(text, tag.start + 1 + name.length), tag);
        return false;
      },
      closeTag: (end) => tree.closeTag(end),
      text: (part) => tree.text(part),
    });
  }
}

class Tree {
  readonly #document: SourceDocument;
  #root: Element | undefined;
  #open: Element | undefined;

  /** @param root an element that gets its content */
  constructor(document: SourceDocument, root?: Element) {
    this.#document = document;
    this.#root = root;
  }

  get root(): Element | undefined {
    return this.#root;
  }

  openTag(name: string, written: readonly WrittenAttribute[], span: Span): Element {
    const parent = this.#open;
    const isKnown = parent === undefined && this.#root?.start === span.start;
    const element = isKnown && this.#root ? this.#root : new Element(this.#document, parent, name, written, span);
    if (!isKnown) parent?.addChild(element);
    this.#root ??= element;
    this.#open = element;
    return element;
  }

  closeTag(end: number): void {
    if (this.#open === undefined) return;
    this.#open.end = end;
    this.#open = this.#open.parent;
  }

  text(part: string): void {
    this.#open?.addText(part);
  }
}

/** Undefined if it isn't certain that the document is well-formed. The content of a schema's components is read when it is needed. */
function rootOfWellFormed(document: SourceDocument): Element | undefined {
  const { text } = document;
  const tree = new Tree(document);
  const isWellFormed = readWellFormed(
    text,
    { start: 0, end: text.length },
    {
      openTag: (name, tag) => {
        const element = tree.openTag(name, attributesIn(text, tag.start + 1 + name.length), tag);
        const isComponent = element.parent?.local === "schema" && text.charAt(tag.end - 2) !== "/";
        if (isComponent) element.defer();
        return isComponent;
      },
      closeTag: (end) => tree.closeTag(end),
      text: (part) => tree.text(part),
    },
  );
  return isWellFormed ? tree.root : undefined;
}

class Reader {
  readonly #document: SourceDocument;
  readonly #problems: SourceProblem[];
  readonly #parser = parserOf();
  readonly #tree: Tree;
  #written: WrittenAttribute[] = [];

  constructor(document: SourceDocument, problems: SourceProblem[]) {
    this.#document = document;
    this.#problems = problems;
    this.#tree = new Tree(document);
    const parser = this.#parser;
    parser.ondoctype = (doctype) => this.#doctype(doctype);
    parser.onattribute = ({ name, value }) => this.#attribute(name, value);
    parser.onopentag = ({ name }) => this.#openTag(name);
    parser.onclosetag = () => this.#tree.closeTag(parser.position);
    parser.ontext = (text) => this.#tree.text(text);
    parser.oncdata = (text) => this.#tree.text(text);
    parser.onerror = ({ message }) => this.#error(message);
  }

  root(): Element | undefined {
    this.#parser.write(this.#document.text).close();
    return this.#tree.root;
  }

  #doctype(doctype: string): void {
    const entities = internalEntities(doctype);
    const references = entities.size === 0 ? 0 : this.#document.text.split("&").length;
    for (const [name, value] of entities) {
      if (value.length * references <= maxExpandedText) this.#parser.ENTITIES[name] = value;
    }
  }

  #attribute(name: string, value: string): void {
    const { text } = this.#document;
    const end = this.#parser.position - 1;
    const start = text.lastIndexOf(text.charAt(end), end - 1) + 1;
    // The parser's own value consists of many pieces, one for each character, and takes more memory.
    const written = text.slice(start, end);
    const isPlain = written.length === value.length && !written.includes("&");
    // `sax` doesn't distinguish a line break from a reference to one, which stays in the value.
    const spaced = written.includes("&#") ? value : withSpaces(isPlain ? written : value);
    this.#written.push({ name, value: spaced, span: { start, end } });
  }

  #openTag(name: string): void {
    const { startTagPosition, position } = this.#parser;
    this.#tree.openTag(name, this.#written, { start: startTagPosition - 1, end: position });
    this.#written = [];
  }

  #error(text: string): void {
    const { length } = this.#document.text;
    const [message = ""] = text.split("\n");
    const start = Math.min(Math.max(this.#parser.position - 1, 0), length);
    if (this.#problems.length < maxProblems) {
      this.#problems.push({ span: { start, end: Math.min(start + 1, length) }, message });
    }
    this.#parser.error = null as never;
  }
}

/** A strict parser with positions, and without a limit for the length of comments and values. */
function parserOf(): sax.SAXParser {
  const options: sax.SAXOptions & { readonly strictEntities: true } = { position: true, strictEntities: true };
  return Object.assign(sax.parser(true, options), { bufferCheckPosition: Number.POSITIVE_INFINITY });
}
