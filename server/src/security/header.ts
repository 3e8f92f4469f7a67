import { childElements, type Envelope } from "../soap/envelope.ts";
import { securityNamespace, utilityNamespace } from "../soap/facts.ts";
import { namespaceOf } from "../xml/query.ts";
import type { XmlElement } from "../xml/tree.ts";

export function isSecurity({ namespace, local }: XmlElement): boolean {
  return namespace === securityNamespace && local === "Security";
}

/** The header blocks `wsse:Security`: one for each role. */
export function securityHeaders({ headerBlocks }: Envelope): readonly XmlElement[] {
  return headerBlocks.map(({ element }) => element).filter(isSecurity);
}

/** The elements that a signature can name: the Body, what stands in its `wsse:Security`, and header blocks. */
export function nameableParts({ body, headerBlocks }: Envelope, security: XmlElement): readonly XmlElement[] {
  return [...(body ? [body] : []), ...childElements(security), ...headerBlocks.map(({ element }) => element)];
}

/** The parts with a name, which may have a prefix as it is declared in the header. */
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
