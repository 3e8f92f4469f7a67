import * as l10n from "@vscode/l10n";
import { type Fact, fact } from "../http/facts.ts";
import { encodingNamespaces, envelopeNamespaces, nextRoles } from "./facts.ts";

/*
 * The URIs that SOAP messages hold, and what they are. `Fact.name` is the URI.
 */

const wss = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-";
const wssProfile = "WS-Security UsernameToken Profile 1.0 section 3.1";
const addressing = "http://www.w3.org/2005/08/addressing";

export interface KnownNamespace extends Fact {
  /** The specification's short name, the same in every language: `WS-Addressing 1.0`. */
  readonly title: string;
}

/** The namespaces; those that a request needs come first. */
export const knownNamespaces: readonly KnownNamespace[] = [
  namespace("SOAP 1.2", envelopeNamespaces["1.2"], "SOAP 1.2 part 1 section 5", () =>
    l10n.t("SOAP 1.2: Envelope, Header, Body, and Fault. This namespace identifies a SOAP 1.2 message."),
  ),
  namespace("SOAP 1.1", envelopeNamespaces["1.1"], "SOAP 1.1 section 4", () =>
    l10n.t("SOAP 1.1: Envelope, Header, Body, and Fault. This namespace identifies a SOAP 1.1 message."),
  ),
  namespace("XML Schema instance", "http://www.w3.org/2001/XMLSchema-instance", "XML Schema part 1 section 2.6", () =>
    l10n.t("XML Schema in instances: xsi:type, xsi:nil, xsi:schemaLocation."),
  ),
  namespace("XML Schema", "http://www.w3.org/2001/XMLSchema", "XML Schema part 2 section 3", () =>
    l10n.t("XML Schema and its simple types, such as xsd:string and xsd:dateTime."),
  ),
  namespace("WS-Addressing 1.0", addressing, "WS-Addressing 1.0 Core", () =>
    l10n.t("WS-Addressing 1.0: header blocks for the destination, purpose, and reply address of a message."),
  ),
  namespace("WS-Security", `${wss}wssecurity-secext-1.0.xsd`, "WS-Security 1.0 SOAP Message Security", () =>
    l10n.t("WS-Security: the header block Security with its tokens."),
  ),
  namespace("WS-Security utility", `${wss}wssecurity-utility-1.0.xsd`, "WS-Security 1.0 SOAP Message Security", () =>
    l10n.t("WS-Security utilities: Timestamp, Created, Expires, and the attribute Id."),
  ),
  namespace("SOAP 1.2 encoding", encodingNamespaces["1.2"], "SOAP 1.2 part 2 section 3", () =>
    l10n.t("SOAP 1.2 encoding: a format for graphs of typed values."),
  ),
  namespace("SOAP 1.1 encoding", encodingNamespaces["1.1"], "SOAP 1.1 section 5", () =>
    l10n.t("SOAP 1.1 encoding: a format for graphs of typed values (rpc/encoded services)."),
  ),
  namespace("SOAP 1.2 RPC", "http://www.w3.org/2003/05/soap-rpc", "SOAP 1.2 part 2 section 4", () =>
    l10n.t("SOAP 1.2 RPC: the format of calls, with the result element and fault subcodes."),
  ),
  namespace("XOP (MTOM)", "http://www.w3.org/2004/08/xop/include", "XOP section 2.1", () =>
    l10n.t("XOP: xop:Include represents binary content in another part of an MTOM message."),
  ),
  namespace(
    "XML media types",
    "http://www.w3.org/2005/05/xmlmime",
    "W3C Describing Media Content of Binary Data in XML",
    () => l10n.t("xmime:contentType: the media type of binary content."),
  ),
  namespace("XML Signature", "http://www.w3.org/2000/09/xmldsig#", "XML Signature section 4", () =>
    l10n.t("XML Signature."),
  ),
  namespace("XML Encryption", "http://www.w3.org/2001/04/xmlenc#", "XML Encryption section 3", () =>
    l10n.t("XML Encryption."),
  ),
  namespace(
    "Exclusive canonicalization",
    "http://www.w3.org/2001/10/xml-exc-c14n#",
    "Exclusive XML Canonicalization 1.0",
    () => l10n.t("Exclusive canonicalization, used by signatures of SOAP messages."),
  ),
  namespace(
    "WS-Security 1.1",
    "http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd",
    "WS-Security 1.1 SOAP Message Security",
    () => l10n.t("The additions of WS-Security 1.1."),
  ),
  namespace("SAML 1.0 and 1.1 assertions", "urn:oasis:names:tc:SAML:1.0:assertion", "SAML 1.1 Core", () =>
    l10n.t("SAML 1.0 and 1.1 assertions."),
  ),
  namespace("SAML 2.0 assertions", "urn:oasis:names:tc:SAML:2.0:assertion", "SAML 2.0 Core", () =>
    l10n.t("SAML 2.0 assertions."),
  ),
  namespace("SAML 2.0 protocol", "urn:oasis:names:tc:SAML:2.0:protocol", "SAML 2.0 Core", () =>
    l10n.t("SAML 2.0 requests and responses."),
  ),
  namespace("WS-Trust 1.3", "http://docs.oasis-open.org/ws-sx/ws-trust/200512", "WS-Trust 1.3", () =>
    l10n.t("WS-Trust: requests for tokens to a security token service."),
  ),
  namespace(
    "WS-SecureConversation 1.3",
    "http://docs.oasis-open.org/ws-sx/ws-secureconversation/200512",
    "WS-SecureConversation 1.3",
    () => l10n.t("WS-SecureConversation: a security context over several messages."),
  ),
  namespace(
    "WS-ReliableMessaging 1.1",
    "http://docs.oasis-open.org/ws-rx/wsrm/200702",
    "WS-ReliableMessaging 1.1",
    () => l10n.t("WS-ReliableMessaging: sequences of messages that are acknowledged."),
  ),
  namespace("WS-Notification", "http://docs.oasis-open.org/wsn/b-2", "WS-BaseNotification 1.3", () =>
    l10n.t("WS-Notification: subscriptions."),
  ),
  namespace("WSDL 1.1", "http://schemas.xmlsoap.org/wsdl/", "WSDL 1.1", () =>
    l10n.t("WSDL 1.1: the description of a service."),
  ),
  namespace("WSDL 1.1 binding to SOAP 1.1", "http://schemas.xmlsoap.org/wsdl/soap/", "WSDL 1.1 section 3", () =>
    l10n.t("The SOAP 1.1 binding of WSDL 1.1."),
  ),
  namespace(
    "WSDL 1.1 binding to SOAP 1.2",
    "http://schemas.xmlsoap.org/wsdl/soap12/",
    "WSDL 1.1 Binding Extension for SOAP 1.2",
    () => l10n.t("The SOAP 1.2 binding of WSDL 1.1."),
  ),
  namespace("WS-Policy 1.5", "http://www.w3.org/ns/ws-policy", "WS-Policy 1.5", () =>
    l10n.t("WS-Policy: the requirements of a service."),
  ),
  namespace(
    "WS-Addressing metadata",
    "http://www.w3.org/2007/05/addressing/metadata",
    "WS-Addressing 1.0 Metadata",
    () => l10n.t("WS-Addressing in WSDL and in policies."),
  ),
  namespace(
    "WS-Addressing 2004/08",
    "http://schemas.xmlsoap.org/ws/2004/08/addressing",
    "WS-Addressing, submission of August 2004",
    () => l10n.t("WS-Addressing before version 1.0, used by older WCF and Java services."),
  ),
  namespace("XLink", "http://www.w3.org/1999/xlink", "XLink 1.1", () => l10n.t("XLink: attributes for links.")),
  namespace(
    "xml:lang, xml:space, xml:id",
    "http://www.w3.org/XML/1998/namespace",
    "Namespaces in XML 1.0 section 3",
    () => l10n.t("The namespace of xml:lang, xml:space and xml:id. The prefix xml is always bound to it."),
  ),
  namespace("Namespace declarations", "http://www.w3.org/2000/xmlns/", "Namespaces in XML 1.0 section 3", () =>
    l10n.t("The namespace of namespace declarations."),
  ),
];

