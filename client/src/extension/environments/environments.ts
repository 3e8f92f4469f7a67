import * as vscode from "vscode";
import {
  type Circumstances,
  CircumstancesNotification,
  EnvironmentsRequest,
} from "../../../../server/src/protocol/protocol.ts";
import { visibleRequestEditor } from "../editor/commands.ts";
import type { LanguageServer } from "../editor/languageServer.ts";

const key = "soaphttp.environment";

/** The selected environment of the workspace. The server reads its variables. */
export class Environments implements vscode.Disposable {
  readonly #server: LanguageServer;
  readonly #memory: vscode.Memento;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #following = vscode.workspace.onDidGrantWorkspaceTrust(() => this.#notify());

  /** The selected or the available environments may have changed. */
  readonly onDidChange = this.#changed.event;

  constructor(server: LanguageServer, memory: vscode.Memento) {
    this.#server = server;
    this.#memory = memory;
  }

  static circumstances(memory: vscode.Memento): Circumstances {
    return { trusted: vscode.workspace.isTrusted, environment: memory.get<string>(key) ?? null };
  }

  get chosen(): string | undefined {
    return this.#memory.get<string>(key);
  }

  /** The names of the environments that are available for a document. */
  async of(uri: vscode.Uri): Promise<readonly string[]> {
    return (await this.#server.request(EnvironmentsRequest, { uri: uri.toString() })).environments;
  }

  async choose(name: string | undefined): Promise<void> {
    await this.#memory.update(key, name);
    await this.#notify();
  }

  dispose(): void {
    this.#following.dispose();
    this.#changed.dispose();
  }

  async #notify(): Promise<void> {
    await this.#server.notify(CircumstancesNotification, Environments.circumstances(this.#memory));
    this.#changed.fire();
  }
}

/** The active document of requests, or else a visible one. */
export function visibleRequests(): vscode.TextDocument | undefined {
  return visibleRequestEditor()?.document;
}
