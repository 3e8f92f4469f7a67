import { percentDecoded } from "../../text/escapes.ts";
import { type NamedSecret, secretElements, secretProperties } from "../../text/redaction.ts";
import { isSecretMember } from "../../text/secretNames.ts";
import type { Text } from "../collection.ts";

/*
 * Finds credentials in a text, by their place, such as `user:password@`, and by their name. All positions are UTF-16 offsets. A
 * credential may be found several times.
 */

/** A character that stands for an insertion in a text. It doesn't end a value. */
const insertionMark = "\ufffc";

/** A text in which each insertion is replaced with one character. */
export function markedText(text: Text): string {
  const [first = ""] = text;
  if (text.length <= 1 && typeof first === "string") return first;
  return text.map((part) => (typeof part === "string" ? part : insertionMark)).join("");
}

/** Secrets in the value of a header. The scheme of Authorization isn't a secret. */
export function secretsInHeader(name: string, value: string): readonly NamedSecret[] {
  if (!isSecretMember(name)) return secretsInLine(value);
  if (/^cookie$/i.test(name) && value.includes(insertionMark)) return assignments(value, inAddress, () => true);
  const start = /authorization$/i.test(name) ? (/^\s*[A-Za-z][\w-]{0,30}\s+(?=\S)/.exec(value)?.[0].length ?? 0) : 0;
  return [{ name: name.toLowerCase(), start, end: value.length }];
}

export function secretsInBodyOrScript(text: string): readonly NamedSecret[] {
  return [...secretsInLine(text), ...membersOf(text)];
}

/** Secrets in a name, an address, an expectation or a form. */
export function secretsInLine(text: string): readonly NamedSecret[] {
  if (!/[=:@"'`]|earer|asic|EARER|ASIC/.test(text)) return [];
  const pairs = assignments(text, inAddress, (name) => isSecretMember(percentDecoded(name)));
  return [...pairs, ...userInformation(text), ...tokensIn(text), ...literalsIn(text)];
}

/** Secrets in a description. Also finds `password: value` in its own line, and `password=value`. */
export function secretsInComment(text: string): readonly NamedSecret[] {
  const rows = text.includes(":")
    ? [...text.matchAll(/^[ \t]{0,20}([\w-]{1,100})[ \t]{0,5}:[ \t]{0,5}(\S+)[ \t]{0,5}$/gm)]
    : [];
  // In prose, such as "Authorization: hawk" and "token: the", the words aren't secrets.
  const values = rows.filter(([, name = "", value = ""]) => {
    return /[^A-Za-z]/.test(value) && (value.length >= 8 || !/^authorization$/i.test(name));
  });
  const named = values.map(({ 0: row, 1: name = "", 2: value = "", index }) => {
    const start = index + row.lastIndexOf(value);
    return { name, start, end: start + value.length };
  });
  return [
    ...secretsInBodyOrScript(text),
    ...named.filter(isMember),
    ...assignments(text, inProse, (name) => isMember({ name })),
  ];
}

/** Whether a file contains a credential: in a table column whose name in the first line shows this, or as in a body. */
export function hasSecrets(content: string | Uint8Array): boolean {
  const text = typeof content === "string" ? content : decodedText(content);
  const [columns = ""] = /^[^\r\n]*/.exec(text) ?? [];
  const names = columns.split(/[,;\t]/).map((name) => name.trim().replace(/^"|"$/g, ""));
  return names.some((name) => isMember({ name })) || secretsInBodyOrScript(text).length > 0;
}

/** The text of a file; empty if the bytes aren't text. */
function decodedText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return "";
  }
}

/** Whether a name denotes a credential. Stricter than at other places: many keys in messages aren't secrets. */
function isMember({ name }: Pick<NamedSecret, "name">): boolean {
  return isSecretMember(name) && !/^key$/i.test(name);
}

/** Secrets in assignments `name=value`, where `name` is at the beginning of the text or behind a separator. */
function assignments(
  text: string,
  { separator, value }: typeof inAddress,
  isSecret: (name: string) => boolean,
): readonly NamedSecret[] {
  const pairs: NamedSecret[] = [];
  for (let equal = text.indexOf("="); equal >= 0; equal = text.indexOf("=", equal + 1)) {
    value.lastIndex = equal + 1;
    // Most assignments are attributes, whose values begin with a quote.
    if (!value.test(text)) continue;
    const { lastIndex: end } = value;
    let from = equal;
    while (from > 0 && equal - from <= longestName && !separator.test(text[from - 1] ?? "")) from--;
    const name = text.slice(from, equal);
    if (name === "" || name.length > longestName || !isSecret(name)) continue;
    pairs.push({ name, start: equal + 1, end });
    equal = end - 1;
  }
  return pairs;
}

