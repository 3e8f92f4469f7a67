import * as l10n from "@vscode/l10n";
import type { CollectionComment, CollectionHeader, CollectionRequest, PreambleLine, Text } from "../collection.ts";
import type { Item } from "../ledger.ts";
import { type Auth, authOf } from "./auth.ts";
import { isSoap } from "./bodyText.ts";
import { computedLines, computedScript } from "./computedScript.ts";
import { bodyOf, enabled, type ItemBody, type ItemContext } from "./itemBody.ts";
import { javascript } from "./javascriptValues.ts";
import { type JsonObject, objectOf, objectsOf, textOf } from "./json.ts";
import { translateScript } from "./script.ts";
import { template } from "./template.ts";

/** A request of a Postman collection, or an object with the same parts. `inherited`: the authorization of what it is in. */
export function requestOf(
  entry: JsonObject,
  path: readonly string[],
  inherited: Auth | undefined,
  context: ItemContext,
): CollectionRequest {
  const { ledger } = context;
  const name = path.at(-1) ?? "";
  const item = ledger.add("request", "request", path);
  const request = objectOf(entry["request"]) ?? { url: entry["request"] };
  const method = textOf(request["method"]) ?? "GET";
  const auth = authOf(request["auth"], path, ledger) ?? inherited;
  const scripts = scriptsOf(entry, path, context);
  const content = bodyOf(request["body"], { ...context, path });
  // Postman sends no body with these methods, unless a setting says so.
  const isPruned =
    /^(?:GET|HEAD)$/.test(method) && objectOf(entry["protocolProfileBehavior"])?.["disableBodyPruning"] !== true;
  if (content && isPruned) item.partly(l10n.t("The body of a {0} request is not sent.", method));
  const sent = isPruned ? undefined : content;
  for (const example of objectsOf(entry["response"])) {
    ledger
      .add("mock", "example", [...path, textOf(example["name"]) ?? ""])
      .explain(l10n.t("Saved responses are not imported."));
  }
  return {
    kind: "request",
    item,
    name,
    alsoItems: [auth?.item, ...scripts.items].flatMap((one) => one ?? []),
    preamble: [...descriptions(request, entry), ...scripts.lines, ...redirects(entry), ...(auth?.preamble ?? [])],
    method,
    target: withQuery(addressOf(request["url"]), auth?.query),
    headers: headersOf(request["header"], sent, auth),
    body: sent?.body,
    isPlain: isPlain(sent, method),
  };
}

/** The scripts of a request or a folder. */
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

/** Comments with the descriptions of objects. */
export function descriptions(...objects: readonly JsonObject[]): readonly CollectionComment[] {
  return objects.flatMap(({ description }) => {
    const text = (textOf(description) ?? textOf(objectOf(description)?.["content"]) ?? "").trim();
    return text === "" ? [] : [{ kind: "comment", text } as const];
  });
}

function redirects(entry: JsonObject): readonly PreambleLine[] {
  const follows = objectOf(entry["protocolProfileBehavior"])?.["followRedirects"];
  return follows === false ? [{ kind: "directive", name: "no-redirect", value: "" }] : [];
}

function withQuery(target: Text, query: Text | undefined): Text {
  if (!query) return target;
  const hasQuery = target.some((part) => typeof part === "string" && part.includes("?"));
  return [...target, hasQuery ? "&" : "?", ...query];
}

function headersOf(
  header: unknown,
  content: ItemBody | undefined,
  auth: Auth | undefined,
): readonly CollectionHeader[] {
  const own = typeof header === "string" ? linesOf(header) : objectsOf(header).map(headerOf);
  const has = (name: string) => own.some((one) => !one.isDisabled && one.name.toLowerCase() === name);
  const type =
    content?.type !== undefined && !has("content-type") ? [{ name: "Content-Type", value: [content.type] }] : [];
  const added = (auth?.headers ?? []).filter(({ name }) => !has(name.toLowerCase()));
  return [...own, ...type, ...added];
}

function headerOf(row: JsonObject): CollectionHeader {
  const value = template(textOf(row["value"]) ?? "");
  return { name: textOf(row["key"]) ?? "", value, isDisabled: row["disabled"] === true };
}

function linesOf(headers: string): readonly CollectionHeader[] {
  return headers.split(/\r\n|[\r\n]/).flatMap((line) => {
    const colon = line.indexOf(":");
    return colon <= 0 ? [] : [{ name: line.slice(0, colon), value: template(line.slice(colon + 1).trim()) }];
  });
}

function isPlain(content: ItemBody | undefined, method: string): boolean {
  if (content === undefined) return method !== "GET";
  const { body } = content;
  return body.kind !== "text" || !isSoap(body.text.map((part) => (typeof part === "string" ? part : "x")).join(""));
}

/** The address of a request, with the values of its path variables (`/:id`). */
function addressOf(url: unknown): Text {
  const object = objectOf(url);
  const raw = (textOf(url) ?? textOf(object?.["raw"]) ?? written(object ?? {})).split("#", 1)[0] ?? "";
  const values = new Map(
    objectsOf(object?.["variable"]).map((row) => [textOf(row["key"]) ?? textOf(row["id"]) ?? "", textOf(row["value"])]),
  );
  const query = raw.indexOf("?");
  const [path, rest] = query < 0 ? [raw, ""] : [raw.slice(0, query), raw.slice(query)];
  const filled = path.split(/(?<=\/):([\w.-]+)/).flatMap((part, at): Text => {
    if (at % 2 === 0) return template(part);
    const value = values.get(part);
    // A placeholder, so that the check points at it.
    return value === undefined || value === "" ? [`{${part}}`] : template(value);
  });
  return [...filled, ...template(rest)];
}

/** An address of parts, without `raw`. */
function written(url: Readonly<Record<string, unknown>>): string {
  const list = (value: unknown, separator: string) =>
    Array.isArray(value)
      ? value.map((one) => textOf(one) ?? textOf(objectOf(one)?.["value"]) ?? "").join(separator)
      : (textOf(value) ?? "");
  const host = list(url["host"], ".");
  const protocol = textOf(url["protocol"]);
  const port = textOf(url["port"]);
  const path = list(url["path"], "/").replace(/^\//, "");
  const pairs = enabled(url["query"]).map((row) => `${textOf(row["key"]) ?? ""}=${textOf(row["value"]) ?? ""}`);
  const authority = `${protocol ? `${protocol}://` : ""}${host}${port ? `:${port}` : ""}`;
  return `${authority}/${path}${pairs.length > 0 ? `?${pairs.join("&")}` : ""}`;
}
