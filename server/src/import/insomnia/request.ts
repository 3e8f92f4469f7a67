import * as l10n from "@vscode/l10n";
import type { CollectionComment, CollectionHeader, CollectionRequest, PreambleLine, Text } from "../collection.ts";
import { type Auth, type AuthParameters, authorization, noAuth } from "../common/auth.ts";
import {
  attachment,
  type FormField,
  type ItemBody,
  type ItemContext,
  multipartBody,
  pairsText,
  type ReadText,
  textBody,
} from "../common/itemBody.ts";
import { type JsonObject, objectOf, objectsOf, textOf } from "../common/json.ts";
import { about, filledPath, itemRequest, keptScript, noRedirect } from "../common/requestItem.ts";
import { translateScript } from "../common/script.ts";
import type { Item, ItemKind } from "../ledger.ts";
import { insomniaText, type TextContext } from "./template.ts";
import type { InsomniaNode } from "./tree.ts";

export interface InsomniaContext extends ItemContext {
  /** The requests by their ids. */
  readonly requests: ReadonlyMap<string, InsomniaNode>;
}

export interface Inherited {
  readonly auth: Auth | undefined;
  readonly headers: readonly CollectionHeader[];
}

/** @param isBeside returns whether another request is in the same file */
export function requestOf(
  node: InsomniaNode,
  path: readonly string[],
  inherited: Inherited,
  isBeside: (other: InsomniaNode) => boolean,
  context: InsomniaContext,
): CollectionRequest {
  const { object } = node;
  const item = context.ledger.add("request", "request", path);
  const texts: TextContext = {
    item,
    requestName: (id) => {
      const other = context.requests.get(id);
      return other && other !== node && isBeside(other) ? other.name : undefined;
    },
  };
  const read: ReadText = (typed) => insomniaText(typed, texts);
  const auth = authOf(object["authentication"], path, context, texts) ?? inherited.auth;
  const content = bodyOf(object["body"], read, path, context);
  const scripts = scriptsOf(node, path, context);
  const parts = {
    item,
    name: node.name,
    alsoItems: scripts.items,
    preamble: [
      ...about(node.description),
      ...scripts.lines,
      ...disabledParameters(object["parameters"]),
      ...(node.followsRedirects ? [] : [noRedirect]),
    ],
    method: textOf(object["method"]) || "GET",
    target: targetOf(object, auth, read),
    headers: headersIn(object["headers"], texts),
    inherited: inherited.headers,
  };
  return itemRequest(parts, content, auth);
}

/** The authentication of a request or folder. Undefined if it has none of its own, so that it inherits that of its folder. */
export function authOf(
  value: unknown,
  path: readonly string[],
  { ledger }: InsomniaContext,
  texts: TextContext,
): Auth | undefined {
  const auth = objectOf(value);
  const type = textOf(auth?.["type"]);
  if (!auth || type === undefined) return undefined;
  if (type === "none" || auth["disabled"] === true) return noAuth;
  const item = ledger.add("security", type, path);
  const get = (name: string) => textOf(auth[name]) ?? "";
  const [place, isOauth2] = [get("addTo"), type === "oauth2"];
  const parameters: AuthParameters = {
    username: get("username"),
    password: get("password"),
    token: get(isOauth2 ? "accessToken" : "token"),
    scheme: get(isOauth2 ? "tokenPrefix" : "prefix"),
    key: get("key"),
    value: get("value"),
    place: place === "queryParams" ? "query" : place === "cookie" ? "cookie" : "header",
  };
  const read: ReadText = (typed) => insomniaText(typed, { ...texts, item });
  return authorization(type === "singleToken" ? "bearer" : type, item, parameters, read);
}

