import * as l10n from "@vscode/l10n";
import type { KeyOperation, KeyResult } from "../../../../server/src/protocol/protocol.ts";
import type { PrivateKey } from "./signer.ts";

/** Resolves with the result of an operation. The private key `use` is undefined for a file with certificates only. */
export async function computed(
  operation: KeyOperation,
  { use }: { readonly use: PrivateKey | undefined },
): Promise<KeyResult> {
  const { key: name } = operation;
  if (!use) return failed(l10n.t("The file of the key {0} contains no private key.", name));
  if (operation.kind === "sign") {
    const value = await use.sign(operation.algorithm, operation.data);
    return value ? { kind: "value", value } : failed(l10n.t("The key {0} can't sign with this algorithm.", name));
  }
  const value = await use.decrypt(operation.algorithm, operation.data);
  switch (value) {
    case "unsupported":
      return {
        ...failed(l10n.t("Decrypting {0} isn't possible in a browser.", operation.algorithm.name)),
        isUnsupported: true,
      };
    case "failed":
      return failed(l10n.t("The value can't be decrypted with the key {0}.", name));
    default:
      return { kind: "value", value };
  }
}

function failed(why: string): Extract<KeyResult, { readonly kind: "failed" }> {
  return { kind: "failed", why };
}
