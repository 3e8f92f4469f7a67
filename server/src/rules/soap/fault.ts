import * as l10n from "@vscode/l10n";
import type { Message } from "../../message/message.ts";
import { childElements, type Envelope, inNamespaceOf, isFault } from "../../soap/envelope.ts";
import { faultCodes, faultParts11, faultParts12, type SoapVersion, versionOfNamespace } from "../../soap/facts.ts";
import { type FaultCode, readQName } from "../../soap/fault.ts";
import { type Span, trimmed } from "../../text/span.ts";
import { attributeValue, nameSpan, textContent } from "../../xml/query.ts";
import type { XmlElement } from "../../xml/tree.ts";
import type { Report } from "../rule.ts";
import { removeCopy, textBetween } from "./children.ts";
import {
  attributePlace,
  hasVariable,
  isAnyUri,
  isClosed,
  isCutOff,
  isQNameText,
  qualified,
  type XmlMessage,
} from "./xmlMessage.ts";

export function* faultMalformed({ envelope }: XmlMessage): Iterable<Report> {
  const { fault, body, version } = envelope ?? {};
  if (!envelope || !fault || !body || !version) return;
  yield* otherChildren(body, fault, version);
  const versionMismatch = versionProblem(fault, version);
  if (versionMismatch !== undefined) yield { at: nameSpan(fault), message: versionMismatch };
  else yield* version === "1.1" ? checkFault11(envelope, fault) : checkFault12(envelope, fault);
}

export function* faultInRequest({ envelope }: Message): Iterable<Report> {
  if (!envelope?.fault) return;
  yield {
    at: nameSpan(envelope.fault),
    message: l10n.t("This request contains a Fault. Faults belong in responses."),
  };
}

/** Reports other children of a Body with a Fault. A SOAP 1.2 Body can contain only the Fault, a SOAP 1.1 Body only one Fault. */
function* otherChildren(body: XmlElement, fault: XmlElement, version: SoapVersion): Iterable<Report> {
  const related = [{ at: nameSpan(fault), message: l10n.t("The Fault") }];
  for (const child of childElements(body)) {
    if (child === fault || (version === "1.1" && !isFault(child))) continue;
    const message = isFault(child)
      ? l10n.t("Duplicate Fault. A Body can have only one.")
      : l10n.t("{0} isn't allowed next to the Fault. A Fault must be the only element in the Body.", child.name);
    yield { at: nameSpan(child), message, related };
  }
}

/** The message for a Fault with the namespace, or with names of children, of the other SOAP version. */
function versionProblem(fault: XmlElement, version: SoapVersion): string | undefined {
  const namespaceVersion = versionOfNamespace(fault.namespace);
  if (namespaceVersion && namespaceVersion !== version) {
    return l10n.t("The Fault is in the SOAP {0} namespace, but its Envelope is SOAP {1}.", namespaceVersion, version);
  }
  const names = childElements(fault).map(({ local }) => local);
  const has11 = names.includes("faultcode") || names.includes("faultstring");
  const has12 = names.includes("Code") || names.includes("Reason");
  if (has11 === has12 || has11 === (version === "1.1")) return undefined;
  return has12
    ? l10n.t("The Fault has the SOAP 1.2 elements Code and Reason. In SOAP 1.1, use faultcode and faultstring.")
    : l10n.t("The Fault has the SOAP 1.1 elements faultcode and faultstring. In SOAP 1.2, use Code and Reason.");
}

/** SOAP 1.1 section 4.4: the parts have no namespace and any order, and other children must have a namespace. */
function* checkFault11(envelope: Envelope, fault: XmlElement): Iterable<Report> {
  const children = childElements(fault);
  const parts = children.filter(isPart);
  const part = (name: string) => parts.find(({ local }) => local === name);
  yield* textBetween(envelope.document, fault);
  yield* wrongNamespace(fault, parts);
  for (const child of children) if (!isPart(child)) yield* checkOther11(fault, child);
  yield* duplicates(envelope, parts);
  for (const name of ["faultcode", "faultstring"]) yield* missingPart(envelope, fault, parts, name, name);
  const code = part("faultcode");
  if (code) yield* checkCode11(envelope, code);
  const actor = part("faultactor");
  if (actor) yield* checkActor(envelope, actor);
}

function isPart({ local }: XmlElement): boolean {
  return faultParts11.some((name) => name === local);
}

/** Reports parts with a wrong namespace. Only the first one is reported, because all have the same cause: usually a default namespace. */
function* wrongNamespace(fault: XmlElement, parts: readonly XmlElement[]): Iterable<Report> {
  const [first, ...others] = parts.filter(({ namespace }) => namespace !== "" && namespace !== undefined);
  if (!first) return;
  const { name, namespace = "" } = first;
  yield {
    at: nameSpan(first),
    message: inNamespaceOf(first, fault)
      ? l10n.t("{0} is in the SOAP namespace, but must have no namespace in SOAP 1.1.", name)
      : l10n.t("{0} is in the namespace {1}, but must have no namespace in SOAP 1.1.", name, namespace),
    related: others.map((part) => ({ at: nameSpan(part), message: l10n.t("Same problem here") })),
  };
}

