import * as l10n from "@vscode/l10n";
import { childElements, isFault } from "../../soap/envelope.ts";
import { type SoapVersion, versionOfNamespace } from "../../soap/facts.ts";
import { nameSpan } from "../../xml/query.ts";
import type { XmlElement } from "../../xml/tree.ts";
import type { Report, Rule } from "../rule.ts";
import { checkFault11 } from "./fault11.ts";
import { checkFault12 } from "./fault12.ts";
import type { SoapRule } from "./xmlMessage.ts";

export const faultMalformed: SoapRule = {
  code: "soap-fault-malformed",
  severity: "error",
  source: "SOAP 1.2 part 1 section 5.4; SOAP 1.1 section 4.4",
  *check({ envelope }) {
    const { fault, body, version } = envelope ?? {};
    if (!envelope || !fault || !body || !version) return;
    yield* checkPlace(body, fault, version);
    const its = versionOfNamespace(fault.namespace);
    if (its && its !== version) {
      yield {
        at: nameSpan(fault),
        message: l10n.t("The Fault is in the SOAP {0} namespace, but its Envelope is SOAP {1}.", its, version),
      };
      return;
    }
    const shape = shapeOf(fault);
    if (shape && shape !== version) {
      yield {
        at: nameSpan(fault),
        message: wrongShape(version),
      };
      return;
    }
    yield* version === "1.1" ? checkFault11(envelope, fault) : checkFault12(envelope, fault);
  },
};

export const faultInRequest: Rule = {
  code: "soap-fault-in-request",
  severity: "hint",
  source: "SOAP 1.2 part 1 section 5.4",
  *check({ envelope }) {
    if (!envelope?.fault) return;
    yield {
      at: nameSpan(envelope.fault),
      message: l10n.t("This request contains a Fault. Faults belong in responses."),
    };
  },
};

/** Beside a Fault a SOAP 1.2 Body holds nothing; a SOAP 1.1 Body no second one. */
function* checkPlace(body: XmlElement, fault: XmlElement, version: SoapVersion): Iterable<Report> {
  const related = [{ at: nameSpan(fault), message: l10n.t("The Fault") }];
  for (const child of childElements(body)) {
    if (child === fault || (version === "1.1" && !isFault(child))) continue;
    yield {
      at: nameSpan(child),
      message: isFault(child)
        ? l10n.t("Duplicate Fault. A Body can have only one.")
        : l10n.t("{0} isn't allowed next to the Fault. A Fault must be the only element in the Body.", child.name),
      related,
    };
  }
}

/** The version that the children are of, where they are all of one's; their namespace aside. */
function shapeOf(fault: XmlElement): SoapVersion | undefined {
  const names = childElements(fault).map(({ local }) => local);
  const is11 = names.includes("faultcode") || names.includes("faultstring");
  const is12 = names.includes("Code") || names.includes("Reason");
  if (is11 === is12) return undefined;
  return is11 ? "1.1" : "1.2";
}

function wrongShape(version: SoapVersion): string {
  return version === "1.1"
    ? l10n.t("The Fault has the SOAP 1.2 elements Code and Reason. In SOAP 1.1, use faultcode and faultstring.")
    : l10n.t("The Fault has the SOAP 1.1 elements faultcode and faultstring. In SOAP 1.2, use Code and Reason.");
}
