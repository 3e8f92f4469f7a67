import * as l10n from "@vscode/l10n";
import { parseHost } from "../../../../http/host.ts";
import { parseTarget } from "../../../../http/target.ts";
import { toBase64 } from "../../../../text/base64.ts";
import { messageOf, type WrittenField, type WrittenRequest } from "../writtenRequest.ts";
import { type CurlData, dataOf } from "./data.ts";
import { type CurlArguments, type CurlOption, secret, withoutEffect } from "./options.ts";
import type { ShellCommand } from "./shell.ts";

/** The requests of a group of arguments: one for each URL. What can't be said in a request is named above it. */
export function requestsOf({ options, urls }: CurlArguments, command: ShellCommand): readonly WrittenRequest[] {
  const all = [...urls, ...values(options, "--url")];
  const data = dataOf(options, command.input);
  return all.map((url) => requestOf(url, options, data, command));
}

function requestOf(
  typed: string,
  options: readonly CurlOption[],
  data: CurlData,
  command: ShellCommand,
): WrittenRequest {
  const place = placeOf(typed, data.query);
  const headers = headersOf(options, place, data);
  const target = values(options, "--request-target").at(-1) ?? place.target;
  const notes = [...notConverted(options, command), ...data.notes, ...headers.notes];
  return {
    notes,
    directives: [...place.directives, ...timeoutOf(options)],
    method: methodOf(options, data),
    target,
    fields: headers.fields,
    body: data.body,
  };
}

function methodOf(options: readonly CurlOption[], data: CurlData): string {
  const given = values(options, "--request").at(-1);
  if (given !== undefined && given !== "") return given;
  if (has(options, "--head")) return "HEAD";
  if (data.isUpload) return "PUT";
  return data.body === undefined ? "GET" : "POST";
}

interface Place {
  readonly target: string;
  /** `undefined` where a variable holds it. */
  readonly host: string | undefined;
  readonly user: string | undefined;
  readonly directives: readonly string[];
}

/** The URL as a path and what Host and a directive say besides. */
function placeOf(typed: string, query: string | undefined): Place {
  const spaced = typed.trim();
  const hasScheme = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(spaced);
  const url = hasScheme || spaced.startsWith("{{") ? spaced : `http://${spaced}`;
  const { authority, scheme, pathAndQuery } = parseTarget(url);
  const own = url
    .slice(pathAndQuery.start, pathAndQuery.end)
    .replace(/\{\{[^{}]*\}\}|\s/g, (found) => (found.startsWith("{{") ? found : encodeURIComponent(found)));
  const path = query === undefined ? own : `${own}${own.includes("?") ? "&" : "?"}${query}`;
  // A variable may hold scheme and host.
  if (!authority || !scheme) return { target: path, host: undefined, user: undefined, directives: [] };
  const whole = url.slice(authority.start, authority.end);
  const at = whole.lastIndexOf("@");
  const host = whole.slice(at + 1);
  const { port } = parseHost(host);
  const guessed = port === 443 || port === 8443 ? "https" : "http";
  return {
    target: path.startsWith("/") ? path : `/${path}`,
    host,
    user: at < 0 ? undefined : decoded(whole.slice(0, at)),
    directives: guessed === scheme ? [] : [`scheme ${scheme}`],
  };
}

function headersOf(
  options: readonly CurlOption[],
  place: Place,
  data: CurlData,
): { readonly fields: readonly WrittenField[]; readonly notes: readonly string[] } {
  const notes: string[] = [];
  const own: WrittenField[] = [];
  const removed = new Set<string>();
  for (const line of values(options, "--header")) {
    const field = fieldOf(line);
    if (field === undefined) notes.push(l10n.t("Not converted, because it isn't a header: {0}", line));
    else if (field === "removed") removed.add(line.replace(/:.*/, "").trim().toLowerCase());
    else own.push(field);
  }
  const named = (name: string) => removed.has(name) || own.some((field) => field.name.toLowerCase() === name);
  const add = (name: string, value: string | undefined) =>
    value === undefined || named(name.toLowerCase()) ? [] : [{ name, value }];
  const hosts = own.filter(({ name }) => name.toLowerCase() === "host");
  const type = contentTypeOf(data, named("content-type"));
  if (type.note !== undefined) notes.push(type.note);
  const authorization = authorizationOf(options, place);
  if (authorization.note !== undefined) notes.push(authorization.note);
  return {
    notes,
    fields: [
      ...(hosts.length > 0 ? hosts : add("Host", place.host)),
      ...add("Authorization", authorization.value),
      ...add("User-Agent", values(options, "--user-agent").at(-1) || undefined),
      ...add("Accept", has(options, "--json") ? "application/json" : undefined),
      ...add("Accept-Encoding", has(options, "--compressed") ? "gzip, deflate, br" : undefined),
      ...add(
        "Referer",
        values(options, "--referer")
          .at(-1)
          ?.replace(/;auto$/, "") || undefined,
      ),
      ...add("Cookie", cookiesOf(options)),
      ...add("Range", rangeOf(options)),
      ...own.filter((field) => !hosts.includes(field)),
      ...add("Content-Type", type.value),
    ],
  };
}

