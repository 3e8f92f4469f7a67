/*
 * Names of XML Signature (W3C Recommendation, second edition), WS-Security 1.1 and its X.509 Certificate Token Profile 1.1.
 */

export const signatureNamespace = "http://www.w3.org/2000/09/xmldsig#";
export const encryptionNamespace = "http://www.w3.org/2001/04/xmlenc#";
export const encryption11Namespace = "http://www.w3.org/2009/xmlenc11#";
export const exclusiveNamespace = "http://www.w3.org/2001/10/xml-exc-c14n#";

export const xadesNamespace = "http://uri.etsi.org/01903/v1.3.2#";
export const signedPropertiesType = "http://uri.etsi.org/01903#SignedProperties";
/** Namespace of XML Signature 1.1, for keys of elliptic curves. */
export const signature11Namespace = "http://www.w3.org/2009/xmldsig11#";
export const security11Namespace = "http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd";

export const transformUris = {
  enveloped: `${signatureNamespace}enveloped-signature`,
  token: "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#STR-Transform",
  content: "http://docs.oasis-open.org/wss/oasis-wss-SwAProfile-1.1#Attachment-Content-Signature-Transform",
  complete: "http://docs.oasis-open.org/wss/oasis-wss-SwAProfile-1.1#Attachment-Complete-Signature-Transform",
} as const;

/** URIs of the encrypted content, and of the transform that reads it (WS-Security SwA Profile 1.1 section 5.5). */
export const attachmentEncryption = {
  content: "http://docs.oasis-open.org/wss/oasis-wss-SwAProfile-1.1#Attachment-Content-Only",
  ciphertext: "http://docs.oasis-open.org/wss/oasis-wss-SwAProfile-1.1#Attachment-Ciphertext-Transform",
} as const;

/**
 * The versions of SAML assertions: the attribute with the id, and how WS-Security refers to it (SAML Token Profile
 * 1.1 sections 3.3 and 3.4).
 */
export const assertions = [
  {
    namespace: "urn:oasis:names:tc:SAML:2.0:assertion",
    id: "ID",
    valueType: "http://docs.oasis-open.org/wss/oasis-wss-saml-token-profile-1.1#SAMLID",
    tokenType: "http://docs.oasis-open.org/wss/oasis-wss-saml-token-profile-1.1#SAMLV2.0",
  },
  {
    namespace: "urn:oasis:names:tc:SAML:1.0:assertion",
    id: "AssertionID",
    valueType: "http://docs.oasis-open.org/wss/oasis-wss-saml-token-profile-1.0#SAMLAssertionID",
    tokenType: "http://docs.oasis-open.org/wss/oasis-wss-saml-token-profile-1.1#SAMLV1.1",
  },
] as const;

const tokenProfile = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0";

export const valueTypes = {
  certificate: `${tokenProfile}#X509v3`,
  subjectKeyIdentifier: `${tokenProfile}#X509SubjectKeyIdentifier`,
  thumbprint: "http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#ThumbprintSHA1",
} as const;

export const base64Encoding =
  "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary";
