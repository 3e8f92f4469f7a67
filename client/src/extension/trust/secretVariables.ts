import * as vscode from "vscode";
import type { OutgoingResult } from "../../../../server/src/protocol/protocol.ts";
import { type Supplied, supplied } from "../../core/sending/prepare.ts";
import type { Questions } from "../editor/questions.ts";
import { inform, pickMany } from "../editor/ui.ts";
import { ensureTrusted } from "./ensureTrusted.ts";

/** The values that the user has entered or refused during a run, by name. */
export type KnownSecrets = Map<string, Promise<string | undefined>>;

const namesKey = "soaphttp.secrets";

/**
 * The values of `{{$secret name}}`: the user enters them once, and VS Code's secret storage keeps them. Each workspace has its
 * own, so that its files can't send the values of another one. If no folder is open, files may come from anywhere, and
 * values are kept until the window closes. In Restricted Mode no value is used.
 */
export class SecretVariables {
  readonly #context: vscode.ExtensionContext;
  readonly #questions: () => Questions;
  /** Values of a window without a folder. */
  readonly #ofWindow = new Map<string, string>();
  readonly #pending = new Map<string, Promise<string | undefined>>();
  #asking: Promise<unknown> = Promise.resolve();

  constructor(context: vscode.ExtensionContext, questions: () => Questions) {
    this.#context = context;
    this.#questions = questions;
  }

  /** Asks the server, and gives it the secrets that it requests. Each that is not known yet becomes known. */
  async supply(
    ask: (secrets: Readonly<Record<string, string>>) => Promise<OutgoingResult>,
    known: KnownSecrets = new Map(),
  ): Promise<Supplied> {
    return supplied(ask, async (name) => {
      const value = known.get(name) ?? this.#trusted(name);
      known.set(name, value);
      return value;
    });
  }

  async #trusted(name: string): Promise<string | undefined> {
    return (await ensureTrusted(this.#questions())) ? this.#value(name) : undefined;
  }

  /** Forgets the given secrets, or those that the user selects. VS Code asks for them the next time they are sent. */
  async forget(given?: readonly string[]): Promise<void> {
    if (given !== undefined) return this.#remove(given);
    const names = [...this.#stored(), ...this.#ofWindow.keys()];
    if (names.length === 0) {
      return inform(
        vscode.l10n.t("No secrets are stored for this workspace. Use {0} in a request to add one.", "{{$secret name}}"),
      );
    }
    const items = names.map((label) => ({ label }));
    const text = vscode.l10n.t("Select the secrets to forget. VS Code asks for them the next time they are sent");
    await this.#remove((await pickMany(items, text)).map(({ label }) => label));
  }

  async #remove(names: readonly string[]): Promise<void> {
    const { secrets, workspaceState } = this.#context;
    const workspace = openWorkspace();
    for (const name of names) {
      this.#ofWindow.delete(name);
      if (workspace !== undefined) await secrets.delete(storedAs(workspace, name));
    }
    const others = this.#stored().filter((name) => !names.includes(name));
    await workspaceState.update(namesKey, others);
  }

  /** Simultaneous requests ask for each secret once, and one after the other: a second input box would close the first. */
  #value(name: string): Promise<string | undefined> {
    const pending = this.#pending.get(name);
    if (pending !== undefined) return pending;
    const value = this.#asking.then(() => this.#storedOrEntered(name)).finally(() => this.#pending.delete(name));
    this.#asking = value.catch(() => {});
    this.#pending.set(name, value);
    return value;
  }

  async #storedOrEntered(name: string): Promise<string | undefined> {
    const { secrets, workspaceState } = this.#context;
    const workspace = openWorkspace();
    const stored = workspace === undefined ? this.#ofWindow.get(name) : await secrets.get(storedAs(workspace, name));
    if (stored) return stored;
    const value = await this.#questions().secret(name, workspace === undefined ? "window" : "workspace");
    if (!value) return undefined;
    if (workspace === undefined) {
      this.#ofWindow.set(name, value);
    } else {
      await secrets.store(storedAs(workspace, name), value);
      await workspaceState.update(namesKey, [...new Set([...this.#stored(), name])].sort());
    }
    return value;
  }

  #stored(): readonly string[] {
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
