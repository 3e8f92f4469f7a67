import * as l10n from "@vscode/l10n";
import type { CollectionComment, CollectionHeader, PreambleLine, Text } from "../collection.ts";
import type { Item, Ledger } from "../ledger.ts";
import { objectOf, objectsOf, textOf } from "./json.ts";
import { template } from "./template.ts";

/** The parts that an authorization adds to a request. */
export interface Auth {
  readonly item: Item | undefined;
  readonly headers: readonly CollectionHeader[];
  readonly preamble: readonly PreambleLine[];
  /** A parameter `name=value` to add to the query. */
  readonly query: Text | undefined;
}

export const noAuth: Auth = { item: undefined, headers: [], preamble: [], query: undefined };

/** A text whose literal parts are credentials. `name`: name of the variable for them. */
export function secretText(name: string, text: Text): Text {
  return text.map((part) => (typeof part === "string" && part !== "" ? { kind: "secret", name, value: part } : part));
}

/** The header `Authorization: Basic {{$basic user password}}`. */
export function basicHeader(user: Text, password: Text): CollectionHeader {
  return {
    name: "Authorization",
    value: ["Basic ", { kind: "credentials", name: "$basic", args: [user, password] }],
  };
}

/** The parameters of an authorization, as they are typed; empty if there is none. Each tool has its own names for them. */
export interface AuthParameters {
  readonly username: string;
  readonly password: string;
  readonly token: string;
  /** The word before the token; empty: `Bearer`. */
  readonly scheme: string;
  /** The name and the value of an API key, and where it is sent. */
  readonly key: string;
  readonly value: string;
  readonly place: "header" | "query" | "cookie";
}

/**
 * The authorization of a type.
 * @param read the text of what is typed; it may add notes to the item, so it is called in the order of the parameters
 */
export function authorization(type: string, item: Item, given: AuthParameters, read: (typed: string) => Text): Auth {
  const password = () => secretText("password", read(given.password));
  const own: Auth = { ...noAuth, item };
  const withHeader = (name: string, value: Text): Auth => ({ ...own, headers: [{ name, value }] });
  const bearer = () => {
    const scheme = given.scheme === "" ? ["Bearer"] : read(given.scheme);
    return withHeader("Authorization", [...scheme, " ", ...secretText("token", read(given.token))]);
  };
  switch (type) {
    case "basic":
      return { ...own, headers: [basicHeader(read(given.username), password())] };
    case "bearer":
      return bearer();
    case "digest":
    case "ntlm": {
      const user = read(given.username);
      return { ...own, preamble: [{ kind: "auth", scheme: type, user, password: password() }] };
    }
    case "apikey": {
      const key = read(given.key);
      const value = secretText("apikey", read(given.value));
      const pair = [...key, "=", ...value];
      if (given.place === "query") return { ...own, query: pair };
      return given.place === "cookie" ? withHeader("Cookie", pair) : withHeader(given.key || "X-Api-Key", value);
    }
    case "oauth2":
      if (given.token !== "") {
        const auth = bearer();
        item.partly(l10n.t("Only the access token was imported. A request for a new one is not translated."));
        return auth;
      }
  }
  item.explain(l10n.t("The authorization {0} has no equivalent.", type));
  const comment: CollectionComment = { kind: "comment", item, text: l10n.t("Authorization: {0}", type) };
  return { ...noAuth, preamble: [comment] };
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
