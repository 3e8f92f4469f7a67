import * as l10n from "@vscode/l10n";
import { parameter } from "../http/mediaType.ts";
import type { Message } from "../message/message.ts";
import type { ReceivedMessage } from "../response/receivedMessage.ts";
import { childElements } from "../soap/envelope.ts";
import { encodingNamespaces, envelopeNamespaces } from "../soap/facts.ts";
import { decodeFault, definedCode } from "../soap/fault.ts";
import { attribute, attributeValue, elementsWith, nameSpan } from "../xml/query.ts";
import type { XmlElement } from "../xml/tree.ts";
import { addParameterFix, changeTo, setValue, valuePlace } from "./edits.ts";
import { atMost, type Report, type Rule, rule } from "./rule.ts";
import {
  attributePlace,
  hasUnbalancedTags,
  removeAttributeFix,
  type SoapCheck,
  type XmlMessage,
} from "./soap/xmlMessage.ts";

/*
 * The WS-I Basic Profile: requirements that make services of different vendors work together. A message of this family
 * names the number of the requirement. If the rules `schema-…` check a requirement, too, only they report it.
 */

/** A rule whose findings are omitted unless the profile is selected. */
function ofProfile<Subject>(
  code: string,
  requirements: string,
  check: (subject: Subject) => Iterable<Report>,
): Rule<(subject: Subject) => Iterable<Report>> {
  return rule(code, "warning", `WS-I Basic Profile ${requirements}`, function* (subject: Subject) {
    for (const report of check(subject)) yield { ofProfile: true, ...report };
  });
}

/** The rules of WS-I for an envelope in a request or a response. All but the first are for SOAP 1.1. */
const wsiEnvelopeRules: readonly Rule<SoapCheck>[] = [
  ofProfile("wsi-encoding-style", "R1005, R1006, R1007", atMost(100, encodingStyle)),
  ofProfile("wsi-array-type", "R2113", atMost(100, arrayType)),
  ofProfile("wsi-child-after-body", "R1011", childAfterBody),
  ofProfile("wsi-fault-code", "R1004, R1031", faultCode),
];

export const wsiRules: readonly Rule[] = [
  rule("wsi-body-child-unqualified", "warning", "WS-I Basic Profile R1014", atMost(100, bodyChildOfRequest)),
  ...wsiEnvelopeRules,
  ofProfile("wsi-charset", "R1012, R1018", charset),
  ofProfile("wsi-soapaction", "R2745", soapAction),
  ofProfile("wsi-header-missing", "R2738", headerMissing),
  ofProfile("wsi-part-nil", "R2211", partNil),
];

export const wsiResponseRules: readonly Rule<(received: ReceivedMessage) => Iterable<Report>>[] = [
  rule("wsi-body-child-unqualified", "warning", "WS-I Basic Profile R1014", atMost(100, bodyChildOfResponse)),
  ...wsiEnvelopeRules.map((rule) => ({
    ...rule,
    check: ({ isCut, text, xml, envelope }: ReceivedMessage) => (isCut ? [] : rule.check({ text, xml, envelope })),
  })),
  ofProfile("wsi-response-status", "R1111, R1112", status),
  ofProfile("wsi-response-redirect", "R1130", redirect),
  ofProfile("wsi-response-one-way", "R2750", oneWay),
];

/** Checks the children of a request's Body. If there is a contract, the rules `schema-…` check them instead. */
function bodyChildOfRequest(message: Message): Iterable<Report> {
  return message.contract.kind === "none" ? bodyChildUnqualified(message) : [];
}

function bodyChildOfResponse(received: ReceivedMessage): Iterable<Report> {
  return received.contract || received.isCut ? [] : bodyChildUnqualified(received);
}

function* bodyChildUnqualified({ xml, envelope }: Pick<XmlMessage, "xml" | "envelope">): Iterable<Report> {
  const { body, version, fault } = envelope ?? {};
  // Without balanced tags, the elements are guesses. Other rules report elements next to a Fault.
  if (!xml || !body || !version || fault || hasUnbalancedTags(xml)) return;
  for (const child of childElements(body)) {
    if (child.namespace !== "") continue;
    yield {
      at: nameSpan(child),
      message: l10n.t("{0} has no namespace. The elements in the Body must have one (WS-I R1014).", `<${child.name}>`),
    };
  }
}

function* encodingStyle({ text, envelope, xml }: XmlMessage): Iterable<Report> {
  if (envelope?.version !== "1.1" || !xml) return;
  const [payload] = envelope.body ? childElements(envelope.body) : [];
  for (const element of elementsWith(xml, "encodingStyle")) {
    const written = attribute(element, envelopeNamespaces["1.1"], "encodingStyle");
    if (!written) continue;
    const number = requirementOfStyle(element, envelope.body, payload);
    if (number === undefined) continue;
    yield {
      at: nameSpan(written),
      message: l10n.t("{0} must not have encodingStyle (WS-I {1}).", `<${element.name}>`, number),
      fixes: () => [removeAttributeFix(text, written)],
    };
  }
}

function requirementOfStyle(
  element: XmlElement,
  body: XmlElement | undefined,
  payload: XmlElement | undefined,
): string | undefined {
  if (element.namespace === envelopeNamespaces["1.1"]) return "R1005";
  if (body && element.parent === body) return "R1006";
  return payload && element.parent === payload ? "R1007" : undefined;
}

function* arrayType({ text, envelope, xml }: XmlMessage): Iterable<Report> {
  if (envelope?.version !== "1.1" || !xml) return;
  for (const element of elementsWith(xml, "arrayType")) {
    const written = attribute(element, encodingNamespaces["1.1"], "arrayType");
    if (!written) continue;
    yield {
      at: nameSpan(written),
      message: l10n.t("{0} must not have {1} (WS-I {2}).", `<${element.name}>`, written.name, "R2113"),
      fixes: () => [removeAttributeFix(text, written)],
    };
  }
}