/** URIs that are values, not namespaces. */
export const knownUris: readonly Fact[] = [
  fact(nextRoles["1.2"], "SOAP 1.2 part 1 section 2.2", () =>
    l10n.t("The role next: the header block is for the next recipient of the message."),
  ),
  fact("http://www.w3.org/2003/05/soap-envelope/role/none", "SOAP 1.2 part 1 section 2.2", () =>
    l10n.t("The role none: no recipient processes the header block."),
  ),
  fact("http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver", "SOAP 1.2 part 1 section 2.2", () =>
    l10n.t("The role ultimateReceiver: the header block is for the service itself, as without a role."),
  ),
  fact(nextRoles["1.1"], "SOAP 1.1 section 4.2.2", () =>
    l10n.t("The actor next: the header block is for the next recipient of the message."),
  ),
  fact("http://www.w3.org/2003/05/soap-envelope/encoding/none", "SOAP 1.2 part 1 section 5.1.1", () =>
    l10n.t("encodingStyle none: the encoding isn't specified."),
  ),
  fact("http://www.w3.org/2003/05/soap/bindings/HTTP/", "SOAP 1.2 part 2 section 7", () =>
    l10n.t("The binding of SOAP 1.2 to HTTP."),
  ),
  fact(`${addressing}/anonymous`, "WS-Addressing 1.0 Core section 2.1", () =>
    l10n.t("The anonymous address: the response is sent on the same connection."),
  ),
  fact(`${addressing}/none`, "WS-Addressing 1.0 Core section 2.1", () =>
    l10n.t("The address none: no response is expected."),
  ),
  fact(`${addressing}/fault`, "WS-Addressing 1.0 SOAP Binding section 6", () =>
    l10n.t("The action of Faults that WS-Addressing defines."),
  ),
  fact(`${addressing}/soap/fault`, "WS-Addressing 1.0 SOAP Binding section 6", () =>
    l10n.t("The action of Faults that SOAP defines, such as MustUnderstand."),
  ),
  fact(`${wss}username-token-profile-1.0#PasswordText`, wssProfile, () =>
    l10n.t("The password in plain text. Without TLS, anyone can read it."),
  ),
  fact(`${wss}username-token-profile-1.0#PasswordDigest`, wssProfile, () =>
    l10n.t("Base64 of the SHA-1 hash of nonce, creation time, and password."),
  ),
  fact(`${wss}soap-message-security-1.0#Base64Binary`, "WS-Security 1.0 SOAP Message Security section 6.3", () =>
    l10n.t("The value is base64."),
  ),
  fact(`${wss}x509-token-profile-1.0#X509v3`, "WS-Security X.509 Certificate Token Profile 1.0 section 3.1", () =>
    l10n.t("The token is an X.509 certificate."),
  ),
];

const byNamespace = new Map(knownNamespaces.map((one) => [one.name, one]));
const byUri = new Map([...knownNamespaces, ...knownUris].map((one) => [one.name, one]));

/** What a URI is; `undefined` for one that no specification here knows. */
export function uriFact(uri: string): Fact | undefined {
  return byUri.get(uri);
}

/** The short name of what a namespace belongs to; `undefined` for one that no specification here knows. */
export function namespaceTitle(uri: string): string | undefined {
  return byNamespace.get(uri)?.title;
}

function namespace(title: string, uri: string, source: string, meaning: () => string): KnownNamespace {
  return { ...fact(uri, source, meaning), title };
}
