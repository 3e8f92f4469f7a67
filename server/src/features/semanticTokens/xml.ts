import { childElements, type Envelope, inNamespaceOf, isFault } from "../../soap/envelope.ts";
import type { Span } from "../../text/span.ts";
import { walk } from "../../xml/query.ts";
import type { XmlElement } from "../../xml/tree.ts";
import type { Section } from "../support/section.ts";
import { endName, startName } from "../support/tagName.ts";
import { type Token, token } from "./token.ts";

/** The parts of the envelope and of a Fault, SOAP's attributes, and the roots of the payload. */
export function* xmlTokens({ envelope, text }: Section): Generator<Token, void, void> {
  if (!envelope?.version) return;
  for (const element of partsOf(envelope)) for (const name of names(text, element)) yield token(name, "soapPart");
  for (const { mustUnderstand, role, relay } of envelope.headerBlocks) {
    for (const one of [mustUnderstand, role, relay]) {
      if (one) yield token({ start: one.nameStart, end: one.nameEnd }, "soapPart");
    }
  }
  if (!envelope.body) return;
  for (const element of childElements(envelope.body)) {
    if (isFault(element)) continue;
    for (const name of names(text, element)) yield token(name, "soapPayload");
  }
}

function* partsOf({ element, header, body, fault }: Envelope): Generator<XmlElement, void, void> {
  yield element;
  if (header) yield header;
  if (body) yield body;
  if (!fault) return;
  // What is in the detail is the service's own; SOAP 1.1 has the parts of a Fault in no namespace (section 4.4).
  const detail = childElements(fault).find(({ local }) => local === "Detail" || local === "detail");
  for (const node of walk([fault])) {
    if (node.kind !== "element") continue;
    const ownPart = node.parent === fault || inNamespaceOf(node, fault);
    if (ownPart && !(detail && node !== detail && node.start > detail.start && node.end <= detail.end)) yield node;
  }
}

function names(text: string, element: XmlElement): readonly Span[] {
  const end = endName(element);
  const same = end && text.slice(end.start, end.end) === element.name;
  return same ? [startName(element), end] : [startName(element)];
}
