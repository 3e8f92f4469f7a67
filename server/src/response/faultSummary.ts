import * as l10n from "@vscode/l10n";
import type { FaultCause, PresentedFault } from "../protocol/protocol.ts";
import { faultCodeFact } from "../soap/documentation.ts";
import { childElements, type Envelope, readEnvelope } from "../soap/envelope.ts";
import { addressingNamespace, securityNamespace, utilityNamespace } from "../soap/facts.ts";
import {
  codeInWords,
  decodeFault,
  definedCode,
  type Fault,
  type FaultCode,
  readQName,
  reasonIn,
} from "../soap/fault.ts";
import { oneLine } from "../text/lines.ts";
import { attributeValue, elements, textContent } from "../xml/query.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";

/**
 * @param languages languages of the user, such as `de`, the preferred one first
 * @param errorsOf the messages of the errors in the request, which is checked only for a Fault
 */
export function presentFault(
  document: XmlDocument | undefined,
  languages: readonly string[],
  errorsOf: () => readonly string[] | undefined = () => [],
): PresentedFault | undefined {
  const envelope = document && readEnvelope(document);
  const fault = envelope && decodeFault(envelope);
  if (!fault) return undefined;
  const errors = errorsOf() ?? [];
  return {
    version: fault.version,
    summary: summaryOf(document, fault, languages, errors),
    entries: faultEntries(document, fault, languages, errors),
    cause: causeOfCode(envelope, fault) ?? causeOfSubcodes(document, fault) ?? causeOfReason(fault),
  };
}

/** Maximum length of each text in the summary, in UTF-16 units. */
const longestSummary = 300;

function summaryOf(
  document: XmlDocument,
  fault: Fault,
  languages: readonly string[],
  errors: readonly string[],
): string {
  const { node, role, detail } = fault;
  const reason = reasonIn(fault, languages);
  const details = detail ? summarized(detailLeaves(document, detail)) : [];
  const cause = [codesOf(fault).join(", "), reason]
    .map((part) => part && oneLine(part, longestSummary))
    .filter((part) => part);
  return [
    cause.length > 0 ? cause.join(": ") : l10n.t("neither code nor reason"),
    node && l10n.t("Node: {0}", oneLine(node, longestSummary)),
    role && l10n.t("Role: {0}", oneLine(role, longestSummary)),
    details.length > 0 && l10n.t("Detail: {0}", oneLine(details.join(", "), longestSummary)),
    inWords(fault, errors),
  ]
    .filter((part) => part)
    .join(" · ");
}

/** The local name of a code that the specification defines, or else the code with its prefix. Subcodes follow. */
function codesOf(fault: Fault): string[] {
  const { code, subcodes, version } = fault;
  const defined = definedCode(fault);
  // Only in SOAP 1.1's own codes does a dot separate a subcode. In other codes, it is a part of the name.
  if (!defined && version === "1.1") return code ? [code.text] : [];
  return [defined ?? code?.text ?? "", ...subcodes.map(({ text }) => text)].filter((part) => part !== "");
}

/** A sentence about the meaning of the code. Many services report an error in the request as an error of the service. */
function inWords(fault: Fault, errors: readonly string[]): string | undefined {
  if (errors.length === 0 || !/^(?:Server|Receiver)$/.test(definedCode(fault) ?? "")) return codeInWords(fault);
  const shown = errors.slice(0, shownErrors).join(" ");
  return oneLine(l10n.t("Errors in the request may be the reason: {0}", shown), longestSummary);
}

const shownErrors = 3;

/** The texts of a detail, or the names of its elements if it has no text. */
function summarized(leaves: readonly Leaf[]): readonly string[] {
  const texts = leaves.filter(({ text }) => text !== "");
  return (texts.length > 0 ? texts : leaves).map(leafText);
}

function faultEntries(
  document: XmlDocument,
  fault: Fault,
  languages: readonly string[],
  errors: readonly string[],
): PresentedFault["entries"] {
  const { code, subcodes, node, role, detail } = fault;
  const entries: PresentedFault["entries"][number][] = [];
  const add = (label: string, value: string | undefined) => {
    if (value) entries.push({ label, value: oneLine(value, longestEntry) });
  };
  add(l10n.t("Code"), code && withMeaning(code, inWords(fault, errors) ?? meaningOf(code)));
  for (const subcode of subcodes) add(l10n.t("Subcode"), withMeaning(subcode, meaningOf(subcode)));
  add(l10n.t("Reason"), reasonIn(fault, languages));
  add(fault.version === "1.1" ? l10n.t("Actor") : l10n.t("Node"), node);
  add(l10n.t("Role"), role);
  for (const leaf of detail ? detailLeaves(document, detail) : []) add(l10n.t("Detail"), leafText(leaf));
  return entries;
}

/** Maximum length of the value of an entry, in UTF-16 units. */
const longestEntry = 600;
const maxDetails = 20;

function withMeaning({ text }: FaultCode, meaning: string | undefined): string {
  return meaning === undefined ? text : `${text} — ${meaning}`;
}

function meaningOf({ namespace, local }: FaultCode): string | undefined {
  return namespace === undefined ? undefined : faultCodeFact(namespace, local)?.meaning();
}

/** An element of the detail without child elements. `path`: the names of the parent and the element; empty for the detail itself. */
interface Leaf {
  readonly path: string;
  readonly text: string;
}

