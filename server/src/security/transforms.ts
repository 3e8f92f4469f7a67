import * as l10n from "@vscode/l10n";
import { algorithmName, c14nMethod, type NamedC14nMethod } from "./algorithms.ts";
import { transformUris } from "./names.ts";

/** What is done to the content that a reference of a signature means. */
export type Transform =
  | { readonly kind: "enveloped" | "content" | "complete" }
  /** `token`: STR-Transform, which replaces a SecurityTokenReference by its token. */
  | { readonly kind: "c14n" | "token"; readonly method: NamedC14nMethod }
  | { readonly kind: "unsupported"; readonly uri: string };

/** The bytes that a digest is computed of, or why they aren't known: a sentence that continues another one. */
export type SignedBytes = { readonly bytes: Uint8Array } | { readonly why: string };

/** @param prefixes the PrefixList of the transform @param inner the URI of the canonicalization in the transform of tokens */
export function transformOf(uri: string, prefixes: readonly string[], inner: string): Transform {
  if (uri === transformUris.enveloped) return { kind: "enveloped" };
  if (uri === transformUris.content) return { kind: "content" };
  if (uri === transformUris.complete) return { kind: "complete" };
  const method = c14nMethod(uri === transformUris.token ? inner : uri, prefixes);
  return method ? { kind: uri === transformUris.token ? "token" : "c14n", method } : { kind: "unsupported", uri };
}

export function uriOf(transform: Transform): string {
  if (transform.kind === "unsupported") return transform.uri;
  return transform.kind === "c14n" ? transform.method.uri : transformUris[transform.kind];
}

export function unsupported(transform: Transform): string {
  return l10n.t("the transform {0} isn't supported.", algorithmName(uriOf(transform)));
}
