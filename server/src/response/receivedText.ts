import { utf8 } from "../text/charset.ts";
import { withLineFeeds } from "../text/trailing.ts";

/** One character a byte. */
export function latin1(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x2000) parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x2000)));
  return parts.join("");
}

/**
 * Bytes of a head or of what stands between the parts of a body, with LF as line ends: as UTF-8 where they are that,
 * else as ISO-8859-1 (RFC 9110 section 5.5). A CR alone ends no line there (RFC 9112 section 2.2): it becomes a space.
 */
export function receivedText(bytes: Uint8Array): string {
  const decoded = utf8.decode(bytes);
  return withLineFeeds(decoded.invalid === 0 ? decoded.text : latin1(bytes));
}
