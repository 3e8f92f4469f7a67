import * as l10n from "@vscode/l10n";
import type { CollectionComment, CollectionHeader, PreambleLine, Text } from "./collection.ts";
import type { Item } from "./ledger.ts";

/** What an authorization adds to a request. */
export interface Auth {
  readonly item: Item | undefined;
  readonly headers: readonly CollectionHeader[];
  readonly preamble: readonly PreambleLine[];
  /** `name=value`, to be added to the query. */
  readonly query: Text | undefined;
}

export const noAuth: Auth = { item: undefined, headers: [], preamble: [], query: undefined };

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
