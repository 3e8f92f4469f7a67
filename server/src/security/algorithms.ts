import * as l10n from "@vscode/l10n";
import { hashes } from "../crypto/hashes.ts";
import { curveOctets } from "../crypto/verify.ts";
import type { KeyAlgorithm, SignatureAlgorithm } from "../protocol/protocol.ts";
import type { C14nMethod } from "./c14n.ts";
import { encryptionNamespace as encryption, exclusiveNamespace, transformUris } from "./names.ts";

/*
 * The algorithms of XML Signature, by the fragments of their URIs (XML Signature 1.1 section 6; RFC 6931). SHA-224 is missing,
 * because Web Cryptography doesn't have it.
 */

export interface SignatureMethod extends SignatureAlgorithm {
  readonly uri: string;
}

export interface DigestMethod {
  readonly uri: string;
  readonly hash: SignatureAlgorithm["hash"];
  /** Length of the digest in bytes. */
  readonly bytes: number;
}

const old = "http://www.w3.org/2000/09/xmldsig#";
const more = "http://www.w3.org/2001/04/xmldsig-more#";
const newer = "http://www.w3.org/2007/05/xmldsig-more#";

export const signatureMethods: ReadonlyMap<string, SignatureMethod> = new Map([
  ["rsa-sha1", { uri: `${old}rsa-sha1`, name: "rsa", hash: "SHA-1" }],
  ["rsa-sha256", { uri: `${more}rsa-sha256`, name: "rsa", hash: "SHA-256" }],
  ["rsa-sha384", { uri: `${more}rsa-sha384`, name: "rsa", hash: "SHA-384" }],
  ["rsa-sha512", { uri: `${more}rsa-sha512`, name: "rsa", hash: "SHA-512" }],
  ["sha1-rsa-MGF1", { uri: `${newer}sha1-rsa-MGF1`, name: "pss", hash: "SHA-1" }],
  ["sha256-rsa-MGF1", { uri: `${newer}sha256-rsa-MGF1`, name: "pss", hash: "SHA-256" }],
  ["sha384-rsa-MGF1", { uri: `${newer}sha384-rsa-MGF1`, name: "pss", hash: "SHA-384" }],
  ["sha512-rsa-MGF1", { uri: `${newer}sha512-rsa-MGF1`, name: "pss", hash: "SHA-512" }],
  ["ecdsa-sha1", { uri: `${more}ecdsa-sha1`, name: "ecdsa", hash: "SHA-1" }],
  ["ecdsa-sha256", { uri: `${more}ecdsa-sha256`, name: "ecdsa", hash: "SHA-256" }],
  ["ecdsa-sha384", { uri: `${more}ecdsa-sha384`, name: "ecdsa", hash: "SHA-384" }],
  ["ecdsa-sha512", { uri: `${more}ecdsa-sha512`, name: "ecdsa", hash: "SHA-512" }],
]);

export const digestMethods: ReadonlyMap<string, DigestMethod> = new Map([
  ["sha1", { uri: `${old}sha1`, hash: "SHA-1", bytes: 20 }],
  ["sha256", { uri: `${encryption}sha256`, hash: "SHA-256", bytes: 32 }],
  ["sha384", { uri: `${more}sha384`, hash: "SHA-384", bytes: 48 }],
  ["sha512", { uri: `${encryption}sha512`, hash: "SHA-512", bytes: 64 }],
]);

export function digested({ hash }: Pick<DigestMethod, "hash">, bytes: Uint8Array): Uint8Array {
  return hashes[hash](bytes);
}

/** The name of the signature method that is used for a key by default. */
export function usualMethod(key: KeyAlgorithm): string {
  if (key.kind === "rsa") return "rsa-sha256";
  return { "P-256": "ecdsa-sha256", "P-384": "ecdsa-sha384", "P-521": "ecdsa-sha512" }[key.curve];
}

/** The length of a key's signatures, in bytes. */
export function signatureLength(key: KeyAlgorithm): number {
  return key.kind === "rsa" ? Math.ceil(key.bits / 8) : 2 * curveOctets[key.curve];
}

export function methodOf(uri: string): (SignatureMethod & { readonly fragment: string }) | undefined {
  for (const [fragment, method] of signatureMethods) if (method.uri === uri) return { ...method, fragment };
  return undefined;
}

export function digestOf(uri: string): (DigestMethod & { readonly fragment: string }) | undefined {
  for (const [fragment, method] of digestMethods) if (method.uri === uri) return { ...method, fragment };
  return undefined;
}

/** The fragment of an algorithm's URI, or the whole URI. */
export function fragmentOf(uri: string): string {
  return /#([^#\s]+)$/.exec(uri)?.[1] ?? uri;
}

/** The name of an algorithm in messages: `STR-Transform`, `xpath`, or the whole URI. */
export function algorithmName(uri: string): string {
  return /\/REC-([a-z]+)-\d+$/.exec(uri)?.[1] ?? fragmentOf(uri);
}

const inclusiveUri = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315";
const inclusive11Uri = "http://www.w3.org/2006/12/xml-c14n11";

export interface NamedC14nMethod extends C14nMethod {
  readonly uri: string;
}

export const c14nMethods: ReadonlyMap<string, NamedC14nMethod> = new Map<string, NamedC14nMethod>([
  ["exclusive", { kind: "exclusive", comments: false, prefixes: [], uri: exclusiveNamespace }],
  ["exclusive-comments", { kind: "exclusive", comments: true, prefixes: [], uri: `${exclusiveNamespace}WithComments` }],
  ["inclusive", { kind: "inclusive", comments: false, prefixes: [], uri: inclusiveUri }],
  ["inclusive-comments", { kind: "inclusive", comments: true, prefixes: [], uri: `${inclusiveUri}#WithComments` }],
  ["inclusive11", { kind: "inclusive11", comments: false, prefixes: [], uri: inclusive11Uri }],
  [
    "inclusive11-comments",
    { kind: "inclusive11", comments: true, prefixes: [], uri: `${inclusive11Uri}#WithComments` },
  ],
]);

/** @param prefixes the PrefixList of InclusiveNamespaces, which only the exclusive methods have */
export function c14nMethod(uri: string, prefixes: readonly string[] = []): NamedC14nMethod | undefined {
  const method = [...c14nMethods.values()].find((one) => one.uri === uri);
  return method?.kind === "exclusive" ? { ...method, prefixes } : method;
}

/** A transform of the content that a reference in a signature refers to. */
export type Transform =
  | { readonly kind: "enveloped" | "content" | "complete" }
  /** `token`: STR-Transform, which replaces a SecurityTokenReference by its token. */
  | { readonly kind: "c14n" | "token"; readonly method: NamedC14nMethod }
  | { readonly kind: "unsupported"; readonly uri: string };

/** The bytes that a digest is computed from. `why`: why they aren't known, as the end of a sentence. */
export type SignedBytes = { readonly bytes: Uint8Array } | { readonly why: string };

/** `prefixes`: the transform's PrefixList. `inner`: the URI of the canonicalization method in STR-Transform. */
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
