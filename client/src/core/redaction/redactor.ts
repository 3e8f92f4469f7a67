import { fromBase64, toBase64, toBinary } from "../../../../server/src/text/base64.ts";
import { decoded, type Span, type View } from "./decodedViews.ts";

/** A shorter one is looked for as a word of its own: it would be found in every other word. */
const shortest = 4;
/** Of a longer one only the whole is looked for, and not what it holds. */
const longest = 64 * 1024;
/** How many secrets are looked for. */
const most = 500;

/** What stands in the place of a secret. */
export const redacted = "[redacted]";

const encoder = new TextEncoder();

/**
 * Returns a function that replaces secrets in any text by `[redacted]`, in whatever form they stand there: as they are, as
 * bytes of UTF-8 and ISO-8859-1, escaped for XML, JSON or a URL (also twice), as hexadecimal numbers, and as base64, also
 * inside of what else is encoded with them; of Basic credentials also the password alone.
 */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const values = [...new Set([...new Set(secrets)].slice(0, most).flatMap(contents))].filter(isLongEnough);
  const words = new Set(secrets.map((one) => one.trim()).filter((one) => one !== "" && !isLongEnough(one)));
  const plain = new Set(values.flatMap(plainForms).filter(isTelling));
  const coded = new Set(values.flatMap(base64Forms).filter(isTelling));
  if (words.size + plain.size === 0) return (text) => text;
  return (text) => {
    const { views, squeezed } = decoded(text);
    const spans = views.flatMap((view) => [...spansOf(view, plain), ...wordsIn(view, words)]);
    return replaced(text, [...spans, ...wholeRuns(text, [...spansOf(squeezed, coded)])]);
  };
}

function isLongEnough(value: string): boolean {
  return value.length >= shortest;
}

/** What stands in the place of secrets says nothing of them. */
function isTelling(form: string): boolean {
  return isLongEnough(form) && !redacted.includes(form);
}

function* spansOf({ text, origin }: View, forms: Iterable<string>): Generator<Span> {
  for (const form of forms) {
    for (let found = text.indexOf(form); found >= 0; found = text.indexOf(form, found + form.length)) {
      yield origin([found, found + form.length]);
    }
  }
}

function* wordsIn({ text, origin }: View, words: ReadonlySet<string>): Generator<Span> {
  const isWord = (character: string | undefined) => character !== undefined && /[\w\u0080-\uffff]/.test(character);
  for (const form of new Set([...words].flatMap((one) => [one, utf8(one)]))) {
    for (let found = text.indexOf(form); found >= 0; found = text.indexOf(form, found + 1)) {
      const end = found + form.length;
      if (!isWord(text[found - 1]) && !isWord(text[end])) yield origin([found, end]);
    }
  }
}

/** What else stands in the same base64 goes too: its neighbours hold bits of the secret. */
function wholeRuns(text: string, spans: readonly Span[]): readonly Span[] {
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

function replaced(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  const pieces: string[] = [];
  let at = 0;
  for (const [start, end] of spans.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) {
    // What overlaps is one secret; what follows at once is another.
    if (start >= at) pieces.push(text.slice(at, start), redacted);
    at = Math.max(at, end);
  }
  pieces.push(text.slice(at));
  return pieces.join("");
}

/** What a value holds: itself, the words after a scheme, a cookie's values, name and password of Basic, its base64. */
function contents(found: string): readonly string[] {
  const value = found.trim();
  if (value.length > longest) return [found];
  const inner = value.replace(/^<!\[CDATA\[([\s\S]*)\]\]>$/, "$1");
  const [, credentials] = /^[A-Za-z][\w-]*[ \t]+([\w+/=.~-]{6,})$/.exec(value) ?? [];
  const plain = credentials === undefined ? undefined : decode(credentials);
  const password = plain === undefined ? undefined : /^[^:]*:([\s\S]+)$/.exec(plain)?.[1];
  const login = /^[^\s:@/]*:([^\s]+)$/.exec(value)?.[1];
  const meant = /^[\w+/-]{8,}={0,2}$/.test(value) ? decode(value) : undefined;
  const told = meant !== undefined && /^[\t\n\r -~]+$/.test(meant) ? meant : undefined;
  return [found, value, inner, credentials, plain, password, login, told, ...cookies(value), ...texts(value)].filter(
    (one): one is string => one !== undefined && one !== "",
  );
}

/** Of XML or JSON that was taken out as a whole: its texts and strings, each of which may be the secret. */
function texts(value: string): readonly string[] {
  const xml = value.includes("<") ? value.split(/<[^<>]*>/).map((text) => text.trim()) : [];
  const json = /^[[{]/.test(value) ? [...value.matchAll(/"((?:[^"\\]|\\.)*)"?/gs)].map((found) => found[1] ?? "") : [];
  return [...json, ...xml];
}

/** The values of `a=1; b=2`, without the attributes of Set-Cookie (RFC 6265 section 4.1). */
function cookies(value: string): readonly string[] {
  if (!/^[^\s=;]+=/.test(value)) return [];
  return value
    .split(/;\s*/)
    .filter((pair) => !/^(?:domain|expires|max-age|path|samesite|priority)=/i.test(pair))
    .map((pair) => pair.slice(pair.indexOf("=") + 1));
}

/** As it stands and as it is meant: it was found in a message, where it may be escaped, and as bytes. */
function meanings(value: string): readonly string[] {
  const { views } = decoded(value);
  return [...new Set(views.flatMap(({ text }) => [text, fromUtf8(text)]))];
}

function plainForms(value: string): readonly string[] {
  return meanings(value).flatMap((one) => {
    const bytes = hex(encoder.encode(one));
    const ofForms = one.replaceAll(" ", "+");
    return [one, utf8(one), ofForms, utf8(ofForms), bytes, bytes.toUpperCase()];
  });
}

/** The characters of base64 that are the same wherever the secret begins: at the first, second or third byte of three. */
function base64Forms(value: string): readonly string[] {
  return meanings(value)
    .flatMap((one) => [encoder.encode(one), latin1(one), utf16(one)])
    .flatMap((bytes) => [0, 1, 2].map((offset) => base64Core(bytes, offset)))
    .flatMap((core) => [core, core.replaceAll("+", "-").replaceAll("/", "_")]);
}

function base64Core(bytes: Uint8Array, offset: number): string {
  const shifted = new Uint8Array(offset + bytes.length);
  shifted.set(bytes, offset);
  const [first, last] = [Math.ceil((offset * 8) / 6), Math.floor((shifted.length * 8) / 6)];
  return toBase64(shifted).slice(first, last);
}

function utf8(value: string): string {
  return toBinary(encoder.encode(value));
}

/** Of a text that is bytes: what they say in UTF-8. */
function fromUtf8(value: string): string {
  if (!/[\u0080-\u00ff]/.test(value) || /[^\u0000-\u00ff]/.test(value)) return value;
  const text = new TextDecoder().decode(latin1(value));
  return text.includes("\ufffd") ? value : text;
}

/** What is not in it is left out, and so can't be found. */
function latin1(value: string): Uint8Array {
  return Uint8Array.from(value, (character) => character.charCodeAt(0) & 0xff);
}

function utf16(value: string): Uint8Array {
  return Uint8Array.from([...Array(value.length * 2).keys()], (at) => {
    const unit = value.charCodeAt(at >> 1);
    return at % 2 === 0 ? unit & 0xff : unit >> 8;
  });
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function decode(base64: string): string | undefined {
  try {
    return toBinary(fromBase64(base64));
  } catch {
    return undefined;
  }
}
