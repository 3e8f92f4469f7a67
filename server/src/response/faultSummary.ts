import * as l10n from "@vscode/l10n";
import type { FaultCause, PresentedFault } from "../protocol.ts";
import { faultCodeFact } from "../soap/documentation.ts";
import { childElements, type Envelope, readEnvelope } from "../soap/envelope.ts";
import { decodeFault, definedCode, type Fault, type FaultCode, readQName, reasonIn } from "../soap/fault.ts";
import { codeInWords } from "../soap/faultWords.ts";
import { oneLine } from "../text/lines.ts";
import { attributeValue, elements, textContent } from "../xml/query.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";

/**
 * The Fault of a message, on one line and entry by entry; `undefined` where it has none.
 * @param languages those of the author, the first one preferred, such as `de`
 */
export function presentFault(
  document: XmlDocument | undefined,
  languages: readonly string[],
): PresentedFault | undefined {
  const envelope = document && readEnvelope(document);
  const fault = envelope && decodeFault(envelope);
  return (
    fault && {
      version: fault.version,
      summary: summaryOf(document, fault, languages),
      entries: faultEntries(document, fault, languages),
      cause: faultCause(envelope, fault),
    }
  );
}

/** As much of a text of the service's as a line has room for, in characters. */
const longestSummary = 300;

function summaryOf(document: XmlDocument, fault: Fault, languages: readonly string[]): string {
  const { node, role, detail } = fault;
  const reason = reasonIn(fault, languages);
  const details = detail ? childElements(detail).map((child) => entryInWords(document, child)) : [];
  const cause = [codesOf(fault).join(", "), reason]
    .map((part) => part && oneLine(part, longestSummary))
    .filter((part) => part);
  return [
    cause.length > 0 ? cause.join(": ") : l10n.t("neither code nor reason"),
    node && l10n.t("Node: {0}", oneLine(node, longestSummary)),
    role && l10n.t("Role: {0}", oneLine(role, longestSummary)),
    details.length > 0 && l10n.t("Detail: {0}", oneLine(details.join(", "), longestSummary)),
    codeInWords(fault),
  ]
    .filter((part) => part)
    .join(" · ");
}

/** The specification's code by its name alone, a service's own with its prefix; then the subcodes. */
function codesOf(fault: Fault): string[] {
  const { code, subcodes, version } = fault;
  const defined = definedCode(fault);
  // Of SOAP 1.1's `Client.Authentication` the dotted part is a subcode; in a service's own code it is part of the name.
  if (!defined && version === "1.1") return code ? [code.text] : [];
  return [defined ?? code?.text ?? "", ...subcodes.map(({ text }) => text)].filter((part) => part !== "");
}

/** An entry of the detail with its text, where it holds nothing else. */
function entryInWords(document: XmlDocument, entry: XmlElement): string {
  const text = childElements(entry).length === 0 ? textContent(document, entry).trim() : "";
  return text === "" ? entry.name : `${entry.name}: ${text}`;
}

/** One thing that a Fault says. */
export interface FaultEntry {
  readonly label: string;
  /** On one line; may be long. */
  readonly value: string;
}

/**
 * A Fault, decoded: its codes with what they mean, the reason in the author's language where there are several, node,
 * role, and the texts in the detail. Namespaces of codes that no specification here defines are left to the document.
 * @param languages those of the author, the first one preferred, such as `de`
 */
function faultEntries(document: XmlDocument, fault: Fault, languages: readonly string[]): readonly FaultEntry[] {
  const { code, subcodes, node, role, detail } = fault;
  const entries: FaultEntry[] = [];
  const add = (label: string, value: string | undefined) => {
    if (value) entries.push({ label, value: oneLine(value, longestEntry) });
  };
  add(l10n.t("Code"), code && withMeaning(code, codeInWords(fault) ?? meaningOf(code)));
  for (const subcode of subcodes) add(l10n.t("Subcode"), withMeaning(subcode, meaningOf(subcode)));
  add(l10n.t("Reason"), reasonIn(fault, languages));
  add(fault.version === "1.1" ? l10n.t("Actor") : l10n.t("Node"), node);
  add(l10n.t("Role"), role);
  for (const text of detail ? detailTexts(document, detail) : []) add(l10n.t("Detail"), text);
  return entries;
}

/** As much of a text as is read in passing, in characters; the rest stands in the document. */
const longestEntry = 600;
const maxDetails = 20;

function withMeaning({ text }: FaultCode, meaning: string | undefined): string {
  return meaning === undefined ? text : `${text} — ${meaning}`;
}

function meaningOf({ namespace, local }: FaultCode): string | undefined {
  return namespace === undefined ? undefined : faultCodeFact(namespace, local)?.meaning();
}

/** `Fault/max: P5M` for each element of the detail that has a text of its own, `Fault` for one that says nothing more. */
function detailTexts(document: XmlDocument, detail: XmlElement): readonly string[] {
  const texts: string[] = [];
  const pending = childElements(detail).map((element) => ({ element, path: element.local }));
  if (pending.length === 0) return [textContent(document, detail).trim()];
  while (pending.length > 0 && texts.length < maxDetails) {
    const next = pending.shift();
    if (!next) break;
    const { element, path } = next;
    const children = childElements(element);
    if (children.length === 0) {
      const text = textContent(document, element).trim();
      texts.push(text === "" ? path : `${path}: ${text}`);
    }
    // A detail may be as deep as its text is long, and a path is to be read.
    const shown = path.split("/").slice(-2).join("/");
    pending.unshift(
      ...children.slice(0, maxDetails).map((child) => ({ element: child, path: `${shown}/${child.local}` })),
    );
  }
  return pending.length > 0 ? [...texts, "…"] : texts;
}

/** What in the request a Fault blames, as far as its codes, its header blocks or its reason say it. */
function faultCause(envelope: Envelope, fault: Fault): FaultCause | undefined {
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
