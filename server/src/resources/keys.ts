import * as l10n from "@vscode/l10n";
import type { KeyAlgorithm, SignatureAlgorithm } from "../protocol/protocol.ts";

export type { KeyAlgorithm, SignatureAlgorithm } from "../protocol/protocol.ts";

/** What the server knows of a key of `soaphttp.keys` or `--key`: never the private key, which stays with the host. */
export interface KeyInfo {
  /** In DER. The certificate of the key first, then its chain; for a file with certificates only, all of them. */
  readonly certificates: readonly Uint8Array[];
  /** Undefined for a file with certificates only: they are trusted, and nothing can be signed. */
  readonly algorithm: KeyAlgorithm | undefined;
}

export type FoundKey =
  | { readonly kind: "key"; readonly info: KeyInfo }
  /**
   * `pending`: the key is still being read. `unnamed`: this host names no keys at all (`check` without `--key`). `unneeded`: nothing
   * is sent (`test --replay`), so requests stay unsigned.
   */
  | { readonly kind: "pending" | "unnamed" | "unneeded" }
  /** `why`: a sentence with the name of the key, and where to name it, or for example that its file can't be decrypted. */
  | { readonly kind: "missing" | "refused"; readonly why: string };

/** The keys that a document can refer to. */
export interface Keys {
  /** Reads the key at first use. */
  find(name: string): FoundKey;
  /** In the order of the setting or the command line. */
  names(): readonly string[];
  /** The certificates that are trusted, in DER: those of files without a private key. */
  trusted(): readonly Uint8Array[];
}

/** Signs data with a private key that only the host has. `why`: a sentence. ECDSA values are r and s, not DER. */
export type Sign = (
  key: string,
  algorithm: SignatureAlgorithm,
  data: Uint8Array,
) => Promise<Uint8Array | { readonly why: string }>;

export const noKeys: Keys = {
  find: () => ({ kind: "unnamed" }),
  names: () => [],
  trusted: () => [],
};

/** The certificate of a key, in DER; `undefined` if it isn't known yet, or if no key is named. */
export function certificateOf(
  keys: Keys,
  name: string,
): { readonly der: Uint8Array } | { readonly unavailable: string } | undefined {
  const found = keys.find(name);
  if (found.kind === "unneeded") return { der: new Uint8Array(0) };
  if (found.kind === "missing" || found.kind === "refused") return { unavailable: found.why };
  if (found.kind !== "key") return undefined;
  const [der] = found.info.certificates;
  return der ? { der } : { unavailable: l10n.t("The file of the key {0} contains no certificate of it.", name) };
}

/** Why there is no key with a name, on the command line. */
export function noKeyOption(name: string): string {
  return l10n.t("There is no key {0}. Name its file with --key {0}=FILE.", name);
}
