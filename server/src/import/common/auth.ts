import * as l10n from "@vscode/l10n";
import type { CollectionComment, CollectionHeader, PreambleLine, Text } from "../collection.ts";
import type { Item, Ledger } from "../ledger.ts";
import { objectOf, objectsOf, textOf } from "./json.ts";
import { template } from "./template.ts";

/** What an authorization adds to a request. */
export interface Auth {
  readonly item: Item | undefined;
  readonly headers: readonly CollectionHeader[];
  readonly preamble: readonly PreambleLine[];
  /** `name=value`, to be added to the query. */
  readonly query: Text | undefined;
}

export const noAuth: Auth = { item: undefined, headers: [], preamble: [], query: undefined };

/** A text whose typed parts are credentials. `name`: of the variable that gets them. */
export function secretText(name: string, text: Text): Text {
  return text.map((part) => (typeof part === "string" && part !== "" ? { kind: "secret", name, value: part } : part));
}

/** `Authorization: Basic {{$basic user password}}`. */
export function basicHeader(user: Text, password: Text): CollectionHeader {
  return {
    name: "Authorization",
    value: ["Basic ", { kind: "credentials", name: "$basic", args: [user, password] }],
  };
}

/** `Authorization: Bearer TOKEN`, or with another word. */
export function bearerHeader(token: Text, scheme: Text = ["Bearer"]): CollectionHeader {
  return { name: "Authorization", value: [...scheme, " ", ...token] };
}

/** The access token of OAuth 2, the only part of it that is imported. */
export function accessTokenAuth(item: Item, header: CollectionHeader): Auth {
  item.partly(l10n.t("Only the access token was imported. A request for a new one is not translated."));
  return { ...noAuth, item, headers: [header] };
}

/** An authorization without an equivalent, as a comment. */
export function unknownAuth(item: Item, type: string): Auth {
  item.explain(l10n.t("The authorization {0} has no equivalent.", type));
  const comment: CollectionComment = { kind: "comment", item, text: l10n.t("Authorization: {0}", type) };
  return { ...noAuth, preamble: [comment] };
}

/** The authorization of a request, a folder or a collection. Undefined if the object has no authorization of its own, so that its folder decides. */
export function authOf(value: unknown, path: readonly string[], ledger: Ledger): Auth | undefined {
  const auth = objectOf(value);
  const type = auth && textOf(auth["type"]);
  if (!auth || type === undefined || type === "inherit") return undefined;
  if (type === "noauth") return noAuth;
  const item = ledger.add("security", type, path);
  const given = parametersOf(auth[type]);
  const get = (name: string) => given.get(name) ?? "";
  const secret = (name: string, hint: string): Text => secretText(hint, template(get(name)));
  switch (type) {
    case "basic":
      return { ...noAuth, item, headers: [basicHeader(template(get("username")), secret("password", "password"))] };
    case "bearer":
      return { ...noAuth, item, headers: [bearerHeader(secret("token", "token"))] };
    case "digest":
    case "ntlm": {
      const domain = type === "ntlm" && get("domain") !== "" ? `${get("domain")}\\` : "";
      const user = template(`${domain}${get("username")}`);
      return {
        ...noAuth,
        item,
        preamble: [{ kind: "auth", scheme: type, user, password: secret("password", "password") }],
      };
    }
    case "apikey":
      return apiKey(item, get("key"), secret("value", "apikey"), get("in") === "query");
    case "oauth2":
      if (get("accessToken") !== "" && get("addTokenTo") !== "queryParams") {
        return accessTokenAuth(item, bearerHeader(secret("accessToken", "token")));
      }
  }
  return unknownAuth(item, type);
}

function apiKey(item: Item, name: string, value: Text, inQuery: boolean): Auth {
  if (inQuery) return { ...noAuth, item, query: [...template(name), "=", ...value] };
  return { ...noAuth, item, headers: [{ name: name || "X-Api-Key", value }] };
}

/** Version 2.1 has a list of keys and values, version 2.0 an object. */
function parametersOf(value: unknown): ReadonlyMap<string, string> {
  const rows = Array.isArray(value)
    ? objectsOf(value).map((row): readonly [string, unknown] => [textOf(row["key"]) ?? "", row["value"]])
    : Object.entries(objectOf(value) ?? {});
  return new Map(rows.flatMap(([name, one]) => [[name, textOf(one) ?? ""] as const]));
}
