import {
  BACKSLASH,
  BANG,
  EQUALS,
  endsBrokenName,
  GREATER,
  isNameStart,
  isSpace,
  LEFT_BRACKET,
  QUESTION,
  SLASH,
} from "./characters.ts";
import type { Scanner } from "./scanner.ts";

/*
 * Whether a tag begins where its first characters are wrong. All of it looks ahead a little and leaves `pos` anywhere.
 */

/** Whether the `<` at an offset begins markup, as far as its next characters say, or only should have been `&lt;`. */
export function isMarkup(scanner: Scanner, offset: number): boolean {
  const next = scanner.at(offset + 1);
  if (isNameStart(next)) return true;
  if (next === SLASH || next === BANG || next === QUESTION) return true;
  if (offset + 1 >= scanner.end) return false;
  if (isNameStart(scanner.pointAt(offset + 1))) return true;
  if (next === BACKSLASH) return isBackslashTag(scanner, offset);
  if (next === LEFT_BRACKET) return scanner.has("<[CDATA[", offset);
  return isSpace(next) ? isSpacedTag(scanner, offset) : isBrokenTag(scanner, offset);
}

/** Whether `< name>` or `< name a=` stands there: a tag, where `a < b` is none. */
function isSpacedTag(scanner: Scanner, offset: number): boolean {
  scanner.pos = scanner.afterSpace(offset + 1);
  const slash = scanner.at(scanner.pos) === SLASH;
  if (slash) scanner.pos++;
  if (scanner.name() === undefined) return false;
  return scanner.at(scanner.pos) === GREATER || (!slash && attributeFollows(scanner, scanner.pos));
}

/** Whether `<\\name>` stands there: an end tag with the wrong slash. */
function isBackslashTag(scanner: Scanner, offset: number): boolean {
  scanner.pos = offset + 2;
  return scanner.name() !== undefined && scanner.at(scanner.pos) === GREATER;
}

/** Whether `<1a>` or `<1a b=` stands there: a tag with a name that is none. */
function isBrokenTag(scanner: Scanner, offset: number): boolean {
  scanner.pos = offset + 1;
  if (scanner.brokenName() === undefined) return false;
  const after = scanner.pos;
  return scanner.at(after) === GREATER || scanner.has("/>", after) || attributeFollows(scanner, after);
}

function attributeFollows(scanner: Scanner, offset: number): boolean {
  const from = scanner.afterSpace(offset);
  if (from === offset) return false;
  let i = from;
  while (i < scanner.end && !endsBrokenName(scanner.at(i))) i++;
  return i > from && scanner.at(scanner.afterSpace(i)) === EQUALS;
}

/** No start tag that is guessed at begins with more. */
const LONGEST = 400;

/**
 * The name of a start tag that stands at an offset without its `<`: a name with an attribute or a `>` after it, which
 * is closed at once or by an end tag somewhere.
 */
export function unopenedTagName(scanner: Scanner, offset: number): string | undefined {
  const tag = /^([\w.-]+(?::[\w.-]+)?)(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*(\/?)>/;
  const [, name, slash] = tag.exec(scanner.slice(offset, offset + LONGEST)) ?? [];
  if (name === undefined || /^[\d.-]/.test(name)) return undefined;
  return slash === "/" || scanner.find(`</${name}`, offset) >= 0 ? name : undefined;
}
