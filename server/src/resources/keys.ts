import * as l10n from "@vscode/l10n";
import { type Certificate, readCertificate } from "../crypto/certificate.ts";
import type { KeyOperation, KeyResult } from "../protocol/protocol.ts";
import type { HostCertificates } from "../security/verification/verification.ts";
import type { FoundKey } from "../variables/foundKey.ts";

/** The keys that a document can refer to. */
export interface Keys {
  find(name: string): FoundKey;
  /** The names of all keys, in the order of the setting or the command line. */
  names(): readonly string[];
  /** The trusted certificates in DER, from files without a private key. */
  trusted(): readonly Uint8Array[];
}

/** Computes operations that only the host can do. Returns the results in the order of the operations. Never rejects. */
export type Compute = (operations: readonly KeyOperation[]) => Promise<readonly KeyResult[]>;

export const noKeys: Keys = {
  find: () => ({ kind: "unnamed" }),
  names: () => [],
  trusted: () => [],
};

/** The certificate of a key in DER; `undefined` if it isn't known yet, or if no key has this name. */
export function certificateOf(
  keys: Keys,
  name: string,
): { readonly der: Uint8Array } | { readonly unavailable: string } | undefined {
  const key = keys.find(name);
  if (key.kind === "unneeded") return { der: new Uint8Array(0) };
  if (key.kind === "missing" || key.kind === "refused") return { unavailable: key.why };
  if (key.kind !== "key") return undefined;
  const [der] = key.info.certificates;
  return der ? { der } : { unavailable: l10n.t("The file of the key {0} contains no certificate of it.", name) };
}

/** The certificates of all keys, and the trusted certificates. */
export function hostCertificates(keys: Keys): HostCertificates {
  const certificates = keys.names().flatMap((name) => {
    const key = keys.find(name);
    return key.kind === "key" ? key.info.certificates : [];
  });
  return { known: read(certificates), trusted: read(keys.trusted()) };
}

function read(all: readonly Uint8Array[]): readonly Certificate[] {
  return all.flatMap((der) => readCertificate(der) ?? []);
}
