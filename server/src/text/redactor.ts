import { fromBase64, toBase64, toBinary } from "./base64.ts";
import { hexOf } from "./bytes.ts";
import { type DecodedView, decodedViews, type TextRange } from "./decodedViews.ts";
import { redacted } from "./redaction.ts";

/** Minimum length of secrets that are found inside of words. Shorter secrets are only found as whole words. */
const shortest = 4;
/** Maximum length of a secret whose parts are searched, too. */
const longest = 64 * 1024;
/** More secrets, such as the rows of a large data file, take too much memory: whole texts are redacted instead. */
const maxSecrets = 50_000;
/** Maximum number of forms that are searched one after the other. */
const maxSearches = 1_000;
/** Maximum length of a form that is looked up at each offset of a text. */
const longestLookup = 128;

const encoder = new TextEncoder();

/**
 * Returns a function that replaces secrets in a text with `[redacted]`. Each form of a secret is found: unchanged, as
 * bytes of UTF-8 and ISO-8859-1, escaped for XML, JSON or a URL (also twice), in hexadecimal, and in Base64, even
 * together with other data. The password of Basic credentials is also found alone.
 */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const redact = beginningRedactor(secrets);
  // Exactly one parameter: `map` would pass the index of an element as the second one.
  return (text) => redact(text, text.length);
}

/** Like `redactor`, for the text before an offset. Also removes the beginning of a secret at its end. */
export function beginningRedactor(secrets: readonly string[]): (text: string, end: number) => string {
  const distinct = [...new Set(secrets)];
  if (distinct.length > maxSecrets) return (text) => (text === "" ? "" : redacted);
  const values = [...new Set(distinct.flatMap(contents))].filter(isLongEnough);
  const words = new Set(secrets.map((one) => one.trim()).filter((one) => one !== "" && !isLongEnough(one)));
  const plain = searchOf(new Set(values.flatMap(plainForms).filter(isSearchable)));
  const coded = searchOf(new Set(values.flatMap(base64Forms).filter(isSearchable)));
  if (words.size + values.length === 0) return (text, end) => text.slice(0, end);
  return (text, end) => {
    const { views, squeezed } = decodedViews(text);
    const spans = views.flatMap((view) => [...plain(view), ...wordsIn(view, words)]);
    return replaced(text, end, [...spans, ...wholeRuns(text, [...coded(squeezed)])]);
  };
}

function isLongEnough(value: string): boolean {
  return value.length >= shortest;
}

function isSearchable(form: string): boolean {
  return isLongEnough(form) && !redacted.includes(form);
}

/** Returns a function that finds the forms in a text. If there are many forms, the time doesn't depend on their number. */
function searchOf(forms: ReadonlySet<string>): (view: DecodedView) => Iterable<TextRange> {
  if (forms.size <= maxSearches) return (view) => spansOf(view, forms);
  const long = [...forms].filter(({ length }) => length > longestLookup);
  const starts = new Set<number>();
  const byLength = new Map<number, Set<string>>();
  for (const form of forms) {
    if (form.length > longestLookup) continue;
    starts.add(startOf(form, shortest));
    const others = byLength.get(form.length);
    if (others) others.add(form);
    else byLength.set(form.length, new Set([form]));
  }
  return function* (view) {
    yield* spansOf(view, long);
    const { text, origin } = view;
    for (let end = shortest; end <= text.length; end++) {
      if (!starts.has(startOf(text, end))) continue;
      const at = end - shortest;
      for (const [length, ofLength] of byLength)
        if (ofLength.has(text.slice(at, at + length))) yield origin([at, at + length]);
    }
  };
}

/** A hash of the characters before an offset, as many as the shortest form has. */
function startOf(text: string, end: number): number {
  let start = 0;
  for (let at = end - shortest; at < end; at++) start = Math.imul(start, 31_337) + text.charCodeAt(at);
  return start | 0;
}

function* spansOf({ text, origin }: DecodedView, forms: Iterable<string>): Generator<TextRange> {
  for (const form of forms) {
    for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length)) {
      yield origin([at, at + form.length]);
    }
  }
}

function* wordsIn({ text, origin }: DecodedView, words: ReadonlySet<string>): Generator<TextRange> {
  const isWord = (character: string | undefined) => character !== undefined && /[\w\u0080-\uffff]/.test(character);
  for (const form of new Set([...words].flatMap((one) => [one, utf8(one)]))) {
    for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
      const end = at + form.length;
      if (!isWord(text[at - 1]) && !isWord(text[end])) yield origin([at, end]);
    }
  }
}

/** Extends spans to all Base64 characters around them, because the characters next to a secret contain some of its bits. */
function wholeRuns(text: string, spans: readonly TextRange[]): readonly TextRange[] {
  const isBase64 = (character: string | undefined) => character !== undefined && /[\w+/=-]/.test(character);
  const runs: [start: number, end: number][] = [];
  for (const [start, end] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = runs.at(-1);
    const limit = last?.[1] ?? 0;
    let [from, to] = [start, Math.max(end, limit)];
    while (from > limit && isBase64(text[from - 1])) from--;
    while (isBase64(text[to])) to++;
    if (last && from <= limit) last[1] = to;
    else runs.push([from, to]);
  }
  return runs;
}

