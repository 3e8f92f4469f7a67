import * as vscode from "vscode";
import {
  type Circumstances,
  CircumstancesNotification,
  EnvironmentsRequest,
  type EnvironmentsResult,
} from "../../../../server/src/protocol/protocol.ts";
import { visibleRequestEditor } from "../editor/commands.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { toEditorDiagnostic } from "../editor/positions.ts";

const key = "soaphttp.environment";

/** The selected environment of the workspace. The server reads its variables. */
export class Environments implements vscode.Disposable {
  readonly #server: LanguageServer;
  readonly #memory: vscode.Memento;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #diagnostics = vscode.languages.createDiagnosticCollection("soaphttp-environments");
  /** The files with diagnostics, by document. */
  readonly #files = new Map<string, readonly string[]>();
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

  /** The environments that are available for a document, and the ones that it names itself, which win over the selected one. */
  async of(uri: vscode.Uri): Promise<Pick<EnvironmentsResult, "environments" | "named">> {
    const document = uri.toString();
    const { environments, named, files } = await this.#server.request(EnvironmentsRequest, { uri: document });
    for (const file of this.#files.get(document) ?? []) this.#diagnostics.delete(vscode.Uri.parse(file));
    this.#files.set(
      document,
      files.map((file) => file.uri),
    );
    for (const { uri: file, problems } of files) {
      this.#diagnostics.set(vscode.Uri.parse(file), problems.map(toEditorDiagnostic));
    }
    return { environments, named };
  }

  async choose(name: string | undefined): Promise<void> {
    await this.#memory.update(key, name);
    await this.#notify();
  }

  dispose(): void {
    this.#following.dispose();
    this.#changed.dispose();
    this.#diagnostics.dispose();
  }

  async #notify(): Promise<void> {
    await this.#server.notify(CircumstancesNotification, Environments.circumstances(this.#memory));
    this.#changed.fire();
  }
}

export function visibleRequests(): vscode.TextDocument | undefined {
  return visibleRequestEditor()?.document;
}