function* childAfterBody({ envelope }: XmlMessage): Iterable<Report> {
  const { version, body, element } = envelope ?? {};
  if (version !== "1.1" || !body || !element) return;
  for (const child of childElements(element)) {
    // Another rule reports a second Body and a Header after the Body.
    if (child.start < body.end || child.namespace === element.namespace) continue;
    yield { at: nameSpan(child), message: l10n.t("No element may follow the Body (WS-I R1011).") };
  }
}

function* faultCode({ envelope }: XmlMessage): Iterable<Report> {
  const fault = envelope?.version === "1.1" ? decodeFault(envelope) : undefined;
  const element = fault && childElements(fault.element).find(({ local }) => local === "faultcode");
  if (!fault?.code || !element) return;
  if (definedCode(fault) !== undefined && fault.subcodes.length > 0) {
    yield {
      at: nameSpan(element),
      message: l10n.t("The faultcode must not be refined with dots: {0} (WS-I R1031).", fault.code.text),
    };
  } else if (!fault.code.namespace) {
    yield {
      at: nameSpan(element),
      message: l10n.t("The faultcode {0} must be one of SOAP 1.1, or have a namespace (WS-I R1004).", fault.code.text),
    };
  }
}

function* charset(message: Message): Iterable<Report> {
  const { envelope, contentType, charset: governing, multipart } = message;
  if (envelope?.version !== "1.1" || !contentType?.field.value.known || multipart) return;
  const { field, mediaType } = contentType;
  const name = governing.charset?.name.toLowerCase();
  if (name && !/^utf-(?:8|16(?:le|be)?)$/.test(name)) {
    yield {
      at: governing.at ?? valuePlace(field),
      message: l10n.t("The message must be in UTF-8 or UTF-16 (WS-I R1012)."),
    };
  } else if (!parameter(mediaType, "charset")) {
    yield {
      at: valuePlace(field),
      message: l10n.t("Content-Type must have the parameter charset (WS-I R1018)."),
      fixes: () => [addParameterFix(field, `charset=${governing.name}`)],
    };
  }
}

/** Checks SOAPAction. An action that differs from the operation's action is reported by `schema-action`. */
function* soapAction(message: Message): Iterable<Report> {
  const { contract, envelope } = message;
  const field = message.field("soapaction");
  if (envelope?.version !== "1.1" || !field?.value.known || field.value.text === '""') return;
  if (contract.kind !== "found" || !contract.operation || contract.operation.operation.soapAction) return;
  yield {
    at: valuePlace(field),
    message: l10n.t("SOAPAction must be {0}, because the operation has no action (WS-I R2745).", '""'),
    fixes: () => [{ ...changeTo(field.value.typed, '""'), edits: [setValue(field, '""')] }],
  };
}

/** Reports missing header blocks. Those that `wsdl:required` requires are reported by `schema-header-missing`. */
function* headerMissing({ contract, envelope }: Message): Iterable<Report> {
  const input = contract.kind === "found" ? contract.operation?.operation.input : undefined;
  if (!envelope || envelope.fault) return;
  const blocks = envelope.headerBlocks.map(({ element }) => element);
  for (const { part, required } of input?.headers ?? []) {
    const name = part?.element;
    if (required || !name || blocks.some(({ local }) => local === name.local)) continue;
    yield {
      at: nameSpan(envelope.header ?? envelope.body ?? envelope.element),
      message: l10n.t("The header {0} of the binding is missing (WS-I R2738).", `<${name.local}>`),
    };
  }
}

function* partNil({ contract, payload, xml }: Message): Iterable<Report> {
  const operation = contract.kind === "found" ? contract.operation?.operation : undefined;
  if (operation?.style !== "rpc" || operation.input?.use !== "literal" || !payload || !xml) return;
  for (const part of childElements(payload)) {
    const nil = attribute(part, "http://www.w3.org/2001/XMLSchema-instance", "nil");
    if (!nil || !/^(?:1|true)$/.test(attributeValue(xml, nil)?.trim() ?? "")) continue;
    yield {
      at: attributePlace(nil),
      message: l10n.t("The part {0} of an rpc message must not be nil (WS-I R2211).", `<${part.name}>`),
    };
  }
}

function* status({ response, envelope, fault, expectsSoap }: ReceivedMessage): Iterable<Report> {
  const { statusLine } = response;
  if (!statusLine || !expectsSoap || fault) return;
  const { code, status: at } = statusLine;
  if (envelope && code >= 200 && code < 300 && code !== 200) {
    yield {
      at,
      message: l10n.t("The status of a response with an envelope should be 200, not {0} (WS-I R1111).", code),
    };
  } else if (!envelope && code >= 200 && code < 300 && code !== 200 && code !== 202) {
    const text = l10n.t(
      "The status of a response without an envelope should be 200 or 202, not {0} (WS-I R1112).",
      code,
    );
    yield { at, message: text };
  }
}

function* redirect({ response, expectsSoap }: ReceivedMessage): Iterable<Report> {
  const { statusLine } = response;
  if (!statusLine || !expectsSoap || ![301, 302, 303, 308].includes(statusLine.code)) return;
  yield {
    at: statusLine.status,
    message: l10n.t("The status of a redirect must be 307, not {0} (WS-I R1130).", statusLine.code),
  };
}

function* oneWay({ contract, envelope, fault }: ReceivedMessage): Iterable<Report> {
  if (contract?.operation.pattern !== "one-way" || !envelope || fault) return;
  yield {
    at: nameSpan(envelope.element),
    message: l10n.t("The operation is one-way: its response is ignored (WS-I R2750)."),
  };
}
