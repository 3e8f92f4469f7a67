import { securityNamespace, utilityNamespace } from "./facts.ts";

/*
 * Names of WS-Security 1.0 and 1.1, and of the UsernameToken Profile 1.0.
 */

export { securityNamespace, utilityNamespace } from "./facts.ts";

const base = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-";

export const securityNamespace11 = "http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd";

export const passwordTypes = {
  text: `${base}username-token-profile-1.0#PasswordText`,
  digest: `${base}username-token-profile-1.0#PasswordDigest`,
} as const;

export const base64Encoding = `${base}soap-message-security-1.0#Base64Binary`;

export const certificateType = `${base}x509-token-profile-1.0#X509v3`;

/** The namespace of WS-Security that an incorrect one was meant for, such as a misspelled one or one of a draft. */
export function namespaceMeant(namespace: string): string | undefined {
  if ([securityNamespace, utilityNamespace, securityNamespace11].includes(namespace)) return undefined;
  const isUtility = /wss.?.?security-?utility|-utility-1|\/ws\/200[23]\/\d\d\/utility/i.test(namespace);
  if (isUtility && /ws/i.test(namespace)) return utilityNamespace;
  if (/secext-?1\.1/i.test(namespace)) return securityNamespace11;
  return /secext|wss-?wssecurity|wss-security-sec/i.test(namespace) ? securityNamespace : undefined;
}
