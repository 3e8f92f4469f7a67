import { childElements, type Envelope, readEnvelope } from "../soap/envelope.ts";
import { securityNamespace, utilityNamespace } from "../soap/facts.ts";
import { namespaceOf } from "../xml/query.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";
import { idIndex } from "./ids.ts";

export function isSecurity({ namespace, local }: XmlElement): boolean {
  return namespace === securityNamespace && local === "Security";
}

/** The `wsse:Security` header blocks. There may be one for each role. */
export function securityHeaders({ headerBlocks }: Envelope): readonly XmlElement[] {
  return headerBlocks.map(({ element }) => element).filter(isSecurity);
}

/** The names and ids of the elements that a signature in an element can sign. */
export function nameableIn(document: XmlDocument, parent: XmlElement | undefined): readonly string[] {
  const ids = [...idIndex(document).keys()].map((id) => `#${id}`);
  const envelope = readEnvelope(document);
  if (!parent) return ids;
  const isHeader = envelope !== undefined && securityHeaders(envelope).includes(parent);
  const own = isHeader ? nameableParts(envelope, parent) : [parent, ...childElements(parent)];
  return [...new Set([...own.map(({ local }) => local), ...(isHeader ? [] : ["/"]), ...ids])];
}

/** The elements that a signature can sign by name: the Body, the children of its `wsse:Security`, and header blocks. */
function nameableParts({ body, headerBlocks }: Envelope, security: XmlElement): readonly XmlElement[] {
  return [...(body ? [body] : []), ...childElements(security), ...headerBlocks.map(({ element }) => element)];
}

export function partsNamed(envelope: Envelope, security: XmlElement, name: string): readonly XmlElement[] {
  const [local = name, prefix] = name.split(":").reverse();
  const namespace = prefix === undefined ? undefined : namespaceOf(envelope.document, security, prefix);
  return nameableParts(envelope, security).filter(
    (one) => one.local === local && (prefix === undefined || one.namespace === namespace),
  );
}

export function timestampIn(security: XmlElement): XmlElement | undefined {
  return childElements(security).find((one) => one.namespace === utilityNamespace && one.local === "Timestamp");
}