function bodyOf(
  value: unknown,
  read: ReadText,
  path: readonly string[],
  context: InsomniaContext,
): ItemBody | undefined {
  const body = objectOf(value) ?? {};
  const type = textOf(body["mimeType"]) || undefined;
  const fields = fieldsIn(body["params"]);
  if (type === "application/x-www-form-urlencoded") return textBody(pairsText(fields, read), type);
  if (type === "multipart/form-data") {
    return fields.length === 0 ? undefined : multipartBody(fields, read, path, context);
  }
  const file = textOf(body["fileName"]);
  if (file) return { body: { kind: "file", file: attachment(file, path, context) }, type };
  const sent = type === "application/graphql" ? "application/json" : type;
  return textBody(read(textOf(body["text"]) ?? ""), sent);
}

function fieldsIn(rows: unknown): readonly FormField[] {
  return named(rows).flatMap((row): readonly FormField[] => {
    if (row["disabled"] === true) return [];
    const files = row["type"] === "file" ? [textOf(row["fileName"]) ?? ""] : undefined;
    const [name, value] = [textOf(row["name"]) ?? "", textOf(row["value"]) ?? ""];
    return [{ name, value, files, type: textOf(row["contentType"]) }];
  });
}

function named(rows: unknown): readonly JsonObject[] {
  return objectsOf(rows).filter((row) => textOf(row["name"]));
}

function disabledParameters(rows: unknown): readonly CollectionComment[] {
  const disabled = objectsOf(rows).filter((row) => row["disabled"] === true);
  return disabled.map((row) => {
    const text = `${textOf(row["name"]) ?? ""}=${textOf(row["value"]) ?? ""}`;
    return { kind: "comment", text: l10n.t("Disabled parameter: {0}", text) };
  });
}

function scriptsOf(
  { preRequestScript, afterResponseScript }: InsomniaNode,
  path: readonly string[],
  { ledger }: InsomniaContext,
): { readonly lines: readonly PreambleLine[]; readonly items: readonly Item[] } {
  // A script that runs before the request can't use a response, so it isn't translated.
  const before = keptScript("preRequestScript", preRequestScript, path, ledger);
  if (afterResponseScript.trim() === "") return { lines: before, items: [] };
  const item = ledger.add("script", "afterResponseScript", path);
  // In the scripts of Insomnia, the objects of Postman's scripts have two names, `insomnia` and `pm`.
  const hasOther = /\bpm\./.test(afterResponseScript);
  const own = (text: string) => (hasOther ? text : text.replace(/\bpm\./g, "insomnia."));
  const types = {
    add: (kind: ItemKind, type: string, at: readonly string[]) => ledger.add(kind, own(type), at),
  };
  const translated = translateScript(afterResponseScript.replace(/\binsomnia\./g, "pm."), item, types);
  const lines = translated.lines.map((line) => (line.kind === "comment" ? { ...line, text: own(line.text) } : line));
  return { lines: [...before, ...lines], items: [translated.item ?? []].flat() };
}

/** All headers, both enabled and disabled. */
export function headersIn(rows: unknown, texts: TextContext): readonly CollectionHeader[] {
  return named(rows).map((row) => {
    const value = insomniaText(textOf(row["value"]) ?? "", texts);
    return { name: textOf(row["name"]) ?? "", value, isDisabled: row["disabled"] === true };
  });
}

function targetOf(object: JsonObject, auth: Auth | undefined, read: ReadText): Text {
  const [url = ""] = (textOf(object["url"]) ?? "").split("#", 1);
  const at = url.indexOf("?");
  const parameters = objectsOf(object["pathParameters"]).map((row) => {
    return [textOf(row["name"]) ?? "", textOf(row["value"])] as const;
  });
  const path = filledPath(at < 0 ? url : url.slice(0, at), parameters, read, (name) => `:${name}`);
  const queries = [
    at < 0 ? [] : read(url.slice(at + 1)),
    pairsText(fieldsIn(object["parameters"]), read),
    auth?.query ?? [],
  ].filter((query) => query.length > 0);
  return [...path, ...queries.flatMap((query, index): Text => [index === 0 ? "?" : "&", ...query])];
}
