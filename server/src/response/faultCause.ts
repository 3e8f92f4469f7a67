import type { FaultCause } from "../protocol.ts";
import { childElements, type Envelope } from "../soap/envelope.ts";
import { definedCode, type Fault, readQName } from "../soap/fault.ts";
import { attributeValue, elements, textContent } from "../xml/query.ts";
import type { XmlDocument } from "../xml/tree.ts";

/** What in the request a Fault blames, as far as its codes, its header blocks or its reason say it. */
export function faultCause(envelope: Envelope, fault: Fault): FaultCause | undefined {
  return causeOfCode(envelope, fault) ?? causeOfSubcodes(envelope, fault) ?? causeOfReason(fault);
}

/** SOAP 1.1 section 4.4.1, SOAP 1.2 part 1 section 5.4.6. */
function causeOfCode(envelope: Envelope, fault: Fault): FaultCause | undefined {
  switch (definedCode(fault)) {
    case "VersionMismatch":
      return { kind: "envelope" };
    case "MustUnderstand":
      return notUnderstood(envelope) ?? named(fault.reasons[0]?.text) ?? { kind: "mustUnderstand" };
    case "DataEncodingUnknown":
      return { kind: "encoding" };
    default:
      return undefined;
  }
}

/** SOAP 1.2 part 1 section 5.4.8: a header block NotUnderstood names each block by its attribute qname. */
function notUnderstood({ document, headerBlocks }: Envelope): FaultCause | undefined {
  for (const { element } of headerBlocks) {
    if (element.local !== "NotUnderstood") continue;
    const qname = element.attributes.find(({ name }) => name === "qname");
    const value = qname && attributeValue(document, qname)?.trim();
    if (!value) continue;
    const { namespace, local } = readQName(document, element, value);
    return { kind: "element", namespace: namespace ?? "", local };
  }
  return undefined;
}

/** `{urn:x}Token`, as services write an expanded name. */
function named(text: string | undefined): FaultCause | undefined {
  const match = /\{([^{}\s]*)\}([\p{L}_][\p{L}\p{N}_.-]*)/u.exec(text ?? "");
  return match ? { kind: "element", namespace: match[1] ?? "", local: match[2] ?? "" } : undefined;
}

/** WS-Addressing 1.0 SOAP Binding section 6.4, WS-Security section 12, SOAP 1.2 part 2 section 4.4. */
function causeOfSubcodes({ document }: Envelope, fault: Fault): FaultCause | undefined {
  for (const { local } of [...(fault.code ? [fault.code] : []), ...fault.subcodes].reverse()) {
    switch (local) {
      case "ActionNotSupported":
      case "ActionMismatch":
        return { kind: "action" };
      case "DestinationUnreachable":
        return { kind: "element", namespace: addressing, local: "To" };
      case "InvalidAddressingHeader":
      case "MessageAddressingHeaderRequired":
      case "MessageInformationHeaderRequired":
        return problemHeader(document) ?? { kind: "header" };
      case "MessageExpired":
        return { kind: "element", namespace: securityUtility, local: "Timestamp" };
      case "FailedAuthentication":
        return { kind: "element", namespace: security, local: "UsernameToken" };
      case "InvalidSecurity":
      case "InvalidSecurityToken":
      case "UnsupportedSecurityToken":
      case "UnsupportedAlgorithm":
      case "FailedCheck":
      case "SecurityTokenUnavailable":
        return { kind: "element", namespace: security, local: "Security" };
      case "ProcedureNotPresent":
      case "BadArguments":
        return { kind: "operation" };
    }
  }
  return undefined;
}

/** WS-Addressing names the header block that is wrong in the detail (SOAP 1.2) or in a header block (SOAP 1.1). */
function problemHeader(document: XmlDocument): FaultCause | undefined {
  for (const element of elements(document)) {
    if (element.local !== "ProblemHeaderQName" || childElements(element).length > 0) continue;
    const { namespace, local } = readQName(document, element, textContent(document, element).trim());
    return { kind: "element", namespace: namespace ?? "", local };
  }
  return undefined;
}

/** How services say in words that the action or the operation is unknown, where they have no code for it. */
function causeOfReason({ reasons }: Fault): FaultCause | undefined {
  const text = reasons.map((reason) => reason.text).join(" ");
  if (/soap\s?action|contractfilter|actionnotsupported/i.test(text)) return { kind: "action" };
  const blames = text
    .split(".")
    .some((sentence) => follows(sentence, unknownBefore, operation) || follows(sentence, operation, unknownBehind));
  return blames ? { kind: "operation" } : undefined;
}

const operation = /\b(?:operation|procedure|method|function)\b/gi;
const unknownBefore = /no such|unknown|undefined|invalid|not (?:found|present|valid)|cannot find|dispatch/gi;
const unknownBehind = /not (?:found|present|valid|implemented|supported)|unknown|undefined/gi;

/** Whether a match of the second pattern stands somewhere behind one of the first. Both are global. */
function follows(text: string, first: RegExp, second: RegExp): boolean {
  first.lastIndex = 0;
  if (!first.test(text)) return false;
  second.lastIndex = first.lastIndex;
  return second.test(text);
}

const addressing = "http://www.w3.org/2005/08/addressing";
const security = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
const securityUtility = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
