/**
 * Whether a text is a reference to a resource (RFC 2396 as amended by RFC 2732), after the escaping that XLink 1.0
 * (section 5.4) has for characters that it doesn't allow.
 */
export function isUriReference(text: string): boolean {
  if (/%(?![0-9A-Fa-f]{2})/.test(text) || text.indexOf("#") !== text.lastIndexOf("#")) return false;
  const [reference = ""] = text.split("#", 1);
  const scheme = /^[A-Za-z][-A-Za-z0-9+.]*:/.exec(reference)?.[0] ?? "";
  const rest = reference.slice(scheme.length);
  if (scheme !== "" && !rest.startsWith("/")) return rest !== "" && !hasBracket(rest.charAt(0));
  const [hierarchy = ""] = rest.split("?", 1);
  const authority = /^\/\/[^/]*/.exec(hierarchy)?.[0] ?? "";
  const path = hierarchy.slice(authority.length);
  if (hasBracket(path) || (scheme === "" && (path.split("/", 1)[0] ?? "").includes(":"))) return false;
  return !hasBracket(authority) || /^\/\/(?:[^@[\]]*@)?\[[0-9A-Fa-f:.]+\](?::[0-9]*)?$/.test(authority);
}

function hasBracket(text: string): boolean {
  return text.includes("[") || text.includes("]");
}
