import * as l10n from "@vscode/l10n";
import type { Message } from "../../message/message.ts";
import { childElements, type Envelope, inNamespaceOf, isFault } from "../../soap/envelope.ts";
import { faultCodes, faultParts11, type SoapVersion, versionOfNamespace } from "../../soap/facts.ts";
import { nameSpan } from "../../xml/query.ts";
import type { XmlElement } from "../../xml/tree.ts";
import type { Report } from "../rule.ts";
import { textBetween } from "./children.ts";
import { checkFault12 } from "./fault12.ts";
import { duplicates, faultCodeIn, missingPart, valueIn } from "./faultParts.ts";
import { hasVariable, isAnyUri, qualified, type XmlMessage } from "./xmlMessage.ts";

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

/** A SOAP 1.2 Body can contain nothing else next to a Fault; a SOAP 1.1 Body no other Fault. */
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

/** The message for a Fault whose namespace, or names of children, are those of the other version. */
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

/** SOAP 1.1 section 4.4: the parts have no namespace, and any order. Other children have another namespace. */
function* checkFault11(envelope: Envelope, fault: XmlElement): Iterable<Report> {
  const children = childElements(fault);
  const parts = children.filter(isPart);
  const part = (name: string) => parts.find(({ local }) => local === name);
  yield* textBetween(envelope.document, fault);
  yield* wrongNamespace(fault, parts);
  for (const child of children) if (!isPart(child)) yield* checkOther(fault, child);
  yield* duplicates(envelope, parts);
  for (const name of ["faultcode", "faultstring"]) yield* missingPart(envelope, fault, parts, name, name);
  const code = part("faultcode");
  if (code) yield* checkCode(envelope, code);
  const actor = part("faultactor");
  if (actor) yield* checkActor(envelope, actor);
}

function isPart({ local }: XmlElement): boolean {
  return faultParts11.some((name) => name === local);
}

/** Reports only the first part, because all have the same cause: usually a default namespace. */
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

function* checkOther(fault: XmlElement, child: XmlElement): Iterable<Report> {
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

/** A code in the SOAP namespace must be a defined one, or start with a defined one and a dot. */
function* checkCode(envelope: Envelope, code: XmlElement): Iterable<Report> {
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
