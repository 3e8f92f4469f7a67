import * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  type LanguageClientOptions,
  type NotificationType,
  type RequestType,
  RevealOutputChannelOn,
  State,
} from "vscode-languageclient";
import {
  type Circumstances,
  ContractsChangedNotification,
  defaultInlayHints,
  EncodingNotification,
  explainCommand,
  type InitializationOptions,
  type InlayHintSettings,
  isTypedLanguage,
  type KeyOperationsParams,
  KeyOperationsRequest,
  type KeyOperationsResult,
  languageId,
  markdownLanguageId,
  mockLanguageId,
  type ReadFilesParams,
  ReadFilesRequest,
  type ReadFilesResult,
  type ReadKeysParams,
  ReadKeysRequest,
  type ReadKeysResult,
  responseLanguageId,
  type Settings,
} from "../../../../server/src/protocol/protocol.ts";
import { trimTrailing } from "../../../../server/src/text/trailing.ts";
import { errorText } from "./commands.ts";
import type { Host, ServerHandle } from "./host.ts";
import { plain } from "./plain.ts";
import { isWrittenHere, usesMarkdown } from "./requestDocument.ts";
import { showError } from "./ui.ts";
import { unsavedOf } from "./unsaved.ts";

/** Milliseconds until the server must respond to `initialize`. A worker that can't load reports nothing. */
const startLimit = 30_000;

/** A crashed server is restarted at most this often within this time (in milliseconds). */
const restartLimit = { times: 4, within: 180_000 };

interface RequestHandlers {
  readonly circumstances: () => Circumstances;
  readonly readFiles: (params: ReadFilesParams) => Promise<ReadFilesResult>;
  readonly readKeys: (params: ReadKeysParams) => Promise<ReadKeysResult>;
  readonly computed: (params: KeyOperationsParams) => Promise<KeyOperationsResult>;
}

export interface Diagnosed {
  readonly uri: string;
  readonly version: number;
}

/** The language server. It may be down and may restart with another client, so only this class keeps the client. */
export class LanguageServer implements vscode.Disposable {
  readonly #context: vscode.ExtensionContext;
  readonly #host: Host;
  readonly #log: vscode.LogOutputChannel;
  readonly #handlers: RequestHandlers;
  readonly #started = new vscode.EventEmitter<void>();
  readonly #diagnosed = new vscode.EventEmitter<Diagnosed>();
  readonly #completed = new vscode.EventEmitter<readonly vscode.CompletionItem[]>();
  readonly #contractsChanged = new vscode.EventEmitter<void>();
  readonly #markdownOpened = new vscode.EventEmitter<void>();
  /** The encodings that the server knows. */
  readonly #encodings = new WeakMap<vscode.TextDocument, string>();
  readonly #changes = vscode.workspace.onDidChangeTextDocument(({ document }) => this.#notifyEncoding(document));
  #server: ServerHandle | undefined;
  #restarting: Promise<boolean> | undefined;
  /** Set while the server waits until it is needed; starts it. */
  #startWaiting: (() => void) | undefined;
  /** The times of crashes, in the form of `Date.now()`. */
  #crashes: readonly number[] = [];

  /** The server has started or restarted: earlier responses may be outdated. */
  readonly onDidStart = this.#started.event;

  /** The diagnostics of a document's version were received. They are shown in the next turn of the event loop. */
  readonly onDidDiagnose = this.#diagnosed.event;

  /** The editor is about to show these suggestions. */
  readonly onDidComplete = this.#completed.event;

  /** The server knows another Markdown document. */
  readonly onDidOpenMarkdown = this.#markdownOpened.event;

  /** Requests may call other operations of WSDLs than before. */
  readonly onDidChangeContracts = this.#contractsChanged.event;

  constructor(context: vscode.ExtensionContext, host: Host, log: vscode.LogOutputChannel, handlers: RequestHandlers) {
    this.#context = context;
    this.#host = host;
    this.#log = log;
    this.#handlers = handlers;
  }

