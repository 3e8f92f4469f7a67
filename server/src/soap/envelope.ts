import type { Span } from "../text/span.ts";
import { attribute, valueSpan } from "../xml/query.ts";
import type { XmlAttribute, XmlDocument, XmlElement } from "../xml/tree.ts";
import { roleAttributes, type SoapVersion, versionOfNamespace } from "./facts.ts";

/** The parts of a SOAP message. Missing parts are `undefined`. Offsets are the same as in the XML tree. */
export interface Envelope {
  readonly document: XmlDocument;
  readonly element: XmlElement;
  /** The namespace of the Envelope: "" for none, `undefined` if its prefix isn't declared. */
  readonly namespace: string | undefined;
  /** `undefined` if the namespace isn't of SOAP 1.1 or 1.2. */
  readonly version: SoapVersion | undefined;
  /** The URI in the declaration of the Envelope's namespace. */
  readonly namespaceSpan: Span | undefined;
  /** The first Header and the first Body in the Envelope's namespace. */
  readonly header: XmlElement | undefined;
  readonly body: XmlElement | undefined;
  readonly headerBlocks: readonly HeaderBlock[];
  /** The first Fault in the Body, of either SOAP version. */
  readonly fault: XmlElement | undefined;
}

/** A child of the Header, with its attributes in the Envelope's namespace. */
export interface HeaderBlock {
  readonly element: XmlElement;
  readonly mustUnderstand: XmlAttribute | undefined;
  /** Attribute `role`, in SOAP 1.1 `actor`. */
  readonly role: XmlAttribute | undefined;
  /** Attribute `relay`, only in SOAP 1.2. */
  readonly relay: XmlAttribute | undefined;
}

/** Returns the parts of the root element; `undefined` if its local name isn't Envelope. */
export function readEnvelope(document: XmlDocument): Envelope | undefined {
  const element = document.root;
  if (element?.local !== "Envelope") return undefined;
  const version = versionOfNamespace(element.namespace);
  const children = childElements(element);
  const part = (local: string) => children.find((child) => child.local === local && inNamespaceOf(child, element));
  const header = part("Header");
  const body = part("Body");
  return {
    document,
    element,
    namespace: element.namespace,
    version,
    namespaceSpan: valueSpan(namespaceDeclaration(element)),
    header,
    body,
    headerBlocks: header ? childElements(header).map((block) => readBlock(block, element, version)) : [],
    fault: body && childElements(body).find(isFault),
  };
}

export function isFault(element: XmlElement): boolean {
  return element.local === "Fault" && versionOfNamespace(element.namespace) !== undefined;
}

export function childElements(element: XmlElement): XmlElement[] {
  return element.markup.filter((child) => child.kind === "element");
}

/** Whether both have the same namespace, or the same undeclared prefix. */
export function inNamespaceOf(element: XmlElement, other: XmlElement): boolean {
  return element.namespace === undefined
    ? other.namespace === undefined && element.prefix === other.prefix
    : element.namespace === other.namespace;
}

/** The attribute that declares the namespace of an element, if it is on the element itself. */
function namespaceDeclaration({ prefix, attributes }: XmlElement): XmlAttribute | undefined {
  const name = prefix === "" ? "xmlns" : `xmlns:${prefix}`;
  return attributes.find((one) => one.name === name);
}

function readBlock(element: XmlElement, envelope: XmlElement, version: SoapVersion | undefined): HeaderBlock {
  const { namespace } = envelope;
  const own = (local: string) => (version && namespace ? attribute(element, namespace, local) : undefined);
  return {
    element,
    mustUnderstand: own("mustUnderstand"),
    role: version && own(roleAttributes[version]),
    relay: version === "1.2" ? own("relay") : undefined,
  };
}
