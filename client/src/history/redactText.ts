import { fromBase64, toBinary } from "../base64.ts";
import { isSecretName } from "../transport/secretNames.ts";

/** What stands in the place of a secret: ASCII, and no markup in XML, JSON or a form. */
export const redacted = "[redacted]";

export interface RedactedText {
  readonly text: string;
  /** What was taken out, as it stood there. */
  readonly secrets: readonly string[];
}

/** An angle bracket or a quote, also as text inside of XML (`&lt;`, `&amp;lt;`) or of JSON (`\"`). */
const open = "(?:<|&(?:amp;)*(?:lt|#0*60|#x0*3c);)";
const close = "(?:>|&(?:amp;)*(?:gt|#0*62|#x0*3e);)";
const quoteEnd = "(?:[\"']|&(?:amp;)*(?:quot|apos|#0*34|#0*39|#x0*22|#x0*27);)";
const quote = `\\\\*${quoteEnd}`;

const openBehind = new RegExp(`${open}\\s*(?:[\\w.\\-]+:)?$`, "i");
const endTagBehind = new RegExp(`${open}\\s*/\\s*(?:[\\w.\\-]+:)?$`, "i");
const quoteBehind = new RegExp(`${quoteEnd}$`, "i");
const startTagRest = new RegExp(`((?:[^<>&]|&(?!(?:amp;)*(?:lt|gt|#0*6[02]|#x0*3[ce]);))*?)(/?)${close}`, "iy");
const entity = "&(?:amp;)*(?:quot|apos);";
const soundAttributes = new RegExp(
  `^(?:\\s+[^\\s=<>"'/]+\\s*=\\s*(?:\\\\*"[^"<]*"|\\\\*'[^'<]*'|${entity}[^<>&"']*${entity}))*\\s*$`,
  "i",
);
/** With the `=` behind it, where it has one. */
const attributeName = /[^\s=:<>"'/]+(?:\s*=)?/g;
const assignment = new RegExp(`\\s*=\\s*(${quote})?`, "iy");
const jsonMember = new RegExp(`(${quote})\\s*:\\s*`, "iy");
const fieldColon = /[ \t]*:(?!\/\/)[ \t]*/y;
const quoteHere = new RegExp(quote, "iy");
const closeHere = new RegExp(close, "iy");
const closeBehind = new RegExp(`${close}\\s*$`, "i");
const endTagHere = new RegExp(`${open}\\s*/`, "iy");

/** Secrets that are told by their own form, wherever they stand; and gzip and zip in base64, which nobody looks into. */
const bare =
  /-----BEGIN [A-Z ]*PRIVATE KEY-----|\b(?:basic|bearer|digest|negotiate|ntlm|apikey)[ \t]+[\w+/=.~-]{6,}|\b(?:H4sI|UEsDB)[\w+/-]{12,}|:\/\/[^\s/?#"<>]*@/gi;

/** Base64, also in lines: long enough to hold a name and a value. */
const coded = /[\w+/-]{24,}(?:(?:\s|&#(?:13|x0{0,6}d);){1,6}[\w+/-]{4,})*/gi;
/** How often something may be encoded within base64. */
const deepest = 2;

/**
 * A text without what may be secret in it: values under names like `Password` or `apiKey` in XML (also broken, also as
 * text inside of XML, also in base64, which then goes as a whole), JSON, forms, queries, header lines and multipart forms;
 * credentials before the host of a URL; tokens and keys that are told by their form. When in doubt it is a secret: where the end of one isn't found, all that
 * follows is taken out. A byte's text may be given as ISO-8859-1 (`toBinary`). It takes time linear in the text's length.
 */
export function redactText(text: string): RedactedText {
  return redactTo(deepest, text);
}

function redactTo(depth: number, text: string): RedactedText {
  const spans = [...namedSpans(text), ...bareSpans(text), ...tokenSpans(text), ...codedSpans(text, depth)].sort(
    (a, b) => a.start - b.start,
  );
  const pieces: string[] = [];
  const secrets: string[] = [];
  let at = 0;
  for (const { start, end, inside } of spans) {
    const from = Math.max(start, at);
    const value = text.slice(from, end);
    if (value.trim() !== "") {
      pieces.push(text.slice(at, from), redacted);
      secrets.push(...(inside ?? [value]));
      at = end;
    }
  }
  pieces.push(text.slice(at));
  return { text: pieces.join(""), secrets };
}

interface Span {
  readonly start: number;
  readonly end: number;
  /** What in it is secret, where it is not all of it. */
  readonly inside?: readonly string[];
}

function* codedSpans(text: string, depth: number): Generator<Span> {
  if (depth === 0) return;
  for (const { 0: found, index } of text.matchAll(coded)) {
    const { secrets } = redactTo(depth - 1, decode(found));
    if (secrets.length > 0) yield { start: index, end: index + found.length, inside: secrets };
  }
}

/** Empty where it is no base64 of a text. */
function decode(found: string): string {
  const plain = found
    .replace(/\s+|&#(?:13|x0*d);/gi, "")
    .replaceAll("-", "+")
    .replaceAll("_", "/");
  try {
    const text = toBinary(fromBase64(plain.slice(0, plain.length - (plain.length % 4 === 1 ? 1 : 0))));
    const letters = text.replaceAll("\0", "");
    // Of UTF-16 each second byte is zero.
    return /[^\t\n\r -~]/.test(letters.slice(0, 12)) ? "" : letters;
  } catch {
    return "";
  }
}

function* bareSpans(text: string): Generator<Span> {
  let keyEnd = 0;
  for (const { 0: found, index } of text.matchAll(bare)) {
    const end = index + found.length;
    if (found.startsWith("://")) yield { start: index + 3, end: end - 1 };
    else if (!found.startsWith("-----")) yield { start: index, end };
    else if (index >= keyEnd) {
      keyEnd = privateKeyEnd(text, end);
      yield { start: index, end: keyEnd };
    }
  }
}

function privateKeyEnd(text: string, from: number): number {
  const pattern = /-----END [A-Z ]*PRIVATE KEY-----/gi;
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : text.length;
}

/** JSON Web Tokens: base64 of `{"`, and a dot somewhere behind it. */
function* tokenSpans(text: string): Generator<Span> {
  for (const { 0: found, index } of text.matchAll(/[\w-]+(?:\.[\w.-]+)?/g)) {
    const start = found.search(/\beyJ[\w-]{6}/i);
    if (start >= 0 && found.includes(".", start)) yield { start: index + start, end: index + found.length };
  }
}

function* namedSpans(text: string): Generator<Span> {
  const known = new Map<string, boolean>();
  const isSecret = (name: string, parameter: boolean): boolean => {
    const key = parameter ? `?${name}` : name;
    let answer = known.get(key);
    if (answer === undefined) {
      answer = isSecretName(name, parameter ? "parameter" : "data");
      if (known.size < 10_000) known.set(key, answer);
    }
    return answer;
  };
  const names = /[A-Za-z_\u0080-\uffff][\w.\-\u0080-\uffff]*/g;
  for (let found = names.exec(text); found !== null; found = names.exec(text)) {
    const [name] = found;
    const parameter = /[?&;]/.test(text[found.index - 1] ?? "");
    if (!isSecret(name, parameter)) continue;
    const span = valueAfter(text, found.index, names.lastIndex, name);
    if (span !== undefined) {
      yield span;
      names.lastIndex = Math.max(names.lastIndex, span.end);
    }
  }
}

/** Where the value of a secret name stands, by what is written around the name. */
function valueAfter(text: string, start: number, end: number, name: string): Span | undefined {
  const before = text.slice(Math.max(0, start - 120), start);
  if (endTagBehind.test(before) || before.endsWith("xmlns:")) return undefined;
  const tagged = openBehind.test(before);
  // A prefix: the name behind it is looked at on its own.
  if (tagged && /^:[A-Za-z_]/.test(text.slice(end, end + 2))) return undefined;
  const quoted = match(quoteHere, text, end);
  if (tagged || match(closeHere, text, end) !== undefined) return elementContent(text, end, name);
  const assigned = match(assignment, text, end);
  if (assigned !== undefined) return assignedValue(text, end + assigned[0].length, assigned[1]);
  const member = match(jsonMember, text, end);
  if (member !== undefined) return jsonValue(text, end + member[0].length);
  if (quoted !== undefined && quoteBehind.test(before)) return keyedValue(text, end + quoted[0].length);
  if (closeBehind.test(before) && match(endTagHere, text, end) !== undefined) return keyedValue(text, end);
  const colon = match(fieldColon, text, end);
  return colon === undefined ? undefined : { start: end + colon[0].length, end: until(/[\r\n<]/g, text, end) };
}

/** To the end tag of the same name. A start tag that is broken, or an end tag that is missing, hides where it ends. */
function elementContent(text: string, end: number, name: string): Span {
  const tag = match(startTagRest, text, end);
  if (tag === undefined) return { start: end, end: text.length };
  const [whole, attributes = "", slash] = tag;
  const names = [...attributes.matchAll(attributeName)].flatMap(([one]) =>
    one.endsWith("=") ? [one.slice(0, -1).trimEnd()] : [],
  );
  const sound = soundAttributes.test(attributes) && !names.some((one) => isSecretName(one, "data"));
  const content = end + whole.length;
  if (slash === "/" && sound) return { start: content, end: content };
  const escaped = name.replace(/[.\\-]/g, "\\$&");
  const tags = new RegExp(`${open}\\s*(?:(/)\\s*)?(?:[\\w.\\-]+:)?${escaped}(?![\\w.\\-\\u0080-\\uffff])`, "gi");
  tags.lastIndex = content;
  let depth = 1;
  for (let found = tags.exec(text); found !== null; found = tags.exec(text)) {
    depth += found[1] === "/" ? -1 : 1;
    if (depth === 0) return { start: sound ? content : end, end: found.index };
  }
  return { start: sound ? content : end, end: text.length };
}

/** `name="value"`, or `name=value` up to the end of a parameter. */
function assignedValue(text: string, start: number, opened: string | undefined): Span {
  if (opened === undefined) return { start, end: until(/[&\s"<>]/g, text, start) };
  const found = text.indexOf(opened, start);
  if (found < 0) return { start, end: text.length };
  // What can't follow a value says that its quote is another one's: then all of the tag is doubtful.
  const next = text.slice(found + opened.length, found + opened.length + 8);
  const sound = /^(?:$|[\s/>?,;)\]}]|&(?:amp;)*(?:gt|#)|\\)/i.test(next) && !text.slice(start, found).includes("<");
  return { start, end: sound ? found : until(/[<>]/g, text, found) };
}

/** A string, an array or an object to its end, or a word. */
function jsonValue(text: string, start: number): Span {
  const opened = match(quoteHere, text, start)?.[0];
  if (opened !== undefined)
    return { start: start + opened.length, end: stringEnd(text, start + opened.length, opened) };
  if (!/[[{]/.test(text[start] ?? "")) return { start, end: until(/[\s,\]}<&]/g, text, start) };
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = stringEnd(text, at + 1, '"');
    else if (character === "[" || character === "{") depth++;
    else if ((character === "]" || character === "}") && --depth === 0) return { start, end: at + 1 };
  }
  return { start, end: text.length };
}

function stringEnd(text: string, start: number, opened: string): number {
  for (let at = text.indexOf(opened, start); at >= 0; at = text.indexOf(opened, at + 1)) {
    let slashes = 0;
    while (opened[0] !== "\\" && at - slashes > start && text[at - slashes - 1] === "\\") slashes++;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

/**
 * The name is itself a value: `<entry key="password" value="…">…</entry>`, `<key>password</key><value>…</value>`,
 * `{"name": "password", "value": "…"}`, or the part of a multipart form. From the name to where the next text ends.
 */
function keyedValue(text: string, end: number): Span {
  const near = text.slice(end, end + 2000);
  const form = /^[^\r\n]*(?:\r?\n[^\r\n]+)*\r?\n\r?\n/.exec(near);
  if (form !== null && /form-data/i.test(text.slice(Math.max(0, end - 200), end))) {
    return { start: end + form[0].length, end: until(/\r?\n--/g, text, end + form[0].length) };
  }
  const json = /^\s*,\s*["'\\]+\w+["'\\]+\s*:\s*/.exec(near);
  if (json !== null) return jsonValue(text, end + json[0].length);
  const tags = /^(?:[^<>]*>)?\s*(?:<[^<>]*>\s*){0,3}[^<>]*/.exec(near);
  const inside = /^[^<>=]*=[^<>]*>/.exec(near);
  const length = tags?.[0].length ?? 0;
  const start = inside === null ? (/^(?:<[^<>]*>\s*|[^<>]*>\s*)*/.exec(near)?.[0].length ?? 0) : 0;
  return {
    start: end + Math.min(start, length),
    end: length === near.length ? until(/</g, text, end + length) : end + length,
  };
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

/** The place of the first match, or the end. */
function until(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}
