/** A text without percent-encoding (RFC 3986 section 2.1), or as it is if it isn't encoded correctly. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
