import type { ReceivedMessage } from "../../response/receivedMessage.ts";
import type { SignatureCode } from "../../security/verification/verification.ts";
import { elements, nameSpan } from "../../xml/query.ts";
import type { Report } from "../rule.ts";

/** The findings with a code, at the elements of the shown text, which has the same elements as the received one. */
export function signatureFindings(code: SignatureCode): (received: ReceivedMessage) => Iterable<Report> {
  return function* ({ verification, anyXml }) {
    const found = verification?.findings.filter((one) => one.code === code) ?? [];
    const all = found.length > 0 && anyXml ? [...elements(anyXml)] : [];
    for (const { element, message } of found) {
      const at = all[element];
      if (at) yield { at: nameSpan(at), message };
    }
  };
}
