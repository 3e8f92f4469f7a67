import * as vscode from "vscode";
import { inform, pickMany } from "../editor/ui.ts";
import type { Passphrases } from "./passphrases.ts";
import type { SecretVariables } from "./secretVariables.ts";

/** Forgets the given secrets and the passphrases of the given keys, or those that the user selects. */
export async function forgetSecrets(
  secrets: SecretVariables,
  passphrases: Passphrases,
  [names, keys]: readonly unknown[],
): Promise<void> {
  if (Array.isArray(names) || Array.isArray(keys)) {
    await secrets.forget(texts(names));
    return passphrases.forget(texts(keys));
  }
  const items = [
    ...secrets.names.map((name) => ({ label: name, name, kind: "secret" })),
    ...passphrases.names.map((name) => ({
      label: vscode.l10n.t("Passphrase of the key {0}", name),
      name,
      kind: "key",
    })),
  ];
  if (items.length === 0) {
    return inform(
      vscode.l10n.t("No secrets are stored for this workspace. Use {0} in a request to add one.", "{{$secret name}}"),
    );
  }
  const text = vscode.l10n.t("Select the secrets to forget. VS Code asks for them the next time they are sent");
  const picked = await pickMany(items, text);
  const of = (kind: string) => picked.flatMap((one) => (one.kind === kind ? [one.name] : []));
  await secrets.forget(of("secret"));
  await passphrases.forget(of("key"));
}

function texts(given: unknown): readonly string[] {
  return Array.isArray(given) ? given.map(String) : [];
}
