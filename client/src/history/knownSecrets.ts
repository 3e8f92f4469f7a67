import { fromBase64, toBase64, toBinary } from "../base64.ts";
import { redacted } from "./redactText.ts";

/** A shorter one is taken out where it stands, and not looked for elsewhere: it would be found in every word. */
const shortest = 4;
/** How many are looked for, and how long they may be: each is looked for in all that is stored. */
const most = 60;
const longest = 8 * 1024;

const encoder = new TextEncoder();

/**
 * Takes known secrets out of any text, in every form that they may have there: as they are, as the bytes of UTF-8 and
 * ISO-8859-1, escaped for XML or JSON, percent-encoded, as base64; of Basic credentials also the password alone.
 */
export function takeOut(secrets: Iterable<string>): (text: string) => string {
  const forms = new Set<string>();
  for (const value of [...new Set(secrets)].slice(0, most).flatMap(contents)) {
    for (const form of formsOf(value)) {
      if (form.length >= shortest && form.length <= 2 * longest && form !== redacted) forms.add(form);
    }
  }
  // The longest first, so that no rest of one stays behind.
  const all = [...forms].sort((a, b) => b.length - a.length);
  return (text) => all.reduce((rest, form) => (rest.includes(form) ? rest.replaceAll(form, redacted) : rest), text);
}

/** What a found value holds: itself, the words after a scheme, a cookie's values, name and password of Basic. */
function contents(found: string): readonly string[] {
  const value = found.trim();
  if (value.length > longest) return [];
  const inner = value.replace(/^<!\[CDATA\[([\s\S]*)\]\]>$/, "$1");
  const [, credentials] = /^[A-Za-z][\w-]*[ \t]+([\w+/=.~-]{6,})$/.exec(value) ?? [];
  const decoded = credentials === undefined ? undefined : decode(credentials);
  const password = decoded === undefined ? undefined : /^[^:]*:([\s\S]+)$/.exec(decoded)?.[1];
  const login = /^[^\s:@/]*:([^\s]+)$/.exec(value)?.[1];
  return [value, inner, credentials, decoded, password, login, ...cookies(value), ...texts(value)].filter(
    (one): one is string => one !== undefined && one !== "",
  );
}

/** Of XML or JSON that was taken out as a whole: its texts and strings, each of which may be the secret. */
function texts(value: string): readonly string[] {
  const xml = value.includes("<") ? value.split(/<[^<>]*>/).map((text) => text.trim()) : [];
  const json = /^[[{]/.test(value) ? [...value.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((found) => found[1] ?? "") : [];
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

function formsOf(value: string): readonly string[] {
  const plain = unescaped(value);
  const values = [...new Set([value, plain, fromJson(value)].flatMap((one) => [one, decodeBytes(one)]))];
  return values.flatMap((one) => {
    const escaped = percent(one);
    const texts = [one, ...variants(one), JSON.stringify(one).slice(1, -1), escaped, escaped.replaceAll("%20", "+")];
    return [
      ...texts,
      ...texts.map((text) => toBinary(encoder.encode(text))),
      toBase64(encoder.encode(one)),
      ...(/[^\u0000-\u00ff]/.test(one) ? [] : [btoa(one)]),
    ];
  });
}

function variants(value: string): readonly string[] {
  const xml = value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return [xml, xml.replaceAll('"', "&quot;"), xml.replaceAll('"', "&quot;").replaceAll("'", "&apos;")];
}

function unescaped(value: string): string {
  const xml: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
  const text = value.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => xml[name] ?? "");
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function fromJson(value: string): string {
  try {
    return value.includes("\\") ? String(JSON.parse(`"${value}"`)) : value;
  } catch {
    return value;
  }
}

/** Of a text that is bytes: what they say in UTF-8. */
function decodeBytes(value: string): string {
  if (!/[\u0080-\u00ff]/.test(value) || /[^\u0000-\u00ff]/.test(value)) return value;
  const bytes = Uint8Array.from(value, (character) => character.charCodeAt(0));
  const text = new TextDecoder().decode(bytes);
  return text.includes("\ufffd") ? value : text;
}

function percent(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    // Half of a surrogate pair has no bytes.
    return value;
  }
}

function decode(base64: string): string | undefined {
  try {
    return toBinary(fromBase64(base64));
  } catch {
    return undefined;
  }
}
