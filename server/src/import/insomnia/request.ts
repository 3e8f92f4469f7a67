import * as l10n from "@vscode/l10n";
import type { CollectionComment, CollectionHeader, CollectionRequest, PreambleLine, Text } from "../collection.ts";
import type { Auth } from "../common/auth.ts";
import { isSoap } from "../common/bodyText.ts";
import { objectsOf, textOf } from "../common/json.ts";
import { translateScript } from "../common/script.ts";
import type { Item, ItemKind, Ledger } from "../ledger.ts";
import { authOf, inheritsAuth } from "./auth.ts";
import { bodyOf, enabled, type InsomniaBody, pairsText } from "./body.ts";
import type { InsomniaContext } from "./context.ts";
import { insomniaText, type TextContext } from "./template.ts";
import type { InsomniaNode } from "./tree.ts";

/** What the folders around a request say for it. */
export interface Inherited {
  readonly auth: Auth | undefined;
  readonly headers: readonly CollectionHeader[];
}

/** @param isBeside whether another request is in the same file */
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
  const auth = inheritsAuth(object["authentication"])
    ? inherited.auth
    : authOf(object["authentication"], path, context, texts);
  const method = textOf(object["method"]) || "GET";
  const content = bodyOf(object["body"], path, context, texts);
  const scripts = scriptsOf(node, path, context);
  const disabled = objectsOf(object["parameters"])
    .filter((row) => row["disabled"] === true)
    .map((row): CollectionComment => {
      const text = `${textOf(row["name"]) ?? ""}=${textOf(row["value"]) ?? ""}`;
      return { kind: "comment", text: l10n.t("Disabled parameter: {0}", text) };
    });
  return {
    kind: "request",
    item,
    name: node.name,
    alsoItems: [auth?.item, scripts.item].flatMap((one) => one ?? []),
    preamble: [
      ...about(node.description),
      ...scripts.lines,
      ...disabled,
      ...(node.followsRedirects ? [] : [{ kind: "directive", name: "no-redirect", value: "" } as const]),
      ...(auth?.preamble ?? []),
    ],
    method,
    target: targetOf(node, auth, texts),
    headers: headersOf(node, content, inherited.headers, auth, texts),
    body: content?.body,
    isPlain: isPlain(content, method),
  };
}

/** A comment with a description, if there is one. */
export function about(description: string): readonly CollectionComment[] {
  return description === "" ? [] : [{ kind: "comment", text: description }];
}

/** The scripts of a request. */
function scriptsOf(
  { preRequestScript, afterResponseScript }: InsomniaNode,
  path: readonly string[],
  { ledger }: InsomniaContext,
): { readonly lines: readonly PreambleLine[]; readonly item: Item | undefined } {
  // A script that runs before the request has no response.
  const before = keptScript("preRequestScript", preRequestScript, path, ledger);
  if (afterResponseScript.trim() === "") return { lines: before, item: undefined };
  const item = ledger.add("script", "afterResponseScript", path);
  // The objects of Postman's scripts have two names here.
  const hasOther = /\bpm\./.test(afterResponseScript);
  const own = (text: string) => (hasOther ? text : text.replace(/\bpm\./g, "insomnia."));
  const types = {
    add: (kind: ItemKind, type: string, at: readonly string[]) => ledger.add(kind, own(type), at),
  };
  const translated = translateScript(afterResponseScript.replace(/\binsomnia\./g, "pm."), item, types);
  const lines = translated.lines.map((line) => (line.kind === "comment" ? { ...line, text: own(line.text) } : line));
  return { lines: [...before, ...lines], item: translated.item };
}

/** The scripts of a folder run for each of its requests, so they are kept as they are. */
export function folderScripts(
  node: InsomniaNode,
  path: readonly string[],
  { ledger }: InsomniaContext,
): readonly CollectionComment[] {
  return [
    ...keptScript("preRequestScript", node.preRequestScript, path, ledger),
    ...keptScript("afterResponseScript", node.afterResponseScript, path, ledger),
  ];
}

function keptScript(
  type: string,
  script: string,
  path: readonly string[],
  ledger: Ledger,
): readonly CollectionComment[] {
  const text = script.trim();
  return text === "" ? [] : [{ kind: "comment", item: ledger.add("script", type, path), text }];
}

/** The headers that are sent, and those that are disabled. */
export function rowsOf(rows: unknown, texts: TextContext): readonly CollectionHeader[] {
  return objectsOf(rows)
    .filter((row) => textOf(row["name"]))
    .map((row) => {
      const value = insomniaText(textOf(row["value"]) ?? "", texts);
      return { name: textOf(row["name"]) ?? "", value, isDisabled: row["disabled"] === true };
    });
}

function headersOf(
  { object }: InsomniaNode,
  content: InsomniaBody | undefined,
  inherited: readonly CollectionHeader[],
  auth: Auth | undefined,
  texts: TextContext,
): readonly CollectionHeader[] {
  const own = rowsOf(object["headers"], texts);
  const added = (more: readonly CollectionHeader[], to: readonly CollectionHeader[]): readonly CollectionHeader[] => {
    const names = new Set(to.filter((one) => !one.isDisabled).map((one) => one.name.toLowerCase()));
    return [...to, ...more.filter((one) => !names.has(one.name.toLowerCase()))];
  };
  const type = content?.type === undefined ? [] : [{ name: "Content-Type", value: [content.type] }];
  return added(auth?.headers ?? [], added(type, added(inherited, own)));
}

function targetOf({ object }: InsomniaNode, auth: Auth | undefined, texts: TextContext): Text {
  const [url = ""] = (textOf(object["url"]) ?? "").split("#", 1);
  const at = url.indexOf("?");
  const path = pathText(at < 0 ? url : url.slice(0, at), object["pathParameters"], texts);
  const queries = [
    at < 0 ? [] : insomniaText(url.slice(at + 1), texts),
    pairsText(enabled(object["parameters"]), texts),
    auth?.query ?? [],
  ].filter((query) => query.length > 0);
  return [...path, ...queries.flatMap((query, index): Text => [index === 0 ? "?" : "&", ...query])];
}

/** An address with the values of its parameters (`/:id`). */
function pathText(path: string, rows: unknown, texts: TextContext): Text {
  const values = new Map(objectsOf(rows).map((row) => [textOf(row["name"]) ?? "", textOf(row["value"]) ?? ""]));
  return path.split(/(?<=\/):([\w.-]+)/).flatMap((part, at): Text => {
    if (at % 2 === 0) return insomniaText(part, texts);
    const value = values.get(part);
    if (value === undefined) return [`:${part}`];
    // A placeholder, so that the check points at it.
    return value === "" ? [`{${part}}`] : insomniaText(value, texts);
  });
}

function isPlain(content: InsomniaBody | undefined, method: string): boolean {
  if (content === undefined) return method !== "GET";
  const { body } = content;
  return body.kind !== "text" || !isSoap(body.text.map((part) => (typeof part === "string" ? part : "x")).join(""));
}
