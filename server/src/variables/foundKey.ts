import * as l10n from "@vscode/l10n";
import type { KeyAlgorithm } from "../protocol/protocol.ts";
import { largestRsa, smallestRsa } from "../text/limits.ts";

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

/** Why there is no key with a name, on the command line. */
export function noKeyOption(name: string): string {
  return l10n.t("There is no key {0}. Name its file with --key {0}=FILE.", name);
}

/** Why a response of a mock service can't use a key. */
export function noMockKey(name: string): string {
  return l10n.t("A mock service needs the option --key {0}=FILE for it.", name);
}

/** Why a key can't be used; `undefined` before sending if nothing is known of it: a check without any keys doesn't report them. */
export function keyProblem(name: string, key: FoundKey | undefined, isForSending: boolean): string | undefined {
  if (key?.kind === "refused" || key?.kind === "missing") return key.why;
  if (key?.kind === "unnamed" && isForSending) return noKeyOption(name);
  const algorithm = key?.kind === "key" ? key.info.algorithm : undefined;
  if (algorithm?.kind === "rsa" && (algorithm.bits < smallestRsa || algorithm.bits > largestRsa)) {
    const { bits } = algorithm;
    return l10n.t("The RSA key {0} has {1} bits. It must have {2} to {3}.", name, bits, smallestRsa, largestRsa);
  }
  if (key?.kind === "pending" && isForSending) return l10n.t("The key {0} hasn't been read yet. Try again.", name);
  return undefined;
}

export function noPrivateKey(name: string): string {
  return l10n.t("The file of the key {0} contains only certificates. Add its private key to sign with it.", name);
}
