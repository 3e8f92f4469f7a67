import * as vscode from "vscode";
import type { OutgoingResult } from "../../../server/src/protocol.ts";
import type { Questions } from "../send/questions.ts";

/** An outgoing message, or why there is none; undefined where the author gave no value to a secret. */
export type Supplied = Exclude<OutgoingResult, { readonly kind: "secrets" }> | undefined;

const namesKey = "soaphttp.secrets";

/**
 * The values of `{{$secret name}}`: asked for once, and kept in VS Code's secret storage. Each workspace has its own, so
 * that no file of one can send away what another's author has typed.
 */
export class SecretVariables {
  readonly #context: Pick<vscode.ExtensionContext, "secrets" | "workspaceState">;
  readonly #questions: () => Questions;

  constructor(context: Pick<vscode.ExtensionContext, "secrets" | "workspaceState">, questions: () => Questions) {
    this.#context = context;
    this.#questions = questions;
  }

  /** Asks the server, and gives it the secrets that it then wants. */
  async supply(ask: (secrets: Readonly<Record<string, string>>) => Promise<OutgoingResult>): Promise<Supplied> {
    const given: Record<string, string> = {};
    for (;;) {
      const answer = await ask(given);
      if (answer.kind !== "secrets") return answer;
      for (const name of answer.names) {
        const value = await this.#value(name);
        if (value === undefined) return undefined;
        given[name] = value;
      }
    }
  }

  /** Lets the author choose secrets whose values are forgotten: the next sending asks for them anew. */
  async forget(): Promise<void> {
    const names = this.#names();
    if (names.length === 0) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t("No secrets are kept for this workspace. {0} in a request asks for one.", "{{$secret name}}"),
      );
      return;
    }
    const picked = await vscode.window.showQuickPick(names, {
      canPickMany: true,
      placeHolder: vscode.l10n.t("The secrets to forget; the next sending asks for them anew"),
    });
    await this.#remove(picked ?? []);
  }

  async #remove(gone: readonly string[]): Promise<void> {
    const { secrets, workspaceState } = this.#context;
    for (const name of gone) await secrets.delete(storedAs(name));
    await workspaceState.update(
      namesKey,
      this.#names().filter((name) => !gone.includes(name)),
    );
  }

  async #value(name: string): Promise<string | undefined> {
    const { secrets, workspaceState } = this.#context;
    const kept = await secrets.get(storedAs(name));
    if (kept !== undefined) return kept;
    const value = await this.#questions().secret(name);
    if (value === undefined) return undefined;
    await secrets.store(storedAs(name), value);
    await workspaceState.update(namesKey, [...new Set([...this.#names(), name])].sort());
    return value;
  }

  #names(): readonly string[] {
    return this.#context.workspaceState.get<readonly string[]>(namesKey) ?? [];
  }
}

function storedAs(name: string): string {
  const { workspaceFile, workspaceFolders } = vscode.workspace;
  return `soaphttp.secret:${workspaceFile ?? workspaceFolders?.[0]?.uri ?? ""}:${name}`;
}
