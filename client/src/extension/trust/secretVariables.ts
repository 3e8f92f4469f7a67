import * as vscode from "vscode";
import type { OutgoingResult } from "../../../../server/src/protocol.ts";
import { type Supplied, supplied } from "../../core/sending/prepare.ts";
import type { Questions } from "../editor/questions.ts";
import { pickMany, showInformation } from "../editor/ui.ts";
import { ensureTrusted } from "./ensureTrusted.ts";

const namesKey = "soaphttp.secrets";

/**
 * The values of `{{$secret name}}`: asked for once, and kept in VS Code's secret storage. Each workspace has its own, so
 * that no file of one can send away what another's author has typed; where no folder is open, files come from anywhere,
 * and a value is kept for as long as the window is there. In Restricted Mode none is given.
 */
export class SecretVariables {
  readonly #context: Pick<vscode.ExtensionContext, "secrets" | "workspaceState">;
  readonly #questions: () => Questions;
  /** Where no folder is open. */
  readonly #ofWindow = new Map<string, string>();
  readonly #asking = new Map<string, Promise<string | undefined>>();

  constructor(context: Pick<vscode.ExtensionContext, "secrets" | "workspaceState">, questions: () => Questions) {
    this.#context = context;
    this.#questions = questions;
  }

  /** Asks the server, and gives it the secrets that it then wants. */
  async supply(ask: (secrets: Readonly<Record<string, string>>) => Promise<OutgoingResult>): Promise<Supplied> {
    return supplied(ask, async (name) => ((await ensureTrusted(this.#questions())) ? this.#value(name) : undefined));
  }

  /** Forgets the values of these secrets, or of those that the author chooses: the next sending asks for them anew. */
  async forget(given?: readonly string[]): Promise<void> {
    if (given !== undefined) return this.#remove(given);
    const names = this.#names();
    if (names.length === 0) {
      void showInformation(
        vscode.l10n.t("No secrets are stored for this workspace. Use {0} in a request to add one.", "{{$secret name}}"),
      );
      return;
    }
    const placeHolder = vscode.l10n.t(
      "Select the secrets to forget. VS Code asks for them the next time they are sent",
    );
    const picked = await pickMany(
      names.map((label) => ({ label })),
      placeHolder,
    );
    await this.#remove(picked.map(({ label }) => label));
  }

  async #remove(gone: readonly string[]): Promise<void> {
    const { secrets, workspaceState } = this.#context;
    const workspace = openWorkspace();
    for (const name of gone) {
      this.#ofWindow.delete(name);
      if (workspace !== undefined) await secrets.delete(storedAs(workspace, name));
    }
    await workspaceState.update(
      namesKey,
      this.#kept().filter((name) => !gone.includes(name)),
    );
  }

  /** Two requests at once that want the same one ask for it once: a second box would close the first. */
  #value(name: string): Promise<string | undefined> {
    const asking = this.#asking.get(name);
    if (asking !== undefined) return asking;
    const value = this.#keptOrAsked(name).finally(() => this.#asking.delete(name));
    this.#asking.set(name, value);
    return value;
  }

  async #keptOrAsked(name: string): Promise<string | undefined> {
    const { secrets, workspaceState } = this.#context;
    const workspace = openWorkspace();
    const kept = workspace === undefined ? this.#ofWindow.get(name) : await secrets.get(storedAs(workspace, name));
    if (kept) return kept;
    const value = await this.#questions().secret(name, workspace === undefined ? "window" : "workspace");
    if (!value) return undefined;
    if (workspace === undefined) {
      this.#ofWindow.set(name, value);
      return value;
    }
    await secrets.store(storedAs(workspace, name), value);
    await workspaceState.update(namesKey, [...new Set([...this.#kept(), name])].sort());
    return value;
  }

  #names(): readonly string[] {
    return [...this.#kept(), ...this.#ofWindow.keys()];
  }

  #kept(): readonly string[] {
    return this.#context.workspaceState.get<readonly string[]>(namesKey) ?? [];
  }
}

function openWorkspace(): string | undefined {
  const { workspaceFile, workspaceFolders } = vscode.workspace;
  return (workspaceFile ?? workspaceFolders?.[0]?.uri)?.toString();
}

function storedAs(workspace: string, name: string): string {
  return `soaphttp.secret:${workspace}:${name}`;
}
