import * as l10n from "@vscode/l10n";
import type { SecretSource } from "../../../../server/src/protocol/protocol.ts";
import type { Follow } from "../../transport/redirect.ts";
import type { Exchange } from "./exchange.ts";

/** Sources of secrets as a phrase without their values: `the secret tok and the environment variable LEAK`. */
export function sourcesText(sources: readonly SecretSource[]): string {
  const texts = [...new Set(sources.map(sourceText))];
  const last = texts.pop() ?? "";
  return texts.length === 0 ? last : l10n.t("{0} and {1}", texts.join(", "), last);
}

/** The secrets that VS Code keeps and that were sent as credentials of HTTP. */
export function storedSecrets({ message }: Exchange, kept: readonly string[]): readonly SecretSource[] {
  const uses = (message.secretUses ?? []).filter(({ place }) => place === "header" || place === "login");
  return uses.flatMap(({ source }) => (source.from === "secrets" && kept.includes(source.name) ? [source] : []));
}

function sourceText({ from, name }: SecretSource): string {
  // Blanks in a name could look like the rest of the sentence.
  const shown = /^[\w.-]+$/.test(name) ? name : `“${name}”`;
  switch (from) {
    case "secrets":
      return l10n.t("the secret {0}", shown);
    case "process":
      return l10n.t("the environment variable {0}", shown);
    case "dotenv":
      return l10n.t("the value {0} of .env", shown);
    case "private":
      return l10n.t("the private variable {0}", shown);
    case "typed":
      return l10n.t("a password in the request");
    case "received":
      return l10n.t("the value of {0}", shown);
  }
}

/** Why a redirect to another origin is not followed, and what to do. */
export function withheldText({ location, place, sources }: Follow & { readonly kind: "secrets" }): string {
  const text = sourcesText(sources);
  return place === "target"
    ? l10n.t(
        "The redirect to {0} can't be followed: it is another origin, and the target of the request contains {1}. To send the request there, change its address.",
        location,
        text,
      )
    : l10n.t(
        "The redirect to {0} can't be followed: it is another origin, and the body contains {1}. To send the request there, change its address.",
        location,
        text,
      );
}
