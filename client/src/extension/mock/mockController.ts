import * as vscode from "vscode";
import {
  CalledRequest,
  type LoadedMock,
  LoadMockRequest,
  UnloadMockNotification,
} from "../../../../server/src/protocol/mockProtocol.ts";
import type { CalledResponse } from "../../../../server/src/protocol/served.ts";
import { withoutUnseen } from "../../../../server/src/text/escapes.ts";
import { redactor } from "../../../../server/src/text/redactor.ts";
import { Afterwards } from "../../mock/afterwards.ts";
import type { RunningService, ServedExchange } from "../../mock/service.ts";
import { exchangeLine } from "../../mock/service.ts";
import { errorText, fileNameOf } from "../editor/commands.ts";
import { type FolderChanges, watchFiles } from "../editor/folderChanges.ts";
import type { Host } from "../editor/host.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { openFolders, outsideOf } from "../trust/outsideFile.ts";
import { MockExchanges } from "./mockExchanges.ts";
import { type MockSources, readSources, sortedOut } from "./mockSources.ts";
import { RemoteResponder } from "./remoteResponder.ts";

/** Milliseconds after a change until the files are read again, because editors write several files at once. */
const settling = 100;

/** The mock service of this window. At most one runs. */
export class MockController implements vscode.Disposable {
  readonly exchanges: MockExchanges;
  readonly log = vscode.window.createOutputChannel("SOAP Mock Service", { log: true });
  readonly #host: Host;
  readonly #server: LanguageServer;
  readonly #folders: FolderChanges;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #restarted: vscode.Disposable;
  #running: Running | undefined;
  #created = 0;
  #exchanged = 0;

  readonly onDidChange = this.#changed.event;

  constructor(host: Host, server: LanguageServer, folders: FolderChanges) {
    this.#folders = folders;
    this.#host = host;
    this.#server = server;
    this.exchanges = new MockExchanges(server);
    // A new server doesn't know the files.
    this.#restarted = server.onDidStart(() => this.#running && this.#reload(this.#running));
  }

  /** The address, such as `http://127.0.0.1:8080/`; undefined while no service runs. */
  get address(): string | undefined {
    return this.#running?.service.address;
  }

  /** Whether services can be started. A browser can't start any. */
  get canStart(): boolean {
    return this.#host.startMock !== undefined;
  }

  get files(): readonly vscode.Uri[] {
    return this.#running?.sources.files ?? [];
  }

  serves(file: vscode.Uri): boolean {
    return this.files.some((one) => one.toString() === file.toString());
  }

  /**
   * Starts a service instead of the one that runs. Rejects with an error of the system, such as EADDRINUSE, or with a
   * sentence about why the files can't be served.
   * @param port the port to listen on; 0: a free one
   */
  async start(sources: MockSources, port: number): Promise<void> {
    await this.stop();
    const { running, loaded } = await this.#begin(sources, port);
    const { service } = running;
    this.#running = running;
    this.log.info(vscode.l10n.t("Listening on {0}", service.address));
    for (const { path, service: name, port: portName } of loaded.ports) {
      this.log.info(`${new URL(path, service.address)} ${name}/${portName}`);
    }
    this.#changed.fire();
  }

  /** Starts a service on a free port for the requests of a file. Rejects as `start`, also if the file has errors. */
  async startBeside(file: string): Promise<ServiceBeside> {
    const { running, loaded } = await this.#begin(sortedOut([vscode.Uri.parse(file)]), 0);
    const close = () => this.#end(running);
    const called = () => this.#server.request(CalledRequest, { id: running.id });
    const [problem] = loaded.problems;
    if (problem === undefined) return { ...running.service, close, called };
    await close();
    throw new Error(problem);
  }

