import type { OutgoingMessage } from "../../../../server/src/protocol.ts";
import { fromBase64 } from "../../../../server/src/text/base64.ts";
import { ansiCQuoted, plainText, printf, quoted } from "./shellText.ts";

/** Of an outgoing message, what curl has to know. */
export type CurlParts = Pick<
  OutgoingMessage,
  "scheme" | "host" | "port" | "requestLine" | "head" | "emptyLine" | "body"
>;

export interface CurlCommand {
  /** For a POSIX shell; where it holds `$'…'`, for bash, zsh or another one that knows that. */
  readonly text: string;
  /** What curl can't be made to send as the message has it. */
  readonly differences: readonly CurlDifference[];
}

export type CurlDifference =
  /** Another version than HTTP/1.1, or none. */
  | "request-line"
  /** curl always writes the empty line behind the headers. */
  | "empty-line"
  /** The first line behind the request line is one that curl would drop or act on. */
  | "first-header";

/** Longer than this, a word is too much for some systems: Linux takes 128 KB, Windows 32. */
const longestWord = 30_000;

/**
 * The curl command that puts the same bytes on the wire: no header more, none less, in their order and case. curl passes
 * header lines and request targets on as they are given (its manual page, --header, --request-target).
 */
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
  const words = [
    ...methodArguments(method, body.length > 0),
    ...urlArguments(message, target),
    ...headers.words,
    ...content.words,
  ];
  const command = ["curl", ...words].join(" \\\n  ");
  return { text: content.before === undefined ? command : `${content.before} | ${command}`, differences };
}

function methodArguments(method: string, hasBody: boolean): string[] {
  if (method === (hasBody ? "POST" : "GET")) return [];
  // With -X HEAD curl would wait for a body.
  return method === "HEAD" && !hasBody ? ["--head"] : [`-X ${quoted(method)}`];
}

/** The target is a part of the URL where curl leaves it as it is. */
function urlArguments({ scheme, host, port }: CurlParts, target: string): string[] {
  const name = host.includes(":") ? `[${host}]` : host;
  const origin = `${scheme}://${name}${port === (scheme === "https" ? 443 : 80) ? "" : `:${port}`}`;
  const isPlain = /^\/[\w\-.~!$&'()*+,;=:@/?%]*$/.test(target) && !/\/\.{1,2}(?:[/?]|$)/.test(target);
  const version = scheme === "https" ? ["--http1.1"] : [];
  const globs = name === host ? [] : ["--globoff"];
  const url = isPlain ? [quoted(origin + target)] : [quoted(`${origin}/`), `--request-target ${quoted(target)}`];
  return [...url, ...version, ...globs];
}

interface HeaderArguments {
  readonly words: readonly string[];
  readonly cutsFirst: boolean;
}

/** What curl would send of its own accord is taken out; what it would leave out goes in as a part of the line above. */
function headerArguments(message: CurlParts, bodyLength: number): HeaderArguments {
  const lines = message.head.split("\r\n").slice(0, -1);
  const groups: string[][] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last && isHardForCurl(line)) last.push(line);
    else groups.push([line]);
  }
  const visible = groups.flatMap(([line = ""]) => (isHardForCurl(line) ? [] : [nameOf(line)]));
  const own = (name: string) => visible.includes(name);
  const host = hostArguments(message, groups);
  const suppressed = [
    ...(own("user-agent") ? [] : ["User-Agent:"]),
    ...(own("accept") ? [] : ["Accept:"]),
    ...(bodyLength === 0 || own("content-type") ? [] : ["Content-Type:"]),
    ...(bodyLength === 0 || own("content-length") ? [] : ["Content-Length:"]),
    // curl asks for a 100 before larger bodies: over 1 MB, older ones over 1 KB.
    ...(bodyLength <= 1024 || own("expect") ? [] : ["Expect:"]),
  ];
  const given = host.isCurls ? groups.slice(1) : groups;
  return {
    words: [
      ...(host.isSuppressed ? ["-H Host:"] : []),
      ...given.map((group) => `-H ${headerWord(group)}`),
      ...suppressed.map((line) => `-H ${line}`),
      ...(own("accept-encoding") ? ["--compressed"] : []),
    ],
    cutsFirst: groups[0]?.[0] !== undefined && isHardForCurl(groups[0][0]),
  };
}

/**
 * curl writes Host first, and as `Host`. Where the message has it elsewhere, in another case, twice or not at all, curl's
 * is taken out, and those of the message are headers like others.
 */
function hostArguments({ scheme, host, port }: CurlParts, groups: readonly (readonly string[])[]) {
  const hosts = groups.filter(([line = ""]) => nameOf(line) === "host");
  const [first = []] = groups;
  const isFirst = hosts.length === 1 && hosts[0] === first && first[0]?.startsWith("Host:");
  const name = host.includes(":") ? `[${host}]` : host;
  const usual = `Host: ${name}${port === (scheme === "https" ? 443 : 80) ? "" : `:${port}`}`;
  return { isSuppressed: !isFirst, isCurls: isFirst && first.length === 1 && first[0] === usual };
}

/** A line that curl drops (no name, no colon, no value but blanks), takes for a file's name, or acts on. */
function isHardForCurl(line: string): boolean {
  if (!/^[^\s:@;][^:]*:/.test(line)) return true;
  return /^[^:]*:[ \t]+$/.test(line) || nameOf(line) === "transfer-encoding";
}

function nameOf(line: string): string {
  return line.slice(0, Math.max(0, line.indexOf(":"))).toLowerCase();
}

/** `Name;` is how curl is told of an empty value. */
function headerWord(lines: readonly string[]): string {
  const [line = ""] = lines;
  if (lines.length > 1) return ansiCQuoted(lines.join("\r\n"));
  return quoted(line.replace(/^([^:]*):$/, "$1;"));
}

interface BodyArguments {
  readonly words: readonly string[];
  /** What writes the body to curl's standard input. */
  readonly before?: string;
}

function bodyArguments(body: Uint8Array): BodyArguments {
  if (body.length === 0) return { words: [] };
  const text = body.length <= longestWord ? plainText(body) : undefined;
  // Behind an @ curl reads a file.
  return text === undefined || text.startsWith("@")
    ? { words: ["--data-binary @-"], before: printf(body) }
    : { words: [`--data-binary ${quoted(text)}`] };
}
