import type { Message } from "../message/message.ts";
import type { FaultCause } from "../protocol/protocol.ts";
import { childElements } from "../soap/envelope.ts";
import type { Span } from "../text/span.ts";
import { attributeValue, elements, nameSpan, valueSpan } from "../xml/query.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";

/** The place in the request that has caused a Fault, as UTF-16 offsets in its text; `undefined` if there is none. */
export function faultPlace(message: Message, cause: FaultCause): Span | undefined {
  const { envelope, xml } = message;
  switch (cause.kind) {
    case "envelope":
      return envelope && (envelope.namespaceSpan ?? nameSpan(envelope.element));
    case "header":
      return envelope && nameSpan(envelope.header ?? envelope.element);
    case "mustUnderstand":
      return mandatoryBlock(message);
    case "encoding":
      return xml && encodingStyle(xml);
    case "element":
      return xml && elementNamed(xml, cause.namespace, cause.local);
    case "action":
      return action(message) ?? operation(message);
    case "operation":
      return operation(message);
  }
}

function mandatoryBlock({ envelope }: Message): Span | undefined {
  const block = envelope?.headerBlocks.find(({ mustUnderstand }) => {
    const value = mustUnderstand && attributeValue(envelope.document, mustUnderstand)?.trim();
    return value === "1" || value === "true";
  });
  return block && nameSpan(block.element);
}

function encodingStyle(xml: XmlDocument): Span | undefined {
  for (const { attributes } of elements(xml)) {
    const attribute = attributes.find(({ local }) => local === "encodingStyle");
    if (attribute) return valueSpan(attribute) ?? nameSpan(attribute);
  }
  return undefined;
}

/** The element with a name, or else the first element with its local name in another namespace. */
function elementNamed(xml: XmlDocument, namespace: string, local: string): Span | undefined {
  let other: XmlElement | undefined;
  for (const element of elements(xml)) {
    if (element.local !== local) continue;
    if (element.namespace === namespace) return nameSpan(element);
    other ??= element;
  }
  return other && nameSpan(other);
}

/** The place of the action: SOAPAction (SOAP 1.1 section 6.1.1), `action` of the media type (RFC 3902), or wsa:Action. */
function action(message: Message): Span | undefined {
  const header = message.field("soapaction");
  if (header) return header.line.value.start < header.line.value.end ? header.line.value : header.line.name;
  const { contentType, envelope } = message;
  const parameter = contentType?.mediaType.parameters.find(({ name }) => name.toLowerCase() === "action");
  if (contentType && parameter) return contentType.field.value.at(parameter.valueSpan);
  const block = envelope?.headerBlocks.find(({ element }) => element.local === "Action");
  return block && nameSpan(block.element);
}

function operation({ envelope }: Message): Span | undefined {
  const [first] = envelope?.body ? childElements(envelope.body) : [];
  return first && nameSpan(first);
}
