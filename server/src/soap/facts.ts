import { namespaces } from "./documentation.json";

/*
 * Names, namespaces, media types and codes of SOAP 1.1 (W3C Note of 8 May 2000) and SOAP 1.2 (W3C Recommendation, second
 * edition of 27 April 2007).
 */

export type SoapVersion = "1.1" | "1.2";

export const soapVersions: readonly SoapVersion[] = ["1.1", "1.2"];

export const envelopeNamespaces: Readonly<Record<SoapVersion, string>> = {
  "1.1": "http://schemas.xmlsoap.org/soap/envelope/",
  "1.2": "http://www.w3.org/2003/05/soap-envelope",
};

/** Media types in lower case, without parameters (SOAP 1.1 section 6; SOAP 1.2 part 2 section 7.1.4). */
export const mediaTypes: Readonly<Record<SoapVersion, string>> = { "1.1": "text/xml", "1.2": "application/soap+xml" };

export const encodingNamespaces: Readonly<Record<SoapVersion, string>> = {
  "1.1": "http://schemas.xmlsoap.org/soap/encoding/",
  "1.2": "http://www.w3.org/2003/05/soap-encoding",
};

export const addressingNamespace = "http://www.w3.org/2005/08/addressing";
export const securityNamespace = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
export const utilityNamespace = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
export const xopNamespace = "http://www.w3.org/2004/08/xop/include";

/** URI of the role `next` (SOAP 1.1 section 4.2.2; SOAP 1.2 part 1 section 2.2). */
export const nextRoles: Readonly<Record<SoapVersion, string>> = {
  "1.1": "http://schemas.xmlsoap.org/soap/actor/next",
  "1.2": "http://www.w3.org/2003/05/soap-envelope/role/next",
};

/** URI of the role of the last receiver, which is the default role (SOAP 1.2 part 1 section 2.2). */
export const ultimateReceiver = "http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver";

/** The encodingStyle URI for data without encoding rules (SOAP 1.2 part 1 section 5.1.1). */
export const noEncoding = "http://www.w3.org/2003/05/soap-envelope/encoding/none";

export const roleAttributes: Readonly<Record<SoapVersion, string>> = { "1.1": "actor", "1.2": "role" };

export function otherVersion(version: SoapVersion): SoapVersion {
  return version === "1.1" ? "1.2" : "1.1";
}

export function versionOfNamespace(namespace: string | undefined): SoapVersion | undefined {
  return soapVersions.find((version) => envelopeNamespaces[version] === namespace);
}

/** @param essence `type/subtype` in lower case */
export function versionOfMediaType(essence: string): SoapVersion | undefined {
  return soapVersions.find((version) => mediaTypes[version] === essence);
}

/** The SOAP version that an incorrect namespace was meant for, such as that of a draft or with another scheme. */
export function versionMeant(namespace: string): SoapVersion | undefined {
  if (/^https?:\/\/schemas\.xmlsoap\.org\/soap\/envelope/i.test(namespace)) return "1.1";
  return /^https?:\/\/(www\.)?w3\.org\/.*soap-?envelope/i.test(namespace) ? "1.2" : undefined;
}

/** Namespaces of prefixes, if the namespace doesn't depend on the SOAP version. */
const prefixes: ReadonlyMap<string, string> = new Map(
  namespaces.flatMap(({ prefixes, name }) => prefixes.map((prefix) => [prefix, name])),
);

const envelopePrefixes = ["soap", "soapenv", "soap-env", "env", "s", "SOAP-ENV", "S", "soap_env", "senv"];
const encodingPrefixes = ["soapenc", "soap-enc", "enc", "SOAP-ENC", "senc"];

/** The usual namespace of a prefix in a message of a version. */
export function namespaceOfPrefix(prefix: string, version: SoapVersion = "1.2"): string | undefined {
  if (envelopePrefixes.includes(prefix)) return envelopeNamespaces[version];
  if (encodingPrefixes.includes(prefix)) return encodingNamespaces[version];
  return prefixes.get(prefix);
}

/** All prefixes of `namespaceOfPrefix`. The prefixes of envelopes are first. */
export function knownPrefixes(): readonly string[] {
  return [...envelopePrefixes, ...encodingPrefixes, ...prefixes.keys()];
}

/** The local names of the codes in the envelope's namespace (SOAP 1.1 section 4.4.1; SOAP 1.2 part 1 section 5.4.6). */
export const faultCodes: Readonly<Record<SoapVersion, readonly string[]>> = {
  "1.1": ["VersionMismatch", "MustUnderstand", "Client", "Server"],
  "1.2": ["VersionMismatch", "MustUnderstand", "DataEncodingUnknown", "Sender", "Receiver"],
};

/** The children of a SOAP 1.1 Fault, which are in no namespace (section 4.4). */
export const faultParts11 = ["faultcode", "faultstring", "faultactor", "detail"] as const;

/** The children of a SOAP 1.2 Fault, in order (part 1 section 5.4). */
export const faultParts12 = ["Code", "Reason", "Node", "Role", "Detail"] as const;
