import * as l10n from "@vscode/l10n";
import type { ReceivedMessage } from "../../response/receivedMessage.ts";
import { nameSpan } from "../../xml/query.ts";
import { atMost, type Report, type Rule, rule } from "../rule.ts";
import { bodyChildUnqualified, ofProfile, wsiEnvelopeRules } from "../wsi.ts";

/** The rules of the WS-I Basic Profile for responses. */
export const wsiResponseRules: readonly Rule<(received: ReceivedMessage) => Iterable<Report>>[] = [
  rule("wsi-body-child-unqualified", "warning", "WS-I Basic Profile R1014", atMost(100, bodyChild)),
  ...wsiEnvelopeRules.map((rule) => ({
    ...rule,
    check: ({ isCut, text, xml, envelope }: ReceivedMessage) => (isCut ? [] : rule.check({ text, xml, envelope })),
  })),
  ofProfile("wsi-response-status", "R1111, R1112", status),
  ofProfile("wsi-response-redirect", "R1130", redirect),
  ofProfile("wsi-response-one-way", "R2750", oneWay),
];

/** With a contract, the rules `schema-…` check the elements in the Body. */
function bodyChild(received: ReceivedMessage): Iterable<Report> {
  return received.contract || received.isCut ? [] : bodyChildUnqualified(received);
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
