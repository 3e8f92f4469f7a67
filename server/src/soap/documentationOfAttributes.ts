import * as l10n from "@vscode/l10n";
import type { Fact } from "../http/facts.ts";
import { XML_NAMESPACE } from "../xml/names.ts";
import type { ExpandedName } from "./documentation.ts";
import { securityNamespace, utilityNamespace, xopNamespace } from "./documentationOfExtensions.ts";
import { encodingNamespaces, envelopeNamespaces, nextRoles } from "./facts.ts";
import { XSI_NAMESPACE } from "./qnames.ts";

/** What a specification says of an attribute; `name` is its local name. */
export interface KnownAttribute extends Fact {
  /** `""` for none. */
  readonly namespace: string;
  /** The one element that it stands on; `undefined`: its name alone says what it is. */
  readonly on?: ExpandedName;
  /** Values that it may have, or often has. */
  readonly values?: readonly string[];
}

const soap12 = envelopeNamespaces["1.2"];
const soap11 = envelopeNamespaces["1.1"];
const wss = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-";

export const knownAttributes: readonly KnownAttribute[] = [
  {
    namespace: soap12,
    name: "mustUnderstand",
    source: "SOAP 1.2 part 1 section 5.2.3",
    values: ["true", "false"],
    meaning: () => l10n.t("Whether the recipient must understand the header block or return a Fault."),
  },
  {
    namespace: soap12,
    name: "role",
    source: "SOAP 1.2 part 1 section 5.2.2",
    values: [
      nextRoles["1.2"],
      "http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver",
      "http://www.w3.org/2003/05/soap-envelope/role/none",
    ],
    meaning: () => l10n.t("The recipient of the header block: the URI of a role. Default: the service itself."),
  },
  {
    namespace: soap12,
    name: "relay",
    source: "SOAP 1.2 part 1 section 5.2.4",
    values: ["true", "false"],
    meaning: () => l10n.t("Whether an intermediary forwards the header block if it doesn't process it."),
  },
  {
    namespace: soap12,
    name: "encodingStyle",
    source: "SOAP 1.2 part 1 section 5.1.1",
    values: [encodingNamespaces["1.2"], "http://www.w3.org/2003/05/soap-envelope/encoding/none"],
    meaning: () => l10n.t("The encoding of the element and its content: a URI."),
  },
  {
    namespace: soap11,
    name: "mustUnderstand",
    source: "SOAP 1.1 section 4.2.3",
    values: ["1", "0"],
    meaning: () => l10n.t("1: the recipient must understand the header entry or return a Fault."),
  },
  {
    namespace: soap11,
    name: "actor",
    source: "SOAP 1.1 section 4.2.2",
    values: [nextRoles["1.1"]],
    meaning: () => l10n.t("The recipient of the header entry: a URI. Default: the service itself."),
  },
  {
    namespace: soap11,
    name: "encodingStyle",
    source: "SOAP 1.1 section 4.1.1",
    values: [encodingNamespaces["1.1"]],
    meaning: () => l10n.t("The encoding of the element and its content: a list of URIs."),
  },
  {
    namespace: "",
    name: "qname",
    on: { namespace: soap12, local: "NotUnderstood" },
    source: "SOAP 1.2 part 1 section 5.4.8.2",
    meaning: () => l10n.t("The name of the header block that wasn't understood."),
  },
  {
    namespace: "",
    name: "qname",
    on: { namespace: soap12, local: "SupportedEnvelope" },
    source: "SOAP 1.2 part 1 section 5.4.7.3",
    meaning: () => l10n.t("The name of an envelope that the service supports."),
  },
  {
    namespace: XSI_NAMESPACE,
    name: "type",
    source: "XML Schema part 1 section 2.6.1",
    values: ["string", "int", "long", "decimal", "double", "boolean", "date", "dateTime", "base64Binary", "anyURI"],
    meaning: () => l10n.t("The type of the element, a qualified name such as xsd:string or a type of your own."),
  },
  {
    namespace: XSI_NAMESPACE,
    name: "nil",
    source: "XML Schema part 1 section 2.6.2",
    values: ["true"],
    meaning: () => l10n.t("true: the element has no value and is empty."),
  },
  {
    namespace: XSI_NAMESPACE,
    name: "schemaLocation",
    source: "XML Schema part 1 section 2.6.3",
    meaning: () => l10n.t("The locations of schemas: pairs of a namespace and an address. Services ignore it."),
  },
  {
    namespace: XML_NAMESPACE,
    name: "lang",
    source: "XML 1.0 section 2.12",
    values: ["en", "de", "fr", "es"],
    meaning: () => l10n.t("The language of the text: a tag such as en or de-CH."),
  },
  {
    namespace: XML_NAMESPACE,
    name: "space",
    source: "XML 1.0 section 2.10",
    values: ["preserve", "default"],
    meaning: () => l10n.t("preserve: white space in the element is significant."),
  },
  {
    namespace: utilityNamespace,
    name: "Id",
    source: "WS-Security 1.0 SOAP Message Security section 4.2",
    meaning: () => l10n.t("An identifier for the element, unique in the message, that signatures and references use."),
  },
  {
    namespace: "",
    name: "Type",
    on: { namespace: securityNamespace, local: "Password" },
    source: "WS-Security UsernameToken Profile 1.0 section 3.1",
    values: [`${wss}username-token-profile-1.0#PasswordText`, `${wss}username-token-profile-1.0#PasswordDigest`],
    meaning: () => l10n.t("Whether the password is plain text (PasswordText) or a digest (PasswordDigest)."),
  },
  {
    namespace: "",
    name: "EncodingType",
    on: { namespace: securityNamespace, local: "Nonce" },
    source: "WS-Security UsernameToken Profile 1.0 section 3.1",
    values: [`${wss}soap-message-security-1.0#Base64Binary`],
    meaning: () => l10n.t("The encoding of the value. Default: Base64Binary."),
  },
  {
    namespace: "",
    name: "EncodingType",
    on: { namespace: securityNamespace, local: "BinarySecurityToken" },
    source: "WS-Security 1.0 SOAP Message Security section 6.3.2",
    values: [`${wss}soap-message-security-1.0#Base64Binary`],
    meaning: () => l10n.t("The encoding of the token. Default: Base64Binary."),
  },
  {
    namespace: "",
    name: "ValueType",
    on: { namespace: securityNamespace, local: "BinarySecurityToken" },
    source: "WS-Security 1.0 SOAP Message Security section 6.3.2",
    values: [`${wss}x509-token-profile-1.0#X509v3`],
    meaning: () => l10n.t("The type of the token: a URI."),
  },
  {
    namespace: "",
    name: "href",
    on: { namespace: xopNamespace, local: "Include" },
    source: "XOP section 2.1",
    meaning: () =>
      l10n.t("The part that contains the content: cid: followed by its Content-ID without angle brackets."),
  },
];
