import { attributeValue, namespaceOf, textContent } from "../xml/query.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";
import { childElements, type Envelope } from "./envelope.ts";
import { faultCodes, type SoapVersion, versionOfNamespace } from "./facts.ts";

/** A Fault, understood as far as it can be. Texts are as an application sees them, without white space around. */
export interface Fault {
  readonly element: XmlElement;
  /** Of the shape that the Fault has; services answer with one version's Fault in the other's envelope. */
  readonly version: SoapVersion;
  readonly code: FaultCode | undefined;
  /** SOAP 1.2: from the outermost inwards; SOAP 1.1: what follows a dot in the code (`Client.Authentication`). */
  readonly subcodes: readonly FaultCode[];
  readonly reasons: readonly FaultReason[];
  /** SOAP 1.2: the node that raised it; SOAP 1.1: faultactor. */
  readonly node: string | undefined;
  /** SOAP 1.2: the role that the node acted in. */
  readonly role: string | undefined;
  readonly detail: XmlElement | undefined;
}

export interface FaultCode {
  /** As it is written, prefix included. */
  readonly text: string;
  readonly local: string;
  /** Of its prefix; `undefined` where that is not declared. */
  readonly namespace: string | undefined;
}

export interface FaultReason {
  /** `xml:lang`; the empty string where it has none, as usual in SOAP 1.1. */
  readonly language: string;
  readonly text: string;
}

/** The Fault of an envelope, SOAP 1.1 section 4.4 or SOAP 1.2 part 1 section 5.4; `undefined` where it has none. */
export function decodeFault({ document, fault }: Envelope): Fault | undefined {
  if (!fault) return undefined;
  const has = (...names: string[]) => childElements(fault).some(({ local }) => names.includes(local));
  const shape = has("faultcode", "faultstring") ? "1.1" : has("Code", "Reason") ? "1.2" : undefined;
  return (shape ?? versionOfNamespace(fault.namespace)) === "1.2"
    ? decodeFault12(document, fault)
    : decodeFault11(document, fault);
}

/** The reason in the language that comes first in `languages` (such as `de`, `en-GB`), else the first there is. */
export function reasonIn(fault: Fault, languages: readonly string[]): string | undefined {
  for (const wanted of languages) {
    const found =
      fault.reasons.find(({ language }) => language.toLowerCase() === wanted.toLowerCase()) ??
      fault.reasons.find(({ language }) => primary(language) === primary(wanted));
    if (found) return found.text;
  }
  return fault.reasons[0]?.text;
}

/** The code of the Fault where it is one that the specification defines, without what dots add; else `undefined`. */
export function definedCode({ code, version }: Fault): string | undefined {
  if (!code || versionOfNamespace(code.namespace) === undefined) return undefined;
  const local = code.local.split(".")[0];
  return faultCodes[version].find((name) => name === local);
}

/** A value of type QName in the scope of an element; without a prefix it is in the default namespace. */
export function readQName(document: XmlDocument, element: XmlElement, text: string): FaultCode {
  const colon = text.indexOf(":");
  const prefix = colon < 0 ? "" : text.slice(0, colon);
  return { text, local: text.slice(colon + 1), namespace: namespaceOf(document, element, prefix) };
}

function decodeFault11(document: XmlDocument, fault: XmlElement): Fault {
  const children = childElements(fault);
  const part = (local: string) => children.find((child) => child.local === local);
  const text = (local: string) => nonEmpty(document, part(local));
  const codeElement = part("faultcode");
  const code = codeElement && readQName(document, codeElement, textContent(document, codeElement).trim());
  const reason = part("faultstring");
  const reasonText = text("faultstring");
  return {
    element: fault,
    version: "1.1",
    code,
    subcodes: code ? dotted(code) : [],
    reasons: reason && reasonText ? [{ language: languageOf(document, reason), text: reasonText }] : [],
    node: text("faultactor"),
    role: undefined,
    detail: part("detail"),
  };
}

/** `Client.Authentication.Expired`: each dot makes a code that is more specific (SOAP 1.1 section 4.4.1). */
function dotted(code: FaultCode): FaultCode[] {
  return code.local
    .split(".")
    .slice(1)
    .map((local) => ({ text: local, local, namespace: code.namespace }));
}

function decodeFault12(document: XmlDocument, fault: XmlElement): Fault {
  const part = (parent: XmlElement | undefined, local: string) =>
    parent && childElements(parent).find((child) => child.local === local);
  const codeOf = (parent: XmlElement | undefined): FaultCode | undefined => {
    const value = part(parent, "Value");
    return value && readQName(document, value, textContent(document, value).trim());
  };
  const code = part(fault, "Code");
  const subcodes: FaultCode[] = [];
  for (let inner = part(code, "Subcode"); inner && subcodes.length < 100; inner = part(inner, "Subcode")) {
    const found = codeOf(inner);
    if (found) subcodes.push(found);
  }
  const reason = part(fault, "Reason");
  const texts = reason ? childElements(reason).filter(({ local }) => local === "Text") : [];
  return {
    element: fault,
    version: "1.2",
    code: codeOf(code),
    subcodes,
    reasons: texts.map((element) => ({
      language: languageOf(document, element),
      text: textContent(document, element).trim(),
    })),
    node: nonEmpty(document, part(fault, "Node")),
    role: nonEmpty(document, part(fault, "Role")),
    detail: part(fault, "Detail"),
  };
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
