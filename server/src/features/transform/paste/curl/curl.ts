import * as l10n from "@vscode/l10n";
import { parseHost } from "../../../../http/host.ts";
import { parseTarget } from "../../../../http/startLine.ts";
import { emptyScope } from "../../../../message/scope.ts";
import { firstMessage } from "../../../../rules/edits.ts";
import { toBase64 } from "../../../../text/base64.ts";
import { percentDecoded } from "../../../../text/escapes.ts";
import { authSchemes } from "../../../../variables/authDirective.ts";
import { type WrittenField, type WrittenRequest, writeRequest } from "../writtenRequest.ts";
import { type CurlData, dataOf } from "./data.ts";
import {
  type CurlArguments,
  type CurlOption,
  has,
  last,
  readArguments,
  secret,
  values,
  withoutEffect,
  wordsIn,
} from "./options.ts";
import { readCommands, type ShellCommand } from "./shell.ts";

/** Whether a text begins with a curl command. A shell prompt or variables may precede it. */
export function isCurl(text: string): boolean {
  return /^\s*(?:[$%>#]\s+)?(?:(?:sudo|time)\s+)?(?:[A-Za-z_]\w*=\S*\s+)*(?:\S*[\\/])?curl(?:\.exe)?(?:\s|\^|$)/.test(
    text.slice(0, 2000),
  );
}

export function fromCurl(text: string, lineBreak: string): readonly string[] {
  return readCommands(text.replace(/^\s*[$%>#]\s+/, "")).flatMap((command) => {
    const { words } = command;
    const at = words.findIndex((word) => !/^(sudo|time|[A-Za-z_]\w*=.*)$/.test(word));
    if (!/^(?:.*[\\/])?curl(?:\.exe)?$/.test(words[at] ?? "")) return [];
    return readArguments(words.slice(at + 1))
      .flatMap((group) => requestsOf(group, command))
      .map((request) => writeRequest(request, lineBreak));
  });
}

/** A request for each URL. Notes name the options that can't be converted. */
function requestsOf({ options, urls }: CurlArguments, command: ShellCommand): readonly WrittenRequest[] {
  const data = dataOf(options, command.input);
  return [...urls, ...values(options, "--url")].map((url) => {
    const place = placeOf(url, data.query);
    const headers = headersOf(options, place, data);
    const auth = authOf(options, place);
    return {
      notes: [...notConverted(options, command, auth), ...data.notes, ...headers.notes],
      directives: [...place.directives, ...timeoutOf(options), ...auth],
      method: methodOf(options, data),
      target: last(options, "--request-target") ?? place.target,
      fields: headers.fields,
      body: data.body,
    };
  });
}

function methodOf(options: readonly CurlOption[], data: CurlData): string {
  const given = last(options, "--request");
  if (given) return given;
  if (has(options, "--head")) return "HEAD";
  if (data.isUpload) return "PUT";
  return data.body === undefined ? "GET" : "POST";
}

interface Place {
  readonly target: string;
  /** The host; `undefined` if a variable contains it. */
  readonly host?: string;
  readonly user?: string | undefined;
  readonly directives: readonly string[];
}

function placeOf(typed: string, query: string | undefined): Place {
  const spaced = typed.trim();
  const hasScheme = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(spaced);
  const url = hasScheme || spaced.startsWith("{{") ? spaced : `http://${spaced}`;
  const { authority, scheme, pathAndQuery } = parseTarget(url);
  const own = url
    .slice(pathAndQuery.start, pathAndQuery.end)
    .replace(/\{\{[^{}]*\}\}|\s/g, (found) => (found.startsWith("{{") ? found : encodeURIComponent(found)));
  const path = query === undefined ? own : `${own}${own.includes("?") ? "&" : "?"}${query}`;
  // A variable may contain the scheme and the host.
  if (!authority || !scheme) return { target: path, directives: [] };
  const whole = url.slice(authority.start, authority.end);
  const at = whole.lastIndexOf("@");
  const host = whole.slice(at + 1);
  const { port } = parseHost(host);
  const defaultScheme = port === 443 || port === 8443 ? "https" : "http";
  return {
    target: path.startsWith("/") ? path : `/${path}`,
    host,
    user: at < 0 ? undefined : percentDecoded(whole.slice(0, at)),
    directives: defaultScheme === scheme ? [] : [`scheme ${scheme}`],
  };
}

interface Headers {
  readonly fields: readonly WrittenField[];
  readonly notes: readonly string[];
}

function headersOf(options: readonly CurlOption[], place: Place, data: CurlData): Headers {
  const notes: string[] = [];
  const own: WrittenField[] = [];
  const removed = new Set<string>();
  for (const line of values(options, "--header")) {
    const field = fieldOf(line);
    if (field === undefined) notes.push(l10n.t("Not converted, because it isn't a header: {0}", line));
    else if (field === "removed") removed.add(line.replace(/:.*/, "").trim().toLowerCase());
    else own.push(field);
  }
  const hasField = (name: string) => removed.has(name) || own.some((field) => field.name.toLowerCase() === name);
  const add = (name: string, value: string | undefined) =>
    value === undefined || hasField(name.toLowerCase()) ? [] : [{ name, value }];
  const hosts = own.filter(({ name }) => name.toLowerCase() === "host");
  const range = last(options, "--range");
  const type: OwnValue = hasField("content-type") ? {} : contentTypeOf(data);
  const authorization = authorizationOf(options, place);
  for (const { note } of [type, authorization]) if (note !== undefined) notes.push(note);
  return {
    notes,
    fields: [
      ...(hosts.length > 0 ? hosts : add("Host", place.host)),
      ...add("Authorization", authorization.value),
      ...add("User-Agent", last(options, "--user-agent") || undefined),
      ...add("Accept", has(options, "--json") ? "application/json" : undefined),
      ...add("Accept-Encoding", has(options, "--compressed") ? "gzip, deflate, br" : undefined),
      ...add("Referer", last(options, "--referer")?.replace(/;auto$/, "") || undefined),
      ...add("Cookie", cookiesOf(options)),
      ...add("Range", range && `bytes=${range}`),
      ...own.filter((field) => !hosts.includes(field)),
      ...add("Content-Type", type.value),
    ],
  };
}

/** A header field from `Name: value`, or from `Name;` for an empty value. `Name:` removes a header that curl would send. */
function fieldOf(line: string): WrittenField | "removed" | undefined {
  if (line.startsWith("@")) return undefined;
  const empty = /^([^:;]+);\s*$/.exec(line);
  if (empty?.[1]) return { name: empty[1], value: "" };
  const colon = line.indexOf(":");
  if (colon <= 0 || /[\r\n]/.test(line)) return undefined;
  const value = line.slice(colon + 1).trim();
  return value === "" ? "removed" : { name: line.slice(0, colon).trim(), value };
}

interface OwnValue {
  readonly value?: string;
  readonly note?: string;
}

/** The Content-Type. The default of curl is a form, but the fixes insert the media type of an envelope. */
function contentTypeOf({ body, isUpload, type }: CurlData): OwnValue {
  if (body === undefined || isUpload) return {};
  if (type !== undefined) return { value: type };
  const form = "application/x-www-form-urlencoded";
  if (!firstMessage(`POST / HTTP/1.1\n\n${body}`, emptyScope())?.envelope?.version) return { value: form };
  return { note: l10n.t("The command has no Content-Type. curl would send {0}.", form) };
}

function authorizationOf(options: readonly CurlOption[], place: Place): OwnValue {
  const bearer = last(options, "--oauth2-bearer");
  if (bearer !== undefined) return { value: `Bearer ${bearer}` };
  const user = last(options, "--user") ?? place.user;
  if (user === undefined) return {};
  if (["--digest", "--ntlm", "--negotiate", "--anyauth", "--aws-sigv4"].some((name) => has(options, name))) return {};
  if (user.includes("{{")) return { note: l10n.t("Not converted: --user, because only the shell knows its value.") };
  const withPassword = user.includes(":") ? user : `${user}:`;
  return { value: `Basic ${toBase64(new TextEncoder().encode(withPassword))}` };
}

/** `# @auth` for Digest and NTLM, unless only the shell knows the user and password. */
function authOf(options: readonly CurlOption[], place: Place): string[] {
  const scheme = authSchemes.find((one) => has(options, `--${one}`));
  const user = last(options, "--user") ?? place.user;
  // Negotiate without a user authenticates the logged-in user.
  if (scheme === "negotiate") return user === ":" ? ["auth negotiate"] : [];
  if (!scheme || user === undefined || last(options, "--oauth2-bearer") !== undefined) return [];
  const [name = "", password = ""] = user.split(/:(.*)/s);
  // Such values can't be written in quotes.
  if ([name, password].some((text) => /\{\{|[\r\n]|\\$/.test(text))) return [];
  const quoted = [name, password].map((text) => `"${text.replaceAll('"', '\\"')}"`);
  return [`auth ${scheme} ${quoted.join(" ")}`];
}

/** The cookies. A value without `=` is the name of a file. */
function cookiesOf(options: readonly CurlOption[]): string | undefined {
  return (
    values(options, "--cookie")
      .filter((cookie) => cookie.includes("="))
      .join("; ") || undefined
  );
}

function timeoutOf(options: readonly CurlOption[]): string[] {
  const seconds = last(options, "--max-time");
  return seconds !== undefined && /^\d+(\.\d+)?$/.test(seconds) && Number(seconds) > 0 ? [`timeout ${seconds}s`] : [];
}

/** A note that names the options whose effect can't be converted, without passwords. */
function notConverted(
  options: readonly CurlOption[],
  { leftOut }: ShellCommand,
  [auth = ""]: readonly string[],
): string[] {
  const others = options.filter(({ name, value }) => {
    if (withoutEffect.has(name) || `${auth} `.startsWith(`auth ${name.slice(2)} `)) return false;
    if (name === "--cookie") return value !== undefined && !value.includes("=");
    return !converted.has(name);
  });
  const named = others.map(({ name, value }) => (value === undefined || secret.has(name) ? name : `${name} ${value}`));
  const all = [...named, ...leftOut].map((one) => one.replace(/\s+/g, " "));
  return all.length === 0 ? [] : [l10n.t("Not converted from the curl command: {0}", all.join(", "))];
}

const converted = wordsIn(`
  --request --header --data --data-binary --data-raw --data-urlencode --json --upload-file --url --url-query --user
  --user-agent --referer --max-time --request-target --oauth2-bearer --range --get --head --compressed
`);
