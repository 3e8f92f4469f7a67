import { oneLine } from "./lines.ts";
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

/** @param quote the quote; longer than one character if it is escaped */
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

/** Parts of names that suggest a secret, in lower case and without separators. */
const parts =
  /authorization|password|passwd|passphrase|passwort|kennwort|pwd|pswd|userpass|secret|token|credential|cookie|session|assertion|nonce|saml(?:response|request|art)|hmac|signature|key$|^xauth/;
const longerKeys =
  /apikey|accesskey|authkey|privatekey|secretkey|sharedkey|accountkey|subscriptionkey|functionskey|licen[cs]ekey|clientkey|userkey|masterkey|signingkey|encryptionkey/;
const ofCards =
  /cardn(?:umber|o|r)$|ccnumber|creditcard|cvv|cvc|cardverification|securitycode|kartennummer|pruefziffer/;
const whole = new Set(["auth", "bearer", "jwt", "otp", "pass", "passcode", "pin", "sid", "ssn"]);

/** Whether the name of a file shows that it contains secrets. Such a file is only read for the values in it. */
export function isSecretFile(path: string): boolean {
  return /(?:^|[\\/])(?:\.env|http-client\.private\.env\.json)$/i.test(path);
}

/** Whether a path suggests that its value is a secret: by its last name, or by a name in the arguments of a function. */
export function isSecretPath(path: string): boolean {
  // Names in predicates are of the searched elements, except in brackets of a JSONPath: $['token'].
  const names = path.replace(/\[(?!\s*['"])[^[\]]*\]/g, " ").split(/[^\w-]+/);
  const isComputed = /\(\s*[^\s)]/.test(path) && !/^\s*(?:boolean|count|empty|exists|not|string-length)\(/.test(path);
  return isComputed ? names.some(isSecretHeader) : isSecretHeader(names.findLast((part) => part !== "") ?? "");
}

/** Whether the name of a header suggests that its value is a secret. */
export function isSecretHeader(name: string): boolean {
  const judgment = judged.get(name);
  if (judgment !== undefined) return judgment;
  const isSecret = isSecretName(name);
  if (judged.size < mostJudged && name.length < 100) judged.set(name, isSecret);
  return isSecret;
}

/** The results by name. Kept, because messages contain the same names again and again. */
const judged = new Map<string, boolean>();
const mostJudged = 2_000;

function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, "");
  // This element of WS-Security contains a name and a password, and isn't a secret itself.
  if (plain === "usernametoken") return false;
  return parts.test(plain) || longerKeys.test(plain) || ofCards.test(plain) || whole.has(plain);
}

/** Like `isSecretHeader`, but false for names such as `token_type` and `passwordPolicy`, whose values are no secrets. */
export function isSecretMember(name: string): boolean {
  return isSecretHeader(name) && !aboutSecrets.test(name);
}

const aboutSecrets =
  /(?:type|ur[il]|endpoint|address|names?|timeout|expir(?:y|es|ed|ation)|ttl|lifetime|length|policy|count|format|prefix|field)$/i;
