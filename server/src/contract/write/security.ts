import type { SoapVersion } from "../../soap/facts.ts";
import { lines, type Snippet } from "../../text/snippet.ts";
import type { Policy } from "../../wsdl/policy.ts";
import type { MessagePrefixes } from "./namespaces.ts";

const base = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-";
const secext = `${base}wssecurity-secext-1.0.xsd`;
const utility = `${base}wssecurity-utility-1.0.xsd`;
const passwordText = `${base}username-token-profile-1.0#PasswordText`;

/**
 * The WS-Security header with the user name and the time that a policy requires. None where the policy requires a hash of
 * the password or a signature: these are computed when a message is sent.
 */
export function securityHeader(policy: Policy, prefixes: MessagePrefixes, version: SoapVersion): readonly Snippet[] {
  if (policy.signature === "required" || policy.hashPassword === "required") return [];
  const timestamp = policy.timestamp === "required" ? [timestampElement(prefixes)] : [];
  const token = policy.usernameToken === "required" ? [usernameToken(policy, prefixes)] : [];
  if (timestamp.length + token.length === 0) return [];
  const security = prefixes.name({ namespace: secext, local: "Security" });
  const understood = version === "1.1" ? "1" : "true";
  return [lines([`<${security} soap:mustUnderstand="${understood}">`, ...timestamp, ...token, `</${security}>`])];
}

function timestampElement(prefixes: MessagePrefixes): Snippet {
  const name = (local: string) => prefixes.name({ namespace: utility, local });
  return lines([
    `\t<${name("Timestamp")}>`,
    `\t\t<${name("Created")}>{{$datetime iso8601}}</${name("Created")}>`,
    `\t\t<${name("Expires")}>{{$datetime iso8601 5 m}}</${name("Expires")}>`,
    `\t</${name("Timestamp")}>`,
  ]);
}

function usernameToken(policy: Policy, prefixes: MessagePrefixes): Snippet {
  const name = (local: string) => prefixes.name({ namespace: secext, local });
  const password = `<${name("Password")} Type="${passwordText}">{{$secret password}}</${name("Password")}>`;
  return lines([
    `\t<${name("UsernameToken")}>`,
    `\t\t<${name("Username")}>{{$secret username}}</${name("Username")}>`,
    ...(policy.noPassword === "required" ? [] : [`\t\t${password}`]),
    `\t</${name("UsernameToken")}>`,
  ]);
}
