import { oneLine } from "./lines.ts";
import { isSecretHeader } from "./secretNames.ts";
import type { Span } from "./span.ts";

export const redacted = "[redacted]";

/** Redacts the values of XML elements and JSON properties whose names suggest a secret. */
export function withoutNamedSecrets(text: string): string {
  return withoutSecretProperties(withoutSecretElements(text));
}

/** Redacts the values of query parameters whose names suggest a secret, in a request target or URL. */
export function withoutSecretParameters(target: string): string {
  const at = target.indexOf("?");
  return at < 0 ? target : `${target.slice(0, at)}?${withoutSecretPairs(target.slice(at + 1))}`;
}

/** A URL for messages: one short line, without credentials and secrets. */
export function shownAddress(url: string): string {
  return oneLine(withoutSecretParameters(url.replace(/\/\/[^/]*@/, "//")), 200);
}

/** Redacts the values whose names suggest a secret, in a query or form (`a=1&b=2`). */
export function withoutSecretPairs(query: string): string {
  const pairs = query.split("&").map((pair) => {
    const at = pair.indexOf("=");
    const isSecret = at >= 0 && at < pair.length - 1 && isSecretHeader(pair.slice(0, at));
    return isSecret ? `${pair.slice(0, at)}=${encodeURIComponent(redacted)}` : pair;
  });
  return pairs.join("&");
}

/** A value whose name suggests a secret. */
export interface NamedSecret extends Span {
  readonly name: string;
}

function withoutSecretElements(text: string): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end } of secretElements(text)) {
    pieces.push(text.slice(at, start), redacted);
    at = end;
  }
  return [...pieces, text.slice(at)].join("");
}

/**
 * The content of XML elements whose names suggest a secret, such as `wsse:Password`. If the end tag is missing, the
 * content ends with the text. In an element with child elements, only the texts of its descendants are returned.
 */
export function* secretElements(text: string): Generator<NamedSecret> {
  for (let open = text.indexOf("<"); open >= 0; open = text.indexOf("<", open + 1)) {
    // Most tags belong to other elements, so only their names are read.
    tagName.lastIndex = open + 1;
    if (!tagName.test(text)) continue;
    const { lastIndex: nameEnd } = tagName;
    const name = text.slice(open + 1, nameEnd);
    const local = name.slice(name.lastIndexOf(":") + 1);
    if (!isSecretHeader(local)) continue;
    restOfTag.lastIndex = nameEnd;
    const [rest] = restOfTag.exec(text) ?? [];
    if (rest === undefined || rest.endsWith("/>")) continue;
    const start = nameEnd + rest.length;
    const hasChild = text[start] === "<" && !text.startsWith("<![CDATA[", start);
    if (hasChild) continue;
    const end = text.indexOf(`</${name}`, start);
    open = end < 0 ? text.length : end;
    yield { name: local, start, end: open };
  }
}

const tagName = /[^<>\s/!?]+/y;
const restOfTag = /(?:\s[^<>]*)?>/y;

function withoutSecretProperties(text: string): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, isString, quote } of secretProperties(text)) {
    pieces.push(text.slice(at, start), isString ? redacted : `${quote}${redacted}${quote}`);
    at = end;
  }
  return [...pieces, text.slice(at)].join("");
}

/** `quote`: the quote as it is written there: `\"` inside of a string. */
interface SecretProperty extends NamedSecret {
  readonly isString: boolean;
  readonly quote: string;
}

/**
 * The values of JSON properties such as `password`, also in arrays. In an object, only its own properties are
 * examined. Names are found without parsing the JSON around them, because it may be cut off, malformed, inside of
 * other text, or escaped in a string.
 */
export function* secretProperties(text: string): Generator<SecretProperty> {
  let at = 0;
  for (const { 0: matched, 1: name = "", index } of text.matchAll(/"([^"\r\n]*)"\s*:/g)) {
    const local = unescaped(name).replace(/^.*:/, "");
    if (index < at || !isSecretHeader(local)) continue;
    const quote = `${"\\".repeat(backslashesBefore(name, name.length, 0))}"`;
    for (const scalar of scalarsAt(text, index + matched.length, quote)) {
      at = scalar.end;
      yield { ...scalar, name: local, quote };
    }
  }
}

function unescaped(name: string): string {
  return name.replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** The content of strings, and other scalars except `null`: one value, or the values of an array before its first object. */
function* scalarsAt(text: string, from: number, quote: string): Generator<Span & { readonly isString: boolean }> {
  const token = /\s*(?:([[\],])|(\\*")|([^\s"\\[\]{},:][^"\\[\]{},\r\n]*))/y;
  token.lastIndex = from;
  let depth = 0;
  do {
    const [, mark, opening, scalar] = token.exec(text) ?? [""];
    const { lastIndex: at } = token;
    if (mark !== undefined) depth += mark === "[" ? 1 : mark === "]" ? -1 : 0;
    else if (opening !== undefined) {
      const end = stringEnd(text, at, quote);
      if (end > at) yield { start: at, end, isString: true };
      token.lastIndex = end + quote.length;
    } else if (scalar !== undefined) {
      const start = at - scalar.length;
      const value = scalar.trimEnd();
      if (value !== "null") yield { start, end: start + value.length, isString: false };
    } else return;
  } while (depth > 0);
}

/** Offset of the quote that ends a string, or of the text's end. `quote`: more than one character if it is escaped. */
function stringEnd(text: string, from: number, quote: string): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    const backslashes = backslashesBefore(text, at, from);
    const isEscaped = backslashes % (2 * quote.length) === 2 * quote.length - 1;
    if (!isEscaped) return at - Math.min(backslashes, quote.length - 1);
  }
  return text.length;
}

function backslashesBefore(text: string, end: number, from: number): number {
  let start = end;
  while (start > from && text[start - 1] === "\\") start--;
  return end - start;
}
