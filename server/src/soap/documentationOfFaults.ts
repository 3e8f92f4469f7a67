import * as l10n from "@vscode/l10n";
import { type Fact, fact } from "../http/facts.ts";
import { encodingNamespaces, envelopeNamespaces } from "./facts.ts";

/*
 * What the codes of a Fault mean, by the namespace that their prefix stands for.
 */

const codes11: readonly Fact[] = [
  fact("VersionMismatch", "SOAP 1.1 section 4.4.1", () =>
    l10n.t("The service doesn't support envelopes in this namespace, that is, of this SOAP version."),
  ),
  fact("MustUnderstand", "SOAP 1.1 section 4.4.1", () =>
    l10n.t("A header block for the service has mustUnderstand 1, but the service doesn't understand it."),
  ),
  fact("Client", "SOAP 1.1 section 4.4.1", () =>
    l10n.t("The request is malformed or incomplete. If sent again unchanged, it will fail again."),
  ),
  fact("Server", "SOAP 1.1 section 4.4.1", () =>
    l10n.t("The service failed, not the request. If sent again later, it may succeed."),
  ),
];

const codes12: readonly Fact[] = [
  fact("VersionMismatch", "SOAP 1.2 part 1 section 5.4.6", () =>
    l10n.t(
      "The service doesn't support this envelope. The header block Upgrade of the Fault lists the supported ones.",
    ),
  ),
  fact("MustUnderstand", "SOAP 1.2 part 1 section 5.4.6", () =>
    l10n.t(
      "A header block for the service has mustUnderstand, but the service doesn't understand it. The header block NotUnderstood of the Fault names it.",
    ),
  ),
  fact("DataEncodingUnknown", "SOAP 1.2 part 1 section 5.4.6", () =>
    l10n.t("The service doesn't support the encodingStyle of a header block or of a child of the Body."),
  ),
  fact("Sender", "SOAP 1.2 part 1 section 5.4.6", () =>
    l10n.t("The request is malformed or incomplete. If sent again unchanged, it will fail again."),
  ),
  fact("Receiver", "SOAP 1.2 part 1 section 5.4.6", () =>
    l10n.t("The service failed, not the request. If sent again later, it may succeed."),
  ),
];

const rpcSubcodes: readonly Fact[] = [
  fact("ProcedureNotPresent", "SOAP 1.2 part 2 section 4.4", () => l10n.t("The service has no such operation.")),
  fact("BadArguments", "SOAP 1.2 part 2 section 4.4", () =>
    l10n.t("The operation can't process its arguments: their names, number, or types."),
  ),
];

const encodingSubcodes: readonly Fact[] = [
  fact("MissingID", "SOAP 1.2 part 2 section 3.2", () => l10n.t("A reference specifies an id that doesn't exist.")),
  fact("DuplicateID", "SOAP 1.2 part 2 section 3.2", () => l10n.t("Two elements have the same id.")),
  fact("UntypedValue", "SOAP 1.2 part 2 section 3.2", () => l10n.t("The type of a value can't be determined.")),
];

const addressing = "WS-Addressing 1.0 SOAP Binding section 6.4";
const addressingSubcodes: readonly Fact[] = [
  fact("InvalidAddressingHeader", addressing, () => l10n.t("A WS-Addressing header block is invalid or duplicate.")),
  fact("MessageAddressingHeaderRequired", addressing, () => l10n.t("A WS-Addressing header block is missing.")),
  fact("DestinationUnreachable", addressing, () => l10n.t("The address in wsa:To can't be reached.")),
  fact("ActionNotSupported", addressing, () => l10n.t("The service has no operation for this wsa:Action.")),
  fact("EndpointUnavailable", addressing, () => l10n.t("The endpoint can't process the message at this time.")),
];

const security = "WS-Security 1.0 SOAP Message Security section 12";
const securityCodes: readonly Fact[] = [
  fact("UnsupportedSecurityToken", security, () => l10n.t("The service doesn't support this type of token.")),
  fact("UnsupportedAlgorithm", security, () => l10n.t("The service doesn't support this signature or encryption.")),
  fact("InvalidSecurity", security, () => l10n.t("The wsse:Security header block can't be processed.")),
  fact("InvalidSecurityToken", security, () => l10n.t("The token is invalid.")),
  fact("FailedAuthentication", security, () =>
    l10n.t("The credentials are wrong: user, password, or the digest with its nonce and time."),
  ),
  fact("FailedCheck", security, () => l10n.t("The signature or the decryption failed.")),
  fact("SecurityTokenUnavailable", security, () => l10n.t("The referenced token can't be found.")),
  fact("MessageExpired", "WS-Security 1.1 SOAP Message Security section 12", () =>
    l10n.t("The wsu:Timestamp has expired. Check the clocks on both sides."),
  ),
];

const byNamespace: ReadonlyMap<string, readonly Fact[]> = new Map([
  [envelopeNamespaces["1.1"], codes11],
  [envelopeNamespaces["1.2"], codes12],
  ["http://www.w3.org/2003/05/soap-rpc", rpcSubcodes],
  [encodingNamespaces["1.2"], encodingSubcodes],
  ["http://www.w3.org/2005/08/addressing", addressingSubcodes],
  ["http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd", securityCodes],
]);

/** What the codes in a namespace are, in the order of their specification. */
export function faultCodeFacts(namespace: string): readonly Fact[] {
  return byNamespace.get(namespace) ?? [];
}

/** @param local may go on with dots in SOAP 1.1 (`Client.Authentication`, section 4.4.1) */
export function faultCodeFact(namespace: string, local: string): Fact | undefined {
  const facts = faultCodeFacts(namespace);
  const general = namespace === envelopeNamespaces["1.1"] ? (local.split(".")[0] ?? local) : local;
  return facts.find(({ name }) => name === general);
}
