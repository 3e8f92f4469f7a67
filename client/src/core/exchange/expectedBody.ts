/**
 * The bytes of a file with an expected body: the text in UTF-8. If its XML declaration names another encoding, a byte order
 * mark, which takes precedence (RFC 7303 section 3.2), comes first.
 */
export function expectedBody(text: string): Uint8Array {
  const declaration = text.startsWith("<?xml") ? text.slice(0, text.indexOf("?>") + 1) : "";
  const isOther = /encoding/.test(declaration) && !/utf-8/i.test(declaration);
  return new TextEncoder().encode(`${isOther ? "\ufeff" : ""}${text}`);
}
