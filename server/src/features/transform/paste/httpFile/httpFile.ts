import * as l10n from "@vscode/l10n";
import { directiveInfo } from "../../../../format/directives.ts";
import { parseDocument } from "../../../../format/document.ts";
import { fileScope } from "../../../../message/fileScope.ts";
import type { Scope } from "../../../../message/scope.ts";
import { firstMessage, insert, insertHeader } from "../../../../rules/edits.ts";
import { toBase64 } from "../../../../text/base64.ts";
import { applyEdits } from "../../../../text/edits.ts";
import { trimTrailing } from "../../../../text/trailing.ts";
import { builtInOf } from "../../../../variables/builtInReferences.ts";
import { withCount, withFixes } from "../writtenRequest.ts";
import { type HttpFileParts, readParts, withoutVersion } from "./parts.ts";

/** Converts an `.http` file (REST Client, JetBrains HTTP Client). Comments describe what can't be converted. */
export function fromHttpFile(text: string, lineBreak: string): string {
  return httpFileSegments(text, lineBreak).join("");
}

export function httpFileSegments(text: string, lineBreak: string): readonly string[] {
  const segments = parseDocument(text).segments.map(({ segment }) => convertSegment(segment.text, lineBreak));
  const scope = fileScope(parseDocument(segments.join("")));
  return segments.map((segment) => completed(segment, scope));
}

