import { endsBrokenName, isNameStart, isSpace } from "./characters.ts";
import * as char from "./codes.ts";
import type { Scanner } from "./scanner.ts";

/*
 * Recognizes tags whose first characters are invalid. The functions may change `pos`.
 */

/** Whether the `<` at an offset begins markup and isn't text, according to the next characters. */
export function isMarkup(scanner: Scanner, offset: number): boolean {
  const next = scanner.at(offset + 1);
  if (isNameStart(next)) return true;
  if (next === char.SLASH || next === char.BANG || next === char.QUESTION) return true;
  if (offset + 1 >= scanner.end) return false;
  if (isNameStart(scanner.pointAt(offset + 1))) return true;
  if (next === char.BACKSLASH) return isBackslashTag(scanner, offset);
  if (next === char.LEFT_BRACKET) return scanner.has("<[CDATA[", offset);
  return isSpace(next) ? isSpacedTag(scanner, offset) : isBrokenTag(scanner, offset);
}

/** Whether there is a tag with a space, `< name>` or `< name a=`. `a < b` isn't a tag. */
function isSpacedTag(scanner: Scanner, offset: number): boolean {
  scanner.pos = scanner.afterSpace(offset + 1);
  const slash = scanner.at(scanner.pos) === char.SLASH;
  if (slash) scanner.pos++;
  if (scanner.name() === undefined) return false;
  return scanner.at(scanner.pos) === char.GREATER || (!slash && attributeFollows(scanner, scanner.pos));
}

function isBackslashTag(scanner: Scanner, offset: number): boolean {
  scanner.pos = offset + 2;
  return scanner.name() !== undefined && scanner.at(scanner.pos) === char.GREATER;
}

/** Whether there is a tag with an invalid name: `<1a>` or `<1a b=`. */
function isBrokenTag(scanner: Scanner, offset: number): boolean {
  scanner.pos = offset + 1;
  if (scanner.brokenName() === undefined) return false;
  const after = scanner.pos;
  return scanner.at(after) === char.GREATER || scanner.has("/>", after) || attributeFollows(scanner, after);
}

function attributeFollows(scanner: Scanner, offset: number): boolean {
  const from = scanner.afterSpace(offset);
  if (from === offset) return false;
  let i = from;
  while (i < scanner.end && !endsBrokenName(scanner.at(i))) i++;
  return i > from && scanner.at(scanner.afterSpace(i)) === char.EQUALS;
}

/** Maximum length of a start tag that is recognized without its `<`, in UTF-16 units. */
const LONGEST = 400;

/** The name in a start tag without `<`, if the tag is self-closing or has an end tag. */
export function unopenedTagName(scanner: Scanner, offset: number): string | undefined {
  const tag = /^([\w.-]+(?::[\w.-]+)?)(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*(\/?)>/;
  const [, name, slash] = tag.exec(scanner.slice(offset, offset + LONGEST)) ?? [];
  if (name === undefined || /^[\d.-]/.test(name)) return undefined;
  return slash === "/" || scanner.find(`</${name}`, offset) >= 0 ? name : undefined;
}
