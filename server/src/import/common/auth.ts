import * as l10n from "@vscode/l10n";
import type { CollectionComment, CollectionHeader, PreambleLine, Text } from "../collection.ts";
import type { Item } from "../ledger.ts";

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
