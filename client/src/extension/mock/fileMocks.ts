import * as vscode from "vscode";
import { MockAddressesNotification, NamedMocksRequest } from "../../../../server/src/protocol/mockProtocol.ts";
import type { RunningService } from "../../mock/service.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import type { MockController } from "./mockController.ts";

interface Running {
  /** The files that are served. */
  readonly key: string;
  readonly services: readonly RunningService[];
  /** Whether a run of tests has started them, which stops them. */
  readonly isOfRun: boolean;
}

/** The mock services that files name with `# @mock`: from the first sending on until the file is closed, or during a run of tests. */
export class FileMocks implements vscode.Disposable {
  readonly #mock: MockController;
  readonly #server: LanguageServer;
  /** By the URI of the file that names them. */
  readonly #running = new Map<string, Running>();
  readonly #events: vscode.Disposable;
  /** One file after the other: two requests of a file start its services once. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(mock: MockController, server: LanguageServer) {
    this.#mock = mock;
    this.#server = server;
    this.#events = vscode.Disposable.from(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (this.#running.get(uri.toString())?.isOfRun === false) void this.stop(uri);
      }),
      // A new server knows neither the files nor the addresses.
      server.onDidStart(() => this.#stopAll()),
    );
  }

  /**
   * Starts the services of a file, unless they are running. Rejects with a sentence about why one can't be started.
   * @param isOfRun starts them in any case, so that they have no state of other sendings
   */
  start(document: vscode.TextDocument, isOfRun = false): Promise<void> {
    const next = this.#turn.then(() => this.#start(document, isOfRun));
    this.#turn = next.catch(() => {});
    return next;
  }

  stop(file: vscode.Uri): Promise<void> {
    const next = this.#turn.then(() => this.#stop(file.toString()));
    this.#turn = next.catch(() => {});
    return next;
  }

  dispose(): void {
    this.#events.dispose();
    this.#stopAll();
  }

  #stopAll(): void {
    for (const uri of this.#running.keys()) void this.stop(vscode.Uri.parse(uri));
  }

  async #start(document: vscode.TextDocument, isOfRun: boolean): Promise<void> {
    const uri = document.uri.toString();
    const isNamed = /@mock\s/.test(document.getText());
    const { mocks } = isNamed ? await this.#server.request(NamedMocksRequest, { uri }) : { mocks: [] };
    const why = mocks.find((one) => one.why !== undefined)?.why;
    if (why !== undefined) throw new Error(why);
    const key = JSON.stringify(mocks.map((one) => one.uri));
    if (!isOfRun && this.#running.get(uri)?.key === key) return;
    await this.#stop(uri);
    if (mocks.length === 0) return;
    const services: RunningService[] = [];
    this.#running.set(uri, { key, services, isOfRun });
    try {
      for (const one of mocks) services.push(await this.#mock.startBeside(vscode.Uri.parse(one.uri ?? "")));
    } catch (error) {
      await this.#stop(uri);
      throw error;
    }
    const addresses = services.map(({ address }) => new URL(address).host);
    await this.#server.notify(MockAddressesNotification, { uri, addresses });
  }

  async #stop(uri: string): Promise<void> {
    const running = this.#running.get(uri);
    if (!running) return;
    this.#running.delete(uri);
    await Promise.all(running.services.map((one) => one.close()));
    await this.#server.notify(MockAddressesNotification, { uri, addresses: [] });
  }
}
