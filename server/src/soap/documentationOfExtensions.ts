import * as l10n from "@vscode/l10n";
import { element, type KnownElement } from "./documentationOfElements.ts";

/*
 * The header blocks that authors write by hand: WS-Addressing, WS-Security with a user name; and XOP's Include.
 */

export const addressingNamespace = "http://www.w3.org/2005/08/addressing";
export const securityNamespace = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
export const utilityNamespace = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
export const xopNamespace = "http://www.w3.org/2004/08/xop/include";

const properties = "WS-Addressing 1.0 Core section 3.2";
const references = "WS-Addressing 1.0 Core section 2.2";
const endpoint = {
  children: ["Address", "ReferenceParameters", "Metadata"].map((local) => [addressingNamespace, local] as const),
};

const addressing: readonly KnownElement[] = [
  element(
    addressingNamespace,
    "Action",
    properties,
    () =>
      l10n.t("The intent of the message, a URI. In SOAP 1.1 it has to agree with SOAPAction, in SOAP 1.2 with action."),
    { text: true },
  ),
  element(
    addressingNamespace,
    "To",
    properties,
    () => l10n.t("The address that the message goes to; without it, the anonymous one."),
    { text: true },
  ),
  element(
    addressingNamespace,
    "MessageID",
    properties,
    () => l10n.t("The identity of the message, a URI, never used again. A request that wants an answer needs it."),
    { text: true },
  ),
  element(
    addressingNamespace,
    "ReplyTo",
    properties,
    () => l10n.t("Where the answer goes; without it, back on the same connection."),
    endpoint,
  ),
  element(
    addressingNamespace,
    "FaultTo",
    properties,
    () => l10n.t("Where a Fault goes; without it, to ReplyTo."),
    endpoint,
  ),
  element(addressingNamespace, "From", properties, () => l10n.t("Where the message comes from."), endpoint),
  element(
    addressingNamespace,
    "RelatesTo",
    properties,
    () => l10n.t("The MessageID of the message that this one has to do with: the one that it answers."),
    { text: true, repeats: true },
  ),
  element(addressingNamespace, "Address", references, () => l10n.t("The address, a URI."), {
    text: true,
    required: true,
  }),
  element(addressingNamespace, "ReferenceParameters", references, () =>
    l10n.t("Elements that whoever writes to this address puts into the Header."),
  ),
  element(addressingNamespace, "Metadata", references, () => l10n.t("What the endpoint does: a WSDL, policies.")),
];

const message = "WS-Security 1.0 SOAP Message Security";
const profile = "WS-Security UsernameToken Profile 1.0 section 3.1";

const security: readonly KnownElement[] = [
  element(
    securityNamespace,
    "Security",
    `${message} section 5`,
    () => l10n.t("The security of the message for one role: tokens, signatures, a timestamp."),
    {
      children: [
        [utilityNamespace, "Timestamp"],
        [securityNamespace, "UsernameToken"],
        [securityNamespace, "BinarySecurityToken"],
      ],
    },
  ),
  element(securityNamespace, "UsernameToken", profile, () => l10n.t("A user, with a proof of who he is."), {
    children: [
      [securityNamespace, "Username"],
      [securityNamespace, "Password"],
      [securityNamespace, "Nonce"],
      [utilityNamespace, "Created"],
    ],
  }),
  element(securityNamespace, "Username", profile, () => l10n.t("The user's name."), { text: true, required: true }),
  element(securityNamespace, "Password", profile, () => l10n.t("The password, or its digest: Type says which."), {
    text: true,
  }),
  element(
    securityNamespace,
    "Nonce",
    profile,
    () => l10n.t("A random value that is used once, in base64. A digest of the password is made with it."),
    { text: true },
  ),
  element(
    securityNamespace,
    "BinarySecurityToken",
    `${message} section 6.3`,
    () => l10n.t("A token that is not XML, such as an X.509 certificate in base64."),
    { text: true },
  ),
  element(
    securityNamespace,
    "SecurityTokenReference",
    `${message} section 7.1`,
    () => l10n.t("Points to a token, in the message or elsewhere."),
    {
      children: [
        [securityNamespace, "Reference"],
        [securityNamespace, "KeyIdentifier"],
      ],
    },
  ),
  element(securityNamespace, "Reference", `${message} section 7.2`, () => l10n.t("The token by its URI, such as #id.")),
  element(
    securityNamespace,
    "KeyIdentifier",
    `${message} section 7.3`,
    () => l10n.t("The token by a value that identifies it."),
    { text: true },
  ),
  element(
    utilityNamespace,
    "Timestamp",
    `${message} section 10`,
    () => l10n.t("When the message was made, and until when it holds. Services refuse an old one."),
    {
      children: [
        [utilityNamespace, "Created"],
        [utilityNamespace, "Expires"],
      ],
    },
  ),
  element(
    utilityNamespace,
    "Created",
    `${message} section 10`,
    () => l10n.t("When it was made: a time in UTC, such as 2030-01-31T12:00:00Z."),
    { text: true },
  ),
  element(utilityNamespace, "Expires", `${message} section 10`, () => l10n.t("Until when it holds: a time in UTC."), {
    text: true,
  }),
];

const xop: readonly KnownElement[] = [
  element(xopNamespace, "Include", "XOP section 2.1", () =>
    l10n.t("Stands for the binary content of its parent, which is in the part that href names by its Content-ID."),
  ),
];

/** Elements of other specifications that stand in SOAP messages. */
export const extensionElements: readonly KnownElement[] = [...addressing, ...security, ...xop];

/** Those that are header blocks of requests. */
export const knownHeaderBlocks: readonly KnownElement[] = [
  ...addressing.filter(({ source, local }) => source === properties && local !== "RelatesTo"),
  ...security.filter(({ local }) => local === "Security"),
];