const longestName = 100;
/** The separators before names, and the characters of values: in addresses, forms and headers, and in prose. */
const inAddress = { separator: /[?&;\s"'<>=]/, value: /[^\s&#"'<>;\\`]+/y };
const inProse = { separator: /[^\w.-]/, value: /[^\s&"'<>`(),;]+/y };

/** Secrets in `user:password@` in addresses. A long user without a password is a token. */
function userInformation(text: string): readonly NamedSecret[] {
  if (!text.includes("@")) return [];
  return [...text.matchAll(/:\/\/([^\s/?#"'<>@:]*)(?::([^\s/?#"'<>@]+))?@/g)].flatMap(
    ({ 0: whole, 1: user = "", 2: password, index }) => {
      const end = index + whole.length - 1;
      if (password !== undefined) return [{ name: "password", start: end - password.length, end }];
      return user.length >= 16 ? [{ name: "token", start: end - user.length, end }] : [];
    },
  );
}

/** Secrets in `Bearer TOKEN` and `Basic TOKEN`. Words of prose contain neither digits nor inner capitals. */
function tokensIn(text: string): readonly NamedSecret[] {
  if (!/earer|asic|EARER|ASIC/.test(text)) return [];
  return [...text.matchAll(/\b(?:[Bb]earer|[Bb]asic|BEARER|BASIC)[ \t]{1,5}([\w.~+/=-]{6,})/g)].flatMap(
    ({ 0: whole, 1: value = "", index }) => {
      const end = index + whole.length;
      return /\d|[a-z][A-Z]/.test(value) ? [{ name: "token", start: end - value.length, end }] : [];
    },
  );
}

/** Secrets in strings behind a name: `password = "x"`, `token: 'x'`, `("token", "x")`, `{ key: "Authorization", value: "x" }`. */
function literalsIn(text: string): readonly NamedSecret[] {
  const literals: NamedSecret[] = [];
  let at = 0;
  for (const { 0: between, 1: quote = "", index } of text.matchAll(beforeLiteral)) {
    if (index < at) continue;
    const { name, start: nameStart } = nameBefore(text, index);
    if (!isMember({ name })) continue;
    // In a list of strings, a string isn't the name of the next string.
    const isListed = between.startsWith(",") && !between.includes("value");
    if (isListed && !/\(\s{0,5}\\?["'`]$/.test(text.slice(Math.max(0, nameStart - 8), nameStart))) continue;
    const start = index + between.length;
    const end = literalEnd(text, start, quote);
    if (end === undefined) continue;
    literals.push({ name, start, end });
    at = end;
  }
  return literals;
}

const beforeLiteral = /(?:[=!]={0,2}>?|:|,)\s{0,10}(?:["']?value["']?\s{0,5}:\s{0,5})?(\\?["'`])/g;

/** The name that ends before an offset. It may be in quotes or brackets. */
function nameBefore(text: string, offset: number): { readonly name: string; readonly start: number } {
  let end = offset;
  while (end > 0 && offset - end < 15 && " \t\r\n\"'`]\\".includes(text[end - 1] ?? "")) end--;
  let start = end;
  while (start > 0 && end - start < longestName && isNameCode(text.charCodeAt(start - 1))) start--;
  return { name: text.slice(start, end), start };
}

/** Whether a character matches `[\w$-]`. */
function isNameCode(code: number): boolean {
  const letter = code | 0x20;
  return (
    (letter >= 0x61 && letter <= 0x7a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x5f ||
    code === 0x24 ||
    code === 0x2d
  );
}

/** The offset of the quote that ends a string literal on the same line. */
function literalEnd(text: string, from: number, quote: string): number | undefined {
  for (let at = from; at < text.length && text[at] !== "\n"; at++) {
    if (text.startsWith(quote, at)) return at;
    if (text[at] === "\\") at++;
  }
  return undefined;
}

/** Secrets in elements of XML and properties of JSON. */
function membersOf(text: string): readonly NamedSecret[] {
  const isXml = text.includes("</");
  const elements = isXml ? [...secretElements(text)].filter(({ end }) => end < text.length).flatMap(textOf(text)) : [];
  const properties = text.includes('"') ? [...secretProperties(text)].filter((one) => isValue(text, one)) : [];
  return [...elements, ...properties].filter(isMember);
}

/** Returns a function that returns the text of an element without markup, or with only CDATA. */
function textOf(text: string): (element: NamedSecret) => readonly NamedSecret[] {
  return ({ name, start, end }) => {
    const content = text.slice(start, end);
    const isSection = content.startsWith("<![CDATA[") && content.endsWith("]]>");
    const value = (isSection ? content.slice(9, -3) : content).trim();
    if (value === "" || value.includes("<")) return [];
    const from = start + content.indexOf(value);
    return [{ name, start: from, end: from + value.length }];
  };
}

function isValue(text: string, { start, end, isString }: NamedSecret & { readonly isString: boolean }): boolean {
  return isString || !/^(?:true|false)$/.test(text.slice(start, end));
}
