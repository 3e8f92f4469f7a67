import * as l10n from "@vscode/l10n";
import type { Charset } from "../../text/charset.ts";
import { codePointName } from "../../xml/characters.ts";
import { code, paragraphs, prose, strong } from "../support/markdown.ts";
import type { Hover } from "./hoverAt.ts";

/** The encoding of a character. `head`: US-ASCII; `unsent`: the character isn't sent. */
type Encoding = Charset | "head" | "unsent" | "unknown";

/** The code point and the bytes of a character that isn't ASCII, or is invisible. */
export function hoverCharacter(text: string, offset: number, charset: Encoding): Hover | undefined {
  const isPair = /[\uDC00-\uDFFF]/.test(text.charAt(offset)) && /[\uD800-\uDBFF]/.test(text.charAt(offset - 1));
  const start = isPair ? offset - 1 : offset;
  const point = text.codePointAt(start);
  if (point === undefined || (point >= 0x20 && point < 0x7f) || point === 0x09 || point === 0x0a || point === 0x0d) {
    return undefined;
  }
  const character = String.fromCodePoint(point);
  const isVisible = !/[\p{C}\p{Z}\p{M}\u115f\u1160\u3164]/u.test(character);
  const title = [isVisible ? code(character) : "", strong(codePointName(point)), prose(names.get(point) ?? "")];
  const markdown = paragraphs(title.filter((part) => part).join(" "), prose(bytesText(character, charset)));
  return { start, end: start + character.length, markdown };
}

function bytesText(character: string, charset: Encoding): string {
  if (charset === "unsent") return l10n.t("It is above the request, so it isn't sent.");
  if (charset === "head")
    return l10n.t("The request line and headers are US-ASCII, which doesn't include this character.");
  if (charset === "unknown") return l10n.t("The charset is unknown, so the bytes can't be determined.");
  if (charset.unencodable(character).length > 0) return l10n.t("{0} doesn't include this character.", charset.name);
  // The character is encoded after a blank, because at the beginning of a text, some charsets add a byte order mark.
  const bytes = charset.encode(` ${character}`).slice(charset.byteLength(" "));
  const hex = Array.from(bytes, (byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join(" ");
  return bytes.length === 1
    ? l10n.t("1 byte in {0}: {1}", charset.name, hex)
    : l10n.t("{0} bytes in {1}: {2}", bytes.length, charset.name, hex);
}

/** Unicode's names of invisible characters, and of characters that look like others. */
const names: ReadonlyMap<number, string> = new Map([
  [0x0000, "NULL"],
  [0x007f, "DELETE"],
  [0x0085, "NEXT LINE"],
  [0x00a0, "NO-BREAK SPACE"],
  [0x00ad, "SOFT HYPHEN"],
  [0x2000, "EN QUAD"],
  [0x2002, "EN SPACE"],
  [0x2003, "EM SPACE"],
  [0x2009, "THIN SPACE"],
  [0x200b, "ZERO WIDTH SPACE"],
  [0x200c, "ZERO WIDTH NON-JOINER"],
  [0x200d, "ZERO WIDTH JOINER"],
  [0x200e, "LEFT-TO-RIGHT MARK"],
  [0x200f, "RIGHT-TO-LEFT MARK"],
  [0x2010, "HYPHEN"],
  [0x2011, "NON-BREAKING HYPHEN"],
  [0x2013, "EN DASH"],
  [0x2014, "EM DASH"],
  [0x2018, "LEFT SINGLE QUOTATION MARK"],
  [0x2019, "RIGHT SINGLE QUOTATION MARK"],
  [0x201c, "LEFT DOUBLE QUOTATION MARK"],
  [0x201d, "RIGHT DOUBLE QUOTATION MARK"],
  [0x201e, "DOUBLE LOW-9 QUOTATION MARK"],
  [0x2026, "HORIZONTAL ELLIPSIS"],
  [0x2028, "LINE SEPARATOR"],
  [0x2029, "PARAGRAPH SEPARATOR"],
  [0x202f, "NARROW NO-BREAK SPACE"],
  [0x2060, "WORD JOINER"],
  [0x2212, "MINUS SIGN"],
  [0x3000, "IDEOGRAPHIC SPACE"],
  [0xfeff, "BYTE ORDER MARK (ZERO WIDTH NO-BREAK SPACE)"],
  [0xfffd, "REPLACEMENT CHARACTER"],
]);
