import type * as vscode from "vscode";
import { MockAddressesNotification, NamedMocksRequest } from "../../../../server/src/protocol/mockProtocol.ts";
import type { CalledResponse } from "../../../../server/src/protocol/served.ts";
import { callFailures } from "../../core/testing/called.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import type { MockController, ServiceBeside } from "./mockController.ts";

interface Running {
  /** The files that are served, as one text. */
  readonly key: string;
  readonly services: readonly ServiceBeside[];
  /** The number of test runs that use the services. The last one stops them. */
  runs: number;
  /** The failures of `# @expect` that the user has seen, each with its file and line. */
  readonly told: Set<string>;
}

interface Document {
  readonly uri: { toString(): string };
  getText(): string;
}

/** The mock services of `# @mock`: they run from the first sending until the file is closed, or during runs of tests. */
export class FileMocks implements vscode.Disposable {
  readonly #mock: Pick<MockController, "startBeside" | "canStart">;
  readonly #server: Pick<LanguageServer, "request" | "notify">;
  /** The running services, by the URI of the file that names them. */
  readonly #running = new Map<string, Running>();
  /** The last task of each file, by its URI: two requests of a file start its services once. */
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly #events: readonly vscode.Disposable[];

  constructor(
    mock: Pick<MockController, "startBeside" | "canStart">,
    server: Pick<LanguageServer, "request" | "notify" | "onDidStart">,
    onDidClose: vscode.Event<Document>,
  ) {
    this.#mock = mock;
    this.#server = server;
    this.#events = [
      onDidClose(({ uri }) => {
        if (this.#running.get(uri.toString())?.runs === 0) this.#stopLater(uri.toString());
      }),
      // A new server knows neither the files nor the addresses.
      server.onDidStart(() => this.#stopAll()),
    ];
  }

  /** Starts the services of a file, unless they are running. Rejects with a sentence about why one can't be started. */
  start(document: Document): Promise<void> {
    return this.#inTurn(document.uri.toString(), async () => {
      await this.#start(document, () => true);
    });
  }

  /**
   * Starts the services of a file without a state of other sendings: only runs at the same time share them. Resolves with a
   * function that ends their use by this run, and resolves with the results of `# @expect` in their files. Rejects as `start`.
   */
  startForRun(document: Document): Promise<() => Promise<readonly CalledResponse[]>> {
    const uri = document.uri.toString();
    return this.#inTurn(uri, async () => {
      const running = await this.#start(document, ({ runs }) => runs > 0);
      if (running) running.runs++;
      return () =>
        this.#inTurn(uri, async () => {
          if (!running || this.#running.get(uri) !== running) return [];
          try {
            return await calledOf(running);
          } finally {
            if (--running.runs === 0) await this.#stop(uri);
          }
        });
    });
  }

  /** Resolves with the failures of `# @expect` in a file's mock files, each only once. Never rejects. */
  async failures(document: Document): Promise<readonly string[]> {
    const running = this.#running.get(document.uri.toString());
    if (!running || running.runs > 0) return [];
    const untold = (await calledOf(running).catch(() => [])).map((response) => {
      const keyOf = ({ line, text }: (typeof response.results)[number]) => JSON.stringify([response.uri, line, text]);
      const results = response.results.filter((result) => result.isFinal && !running.told.has(keyOf(result)));
      for (const result of results) running.told.add(keyOf(result));
      return { ...response, results };
    });
    return callFailures(untold);
  }

  dispose(): void {
    for (const event of this.#events) event.dispose();
    this.#stopAll();
  }

  #stopAll(): void {
    for (const uri of this.#running.keys()) this.#stopLater(uri);
  }

  #stopLater(uri: string): void {
    void this.#inTurn(uri, () => this.#stop(uri));
  }

  #inTurn<T>(uri: string, work: () => Promise<T>): Promise<T> {
    const next = (this.#turns.get(uri) ?? Promise.resolve()).then(work);
    this.#turns.set(
      uri,
      next.catch(() => {}),
    );
    return next;
  }

  async #start(document: Document, mayShare: (running: Running) => boolean): Promise<Running | undefined> {
    const uri = document.uri.toString();
    // If the services don't run, the server refuses the requests that need their addresses.
    const isNamed = this.#mock.canStart && /@mock\s/.test(document.getText());
    const { mocks } = isNamed ? await this.#server.request(NamedMocksRequest, { uri }) : { mocks: [] };
    const why = mocks.find((one) => one.why !== undefined)?.why;
    if (why !== undefined) throw new Error(why);
    const key = JSON.stringify(mocks.map((one) => one.uri));
    const before = this.#running.get(uri);
    if (before?.key === key && mayShare(before)) {
      // The same position may be another block of the Markdown document since then.
      await this.#tellAddresses(uri, before);
      return before;
    }
    await this.#stop(uri);
    if (mocks.length === 0) return undefined;
    const services: ServiceBeside[] = [];
    const running = { key, services, runs: 0, told: new Set<string>() };
    this.#running.set(uri, running);
    try {
      for (const mock of mocks) services.push(await this.#mock.startBeside(mock.uri ?? ""));
    } catch (error) {
      await this.#stop(uri);
      throw error;
    }
    await this.#tellAddresses(uri, running);
    return running;
  }

  #tellAddresses(uri: string, { services }: Running): Promise<void> {
    const addresses = services.map(({ address }) => new URL(address).host);
    return this.#server.notify(MockAddressesNotification, { uri, addresses });
  }

  async #stop(uri: string): Promise<void> {
    const running = this.#running.get(uri);
    if (!running) return;
    this.#running.delete(uri);
    await Promise.all(running.services.map((one) => one.close()));
    await this.#server.notify(MockAddressesNotification, { uri, addresses: [] });
  }
}

async function calledOf({ services }: Running): Promise<readonly CalledResponse[]> {
  return (await Promise.all(services.map((one) => one.called()))).flat();
}