function* checkOther11(fault: XmlElement, child: XmlElement): Iterable<Report> {
  if (child.namespace === undefined || (child.namespace !== "" && !inNamespaceOf(child, fault))) return;
  yield {
    at: nameSpan(child),
    message: l10n.t(
      "{0} isn't part of a SOAP 1.1 Fault ({1}). Other elements must be in a namespace of their own.",
      child.name,
      faultParts11.join(", "),
    ),
  };
}

/** Checks a faultcode. In the SOAP namespace, it must be a defined code, or a defined code followed by a dot. */
function* checkCode11(envelope: Envelope, code: XmlElement): Iterable<Report> {
  const name = yield* faultCodeIn(envelope, code, qualified(envelope.element.prefix, "Client"));
  if (!name) return;
  const { namespace, local, text, at } = name;
  if (namespace !== envelope.namespace || faultCodes["1.1"].includes(local.split(".")[0] ?? "")) return;
  yield {
    at,
    message: l10n.t("{0} isn't a SOAP 1.1 fault code. Use one of {1}.", text, faultCodes["1.1"].join(", ")),
  };
}

function* checkActor(envelope: Envelope, actor: XmlElement): Iterable<Report> {
  const { text, at } = valueIn(envelope, actor);
  if (hasVariable(text) || isAnyUri(text)) return;
  yield { at, message: l10n.t("{0} isn't a URI. The faultactor must be one.", text) };
}

/** Checks the children of a Fault (SOAP 1.2 part 1 section 5.4). The parts are in the namespace of the Envelope, in a fixed order. */
function* checkFault12(envelope: Envelope, fault: XmlElement): Iterable<Report> {
  const parts = yield* partsOf(envelope, fault, faultParts12, ["Code", "Reason"]);
  for (const part of parts) {
    if (part.local === "Code") yield* checkCode12(envelope, part);
    else if (part.local === "Reason") yield* checkReason(envelope, part);
    else if (part.local === "Node" || part.local === "Role") yield* checkUri(envelope, part);
  }
}

/** Checks the names, namespaces and order of the children. Returns the children that are parts of a Fault. */
function* partsOf(
  envelope: Envelope,
  parent: XmlElement,
  names: readonly string[],
  required: readonly string[],
): Generator<Report, readonly XmlElement[], void> {
  const children = childElements(parent);
  const parts = children.filter((child) => names.includes(child.local) && inNamespaceOf(child, envelope.element));
  yield* textBetween(envelope.document, parent);
  for (const child of children) if (!parts.includes(child)) yield* checkOther12(envelope, parent, child, names);
  yield* duplicates(envelope, names.includes("Text") ? [] : parts);
  yield* wrongOrder(parts, names);
  // A part in the wrong namespace isn't also reported as missing.
  const present = children.filter(({ local }) => names.includes(local));
  for (const name of required) {
    yield* missingPart(envelope, parent, present, name, qualified(envelope.element.prefix, name));
  }
  return parts;
}

function* checkOther12(
  { element }: Envelope,
  parent: XmlElement,
  child: XmlElement,
  names: readonly string[],
): Iterable<Report> {
  if (child.namespace === undefined) return;
  const message = names.includes(child.local)
    ? l10n.t("{0} must be in the SOAP 1.2 namespace, {1}.", child.name, qualified(element.prefix, child.local))
    : l10n.t("{0} isn't allowed in {1}. Expected {2}.", child.name, parent.name, names.join(", "));
  yield { at: nameSpan(child), message };
}

function* wrongOrder(parts: readonly XmlElement[], names: readonly string[]): Iterable<Report> {
  let last: XmlElement | undefined;
  for (const part of parts) {
    if (last && names.indexOf(part.local) < names.indexOf(last.local)) {
      yield {
        at: nameSpan(part),
        message: l10n.t("{0} comes after {1}. The order must be {2}.", part.name, last.name, names.join(", ")),
        related: [{ at: nameSpan(last), message: last.name }],
      };
    } else last = part;
  }
}

/** Checks a Code or Subcode (sections 5.4.1 to 5.4.1.3). It has a Value, and may have a Subcode, which is checked too. */
function* checkCode12(envelope: Envelope, code: XmlElement): Iterable<Report> {
  for (let at: XmlElement | undefined = code; at; ) {
    const parts: readonly XmlElement[] = yield* partsOf(envelope, at, ["Value", "Subcode"], ["Value"]);
    const value = parts.find(({ local }) => local === "Value");
    if (value) yield* checkValue(envelope, value, at === code);
    at = parts.find(({ local }) => local === "Subcode");
  }
}

