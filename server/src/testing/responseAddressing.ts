import * as l10n from "@vscode/l10n";
import type { ReadContent } from "../evaluation/readContent.ts";
import type { Message } from "../message/message.ts";
import type { Envelope } from "../soap/envelope.ts";
import { textContent } from "../xml/query.ts";

/** Sentences about problems of `wsa:Action` and `wsa:RelatesTo`, or about why they can't be checked. */
export function addressingProblems(message: Message, request: ReadContent, response: ReadContent): readonly string[] {
  const { envelope } = response;
  if (!envelope) return [response.tooLarge ?? l10n.t("The body isn't a SOAP Envelope.")];
  return [...actionProblems(message, envelope), ...relationProblems(request.envelope, envelope)];
}

function actionProblems({ contract }: Message, envelope: Envelope): readonly string[] {
  const operation = contract.kind === "found" ? contract.operation?.operation : undefined;
  if (!operation)
    return [l10n.t("No WSDL says which Action the response has. Name one with # @wsdl above the request.")];
  const { output, faults } = operation;
  const allowed = envelope.fault ? faults.map(({ action }) => action) : [output?.action];
  const [action] = blocksOf(envelope, "Action");
  if (action === undefined) return [l10n.t("The response has no {0} of WS-Addressing.", "Action")];
  const isFault = envelope.fault !== undefined && faultActions.test(action);
  if (isFault || allowed.includes(action)) return [];
  const expected = allowed.filter((one) => one !== undefined).join(", ");
  if (expected === "" && !envelope.fault) return [l10n.t("The WSDL has no Action for the response.")];
  return [l10n.t("The Action is {0}, but must be {1}.", action, expected === "" ? predefinedFault : expected)];
}

function relationProblems(request: Envelope | undefined, response: Envelope): readonly string[] {
  const [messageId] = request ? blocksOf(request, "MessageID") : [];
  if (messageId === undefined)
    return [l10n.t("The request has no {0} of WS-Addressing, which RelatesTo repeats.", "MessageID")];
  const related = blocksOf(response, "RelatesTo");
  if (related.includes(messageId)) return [];
  const [first] = related;
  return first === undefined
    ? [l10n.t("The response has no {0} of WS-Addressing.", "RelatesTo")]
    : [l10n.t("RelatesTo is {0}, but the MessageID of the request is {1}.", first, messageId)];
}

/** The texts of header blocks with this name, in any version of WS-Addressing. */
function blocksOf({ document, headerBlocks }: Envelope, name: string): readonly string[] {
  return headerBlocks.flatMap(({ element }) =>
    element.local === name && /\/addressing$/.test(element.namespace ?? "")
      ? [textContent(document, element).trim()]
      : [],
  );
}

const predefinedFault = "http://www.w3.org/2005/08/addressing/soap/fault";
/** The actions of Faults that SOAP or WS-Addressing define, in any version (WS-Addressing 1.0 SOAP binding section 6). */
const faultActions = /\/addressing\/(?:soap\/)?fault$/;