/** `Name: value`; `Name;` for an empty value; `Name:` takes away what curl would send itself. */
function fieldOf(line: string): WrittenField | "removed" | undefined {
  if (line.startsWith("@")) return undefined;
  const empty = /^([^:;]+);\s*$/.exec(line);
  if (empty?.[1]) return { name: empty[1], value: "" };
  const colon = line.indexOf(":");
  if (colon <= 0 || /[\r\n]/.test(line)) return undefined;
  const value = line.slice(colon + 1).trim();
  return value === "" ? "removed" : { name: line.slice(0, colon).trim(), value };
}

/** curl says that data is a form's, which an envelope is not: its own media type is written by the fixes. */
function contentTypeOf(data: CurlData, isNamed: boolean): { readonly value?: string; readonly note?: string } {
  if (isNamed || data.body === undefined || data.isUpload) return {};
  if (data.type !== undefined) return { value: data.type };
  const message = messageOf(`POST / HTTP/1.1\n\n${data.body}`);
  const form = "application/x-www-form-urlencoded";
  if (!message?.envelope?.version) return { value: form };
  return { note: l10n.t("The command has no Content-Type. curl would send {0}.", form) };
}

function authorizationOf(
  options: readonly CurlOption[],
  { user: inUrl }: Place,
): { readonly value?: string; readonly note?: string } {
  const bearer = values(options, "--oauth2-bearer").at(-1);
  if (bearer !== undefined) return { value: `Bearer ${bearer}` };
  const user = values(options, "--user").at(-1) ?? inUrl;
  if (user === undefined) return {};
  if (["--digest", "--ntlm", "--negotiate", "--anyauth", "--aws-sigv4"].some((name) => has(options, name))) return {};
  if (user.includes("{{")) return { note: l10n.t("Not converted: --user, because only the shell knows its value.") };
  const withPassword = user.includes(":") ? user : `${user}:`;
  return { value: `Basic ${toBase64(new TextEncoder().encode(withPassword))}` };
}

/** Without a `=` it names a file. */
function cookiesOf(options: readonly CurlOption[]): string | undefined {
  const cookies = values(options, "--cookie").filter((cookie) => cookie.includes("="));
  return cookies.length > 0 ? cookies.join("; ") : undefined;
}

function rangeOf(options: readonly CurlOption[]): string | undefined {
  const range = values(options, "--range").at(-1);
  return range === undefined ? undefined : `bytes=${range}`;
}

function timeoutOf(options: readonly CurlOption[]): string[] {
  const seconds = values(options, "--max-time").at(-1);
  return seconds !== undefined && /^\d+(\.\d+)?$/.test(seconds) && Number(seconds) > 0 ? [`timeout ${seconds}s`] : [];
}

/** What has an effect and no place in a request. Passwords are not repeated. */
function notConverted(options: readonly CurlOption[], { leftOut }: ShellCommand): string[] {
  const others = options.filter(({ name, value }) => {
    if (withoutEffect.has(name)) return false;
    if (name === "--cookie") return value !== undefined && !value.includes("=");
    return !converted.has(name);
  });
  const named = others.map(({ name, value }) => (value === undefined || secret.has(name) ? name : `${name} ${value}`));
  const all = [...named, ...leftOut].map((one) => one.replace(/\s+/g, " "));
  return all.length === 0 ? [] : [l10n.t("Not converted from the curl command: {0}", all.join(", "))];
}

const converted: ReadonlySet<string> = new Set(
  "--request --header --data --data-binary --data-raw --data-urlencode --json --upload-file --url --url-query --user --user-agent --referer --max-time --request-target --oauth2-bearer --range --get --head --compressed".split(
    " ",
  ),
);

function values(options: readonly CurlOption[], wanted: string): string[] {
  return options.flatMap(({ name, value }) => (name === wanted && value !== undefined ? [value] : []));
}

function has(options: readonly CurlOption[], wanted: string): boolean {
  return options.some(({ name }) => name === wanted);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
