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
    () => l10n.t("The purpose of the message, a URI. It must match SOAPAction in SOAP 1.1 and action in SOAP 1.2."),
    { text: true },
  ),
  element(
    addressingNamespace,
    "To",
    properties,
    () => l10n.t("The destination address of the message. Default: the anonymous address."),
    { text: true },
  ),
  element(
    addressingNamespace,
    "MessageID",
    properties,
    () => l10n.t("The unique identifier of the message, a URI. Required in a request that expects a response."),
    { text: true },
  ),
  element(
    addressingNamespace,
    "ReplyTo",
    properties,
    () => l10n.t("The address for the response. Default: the same connection."),
    endpoint,
  ),
  element(
    addressingNamespace,
    "FaultTo",
    properties,
    () => l10n.t("The address for a Fault. Default: ReplyTo."),
    endpoint,
  ),
  element(addressingNamespace, "From", properties, () => l10n.t("The address of the sender."), endpoint),
  element(
    addressingNamespace,
    "RelatesTo",
    properties,
    () => l10n.t("The MessageID of the message that this one relates to: the request that it responds to."),
    { text: true, repeats: true },
  ),
  element(addressingNamespace, "Address", references, () => l10n.t("The address, a URI."), {
    text: true,
    required: true,
  }),
  element(addressingNamespace, "ReferenceParameters", references, () =>
    l10n.t("Elements that senders must add to the Header of messages to this address."),
  ),
  element(addressingNamespace, "Metadata", references, () =>
    l10n.t("A description of the endpoint, such as a WSDL or policies."),
  ),
];

const message = "WS-Security 1.0 SOAP Message Security";
const profile = "WS-Security UsernameToken Profile 1.0 section 3.1";

const security: readonly KnownElement[] = [
  element(
    securityNamespace,
    "Security",
    `${message} section 5`,
    () => l10n.t("Security information for one role: tokens, signatures, and a timestamp."),
    {
      children: [
        [utilityNamespace, "Timestamp"],
        [securityNamespace, "UsernameToken"],
        [securityNamespace, "BinarySecurityToken"],
      ],
    },
  ),
  element(securityNamespace, "UsernameToken", profile, () => l10n.t("A user with a proof of identity."), {
    children: [
      [securityNamespace, "Username"],
      [securityNamespace, "Password"],
      [securityNamespace, "Nonce"],
      [utilityNamespace, "Created"],
    ],
  }),
  element(securityNamespace, "Username", profile, () => l10n.t("The user's name."), { text: true, required: true }),
  element(securityNamespace, "Password", profile, () => l10n.t("The password or its digest, as specified by Type."), {
    text: true,
  }),
  element(
    securityNamespace,
    "Nonce",
    profile,
    () => l10n.t("A random value in base64, used only once, to create the password digest."),
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
    () => l10n.t("A reference to a token, in the message or elsewhere."),
    {
      children: [
        [securityNamespace, "Reference"],
        [securityNamespace, "KeyIdentifier"],
      ],
    },
  ),
  element(securityNamespace, "Reference", `${message} section 7.2`, () =>
    l10n.t("A reference to the token by its URI, such as #id."),
  ),
  element(
    securityNamespace,
    "KeyIdentifier",
    `${message} section 7.3`,
    () => l10n.t("A reference to the token by a value that identifies it."),
    { text: true },
  ),
  element(
    utilityNamespace,
    "Timestamp",
    `${message} section 10`,
    () => l10n.t("When the message was created and when it expires. Services reject an expired message."),
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
    () => l10n.t("The creation time in UTC, such as 2030-01-31T12:00:00Z."),
    { text: true },
  ),
  element(utilityNamespace, "Expires", `${message} section 10`, () => l10n.t("The expiration time in UTC."), {
    text: true,
  }),
];

const xop: readonly KnownElement[] = [
  element(xopNamespace, "Include", "XOP section 2.1", () =>
    l10n.t(
      "Represents the binary content of its parent element. href specifies the Content-ID of the part that contains it.",
    ),
  ),
];

/** Elements of other specifications that stand in SOAP messages. */
export const extensionElements: readonly KnownElement[] = [...addressing, ...security, ...xop];

/** Those that are header blocks of requests. */
export const knownHeaderBlocks: readonly KnownElement[] = [
  ...addressing.filter(({ source, local }) => source === properties && local !== "RelatesTo"),
  ...security.filter(({ local }) => local === "Security"),
];
