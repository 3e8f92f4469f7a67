import sax from "sax";
import type { Span } from "../text/span.ts";
import { internalEntities } from "./internalEntities.ts";
import { attributesOf, type NamespaceScope, namespaceInScope, outermost, scopeOf, split } from "./namespaceScope.ts";
import { contentsOfChildren, startTags } from "./wellFormed.ts";

export { type NamespaceScope, namespaceInScope } from "./namespaceScope.ts";

/** An attribute of a WSDL or schema document. */
export interface SourceAttribute {
  /** As written, entities resolved; white space not yet normalized. */
  readonly value: string;
  /** Between the quotes. */
  readonly span: Span;
}

/** An element of a WSDL or schema document. */
export interface SourceElement {
  readonly document: SourceDocument;
  readonly parent: SourceElement | undefined;
  /** "" for no namespace, or a prefix that isn't declared. */
  readonly namespace: string;
  readonly local: string;
  readonly scope: NamespaceScope;
  /** By local name if the attribute has no prefix, or else by `{namespace}local`. */
  readonly attributes: ReadonlyMap<string, SourceAttribute>;
  readonly children: readonly SourceElement[];
  /** Its own text and CDATA, joined; white space between tags is left out. */
  readonly text: string;
  /** The span of the name in the start tag. */
  readonly nameSpan: Span;
  /** From the start tag to the end tag. */
  readonly span: Span;
}

export interface SourceProblem {
  readonly span: Span;
  /** What is wrong, in the words of the parser. */
  readonly message: string;
}

/** A WSDL or schema document, as far as it can be read. */
export interface SourceDocument {
  readonly uri: string;
  readonly text: string;
  /** Undefined where the text has no element. */
  readonly root: SourceElement | undefined;
  readonly problems: readonly SourceProblem[];
}

/** More errors than these say nothing new. */
const maxProblems = 20;
/** UTF-16 units of all references to them. */
const maxExpandedText = 50_000_000;
const noChildren: readonly SourceElement[] = [];

/**
 * Reads a WSDL or a schema. It never throws, takes linear time, and never reads another document: entities are those of
 * XML and of the internal subset. Offsets are UTF-16. `sax` reads the components of a schema when their content is first
 * needed, unless they may be ill-formed: all problems are known from the beginning.
 */
export function readDocument(uri: string, text: string): SourceDocument {
  const problems: SourceProblem[] = [];
  const document: { -readonly [K in keyof SourceDocument]: SourceDocument[K] } = {
    uri,
    text,
    root: undefined,
    problems,
  };
  document.root = new Reader(document, problems).whole();
  return document;
}

interface WrittenAttribute extends SourceAttribute {
  readonly name: string;
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

  /** Has its content read when it is first needed. */
  defer(): void {
    this.#isDeferred = true;
  }

  #read(): void {
    this.#isDeferred = false;
    new Reader(this.document, []).contentOf(this);
  }
}

/** Makes elements of the events of `sax`. */
class Reader {
  readonly #document: SourceDocument;
  readonly #problems: SourceProblem[];
  readonly #parser = parserOf();
  /** What is added to a position of the parser: the text that it didn't get. */
  #skipped = 0;
  #deferred: Iterator<Span, undefined> = [].values();
  #next: Span | undefined;
  #root: Element | undefined;
  #open: Element | undefined;
  #written: WrittenAttribute[] = [];
  #hasDoctype = false;

  constructor(document: SourceDocument, problems: SourceProblem[]) {
    this.#document = document;
    this.#problems = problems;
    const parser = this.#parser;
    parser.ondoctype = (doctype) => this.#doctype(doctype);
    parser.onattribute = ({ name, value }) => this.#attribute(name, value);
    parser.onopentag = ({ name }) => this.#openTag(name);
    parser.onclosetag = () => this.#closeTag();
    parser.ontext = (text) => this.#open?.addText(text);
    parser.oncdata = (text) => this.#open?.addText(text);
    parser.onerror = ({ message }) => this.#error(message);
  }

  whole(): Element | undefined {
    const { text } = this.#document;
    let done = 0;
    for (const tag of startTags(text, "schema")) {
      if (tag.start < done) continue;
      this.#write(done, tag.end);
      done = tag.end;
      // Otherwise it is in a comment, or its entities are unknown here.
      if (this.#open?.start !== tag.start || this.#hasDoctype) continue;
      const contents = contentsOfChildren(text, tag);
      if (contents === undefined) break;
      const end = contents.at(-1)?.end ?? done;
      this.#write(done, end, contents);
      done = end;
    }
    this.#write(done, text.length);
    this.#parser.close();
    return this.#root;
  }

  /** Adds the children and the text of an element. */
  contentOf(element: Element): void {
    this.#root = element;
    this.#write(element.start, element.end);
  }

  /** @param deferred the contents of elements that are read later */
  #write(from: number, to: number, deferred: readonly Span[] = []): void {
    const { text } = this.#document;
    const pieces: string[] = [];
    let at = from;
    for (const { start, end } of deferred) {
      pieces.push(text.slice(at, start));
      at = end;
    }
    this.#skipped = from - this.#parser.position;
    this.#deferred = deferred.values();
    this.#next = this.#deferred.next().value;
    this.#parser.write(pieces.join("") + text.slice(at, to));
  }

  get #position(): number {
    return this.#parser.position + this.#skipped;
  }

  #doctype(doctype: string): void {
    this.#hasDoctype = true;
    const entities = internalEntities(doctype);
    const references = entities.size === 0 ? 0 : this.#document.text.split("&").length;
    for (const [name, value] of entities) {
      if (value.length * references <= maxExpandedText) this.#parser.ENTITIES[name] = value;
    }
  }

  #attribute(name: string, value: string): void {
    const { text } = this.#document;
    const end = this.#position - 1;
    const start = text.lastIndexOf(text.charAt(end), end - 1) + 1;
    // The parser's own value is made of pieces, one for each character.
    const written = text.slice(start, end);
    const isPlain = written.length === value.length && !written.includes("&");
    this.#written.push({ name, value: isPlain ? written : value, span: { start, end } });
  }

  #openTag(name: string): void {
    const span = { start: this.#parser.startTagPosition - 1 + this.#skipped, end: this.#position };
    const parent = this.#open;
    const isKnown = parent === undefined && this.#root?.start === span.start;
    const element = isKnown ? this.#root : new Element(this.#document, parent, name, this.#written, span);
    if (!isKnown && element) parent?.addChild(element);
    this.#root ??= element;
    this.#written = [];
    this.#open = element;
    if (this.#next?.start !== span.end) return;
    element?.defer();
    this.#skipped += this.#next.end - this.#next.start;
    this.#next = this.#deferred.next().value;
  }

  #closeTag(): void {
    if (this.#open === undefined) return;
    this.#open.end = this.#position;
    this.#open = this.#open.parent;
  }

  #error(text: string): void {
    const { length } = this.#document.text;
    const [message = ""] = text.split("\n");
    const start = Math.min(Math.max(this.#position - 1, 0), length);
    if (this.#problems.length < maxProblems) {
      this.#problems.push({ span: { start, end: Math.min(start + 1, length) }, message });
    }
    this.#parser.error = null as never;
  }
}

/** Strict, with positions, and without a limit to the length of comments and values. */
function parserOf(): sax.SAXParser {
  const options: sax.SAXOptions & { readonly strictEntities: true } = { position: true, strictEntities: true };
  return Object.assign(sax.parser(true, options), { bufferCheckPosition: Number.POSITIVE_INFINITY });
}
