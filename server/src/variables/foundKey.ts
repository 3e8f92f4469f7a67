import * as l10n from "@vscode/l10n";
import type { KeyAlgorithm } from "../protocol/protocol.ts";
import { largestRsa, smallestRsa } from "../text/limits.ts";

/** The public data of a key in `soaphttp.keys` or `--key`. The private key stays with the host. */
export interface KeyInfo {
  /** Certificates in DER: the certificate of the key followed by its chain. From a file without a private key, all certificates. */
  readonly certificates: readonly Uint8Array[];
  /** Undefined for a file without a private key. Its certificates are trusted, but can't sign. */
  readonly algorithm: KeyAlgorithm | undefined;
}

export type FoundKey =
  | { readonly kind: "key"; readonly info: KeyInfo }
  /**
   * `pending`: the key is still being read. `unnamed`: this host has no named keys (`check` without `--key`).
   * `unneeded`: nothing is sent (`test --replay`), so requests stay unsigned.
   */
  | { readonly kind: "pending" | "unnamed" | "unneeded" }
  /** `why`: a sentence with the name of the key, for example about where to name it, or that its file can't be decrypted. */
  | { readonly kind: "missing" | "refused"; readonly why: string };

/** A sentence for the command line about why there is no key with this name. */
export function noKeyOption(name: string): string {
  return l10n.t("There is no key {0}. Name its file with --key {0}=FILE.", name);
}

/** A sentence about why a response of a mock service can't use a key. */
export function noMockKey(name: string): string {
  return l10n.t("A mock service needs the option --key {0}=FILE for it.", name);
}

/** Why a key can't be used; before sending, `undefined` if it isn't known, as on a host without keys. */
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
