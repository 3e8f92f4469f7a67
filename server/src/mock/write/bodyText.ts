import { parameter, parseMediaType } from "../../http/mediaType.ts";
import { type Charset, findCharset, utf8 } from "../../text/charset.ts";
import { decodeText } from "../../text/decode.ts";

/** A body as text, with the charset that a file of requests or responses sends it in. */
export interface BodyAsText {
  readonly text: string;
  readonly charset: Charset;
}

/** `undefined` if the body has bytes that no text has in its charset. */
export function bodyAsText(bytes: Uint8Array, contentType: string): BodyAsText | undefined {
  const type = parseMediaType(contentType);
  const named = findCharset(parameter(type, "charset")?.value ?? "")?.charset;
  const charset = named ?? (type.essence.startsWith("multipart/") ? utf8 : decodeText(bytes).charset);
  const { text, invalid } = charset.decode(bytes);
  const isSame = (one: string) => invalid === 0 && sameBytes(charset.encode(one), bytes);
  // A typed byte order mark is a character of the text.
  const found = [text, `\ufeff${text}`].find(isSame);
  return found === undefined ? undefined : { text: found, charset };
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
