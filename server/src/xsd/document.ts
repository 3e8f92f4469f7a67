import sax from "sax";
import type { Span } from "../text/span.ts";

/** An attribute of a WSDL or schema document. */
export interface SourceAttribute {
  /** As written, entities resolved; white space not yet normalized. */
  readonly value: string;
  /** Between the quotes. */
  readonly span: Span;
}

/** What the prefixes are bound to at an element; "" is the default namespace. Undefined where nothing is declared. */
export interface NamespaceScope {
  readonly parent: NamespaceScope | undefined;
  readonly declared: ReadonlyMap<string, string>;
}

/** An element of a WSDL or schema document. */
export interface SourceElement {
  readonly document: SourceDocument;
  readonly parent: SourceElement | undefined;
  /** "" for no namespace, or a prefix that isn't declared. */
  readonly namespace: string;
  readonly local: string;
  readonly scope: NamespaceScope;
  /** By local name where the attribute has no prefix, else by `{namespace}local`. */
  readonly attributes: ReadonlyMap<string, SourceAttribute>;
  readonly children: readonly SourceElement[];
  /** Its own text and CDATA, joined. */
  readonly text: string;
  /** Of the name in the start tag. */
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

/** While the document is read, the elements are filled. */
interface Growing extends SourceElement {
  readonly attributes: Map<string, SourceAttribute>;
  readonly children: Growing[];
  text: string;
  span: Span;
}

/** More errors than these say nothing new. */
const maxProblems = 20;
/** UTF-16 units of all entities of an internal subset. */
const maxEntityText = 1_000_000;
/** UTF-16 units of all references to them. */
const maxExpandedText = 50_000_000;
const xmlNamespace = "http://www.w3.org/XML/1998/namespace";
const outermost: NamespaceScope = { parent: undefined, declared: new Map([["xml", xmlNamespace]]) };

/**
 * Reads a WSDL or a schema. It never throws, takes linear time, and never reads another document: entities are those of
 * XML and of the internal subset. Offsets are UTF-16.
 */
export function readDocument(uri: string, text: string): SourceDocument {
  const problems: SourceProblem[] = [];
  let root: Growing | undefined;
  let open: Growing | undefined;
  let written: (SourceAttribute & { readonly name: string })[] = [];
  const options: sax.SAXOptions & { readonly strictEntities: true } = { position: true, strictEntities: true };
  const parser = sax.parser(true, options);
  const document: { -readonly [K in keyof SourceDocument]: SourceDocument[K] } = { uri, text, root, problems };

  parser.ondoctype = (doctype) => {
    const entities = internalEntities(doctype);
    const references = entities.size === 0 ? 0 : text.split("&").length;
    for (const [name, value] of entities) {
      if (value.length * references <= maxExpandedText) parser.ENTITIES[name] = value;
    }
  };
  parser.onattribute = ({ name, value }) => {
    const end = parser.position - 1;
    const start = text.lastIndexOf(text.charAt(end), end - 1) + 1;
    written.push({ name, value, span: { start, end } });
  };
  parser.onopentag = ({ name }) => {
    const start = parser.startTagPosition - 1;
    const scope = scopeOf(open?.scope ?? outermost, written);
    const attributes = new Map<string, SourceAttribute>();
    for (const { name: attribute, value, span } of written) {
      const key = attributeKey(attribute, scope);
      if (key !== undefined && !attributes.has(key)) attributes.set(key, { value, span });
    }
    written = [];
    const { prefix, local } = split(name);
    const element: Growing = {
      ...{ document, parent: open, scope, attributes, children: [], text: "", local },
      namespace: namespaceOf(scope, prefix) ?? "",
      nameSpan: { start: start + 1, end: start + 1 + name.length },
      span: { start, end: parser.position },
    };
    if (open) open.children.push(element);
    else root ??= element;
    open = element;
  };
  parser.onclosetag = () => {
    if (!open) return;
    open.span = { start: open.span.start, end: parser.position };
    open = open.parent as Growing | undefined;
  };
  const addText = (part: string) => {
    if (open) open.text += part;
  };
  parser.ontext = addText;
  parser.oncdata = addText;
  parser.onerror = (error) => {
    const [message = ""] = error.message.split("\n");
    const at = Math.min(Math.max(parser.position - 1, 0), text.length);
    if (problems.length < maxProblems)
      problems.push({ span: { start: at, end: Math.min(at + 1, text.length) }, message });
    parser.error = null as never;
  };
  parser.write(text).close();
  document.root = root;
  return document;
}

/** The namespace of a prefix ("" for the default one); undefined where it isn't declared, "" where there is none. */
export function namespaceOf(scope: NamespaceScope, prefix: string): string | undefined {
  for (let one: NamespaceScope | undefined = scope; one; one = one.parent) {
    const found = one.declared.get(prefix);
    if (found !== undefined) return found;
  }
  return prefix === "" ? "" : undefined;
}

function split(name: string): { readonly prefix: string; readonly local: string } {
  const colon = name.indexOf(":");
  return colon < 0 ? { prefix: "", local: name } : { prefix: name.slice(0, colon), local: name.slice(colon + 1) };
}

function scopeOf(
  parent: NamespaceScope,
  attributes: readonly { readonly name: string; readonly value: string }[],
): NamespaceScope {
  const declared = new Map<string, string>();
  for (const { name, value } of attributes) {
    if (name === "xmlns") declared.set("", value);
    else if (name.startsWith("xmlns:")) declared.set(name.slice(6), value);
  }
  return declared.size === 0 ? parent : { parent, declared };
}

/** Undefined for a declaration of a namespace. */
function attributeKey(name: string, scope: NamespaceScope): string | undefined {
  if (name === "xmlns" || name.startsWith("xmlns:")) return undefined;
  const { prefix, local } = split(name);
  return prefix === "" ? local : `{${namespaceOf(scope, prefix) ?? prefix}}${local}`;
}

/** `<!ENTITY name "value">` of an internal subset; parameter entities and external ones are none of these. */
function internalEntities(doctype: string): Map<string, string> {
  const found = new Map<string, string>();
  let length = 0;
  for (const [, name = "", double, single] of doctype.matchAll(
    /<!ENTITY[ \t\r\n]+([\w.:-]+)[ \t\r\n]+(?:"([^"]*)"|'([^']*)')/g,
  )) {
    if (found.has(name)) continue;
    const value = resolved(double ?? single ?? "", found);
    length += value.length;
    if (length > maxEntityText) break;
    found.set(name, value);
  }
  return found;
}

/** References to entities that are known so far, once: they can't be circular, and the growth is bounded. */
function resolved(value: string, known: ReadonlyMap<string, string>): string {
  let length = 0;
  return value.replace(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|([\w.:-]+));/g, (reference, decimal, hex, name) => {
    const number = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined;
    const text = number === undefined ? known.get(name) : number <= 0x10ffff ? String.fromCodePoint(number) : undefined;
    length += text?.length ?? 0;
    return text === undefined || length > maxEntityText ? reference : text;
  });
}
