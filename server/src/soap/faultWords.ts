import * as l10n from "@vscode/l10n";
import { definedCode, type Fault } from "./fault.ts";

/** What a Fault's code means, in a sentence; `undefined` for a service's own code. */
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
      return l10n.t("The service failed, not the request. If sent again later, it may succeed.");
    default:
      return undefined;
  }
}
