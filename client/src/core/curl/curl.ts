import type { OutgoingMessage } from "../../../../server/src/protocol/protocol.ts";
import { fromBase64 } from "../../../../server/src/text/base64.ts";
import { defaultPorts, withBrackets } from "../../transport/authority.ts";

export type CurlParts = Pick<
  OutgoingMessage,
  "scheme" | "host" | "port" | "requestLine" | "head" | "emptyLine" | "body" | "authentication"
>;

export interface CurlCommand {
  /** For a POSIX shell; if it contains `$'…'`, for bash, zsh and other shells that support that. */
  readonly text: string;
  /** What curl can't send exactly as the request is. */
  readonly differences: readonly CurlDifference[];
}

export type CurlDifference =
  /** The request line has a version other than HTTP/1.1, or none. */
  | "request-line"
  /** curl always writes the empty line after the headers. */
  | "empty-line"
  /** curl would drop or interpret the first line after the request line. */
  | "first-header";

/** Maximum characters of an argument. Some systems don't allow longer arguments: Linux 128 KB, Windows 32 KB. */
const longestWord = 30_000;

/** curl sends header lines and request targets unchanged (its manual page, --header, --request-target). */
export function toCurl(message: CurlParts): CurlCommand {
  const { requestLine, emptyLine } = message;
  const body = fromBase64(message.body);
  const line = /^(\S*) (.*) HTTP\/1\.1$/.exec(requestLine);
  const [method = "", target = ""] = line?.slice(1) ?? requestLine.split(" ");
  const headers = headerArguments(message, body.length);
  const content = bodyArguments(body);
  const differences: CurlDifference[] = [];
  if (!line) differences.push("request-line");
  if (!emptyLine) differences.push("empty-line");
  if (headers.cutsFirst) differences.push("first-header");
  const command = [
    "curl",
    ...methodArguments(method, body.length > 0),
    ...urlArguments(message, target),
    ...headers.words,
    ...loginArguments(message),
    ...content.words,
  ].join(" \\\n  ");
  return { text: content.before === undefined ? command : `${content.before} | ${command}`, differences };
}

function methodArguments(method: string, hasBody: boolean): string[] {
  if (method === (hasBody ? "POST" : "GET")) return [];
  // With -X HEAD, curl waits for a body.
  return method === "HEAD" && !hasBody ? ["--head"] : [`-X ${quoted(method)}`];
}

/** curl's arguments for authentication, without the password, for which curl asks. */
function loginArguments({ authentication }: CurlParts): string[] {
  if (!authentication) return [];
  // For Negotiate, curl requires --user, but ignores its value.
  if (authentication.scheme === "negotiate") return ["--negotiate", "--user :"];
  const { scheme, user, domain } = authentication;
  return [`--${scheme}`, `--user ${quoted(domain === "" ? user : `${domain}\\${user}`)}`];
}

/** The target is a part of the URL if curl doesn't change it. */
function urlArguments(message: CurlParts, target: string): string[] {
  const origin = `${message.scheme}://${authorityOf(message)}`;
  const isPlain = /^\/[\w\-.~!$&'()*+,;=:@/?%]*$/.test(target) && !/\/\.{1,2}(?:[/?]|$)/.test(target);
  const url = isPlain ? [quoted(origin + target)] : [quoted(`${origin}/`), `--request-target ${quoted(target)}`];
  const version = message.scheme === "https" ? ["--http1.1"] : [];
  return [...url, ...version, ...(message.host.includes(":") ? ["--globoff"] : [])];
}

function authorityOf({ scheme, host, port }: CurlParts): string {
  return port === defaultPorts[scheme] ? withBrackets(host) : `${withBrackets(host)}:${port}`;
}

/** Suppresses headers that curl adds by default. A line that curl would drop is joined to the line above it. */
function headerArguments(
  message: CurlParts,
  bodyLength: number,
): { readonly words: readonly string[]; readonly cutsFirst: boolean } {
  const lines = message.head.split("\r\n").slice(0, -1);
  const groups: string[][] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last && isHardForCurl(line)) last.push(line);
    else groups.push([line]);
  }
  const visible = groups.flatMap(([line = ""]) => (isHardForCurl(line) ? [] : [fieldName(line)]));
  const has = (name: string) => visible.includes(name);
  const host = hostArguments(message, groups);
  const suppressed = [
    ...(has("user-agent") ? [] : ["User-Agent:"]),
    ...(has("accept") ? [] : ["Accept:"]),
    ...(bodyLength === 0 || has("content-type") ? [] : ["Content-Type:"]),
    ...(bodyLength === 0 || has("content-length") ? [] : ["Content-Length:"]),
    // curl sends Expect: 100-continue with larger bodies: over 1 MB, older versions over 1 KB.
    ...(bodyLength <= 1024 || has("expect") ? [] : ["Expect:"]),
  ];
  const given = host.isCurls ? groups.slice(1) : groups;
  return {
    words: [
      ...(host.isSuppressed ? ["-H Host:"] : []),
      ...given.map((group) => `-H ${headerWord(group)}`),
      ...suppressed.map((line) => `-H ${line}`),
      ...(has("accept-encoding") ? ["--compressed"] : []),
    ],
    cutsFirst: groups[0]?.[0] !== undefined && isHardForCurl(groups[0][0]),
  };
}

