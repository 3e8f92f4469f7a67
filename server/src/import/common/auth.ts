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

/**
 * The authorization of a type, in the terms of Postman and Insomnia.
 * @param get a parameter as it is typed; empty if there is none
 * @param read the text of what is typed
 */
export function authorization(
  type: string,
  item: Item,
  get: (name: string) => string,
  read: (typed: string) => Text,
): Auth {
  const text = (name: string) => read(get(name));
  const password = () => secretText("password", text("password"));
  const own: Auth = { ...noAuth, item };
  const withHeader = (name: string, value: Text): Auth => ({ ...own, headers: [{ name, value }] });
  const bearer = (prefix: string, token: string) => {
    const scheme = get(prefix) === "" ? ["Bearer"] : text(prefix);
    return withHeader("Authorization", [...scheme, " ", ...secretText("token", text(token))]);
  };
  switch (type) {
    case "basic":
      return { ...own, headers: [basicHeader(text("username"), password())] };
    case "bearer":
    case "singleToken":
      return bearer("prefix", "token");
    case "digest":
    case "ntlm": {
      const domain = type === "ntlm" && get("domain") !== "" ? [...text("domain"), "\\"] : [];
      const user = [...domain, ...text("username")];
      return { ...own, preamble: [{ kind: "auth", scheme: type, user, password: password() }] };
    }
    case "apikey": {
      const value = secretText("apikey", text("value"));
      const pair = [...text("key"), "=", ...value];
      const place = get("in") || get("addTo");
      if (place === "query" || place === "queryParams") return { ...own, query: pair };
      return place === "cookie" ? withHeader("Cookie", pair) : withHeader(get("key") || "X-Api-Key", value);
    }
    case "oauth2":
      if (get("accessToken") !== "" && get("addTokenTo") !== "queryParams") {
        const auth = bearer("tokenPrefix", "accessToken");
        item.partly(l10n.t("Only the access token was imported. A request for a new one is not translated."));
        return auth;
      }
  }
  item.explain(l10n.t("The authorization {0} has no equivalent.", type));
  const comment: CollectionComment = { kind: "comment", item, text: l10n.t("Authorization: {0}", type) };
  return { ...noAuth, preamble: [comment] };
}

/** The authorization of a request, a folder or a collection of Postman. Undefined if the object has no authorization of its own, so that its folder decides. */
export function authOf(value: unknown, path: readonly string[], ledger: Ledger): Auth | undefined {
  const auth = objectOf(value);
  const type = auth && textOf(auth["type"]);
  if (!auth || type === undefined || type === "inherit") return undefined;
  if (type === "noauth") return noAuth;
  const parameters = parametersOf(auth[type]);
  return authorization(type, ledger.add("security", type, path), (name) => parameters.get(name) ?? "", template);
}

/** Version 2.1 has a list of keys and values, version 2.0 an object. */
function parametersOf(value: unknown): ReadonlyMap<string, string> {
  const rows = Array.isArray(value)
    ? objectsOf(value).map((row): readonly [string, unknown] => [textOf(row["key"]) ?? "", row["value"]])
    : Object.entries(objectOf(value) ?? {});
  return new Map(rows.map(([name, typed]) => [name, textOf(typed) ?? ""]));
}
