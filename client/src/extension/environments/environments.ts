import * as vscode from "vscode";
import {
  type Circumstances,
  CircumstancesNotification,
  EnvironmentsRequest,
  languageId,
} from "../../../../server/src/protocol.ts";
import type { LanguageServer } from "../editor/languageServer.ts";

const key = "soaphttp.environment";

/** The environment that the author has chosen, one for the workspace; the server knows what is in it. */
export class Environments implements vscode.Disposable {
  readonly #server: LanguageServer;
  readonly #memory: vscode.Memento;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #following: vscode.Disposable;

  /** What is chosen, or what can be, may be something else now. */
  readonly onDidChange = this.#changed.event;

  constructor(server: LanguageServer, memory: vscode.Memento) {
    this.#server = server;
    this.#memory = memory;
    this.#following = vscode.workspace.onDidGrantWorkspaceTrust(() => this.#tell());
  }

  /** As the server is to know it. */
  static circumstances(memory: vscode.Memento): Circumstances {
    return { trusted: vscode.workspace.isTrusted, environment: memory.get<string>(key) ?? null };
  }

  get chosen(): string | undefined {
    return this.#memory.get<string>(key);
  }

  /** The names of those that a document can have. */
  async of(uri: vscode.Uri): Promise<readonly string[]> {
    return (await this.#server.request(EnvironmentsRequest, { uri: uri.toString() })).environments;
  }

  async choose(name: string | undefined): Promise<void> {
    await this.#memory.update(key, name);
    await this.#tell();
  }

  dispose(): void {
    this.#following.dispose();
    this.#changed.dispose();
  }

  async #tell(): Promise<void> {
    await this.#server.notify(CircumstancesNotification, Environments.circumstances(this.#memory));
    this.#changed.fire();
  }
}

/** The document of requests that the author is at, or else one that can be seen: beside its response, or over a panel. */
export function requestsInSight(): vscode.TextDocument | undefined {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  const documents = [...(activeTextEditor ? [activeTextEditor] : []), ...visibleTextEditors].map((one) => one.document);
  return documents.find((document) => document.languageId === languageId);
}
