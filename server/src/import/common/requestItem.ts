import * as l10n from "@vscode/l10n";
import type {
  Collection,
  CollectionComment,
  CollectionFile,
  CollectionHeader,
  CollectionRequest,
  Folder,
  PreambleLine,
  Text,
} from "../collection.ts";
import type { Item, Ledger } from "../ledger.ts";
import { type Auth, authOf } from "./auth.ts";
import { isSoap } from "./bodyText.ts";
import { computedLines, computedScript } from "./computedScript.ts";
import { bodyOf, enabled, type ItemBody, type ItemContext, type ReadText } from "./itemBody.ts";
import { javascript } from "./javascriptValues.ts";
import { type JsonObject, objectOf, objectsOf, textOf } from "./json.ts";
import { translateScript } from "./script.ts";
import { template } from "./template.ts";

/** The parts of a request that all tools have, except its body and its authorization. */
interface RequestParts
  extends Pick<CollectionRequest, "item" | "name" | "method" | "target" | "headers" | "preamble" | "alsoItems"> {
  /** Headers to add unless the request has headers with the same names. */
  readonly inherited?: readonly CollectionHeader[];
}

/** A request with the headers and directives of its body and its authorization. */
export function itemRequest(
  { inherited = [], alsoItems = [], ...parts }: RequestParts,
  content: ItemBody | undefined,
  auth: Auth | undefined,
): CollectionRequest {
  const type = content?.type === undefined ? [] : [{ name: "Content-Type", value: [content.type] }];
  const own = [...parts.headers, ...missingIn(parts.headers, inherited)];
  return {
    ...parts,
    kind: "request",
    alsoItems: [auth?.item ?? [], alsoItems].flat(),
    preamble: [...parts.preamble, ...(auth?.preamble ?? [])],
    headers: [...own, ...missingIn(own, type), ...missingIn(own, auth?.headers ?? [])],
    body: content?.body,
    isPlain: isPlain(content, parts.method),
  };
}

/** The headers of `others` whose names no enabled one of `headers` has. */
function missingIn(
  headers: readonly CollectionHeader[],
  others: readonly CollectionHeader[],
): readonly CollectionHeader[] {
  const names = new Set(headers.filter(({ isDisabled }) => !isDisabled).map(({ name }) => name.toLowerCase()));
  return others.filter(({ name }) => !names.has(name.toLowerCase()));
}

function isPlain(content: ItemBody | undefined, method: string): boolean {
  if (content === undefined) return method !== "GET";
  const { body } = content;
  return body.kind !== "text" || !isSoap(body.text.map((part) => (typeof part === "string" ? part : "x")).join(""));
}

/** The requests of a folder as a file, and its subfolders. A subfolder with only one entry is replaced with that entry. */
export function folderEntries(file: CollectionFile, subfolders: readonly Folder[]): Folder["entries"] {
  const entries = subfolders.flatMap((folder) => (folder.entries.length === 1 ? folder.entries : [folder]));
  return file.steps.length === 0 ? entries : [file, ...entries];
}

/** A collection that contains only requests, except for the parts in `more`. */
export function collectionOf(
  name: string,
  { ledger, files }: ItemContext,
  entries: Folder["entries"],
  more: Partial<Collection> = {},
): Collection {
  const none = { name: "", entries: [] };
  const others = { tests: none, variables: [], environments: [], wsdls: [], mocks: [] };
  return { ...others, name, ledger, files, requests: { name: "", entries }, ...more };
}

export function about(text: string): readonly CollectionComment[] {
  return text === "" ? [] : [{ kind: "comment", text }];
}

/** A comment with a script that can't be translated, or with a script of a folder, which runs for each of its requests. */
export function keptScript(
  type: string,
  script: string,
  path: readonly string[],
  ledger: Ledger,
): readonly CollectionComment[] {
  const text = script.trim();
  return text === "" ? [] : [{ kind: "comment", item: ledger.add("script", type, path), text }];
}

export const noRedirect: PreambleLine = { kind: "directive", name: "no-redirect", value: "" };

/** A path with values for parameters such as `/:id`. `unknown` returns the text for a parameter without a row. */
export function filledPath(
  path: string,
  rows: readonly (readonly [name: string, value: string | undefined])[],
  read: ReadText,
  unknown: (name: string) => string,
): Text {
  const values = new Map(rows);
  return path.split(/(?<=\/):([\w.-]+)/).flatMap((part, at): Text => {
    if (at % 2 === 0) return read(part);
    if (!values.has(part)) return [unknown(part)];
    // A placeholder for a missing value, so that the check reports it.
    return values.get(part) ? read(values.get(part) ?? "") : [`{${part}}`];
  });
}

