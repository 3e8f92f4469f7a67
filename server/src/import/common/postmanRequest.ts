import * as l10n from "@vscode/l10n";
import type { CollectionComment, CollectionHeader, CollectionRequest, PreambleLine, Text } from "../collection.ts";
import type { Item, Ledger } from "../ledger.ts";
import { type Auth, type AuthParameters, authorization, noAuth } from "./auth.ts";
import { computedLines, computedScript } from "./computedScript.ts";
import {
  attachment,
  type FormField,
  type ItemBody,
  type ItemContext,
  multipartBody,
  pairsText,
  textBody,
} from "./itemBody.ts";
import { javascript } from "./javascriptValues.ts";
import { type JsonObject, objectOf, objectsOf, textOf } from "./json.ts";
import { about, filledPath, itemRequest, noRedirect, type RequestParts } from "./requestItem.ts";
import { translateScript } from "./script.ts";
import { template } from "./template.ts";

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

/** The authorization of Postman's request, folder or collection. Undefined if it inherits that of its folder. */
export function authOf(value: unknown, path: readonly string[], ledger: Ledger): Auth | undefined {
  const auth = objectOf(value);
  const type = auth && textOf(auth["type"]);
  if (!auth || type === undefined || type === "inherit") return undefined;
  if (type === "noauth") return noAuth;
  const rows = rowsOf(auth[type]);
  const get = (name: string) => rows.get(name) ?? "";
  const accessToken = get("addTokenTo") === "queryParams" ? "" : get("accessToken");
  const parameters: AuthParameters = {
    username: type === "ntlm" && get("domain") !== "" ? `${get("domain")}\\${get("username")}` : get("username"),
    password: get("password"),
    token: type === "oauth2" ? accessToken : get("token"),
    scheme: "",
    key: get("key"),
    value: get("value"),
    place: get("in") === "query" ? "query" : "header",
  };
  return authorization(type, ledger.add("security", type, path), parameters, template);
}

/** Version 2.1 has a list of keys and values, version 2.0 an object. */
function rowsOf(value: unknown): ReadonlyMap<string, string> {
  const rows = Array.isArray(value)
    ? objectsOf(value).map((row): readonly [string, unknown] => [textOf(row["key"]) ?? "", row["value"]])
    : Object.entries(objectOf(value) ?? {});
  return new Map(rows.map(([name, typed]) => [name, textOf(typed) ?? ""]));
}

/** Media types by the values of `options.raw.language`. */
const languages: Readonly<Record<string, string>> = {
  json: "application/json",
  xml: "application/xml",
  html: "text/html",
  text: "text/plain",
  javascript: "application/javascript",
};

/** The body of a request of Postman. Undefined if there is none, or if it is disabled. */
function bodyOf(value: unknown, path: readonly string[], context: ItemContext): ItemBody | undefined {
  const body = objectOf(value);
  if (!body || body["disabled"] === true) return undefined;
  switch (body["mode"]) {
    case "raw": {
      const language = textOf(objectOf(objectOf(body["options"])?.["raw"])?.["language"]) ?? "";
      const type = Object.hasOwn(languages, language) ? languages[language] : undefined;
      return textBody(template(textOf(body["raw"]) ?? ""), type);
    }
    case "urlencoded":
      return textBody(
        pairsText(enabled(body["urlencoded"]).map(fieldOf), template),
        "application/x-www-form-urlencoded",
      );
    case "formdata":
      return multipartBody(enabled(body["formdata"]).map(fieldOf), template, path, context);
    case "file": {
      const [file] = pathsIn(objectOf(body["file"])?.["src"]).map((src) => attachment(src, path, context));
      return file && { body: { kind: "file", file }, type: undefined };
    }
    case "graphql":
      return textBody(graphqlText(objectOf(body["graphql"]) ?? {}), "application/json");
    default:
      return undefined;
  }
}

function enabled(rows: unknown): readonly JsonObject[] {
  return objectsOf(rows).filter((row) => row["disabled"] !== true);
}

function fieldOf(row: JsonObject): FormField {
  return {
    name: textOf(row["key"]) ?? "",
    value: textOf(row["value"]) ?? "",
    files: row["type"] === "file" ? pathsIn(row["src"]) : undefined,
    type: textOf(row["contentType"]),
  };
}

function pathsIn(src: unknown): readonly string[] {
  return [src].flat().flatMap((path) => textOf(path) ?? []);
}

/** The JSON of a GraphQL request. Its variables are given as JSON in a text. */
function graphqlText(graphql: JsonObject): Text {
  const query = JSON.stringify(textOf(graphql["query"]) ?? "");
  const variables = textOf(graphql["variables"])?.trim() || "{}";
  return template(`{"query": ${query}, "variables": ${variables}}`);
}
