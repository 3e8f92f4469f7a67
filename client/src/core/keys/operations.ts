import * as l10n from "@vscode/l10n";
import type { KeyOperation, KeyResult } from "../../../../server/src/protocol/protocol.ts";
import type { Signer } from "./signer.ts";

/** What an operation needs of a key: undefined for a file with certificates only. */
export async function computed(
  { key: name, algorithm, data }: KeyOperation,
  { signer }: { readonly signer: Signer | undefined },
): Promise<KeyResult> {
  if (!signer) return { kind: "failed", why: l10n.t("The file of the key {0} contains no private key.", name) };
  const value = await signer(algorithm, data);
  return value
    ? { kind: "value", value }
    : { kind: "failed", why: l10n.t("The key {0} can't sign with this algorithm.", name) };
}