function replaced(text: string, last: number, spans: readonly TextRange[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const [start, end] of spans.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) {
    if (start >= last) break;
    // Overlapping spans are one secret, adjacent spans are two secrets.
    if (start >= at) pieces.push(text.slice(at, start), redacted);
    at = Math.max(at, end);
  }
  return [...pieces, text.slice(at, Math.max(at, last))].join("");
}

/** The parts of a secret: the value itself, credentials after a scheme, values of cookies, name and password of Basic, decoded Base64. */
function contents(secret: string): readonly string[] {
  const value = secret.trim();
  if (value.length > longest) return [secret];
  const inner = value.replace(/^<!\[CDATA\[([\s\S]*)\]\]>$/, "$1");
  const credentials = /^[A-Za-z][\w-]*[ \t]+([\w+/=.~-]{6,})$/.exec(value)?.[1];
  const plain = credentials === undefined ? undefined : decode(credentials);
  const password = plain === undefined ? undefined : /^[^:]*:([\s\S]+)$/.exec(plain)?.[1];
  const login = /^[^\s:@/]*:([^\s]+)$/.exec(value)?.[1];
  const binary = /^[\w+/-]{8,}={0,2}$/.test(value) ? decode(value) : undefined;
  const text = binary !== undefined && /^[\t\n\r -~]+$/.test(binary) ? binary : undefined;
  return [secret, value, inner, credentials, plain, password, login, text, ...cookies(value), ...texts(value)].filter(
    (one): one is string => one !== undefined && one !== "",
  );
}

/** The texts in XML and the strings in JSON, each of which may be a secret. */
function texts(value: string): readonly string[] {
  const xml = value.includes("<") ? value.split(/<[^<>]*>/).map((text) => text.trim()) : [];
  const json = /^[[{]/.test(value) ? [...value.matchAll(/"((?:[^"\\]|\\.)*)"?/gs)].map((found) => found[1] ?? "") : [];
  return [...json, ...xml];
}

/** The values of cookies such as `a=1; b=2`, without the attributes of Set-Cookie (RFC 6265 section 4.1). */
function cookies(value: string): readonly string[] {
  if (!/^[^\s=;]+=/.test(value)) return [];
  return value
    .split(/;\s*/)
    .filter((pair) => pair.includes("=") && !/^(?:domain|expires|max-age|path|samesite|priority)=/i.test(pair))
    .map((pair) => pair.slice(pair.indexOf("=") + 1));
}

/** A secret as written and as decoded: in a message it may be escaped, and may be bytes. */
function meanings(value: string): readonly string[] {
  const { views } = decodedViews(value);
  return [...new Set(views.flatMap(({ text }) => [text, fromUtf8(text)]))];
}

function plainForms(value: string): readonly string[] {
  return meanings(value).flatMap((meaning) => {
    const hex = hexOf(encoder.encode(meaning));
    const inForm = meaning.replaceAll(" ", "+");
    return [meaning, utf8(meaning), inForm, utf8(inForm), hex, hex.toUpperCase()];
  });
}

/** What doesn't depend on the bytes before the secret, which starts at the first, second or third byte of a group. */
function base64Forms(value: string): readonly string[] {
  return meanings(value)
    .flatMap((one) => [encoder.encode(one), latin1(one), utf16(one)])
    .flatMap((bytes) => [0, 1, 2].map((offset) => base64Core(bytes, offset)))
    .flatMap((core) => [core, core.replaceAll("+", "-").replaceAll("/", "_")]);
}

function base64Core(bytes: Uint8Array, offset: number): string {
  const shifted = new Uint8Array(offset + bytes.length);
  shifted.set(bytes, offset);
  return toBase64(shifted).slice(Math.ceil((offset * 8) / 6), Math.floor((shifted.length * 8) / 6));
}

function utf8(value: string): string {
  return toBinary(encoder.encode(value));
}

/** Decodes UTF-8 from a text in which each character is a byte. */
function fromUtf8(value: string): string {
  if (!/[\u0080-\u00ff]/.test(value) || /[^\u0000-\u00ff]/.test(value)) return value;
  const text = new TextDecoder().decode(latin1(value));
  return text.includes("\ufffd") ? value : text;
}

/** The bytes of a text in ISO-8859-1. Other characters can't be found in Base64 of ISO-8859-1. */
function latin1(value: string): Uint8Array {
  return Uint8Array.from(value, (character) => character.charCodeAt(0) & 0xff);
}

function utf16(value: string): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(value.length * 2));
  for (let at = 0; at < value.length; at++) bytes.setUint16(at * 2, value.charCodeAt(at), true);
  return new Uint8Array(bytes.buffer);
}

function decode(base64: string): string | undefined {
  try {
    return toBinary(fromBase64(base64));
  } catch {
    return undefined;
  }
}