  async #begin(
    sources: MockSources,
    port: number,
  ): Promise<{ readonly running: Running; readonly loaded: LoadedMock }> {
    const { startMock } = this.#host;
    if (startMock === undefined) throw new Error(noPort());
    const id = ++this.#created;
    const responder = new RemoteResponder(this.#server, id);
    const loaded = await this.#load(id, sources);
    let shown = Promise.resolve(redactor([]));
    const afterwards = new Afterwards({
      transport: this.#host.transport,
      hosts: new Set(),
      say: async (line, isSent) => {
        const redact = await shown;
        this.log[isSent ? "info" : "warn"](withoutUnseen(redact(line)));
      },
    });
    const service = await startMock({
      port,
      responder,
      onExchange: (exchange) => {
        shown = this.#show(exchange, responder);
        afterwards.take(exchange);
      },
    });
    const running: Running = { id, sources, service, watching: [], afterwards, isEnded: false };
    this.#watch(running, loaded);
    return { running, loaded };
  }

  async #end(running: Running): Promise<void> {
    running.isEnded = true;
    running.afterwards.close();
    clearTimeout(running.timer);
    vscode.Disposable.from(...running.watching).dispose();
    await running.service.close();
    await this.#server.notify(UnloadMockNotification, { id: running.id });
  }

  async stop(): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    this.#running = undefined;
    this.#changed.fire();
    await this.#end(running);
    this.log.info(vscode.l10n.t("Stopped listening on {0}", running.service.address));
  }

  dispose(): void {
    void this.stop();
    vscode.Disposable.from(this.exchanges, this.log, this.#changed, this.#restarted).dispose();
  }

  /** Loads the files of a service. Rejects if a response would use a file outside of the open folders. */
  async #load(id: number, sources: MockSources): Promise<LoadedMock> {
    const loaded = await this.#server.request(LoadMockRequest, { id, ...(await readSources(sources, this.#host)) });
    for (const problem of loaded.problems) this.log.error(problem);
    const folders = [...openFolders(), ...sources.files.map((uri) => vscode.Uri.joinPath(uri, ".."))];
    for (const uri of loaded.uses) {
      const outside = await outsideOf(vscode.Uri.parse(uri), folders, this.#host.realPath);
      if (outside === undefined || sources.wsdls.some((one) => one.toString() === uri)) continue;
      throw new Error(vscode.l10n.t("{0} is outside of the open folders. Use a file in one of them.", outside.fsPath));
    }
    return loaded;
  }

  async #reload(running: Running): Promise<void> {
    try {
      const loaded = await this.#load(running.id, running.sources);
      if (!running.isEnded) this.#watch(running, loaded);
    } catch (error) {
      this.log.error(errorText(error));
    }
  }

  /** Reads the files again when one of them is saved; until then, requests get the previous responses. */
  #watch(running: Running, { uses }: LoadedMock): void {
    const again = () => {
      clearTimeout(running.timer);
      running.timer = setTimeout(() => void this.#reload(running), settling);
    };
    const uris = [...running.sources.files, ...uses.map((uri) => vscode.Uri.parse(uri))];
    vscode.Disposable.from(...running.watching).dispose();
    const inFolders = this.#folders.onDidChange(({ affects }) => void (uris.some(affects) && again()));
    const watchers = uris.map((uri) =>
      watchFiles(new vscode.RelativePattern(vscode.Uri.joinPath(uri, ".."), fileNameOf(uri)), again),
    );
    running.watching = [inFolders, ...watchers];
  }

  /** Shows an exchange. Resolves with a function that redacts the secrets that the service knows by then. */
  async #show(exchange: ServedExchange, responder: RemoteResponder): Promise<(text: string) => string> {
    const { request } = exchange;
    const captured = request && (await responder.captured(request).catch(() => undefined));
    const errors = captured?.errors ?? 0;
    const redact = redactor(captured?.secrets ?? []);
    const line = withoutUnseen(redact(exchangeLine(exchange, errors)));
    const { text = "", facts = { soapVersion: undefined } } = captured ?? {};
    const misses = request && exchange.response.problem !== undefined ? responder.misses(request) : [];
    this.exchanges.add({ ...exchange, id: ++this.#exchanged, line, text, errors, facts, misses, redact });
    if (exchange.response.problem === undefined) this.log.info(line);
    else this.log.warn(line);
    return redact;
  }
}

/** Returns the sentence about why a browser has no mock services. */
export function noPort(): string {
  return vscode.l10n.t(
    "A mock service listens on a port, which VS Code in a browser can't do. Use VS Code on a desktop or a server, or the command soaphttp mock.",
  );
}

/** A service for a file whose requests are sent. */
export interface ServiceBeside extends RunningService {
  /** Resolves with the results of `# @expect` in the file so far. */
  called(): Promise<readonly CalledResponse[]>;
}

interface Running {
  readonly id: number;
  readonly sources: MockSources;
  readonly service: RunningService;
  watching: readonly vscode.Disposable[];
  readonly afterwards: Afterwards;
  isEnded: boolean;
  timer?: unknown;
}