/** Whether a segment has syntax that only REST Client or JetBrains HTTP Client support. */
export function isHttpFileSegment(text: string): boolean {
  const { requestLine, others, comments } = readParts(text);
  if (requestLine === undefined || /^curl\s/.test(requestLine)) return false;
  if (others.length > 0 || comments.length > 0) return true;
  return /^(?:[A-Z]+\s+)?(?:https?:\/\/|\{\{)\S*$/.test(requestLine) || /^[A-Z]+\s+\S+$/.test(requestLine);
}

function convertSegment(text: string, lineBreak: string): string {
  const parts = readParts(text);
  const separator = parts.separator === undefined ? [] : [parts.separator];
  const notes = new Set<string>();
  const own = (line: string) => withOwnVariables(line, notes);
  const preamble = parts.preamble.map((line) => directiveLine(own(line)));
  if (parts.requestLine === undefined) {
    const others = parts.others.flatMap(notConverted);
    const above = [...separator, ...preamble];
    return others.length === 0 ? above.join(lineBreak) : [...above, ...others, ""].join(lineBreak);
  }
  const line = requestLine(own(parts.requestLine), notes);
  const headers = parts.headers.map((header) => headerLine(own(header), notes));
  const body = bodyLines(parts, notes).map(own);
  const trailing = text.slice(trimTrailing(text, "\r\n").length).replace(/\r\n?|\n/g, lineBreak);
  const lines = [
    ...separator,
    ...preamble,
    ...parts.comments.map((comment) => comment.trim()),
    ...[...notes].map((note) => `# ${note}`),
    ...parts.others.flatMap(notConverted),
    line,
    ...headers,
    ...(body.length > 0 ? ["", ...body] : []),
  ];
  return lines.join(lineBreak) + trailing;
}

function notConverted(lines: readonly string[]): string[] {
  const [first = ""] = lines;
  if (lines.length === 1) return [`# ${l10n.t("Not converted: {0}", first.trim())}`];
  return [`# ${l10n.t("Not converted, because scripts aren't supported:")}`, ...lines.map((line) => `#   ${line}`)];
}

/** Converts a directive of another tool to a comment. `@timeout 5` is converted, because it is also in seconds there. */
function directiveLine(line: string): string {
  const [begin = "", sign = "", name = ""] = /^\s*(#+|\/\/)\s*@([A-Za-z][\w-]*)/.exec(line) ?? [];
  if (name === "") return line;
  const value = line.slice(begin.length).trim();
  if (directiveInfo("request", name) === undefined)
    return `${sign} ${l10n.t("Not converted: {0}", `@${name} ${value}`.trim())}`;
  if (name === "note" && value === "") return `${sign} @note ${l10n.t("Send this request?")}`;
  if (name === "timeout")
    return `${sign} @timeout ${value.replace(/^(\d+)\s*(ms|s|m)?$/, (_, n, unit) => n + (unit ?? "s"))}`;
  return line;
}

/** Converts a request line, in which method and version are optional. Other protocols aren't converted, and get a note. */
function requestLine(line: string, notes: Set<string>): string {
  const [begin = "", method = "GET"] = /^([A-Z]+)\s+/.exec(line) ?? [];
  const { before: target, version = "HTTP/1.1" } = withoutVersion(line.slice(begin.length));
  if (version !== "HTTP/1.1") notes.add(l10n.t("{0} was changed to HTTP/1.1.", version));
  if (/^(?:GRAPHQL|GRPC|WEBSOCKET|WSS?|SSE|AMQP|MQTT)$/.test(method)) {
    notes.add(l10n.t("{0} isn't an HTTP method.", method));
  }
  const hasPlace = /^(?:[A-Za-z][A-Za-z0-9+.-]*:\/\/|\/|\{\{|\*$)/.test(target);
  return `${method} ${hasPlace ? target : `http://${target}`} HTTP/1.1`;
}

/** Converts a header line. Both tools encode the user and password in `Basic user password` themselves. */
function headerLine(line: string, notes: Set<string>): string {
  const [begin = "", head = "", scheme = ""] = /^(\s*Authorization\s*:\s*)(\w+)\s/i.exec(line) ?? [];
  if (head === "") return line;
  const credentials = line.slice(begin.length).trim();
  if (/^(?:Digest|NTLM|Negotiate|AWS|COGNITO)$/i.test(scheme)) {
    notes.add(l10n.t("The header is sent as written. {0} isn't computed here.", scheme));
    return line;
  }
  const [userPart = "", user = ""] = /^([^\s:]+)(?:\s*:|\s)/.exec(credentials) ?? [];
  const password = credentials.slice(userPart.length).trimStart();
  if (!/^Basic$/i.test(scheme) || user === "") return line;
  if (credentials.includes("{{")) {
    notes.add(l10n.t("The header is sent as written. Use the base64 encoding of user:password."));
    return line;
  }
  return `${head}${scheme} ${toBase64(new TextEncoder().encode(`${user}:${password}`))}`;
}

function bodyLines({ body = [] }: HttpFileParts, notes: Set<string>): readonly string[] {
  const [first = ""] = body;
  const encoded = /^<@(\S+)\s+/.exec(first);
  if (body.length === 1 && encoded) {
    notes.add(l10n.t("The file was read as {0}. Here it has the charset of the message.", encoded[1] ?? ""));
    return [`<@ ${first.slice(encoded[0].length)}`];
  }
  if (body.length > 1) {
    for (const line of body) {
      if (/^<@?\S*\s+\.{0,2}[/\\]?\S+\s*$/.test(line) && !/[>"]/.test(line)) {
        notes.add(l10n.t("A part of the body comes from a file, which isn't read here: {0}", line.trim()));
      } else if (/^\s*(?:#|\/\/)/.test(line)) {
        notes.add(l10n.t("REST Client treats this line of the body as a comment. Here it is sent: {0}", line.trim()));
      }
    }
  }
  return body;
}

/** Adds Host, Content-Length, and the automatic fixes. `scope`: the values of the file's variables. */
function completed(text: string, scope: Scope): string {
  const message = firstMessage(text, scope);
  const target = message?.target;
  const placed =
    target?.typed.known && target.parts.form === "other" && target.typed.text !== "*"
      ? applyEdits(text, [insert(target.typed.typed.start, "http://")])
      : text;
  return withCount(withFixes(withHost(placed, scope), scope), scope);
}

function withHost(text: string, scope: Scope): string {
  const message = firstMessage(text, scope);
  const { target } = message?.syntax.requestLine ?? {};
  if (!message || !target || message.field("host")) return text;
  const authority = authorityOf(message.slice(target));
  return authority?.includes("{{") ? applyEdits(text, [insertHeader(message, `Host: ${authority}`, "first")]) : text;
}

/** The authority of a target such as `http://{{host}}:81/path`, with its variables. */
function authorityOf(target: string): string | undefined {
  const start = /^https?:\/\//i.exec(target)?.[0].length;
  if (start === undefined) return undefined;
  const [authority = ""] = target.slice(start).split(/[/?#]/, 1);
  return authority.includes("@") ? undefined : authority;
}

/** Whether one of the segments in a text begins with a method or a URL. */
export function hasHttpRequests(text: string): boolean {
  return parseDocument(text).segments.some(({ segment }) => {
    const { requestLine } = readParts(segment.text);
    return /^(?:(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+\S|(?:https?:\/\/|\{\{)\S+$)/.test(requestLine ?? "");
  });
}

/** A text in which the variables of other tools are replaced. A note names the variables that can't be converted. */
function withOwnVariables(text: string, notes: Set<string>): string {
  return text.replace(/\{\{([^{}\r\n]*)\}\}/g, (typed, inner: string) => {
    const name = inner.trim();
    const own = ownName(name);
    if (own !== undefined) return `{{${own}}}`;
    const local = /^\$localDatetime(\s.*)$/.exec(name)?.[1];
    if (local !== undefined) {
      notes.add(l10n.t("{0}: the time is in UTC here.", typed));
      return `{{$datetime${local}}}`;
    }
    if (name.startsWith("%")) {
      notes.add(l10n.t("{0}: the value isn't percent-encoded here.", typed));
      return `{{${name.slice(1).trim()}}}`;
    }
    if (isForeign(name)) notes.add(l10n.t("{0} has no value here.", typed));
    return typed;
  });
}

/** The name here of a dynamic variable of JetBrains' HTTP Client. Those of REST Client have the same names here. */
function ownName(name: string): string | undefined {
  if (name === "$uuid" || name === "$random.uuid") return "$guid";
  if (name === "$isoTimestamp") return "$datetime iso8601";
  if (name === "$randomInt" || /^\$random\.integer(\(\s*\))?$/.test(name)) return "$randomInt 0 1000";
  const range = /^\$random\.integer\(\s*(-?\d+)\s*,\s*(-?\d+)\s*\)$/.exec(name);
  if (range) return `$randomInt ${range[1]} ${range[2]}`;
  const environment = /^\$env\.(\w+)$/.exec(name);
  return environment ? `$processEnv ${environment[1]}` : undefined;
}

/** Whether a name refers to a value of another request, or is an expression. */
function isForeign(name: string): boolean {
  // With `%`, the value of a variable is the name of another variable, which isn't supported.
  if (name.startsWith("$")) return builtInOf(name) === undefined || /^\$(?:processEnv|dotenv)\s+%/.test(name);
  return /\.(?:request|response)\./.test(name) || !/^[A-Za-z_][^\s(]*$/.test(name);
}
