/** Fields whose values prove who somebody is. */
const secretFields = /^(authorization|proxy-authorization|cookie|set-cookie|x-api-key)[ \t]*:/gim;

/** Of WS-Security 1.0: what a UsernameToken holds, and the tokens that stand for somebody. */
const secretElements = /<(?:[\w.-]+:)?(Password|BinarySecurityToken|Assertion)[\s>/]/g;

/** How much of a message is looked at. */
const looked = 256 * 1024;

/** The names of the headers and elements in a message, as sent, that hold secrets; each once. */
export function secretsIn(bytes: Uint8Array): readonly string[] {
  const text = new TextDecoder().decode(bytes.subarray(0, looked));
  const found = [...text.matchAll(secretFields), ...text.matchAll(secretElements)].map((match) => match[1] ?? "");
  return [...new Set(found)];
}