/**
 * curl writes Host first, and as `Host`. If the message has it elsewhere, in another case, twice or not at all, curl's Host is
 * suppressed, and the message's headers are written like other headers.
 */
function hostArguments(message: CurlParts, groups: readonly (readonly string[])[]) {
  const hosts = groups.filter(([line = ""]) => fieldName(line) === "host");
  const [first = []] = groups;
  const isFirst = hosts.length === 1 && hosts[0] === first && first[0]?.startsWith("Host:");
  const isCurls = isFirst && first.length === 1 && first[0] === `Host: ${authorityOf(message)}`;
  return { isSuppressed: !isFirst, isCurls };
}

/** Whether curl drops a line (no name, no colon, only blanks as value), reads it as a file name, or interprets it. */
function isHardForCurl(line: string): boolean {
  if (!/^[^\s:@;][^:]*:/.test(line)) return true;
  return /^[^:]*:[ \t]+$/.test(line) || fieldName(line) === "transfer-encoding";
}

function fieldName(line: string): string {
  return line.slice(0, Math.max(0, line.indexOf(":"))).toLowerCase();
}

/** curl sends `Name;` as a header with an empty value. */
function headerWord(lines: readonly string[]): string {
  const [line = ""] = lines;
  if (lines.length > 1) return ansiCQuoted(lines.join("\r\n"));
  return quoted(line.replace(/^([^:]*):$/, "$1;"));
}

/** Returns curl's arguments for the body. `before`: the command that writes the body to curl's standard input. */
function bodyArguments(body: Uint8Array): { readonly words: readonly string[]; readonly before?: string } {
  if (body.length === 0) return { words: [] };
  const text = body.length <= longestWord ? shellSafeText(body) : undefined;
  // After an @, curl expects a file name.
  return text === undefined || text.startsWith("@")
    ? { words: ["--data-binary @-"], before: printf(body) }
    : { words: [`--data-binary ${quoted(text)}`] };
}

/*
 * Text as words of a POSIX shell (POSIX.1-2017, Shell Command Language, section 2.2) that can be copied through a clipboard
 * and a terminal.
 */

/** Quotes a text with apostrophes if necessary. Between them, only an apostrophe has a special meaning. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Quotes a text as `$'…'`, with escaped line endings: for bash, zsh and ksh, and in POSIX since 2024. */
function ansiCQuoted(text: string): string {
  const escaped = text
    .replace(/[\\']/g, "\\$&")
    .replaceAll("\r", "\\r")
    .replaceAll("\n", "\\n")
    .replaceAll("\t", "\\t");
  return `$'${escaped}'`;
}

/** The text of bytes; undefined if they aren't UTF-8, or a clipboard or a terminal could change them. */
function shellSafeText(bytes: Uint8Array): string | undefined {
  const text = decoded(bytes);
  return text === undefined || fragile.test(text) ? undefined : text;
}

/** Controls except tab and LF, which terminals interpret or change, and invisible characters. */
const fragile = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;

/** A `printf` that writes exactly these bytes in any POSIX shell, with an escape for each byte that isn't plain text. */
function printf(bytes: Uint8Array): string {
  const text = decoded(bytes);
  const encoder = new TextEncoder();
  const format =
    text === undefined
      ? octal(bytes)
      : Array.from(text, (one) => (fragile.test(one) ? octal(encoder.encode(one)) : escaped(one))).join("");
  // A format that begins with a hyphen would be an option.
  return `printf '${format.replace(/^-/, "\\055")}'`;
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function octal(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => {
    const isPlain = byte === 0x0a || byte === 0x09 || (byte >= 0x20 && byte < 0x7f);
    if (isPlain) return escaped(String.fromCharCode(byte));
    return byte === 0x0d ? "\\r" : `\\${byte.toString(8).padStart(3, "0")}`;
  }).join("");
}

function escaped(character: string): string {
  if (character === "%") return "%%";
  if (character === "\\") return "\\\\";
  return character === "'" ? "'\\''" : character;
}
