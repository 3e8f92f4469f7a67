/*
 * Names of XML Signature (W3C Recommendation, second edition), WS-Security 1.1 and its X.509 Certificate Token Profile 1.1.
 */

export const signatureNamespace = "http://www.w3.org/2000/09/xmldsig#";
export const encryptionNamespace = "http://www.w3.org/2001/04/xmlenc#";
export const exclusiveNamespace = "http://www.w3.org/2001/10/xml-exc-c14n#";

const tokenProfile = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0";

/** Values of ValueType. */
export const valueTypes = {
  certificate: `${tokenProfile}#X509v3`,
  subjectKeyIdentifier: `${tokenProfile}#X509SubjectKeyIdentifier`,
  thumbprint: "http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#ThumbprintSHA1",
} as const;

export const base64Encoding =
  "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary";
