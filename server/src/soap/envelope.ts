import type { Span } from "../text/span.ts";
import { attribute, valueSpan } from "../xml/query.ts";
import type { XmlAttribute, XmlDocument, XmlElement } from "../xml/tree.ts";
import { roleAttributes, type SoapVersion, versionOfNamespace } from "./facts.ts";

/** The parts of a SOAP message. Missing parts are `undefined`. Offsets as in the XML tree. */
export interface Envelope {
  readonly document: XmlDocument;
  readonly element: XmlElement;
  /** "" for none, `undefined` if the prefix isn't declared. */
  readonly namespace: string | undefined;
  /** `undefined` for another namespace. */
  readonly version: SoapVersion | undefined;
  /** The URI in the declaration of the Envelope's namespace. */
  readonly namespaceSpan: Span | undefined;
  /** The first Header and the first Body in the Envelope's namespace. */
  readonly header: XmlElement | undefined;
  readonly body: XmlElement | undefined;
  readonly headerBlocks: readonly HeaderBlock[];
  /** The first Fault in the Body, of either version. */
  readonly fault: XmlElement | undefined;
}

/** A child of the Header, with its attributes in the Envelope's namespace. */
export interface HeaderBlock {
  readonly element: XmlElement;
  readonly mustUnderstand: XmlAttribute | undefined;
  /** In SOAP 1.1 `actor`. */
  readonly role: XmlAttribute | undefined;
  /** SOAP 1.2 only. */
  readonly relay: XmlAttribute | undefined;
}

/** The root element, if its local name is Envelope. */
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

/** The declaration of an element's namespace on the element itself. */
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