/** A path with its text, such as `Fault/max: P5M`, or the path alone if the text is empty. */
function leafText({ path, text }: Leaf): string {
  return path === "" || text === "" ? path + text : `${path}: ${text}`;
}

function detailLeaves(document: XmlDocument, detail: XmlElement): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const pending = childElements(detail).map((element) => ({ element, path: element.local }));
  if (pending.length === 0) return [{ path: "", text: textContent(document, detail).trim() }];
  while (pending.length > 0 && leaves.length < maxDetails) {
    const next = pending.shift();
    if (!next) break;
    const { element, path } = next;
    const children = childElements(element);
    if (children.length === 0) leaves.push({ path, text: textContent(document, element).trim() });
    // The detail may be nested deeply.
    const shown = path.split("/").slice(-2).join("/");
    pending.unshift(
      ...children.slice(0, maxDetails).map((child) => ({ element: child, path: `${shown}/${child.local}` })),
    );
  }
  return pending.length > 0 ? [...leaves, { path: "…", text: "" }] : leaves;
}

/** The cause according to the fault code (SOAP 1.1 section 4.4.1, SOAP 1.2 part 1 section 5.4.6). */
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

/** The header block that `qname` of a NotUnderstood block names (SOAP 1.2 part 1 section 5.4.8). */
function notUnderstood({ document, headerBlocks }: Envelope): FaultCause | undefined {
  for (const { element } of headerBlocks) {
    if (element.local !== "NotUnderstood") continue;
    const qname = element.attributes.find(({ name }) => name === "qname");
    const value = qname && attributeValue(document, qname)?.trim();
    if (!value) continue;
    return elementCause(document, element, value);
  }
  return undefined;
}

function elementCause(document: XmlDocument, element: XmlElement, qname: string): FaultCause {
  const { namespace = "", local } = readQName(document, element, qname);
  return { kind: "element", namespace, local };
}

/** The element that a text names by its expanded name, such as `{urn:x}Token`. */
function named(text: string | undefined): FaultCause | undefined {
  const match = /\{([^{}\s]*)\}([\p{L}_][\p{L}\p{N}_.-]*)/u.exec(text ?? "");
  return match ? { kind: "element", namespace: match[1] ?? "", local: match[2] ?? "" } : undefined;
}

/** Causes by fault code (WS-Addressing 1.0 SOAP Binding section 6.4, WS-Security section 12, SOAP 1.2 part 2 section 4.4). */
const causesByCode: ReadonlyMap<string, FaultCause> = new Map([
  ...causedBy({ kind: "action" }, "ActionNotSupported ActionMismatch"),
  ...causedBy({ kind: "operation" }, "ProcedureNotPresent BadArguments"),
  ...causedBy({ kind: "element", namespace: addressingNamespace, local: "To" }, "DestinationUnreachable"),
  ...causedBy(
    { kind: "header" },
    "InvalidAddressingHeader MessageAddressingHeaderRequired MessageInformationHeaderRequired",
  ),
  ...causedBy({ kind: "element", namespace: utilityNamespace, local: "Timestamp" }, "MessageExpired"),
  ...causedBy({ kind: "element", namespace: securityNamespace, local: "UsernameToken" }, "FailedAuthentication"),
  ...causedBy(
    { kind: "element", namespace: securityNamespace, local: "Security" },
    "InvalidSecurity InvalidSecurityToken UnsupportedSecurityToken UnsupportedAlgorithm FailedCheck SecurityTokenUnavailable",
  ),
]);

function causedBy(cause: FaultCause, codes: string): readonly (readonly [string, FaultCause])[] {
  return codes.split(" ").map((code) => [code, cause]);
}

function causeOfSubcodes(document: XmlDocument, { code, subcodes }: Fault): FaultCause | undefined {
  const causeCode = [...subcodes.toReversed(), ...(code ? [code] : [])].find(({ local }) => causesByCode.has(local));
  const cause = causeCode && causesByCode.get(causeCode.local);
  return cause?.kind === "header" ? (problemHeader(document) ?? cause) : cause;
}

/** The invalid header block that WS-Addressing names in the detail (SOAP 1.2) or in a header block (SOAP 1.1). */
function problemHeader(document: XmlDocument): FaultCause | undefined {
  for (const element of elements(document)) {
    if (element.local !== "ProblemHeaderQName" || childElements(element).length > 0) continue;
    return elementCause(document, element, textContent(document, element).trim());
  }
  return undefined;
}

/** The cause according to the reason, for an unknown action or operation. Many services have no code for them. */
function causeOfReason({ reasons }: Fault): FaultCause | undefined {
  const text = reasons.map((reason) => reason.text).join(" ");
  if (/soap\s?action|contractfilter|actionnotsupported/i.test(text)) return { kind: "action" };
  const blames = text
    .split(".")
    .some((sentence) => follows(sentence, unknownBefore, operation) || follows(sentence, operation, unknownAfter));
  return blames ? { kind: "operation" } : undefined;
}

const operation = /\b(?:operation|procedure|method|function)\b/gi;
const unknownBefore = /no such|unknown|undefined|invalid|not (?:found|present|valid)|cannot find|dispatch/gi;
const unknownAfter = /not (?:found|present|valid|implemented|supported)|unknown|undefined/gi;

/** Whether the text has a match of `first` and, after it, a match of `second`. Both patterns are global. */
function follows(text: string, first: RegExp, second: RegExp): boolean {
  first.lastIndex = 0;
  if (!first.test(text)) return false;
  second.lastIndex = first.lastIndex;
  return second.test(text);
}