/** A request of a Postman collection, or an object with the same parts. `inherited`: the authorization that it inherits. */
export function requestOf(
  entry: JsonObject,
  path: readonly string[],
  inherited: Auth | undefined,
  context: ItemContext,
): CollectionRequest {
  const { ledger } = context;
  const item = ledger.add("request", "request", path);
  const request = objectOf(entry["request"]) ?? { url: entry["request"] };
  const method = textOf(request["method"]) ?? "GET";
  const auth = authOf(request["auth"], path, ledger) ?? inherited;
  const scripts = scriptsOf(entry, path, context);
  const content = bodyOf(request["body"], path, context);
  const behavior = objectOf(entry["protocolProfileBehavior"]);
  // Postman sends no body with these methods, unless a setting changes that.
  const isPruned = /^(?:GET|HEAD)$/.test(method) && behavior?.["disableBodyPruning"] !== true;
  if (content && isPruned) item.partly(l10n.t("The body of a {0} request is not sent.", method));
  for (const example of objectsOf(entry["response"])) {
    ledger
      .add("mock", "example", [...path, textOf(example["name"]) ?? ""])
      .explain(l10n.t("Saved responses are not imported."));
  }
  const redirects = behavior?.["followRedirects"] === false ? [noRedirect] : [];
  const parts: RequestParts = {
    item,
    name: path.at(-1) ?? "",
    alsoItems: scripts.items,
    preamble: [...descriptions(request, entry), ...scripts.lines, ...redirects],
    method,
    target: withQuery(addressOf(request["url"]), auth?.query),
    headers: headersOf(request["header"]),
  };
  return itemRequest(parts, isPruned ? undefined : content, auth);
}

export function scriptsOf(
  entry: JsonObject,
  path: readonly string[],
  { ledger }: ItemContext,
): { readonly lines: readonly PreambleLine[]; readonly items: readonly Item[] } {
  const translated = objectsOf(entry["event"]).flatMap((event) => {
    const { exec } = objectOf(event["script"]) ?? {};
    const text = Array.isArray(exec) ? exec.map((line) => textOf(line) ?? "").join("\n") : (textOf(exec) ?? "");
    if (text.trim() === "") return [];
    const type = textOf(event["listen"]) ?? "script";
    const item = ledger.add("script", type, path);
    if (type === "test") return [translateScript(text, item, ledger)];
    if (type === "prerequest") return [computedLines(computedScript(text, javascript, path.join("\0")), item)];
    return [{ lines: [{ kind: "comment", item, text } as const], item: undefined }];
  });
  return { lines: translated.flatMap(({ lines }) => lines), items: translated.flatMap(({ item }) => item ?? []) };
}

export function descriptions(...objects: readonly JsonObject[]): readonly CollectionComment[] {
  return objects.flatMap(({ description }) => {
    return about((textOf(description) ?? textOf(objectOf(description)?.["content"]) ?? "").trim());
  });
}

function withQuery(target: Text, query: Text | undefined): Text {
  if (!query) return target;
  const hasQuery = target.some((part) => typeof part === "string" && part.includes("?"));
  return [...target, hasQuery ? "&" : "?", ...query];
}

/** The headers from rows, or from a text with a line for each header. */
function headersOf(header: unknown): readonly CollectionHeader[] {
  if (typeof header !== "string") {
    return objectsOf(header).map((row) => {
      const value = template(textOf(row["value"]) ?? "");
      return { name: textOf(row["key"]) ?? "", value, isDisabled: row["disabled"] === true };
    });
  }
  return header.split(/\r\n|[\r\n]/).flatMap((line) => {
    const colon = line.indexOf(":");
    return colon <= 0 ? [] : [{ name: line.slice(0, colon), value: template(line.slice(colon + 1).trim()) }];
  });
}

function addressOf(url: unknown): Text {
  const object = objectOf(url);
  const raw = (textOf(url) ?? textOf(object?.["raw"]) ?? written(object ?? {})).split("#", 1)[0] ?? "";
  const variables = objectsOf(object?.["variable"]).map((row) => {
    return [textOf(row["key"]) ?? textOf(row["id"]) ?? "", textOf(row["value"])] as const;
  });
  const query = raw.indexOf("?");
  const [path, rest] = query < 0 ? [raw, ""] : [raw.slice(0, query), raw.slice(query)];
  return [...filledPath(path, variables, template, (name) => `{${name}}`), ...template(rest)];
}

/** The text of an address that is given as parts, without `raw`. */
function written(url: JsonObject): string {
  const list = (value: unknown, separator: string) =>
    Array.isArray(value)
      ? value.map((part) => textOf(part) ?? textOf(objectOf(part)?.["value"]) ?? "").join(separator)
      : (textOf(value) ?? "");
  const host = list(url["host"], ".");
  const protocol = textOf(url["protocol"]);
  const port = textOf(url["port"]);
  const path = list(url["path"], "/").replace(/^\//, "");
  const pairs = enabled(url["query"]).map((row) => `${textOf(row["key"]) ?? ""}=${textOf(row["value"]) ?? ""}`);
  const authority = `${protocol ? `${protocol}://` : ""}${host}${port ? `:${port}` : ""}`;
  return `${authority}/${path}${pairs.length > 0 ? `?${pairs.join("&")}` : ""}`;
}