function* checkValue(envelope: Envelope, value: XmlElement, isCode: boolean): Iterable<Report> {
  const codes = faultCodes["1.2"];
  const example = qualified(envelope.element.prefix, "Sender");
  const name = yield* faultCodeIn(envelope, value, example);
  if (!name || !isCode) return;
  const { namespace, local, text, at } = name;
  if (namespace === undefined || (namespace === envelope.namespace && codes.includes(local))) return;
  yield {
    at,
    message:
      namespace === envelope.namespace
        ? l10n.t("{0} isn't a SOAP 1.2 fault code. Use one of {1}.", text, codes.join(", "))
        : l10n.t(
            "{0} isn't in the SOAP 1.2 namespace. The Value of a Code must be in that namespace ({1}). Put your own code in a Subcode.",
            text,
            example,
          ),
  };
}

/** Checks a Reason (section 5.4.2). It has at least one Text, each in a different language. */
function* checkReason(envelope: Envelope, reason: XmlElement): Iterable<Report> {
  const texts = yield* partsOf(envelope, reason, ["Text"], ["Text"]);
  const seen = new Map<string, XmlElement>();
  for (const text of texts) {
    const attribute = text.attributes.find(({ name }) => name === "xml:lang");
    if (!attribute) {
      yield { at: nameSpan(text), message: l10n.t("{0} has no xml:lang. Add it to specify the language.", text.name) };
      continue;
    }
    const language = attributeValue(envelope.document, attribute)?.trim();
    if (language === undefined || hasVariable(language)) continue;
    const at = attributePlace(attribute);
    const first = seen.get(language.toLowerCase());
    // The form of language tags is from RFC 4646, which XML refers to. An empty value means no language (XML 1.0 section
    // 2.12).
    if (!/^([A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*)?$/.test(language)) {
      yield { at, message: l10n.t("{0} isn't a language tag. Use a tag such as en or pt-BR.", language) };
    } else if (first) {
      yield {
        at,
        severity: "warning",
        message: l10n.t("Duplicate reason for the language {0}. Use each language only once.", language),
        related: [{ at: nameSpan(first), message: l10n.t("The first one") }],
      };
    } else seen.set(language.toLowerCase(), text);
  }
}

function* checkUri(envelope: Envelope, part: XmlElement): Iterable<Report> {
  const { text, at } = valueIn(envelope, part);
  if (hasVariable(text) || isAnyUri(text)) return;
  yield { at, message: l10n.t("{0} isn't a URI. The value of {1} must be one.", text, part.name) };
}

/** Reports each part whose name another part already has. */
function* duplicates({ document }: Envelope, parts: readonly XmlElement[]): Iterable<Report> {
  const seen = new Map<string, XmlElement>();
  for (const part of parts) {
    const first = seen.get(part.local);
    if (!first) seen.set(part.local, part);
    else {
      yield {
        at: nameSpan(part),
        message: l10n.t("Duplicate {0}. Only one is allowed.", part.name),
        related: [{ at: nameSpan(first), message: l10n.t("The first one") }],
        fixes: () => removeCopy(document.text, first, part),
      };
    }
  }
}

/** Reports a missing part, unless the parent has no end tag. In that case, the part may be elsewhere. */
function* missingPart(
  { document }: Envelope,
  parent: XmlElement,
  parts: readonly XmlElement[],
  local: string,
  name: string,
): Iterable<Report> {
  if (parts.some((part) => part.local === local) || !isClosed(parent) || isCutOff(document)) return;
  yield { at: nameSpan(parent), message: l10n.t("{0} has no {1}. It must have one.", parent.name, name) };
}

/** Reads a fault code, and reports it if it isn't a qualified name. `undefined` for an invalid code and for a variable. */
function* faultCodeIn(
  envelope: Envelope,
  element: XmlElement,
  example: string,
): Generator<Report, (FaultCode & { readonly at: Span }) | undefined, void> {
  const { text, at } = valueIn(envelope, element);
  if (hasVariable(text)) return undefined;
  if (isQNameText(text)) return { ...readQName(envelope.document, element, text), at };
  yield {
    at,
    message:
      text === ""
        ? l10n.t("{0} is empty. Expected a qualified name such as {1}.", element.name, example)
        : l10n.t("{0} isn't a qualified name. Expected a fault code such as {1}.", text, example),
  };
  return undefined;
}

/** The text of an element without whitespace around it, and the span to report: of the text, or of the element's name if it is empty. */
function valueIn({ document }: Envelope, element: XmlElement): { readonly text: string; readonly at: Span } {
  const text = textContent(document, element).trim();
  const [first, ...others] = element.children;
  const at =
    first && others.length === 0 && text !== ""
      ? trimmed(document.text, first)
      : { start: element.startTagEnd, end: element.endTag?.start ?? element.startTagEnd };
  return { text, at: text === "" ? nameSpan(element) : at };
}
