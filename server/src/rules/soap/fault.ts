import * as l10n from "@vscode/l10n";
import type { Message } from "../../message/message.ts";
import { childElements, isFault } from "../../soap/envelope.ts";
import { type SoapVersion, versionOfNamespace } from "../../soap/facts.ts";
import { nameSpan } from "../../xml/query.ts";
import type { XmlElement } from "../../xml/tree.ts";
import type { Report } from "../rule.ts";
import { checkFault11 } from "./fault11.ts";
import { checkFault12 } from "./fault12.ts";
import type { XmlMessage } from "./xmlMessage.ts";

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