  /** If only Markdown without requests has activated the extension, waits until it is needed. Resolves as `start`. */
  startWhenNeeded(): Promise<boolean> {
    const open = vscode.workspace.textDocuments;
    const isMarkdown = open.some(({ languageId: language }) => language === markdownLanguageId);
    if (!isMarkdown || open.some(isWrittenHere)) return this.start();
    return new Promise((resolve) => {
      const start = () => {
        opened.dispose();
        resolve(this.start());
      };
      const opened = vscode.workspace.onDidOpenTextDocument((document) => {
        if (isWrittenHere(document)) this.#startWaiting?.();
      });
      this.#startWaiting = start;
    });
  }

  /** Resolves with false if the server doesn't start; then the user is informed. Never rejects. */
  async start(): Promise<boolean> {
    this.#startWaiting = undefined;
    try {
      const server = this.#host.createServer(this.#context, this.#options());
      this.#server = server;
      let hasRun = false;
      server.client.onDidChangeState(({ newState }) => {
        hasRun ||= newState === State.Running;
        if (hasRun && newState === State.Stopped && this.#server === server) this.#startAfterCrash();
      });
      server.client.onRequest(ReadFilesRequest.method, this.#handlers.readFiles);
      server.client.onRequest(ReadKeysRequest.method, this.#handlers.readKeys);
      server.client.onRequest<KeyOperationsResult, void>(KeyOperationsRequest.method, this.#handlers.computed);
      server.client.onNotification(ContractsChangedNotification.method, () => this.#contractsChanged.fire());
      await Promise.race([server.client.start(), startTimeout()]);
      this.#log.info("The language server runs.");
      this.#started.fire();
      return true;
    } catch (error) {
      this.#server?.kill();
      this.#server = undefined;
      this.#log.error("The language server did not start.", errorText(error));
      this.#showFailure(errorText(error));
      return false;
    }
  }

  /** Ends the server, even if it hangs, and starts another one. Simultaneous calls restart it once. */
  restart(): Promise<boolean> {
    this.#restarting ??= this.#stop()
      .then(() => this.start())
      .finally(() => {
        this.#restarting = undefined;
      });
    return this.#restarting;
  }

  /** Sends a request. Rejects if the server is down, or responds with an error. */
  async request<P, R, E>(type: RequestType<P, R, E>, params: P, token?: vscode.CancellationToken): Promise<R> {
    this.#startWaiting?.();
    if (this.#server === undefined) throw new Error(vscode.l10n.t("The language server is not running."));
    const { client } = this.#server;
    // With `undefined` as the token, the client would send two parameters by position.
    return token ? client.sendRequest<R>(type.method, params, token) : client.sendRequest<R>(type.method, params);
  }

  /** Does nothing if the server is down. */
  async notify<P>(type: NotificationType<P>, params: P): Promise<void> {
    if (this.#server?.client.isRunning()) await this.#server.client.sendNotification(type.method, params);
  }

  dispose(): void {
    void this.#stop();
    const emitters = [this.#started, this.#diagnosed, this.#completed, this.#contractsChanged, this.#markdownOpened];
    vscode.Disposable.from(this.#changes, ...emitters).dispose();
  }

  async #stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    try {
      await server?.client.dispose();
    } catch (error) {
      this.#log.warn("The language server did not stop in order.", errorText(error));
    }
    server?.kill();
  }

  #startAfterCrash(): void {
    const now = Date.now();
    this.#crashes = [...this.#crashes.filter((at) => now - at < restartLimit.within), now];
    this.#log.warn("The language server ended unexpectedly.");
    if (this.#crashes.length <= restartLimit.times) {
      void this.restart();
      return;
    }
    this.#server = undefined;
    this.#showFailure(vscode.l10n.t("it ended {0} times in a row", this.#crashes.length));
  }

  #options(): LanguageClientOptions {
    const { bundle } = vscode.l10n;
    const initializationOptions = (): InitializationOptions => ({
      ...(bundle === undefined ? {} : { l10n: bundle }),
      transport: this.#host.kind,
      settings: serverSettings(),
      readsFiles: true,
      loadsWsdls: true,
      circumstances: this.#handlers.circumstances(),
    });
    return {
      documentSelector: [languageId, mockLanguageId, responseLanguageId].map((language) => ({ language })),
      // Changed settings are sent with workspace/didChangeConfiguration, for which the server registers.
      initializationOptions,
      markdown: { isTrusted: { enabledCommands: [explainCommand] } },
      diagnosticPullOptions: { onChange: true },
      outputChannel: this.#log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      // `#startAfterCrash` restarts the server, and fires `onDidStart`.
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => ({ action: CloseAction.DoNotRestart, handled: true }),
      },
      // `start` reports the failure.
      initializationFailedHandler: () => false,
      middleware: {
        didOpen: async (document, next) => {
          // The encoding is sent before the document itself, so that the document is checked once.
          this.#encodings.delete(document);
          this.#notifyEncoding(document);
          await next(document);
          if (document.languageId === markdownLanguageId) this.#markdownOpened.fire();
        },
        provideCompletionItem: async (document, position, context, token, next) => {
          const list = await next(document, position, context, token);
          if (!token.isCancellationRequested) this.#completed.fire((Array.isArray(list) ? list : list?.items) ?? []);
          return list;
        },
        provideRenameEdits: async (document, position, newName, token, next) => {
          try {
            const edit = await next(document, position, newName, token);
            const changed = edit?.entries().map(([uri]) => uri) ?? [];
            const unsaved = unsavedOf(changed, vscode.workspace.textDocuments);
            if (!unsaved) return edit;
            const path = vscode.workspace.asRelativePath(unsaved.uri);
            throw new Error(vscode.l10n.t("{0} has unsaved changes. Save it first.", path));
          } catch (error) {
            // VS Code shows the reason in a notification, in which names could be links.
            throw token.isCancellationRequested ? error : new Error(plain(errorText(error)));
          }
        },
        provideDiagnostics: async (document, previous, token, next) => {
          const version = "version" in document ? document.version : undefined;
          const report = await next(document, previous, token);
          if (version !== undefined && report && !token.isCancellationRequested) {
            this.#diagnosed.fire({ uri: ("uri" in document ? document.uri : document).toString(), version });
          }
          return report;
        },
      },
    };
  }

  /** Requires VS Code 1.100 or later. */
  #notifyEncoding(document: vscode.TextDocument): void {
    if (!isTypedLanguage(document.languageId) || !("encoding" in document)) return;
    const { encoding } = document;
    if (typeof encoding !== "string" || this.#encodings.get(document) === encoding) return;
    this.#encodings.set(document, encoding);
    void this.notify(EncodingNotification, { uri: document.uri.toString(), encoding });
  }

  #showFailure(reason: string): void {
    const restart = vscode.l10n.t("Restart Language Server");
    const log = vscode.l10n.t("Show Log");
    const text = vscode.l10n.t(
      "The SOAP over HTTP language server did not start: {0} Requests are neither checked nor sent until it runs.",
      `${trimTrailing(reason, ". \t\r\n")}.`,
    );
    void showError(text, restart, log).then((chosen) => {
      if (chosen === restart) void this.restart();
      else if (chosen === log) this.#log.show();
    });
  }
}

function serverSettings(): Settings {
  const settings = vscode.workspace.getConfiguration("soaphttp");
  // The objects are copied, because VS Code's objects are proxies, which can't be posted to a worker.
  return {
    rules: { ...settings.get<Settings["rules"]>("rules", {}) },
    profile: settings.get<string>("profile"),
    inlayHints: { ...defaultInlayHints, ...settings.get<Partial<InlayHintSettings>>("inlayHints", {}) },
    environments: JSON.parse(JSON.stringify(settings.get("environments", {}))),
    wsdl: JSON.parse(JSON.stringify(settings.get("wsdl", []))),
    catalogs: [...settings.get<string[]>("catalogs", [])],
    markdown: usesMarkdown(),
  };
}

function startTimeout(): Promise<never> {
  const error = new Error(vscode.l10n.t("it did not respond within {0} s", startLimit / 1000));
  return new Promise((_, reject) => setTimeout(() => reject(error), startLimit));
}
