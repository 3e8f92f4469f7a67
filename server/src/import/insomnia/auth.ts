import type { CollectionHeader, Text } from "../collection.ts";
import {
  type Auth,
  accessTokenAuth,
  basicHeader,
  bearerHeader,
  noAuth,
  secretText,
  unknownAuth,
} from "../common/auth.ts";
import { objectOf, textOf } from "../common/json.ts";
import type { InsomniaContext } from "./context.ts";
import { insomniaText, type TextContext } from "./template.ts";

/** Whether an object has no authentication of its own, so that its folder decides. */
export function inheritsAuth(value: unknown): boolean {
  return textOf(objectOf(value)?.["type"]) === undefined;
}

export function authOf(value: unknown, path: readonly string[], { ledger }: InsomniaContext, texts: TextContext): Auth {
  const auth = objectOf(value);
  const type = textOf(auth?.["type"]) ?? "none";
  if (!auth || type === "none" || auth["disabled"] === true) return noAuth;
  const item = ledger.add("security", type, path);
  const get = (name: string) => textOf(auth[name]) ?? "";
  const text = (name: string) => insomniaText(get(name), { ...texts, item });
  const secret = (name: string, hint: string): Text => secretText(hint, text(name));
  const some = { ...noAuth, item };
  switch (type) {
    case "basic":
      return { ...some, headers: [basicHeader(text("username"), secret("password", "password"))] };
    case "bearer":
    case "singleToken":
      return { ...some, headers: [bearer(text("prefix"), secret("token", "token"))] };
    case "digest":
    case "ntlm":
      return {
        ...some,
        preamble: [{ kind: "auth", scheme: type, user: text("username"), password: secret("password", "password") }],
      };
    case "apikey": {
      const key = text("key");
      const apiKey = secret("value", "apikey");
      if (get("addTo") === "queryParams") return { ...some, query: [...key, "=", ...apiKey] };
      if (get("addTo") === "cookie") return { ...some, headers: [{ name: "Cookie", value: [...key, "=", ...apiKey] }] };
      return { ...some, headers: [{ name: get("key") || "X-Api-Key", value: apiKey }] };
    }
    case "oauth2":
      if (get("accessToken") !== "") {
        return accessTokenAuth(item, bearer(text("tokenPrefix"), secret("accessToken", "token")));
      }
  }
  return unknownAuth(item, type);
}

function bearer(prefix: Text, token: Text): CollectionHeader {
  return prefix.length > 0 ? bearerHeader(token, prefix) : bearerHeader(token);
}
