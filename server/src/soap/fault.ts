import * as l10n from "@vscode/l10n";
import { attributeValue, namespaceOf, textContent } from "../xml/query.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";
import { childElements, type Envelope } from "./envelope.ts";
import { faultCodes, type SoapVersion, versionOfNamespace } from "./facts.ts";

/** A decoded Fault. Texts are without whitespace around them. */
export interface Fault {
  readonly element: XmlElement;
  /** SOAP version of the Fault's children: some services send a Fault of one version in an envelope of the other. */
  readonly version: SoapVersion;
  readonly code: FaultCode | undefined;
  /** Subcodes, outermost first (SOAP 1.2), or the parts of the code after dots: `Client.Authentication` (SOAP 1.1). */
  readonly subcodes: readonly FaultCode[];
  readonly reasons: readonly FaultReason[];
  /** URI of the node that failed (SOAP 1.2), or faultactor (SOAP 1.1). */
  readonly node: string | undefined;
  /** Role of the node that failed (SOAP 1.2). */
  readonly role: string | undefined;
  readonly detail: XmlElement | undefined;
}

export interface FaultCode {
  /** The code as written, with its prefix. */
  readonly text: string;
  readonly local: string;
  /** `undefined` if the prefix isn't declared. */
  readonly namespace: string | undefined;
}

export interface FaultReason {
  /** Value of `xml:lang`; the empty string if it is missing. */
  readonly language: string;
  readonly text: string;
}

/** The Fault of an envelope (SOAP 1.1 section 4.4, SOAP 1.2 part 1 section 5.4). */
export function decodeFault({ document, fault }: Envelope): Fault | undefined {
  if (!fault) return undefined;
  const has = (...names: string[]) => childElements(fault).some(({ local }) => names.includes(local));
  const shape = has("faultcode", "faultstring") ? "1.1" : has("Code", "Reason") ? "1.2" : undefined;
  return (shape ?? versionOfNamespace(fault.namespace)) === "1.2"
    ? decodeFault12(document, fault)
    : decodeFault11(document, fault);
}

/** The reason in one of `languages` (such as `de`, `en-GB`; the preferred one first), or else the first reason. */
export function reasonIn(fault: Fault, languages: readonly string[]): string | undefined {
  for (const preferred of languages) {
    const reason =
      fault.reasons.find(({ language }) => language.toLowerCase() === preferred.toLowerCase()) ??
      fault.reasons.find(({ language }) => primary(language) === primary(preferred));
    if (reason) return reason.text;
  }
  return fault.reasons[0]?.text;
}

/** The code of the Fault, without parts after dots, if the specification defines it. */
export function definedCode({ code, version }: Fault): string | undefined {
  if (!code || versionOfNamespace(code.namespace) === undefined) return undefined;
  const local = code.local.split(".")[0];
  return faultCodes[version].find((name) => name === local);
}

/** Reads a QName in the scope of an element. A name without a prefix is in the default namespace. */
export function readQName(document: XmlDocument, element: XmlElement, text: string): FaultCode {
  const colon = text.indexOf(":");
  const prefix = colon < 0 ? "" : text.slice(0, colon);
  return { text, local: text.slice(colon + 1), namespace: namespaceOf(document, element, prefix) };
}

/** A sentence about the meaning of a fault code; `undefined` for codes that aren't in the specification. */
export function codeInWords(fault: Fault): string | undefined {
  switch (definedCode(fault)) {
    case "VersionMismatch":
      return l10n.t("The service doesn't support envelopes of this SOAP version.");
    case "MustUnderstand":
      return l10n.t("The service doesn't understand a header block that has mustUnderstand.");
    case "DataEncodingUnknown":
      return l10n.t("The service doesn't support the encodingStyle of a header block or of the body.");
    case "Client":
    case "Sender":
      return l10n.t("The request is invalid. If sent again unchanged, it will fail again.");
    case "Server":
    case "Receiver":
      return l10n.t(
        "The service reports an error of its own. Many services also report errors in the request like this.",
      );
    default:
      return undefined;
  }
}

function decodeFault11(document: XmlDocument, fault: XmlElement): Fault {
  const codeElement = childNamed(fault, "faultcode");
  const code = codeElement && readQName(document, codeElement, textContent(document, codeElement).trim());
  const reason = childNamed(fault, "faultstring");
  const reasonText = nonEmpty(document, reason);
  return {
    element: fault,
    version: "1.1",
    code,
    subcodes: code ? dotted(code) : [],
    reasons: reason && reasonText ? [{ language: languageOf(document, reason), text: reasonText }] : [],
    node: nonEmpty(document, childNamed(fault, "faultactor")),
    role: undefined,
    detail: childNamed(fault, "detail"),
  };
}

/** Splits a code such as `Client.Authentication.Expired`, in which a more specific code follows each dot (SOAP 1.1 section 4.4.1). */
function dotted(code: FaultCode): FaultCode[] {
  return code.local
    .split(".")
    .slice(1)
    .map((local) => ({ text: local, local, namespace: code.namespace }));
}

function decodeFault12(document: XmlDocument, fault: XmlElement): Fault {
  const codeOf = (parent: XmlElement | undefined): FaultCode | undefined => {
    const value = childNamed(parent, "Value");
    return value && readQName(document, value, textContent(document, value).trim());
  };
  const code = childNamed(fault, "Code");
  const subcodes: FaultCode[] = [];
  for (let inner = childNamed(code, "Subcode"); inner && subcodes.length < 100; inner = childNamed(inner, "Subcode")) {
    const innerCode = codeOf(inner);
    if (innerCode) subcodes.push(innerCode);
  }
  const reason = childNamed(fault, "Reason");
  const texts = reason ? childElements(reason).filter(({ local }) => local === "Text") : [];
  return {
    element: fault,
    version: "1.2",
    code: codeOf(code),
    subcodes,
    reasons: texts.map((one) => ({ language: languageOf(document, one), text: textContent(document, one).trim() })),
    node: nonEmpty(document, childNamed(fault, "Node")),
    role: nonEmpty(document, childNamed(fault, "Role")),
    detail: childNamed(fault, "Detail"),
  };
}

function childNamed(parent: XmlElement | undefined, local: string): XmlElement | undefined {
  return parent && childElements(parent).find((child) => child.local === local);
}

function languageOf(document: XmlDocument, element: XmlElement): string {
  const attribute = element.attributes.find(({ name }) => name === "xml:lang");
  return (attribute && attributeValue(document, attribute)?.trim()) ?? "";
}

function nonEmpty(document: XmlDocument, element: XmlElement | undefined): string | undefined {
  const text = element && textContent(document, element).trim();
  return text === "" ? undefined : text;
}

function primary(language: string): string {
  return language.split("-")[0]?.toLowerCase() ?? "";
}
