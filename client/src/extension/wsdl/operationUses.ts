import * as vscode from "vscode";
import { CalledOperationsRequest, type CallingRequest, languageId } from "../../../../server/src/protocol/protocol.ts";
import { errorText } from "../editor/commands.ts";
import type { FolderChanges } from "../editor/folderChanges.ts";
import type { Host } from "../editor/host.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { toEditorRange } from "../editor/positions.ts";
import { watchRequestFiles } from "../languages/httpFiles.ts";
import { RequestFiles } from "../symbols/requestFiles.ts";

/** Milliseconds without a change until the files are searched again. */
const searchAfter = 1000;

/** An operation of a WSDL: its URI, and the index in its list. */
export interface OperationKey {
  readonly wsdl: string;
  readonly index: number;
}

/** A request that calls an operation: its name, and the place of its payload's name, or else of its request line. */
export class Caller extends vscode.Location {
  readonly name: string;
  readonly isTest: boolean;
  /** The line of the request line, zero-based. */
  readonly line: number;

  constructor({ name, isTest, line, at }: CallingRequest, uri: vscode.Uri) {
    super(uri, toEditorRange(at));
    this.name = name;
    this.isTest = isTest;
    this.line = line.start.line;
  }
}

export class Uses {
  readonly #places = new Map<string, Caller[]>();

  add(request: CallingRequest, uri: vscode.Uri): void {
    const { kind, operations } = request;
    // The request calls one of several operations, but it isn't known which one.
    if (kind === "choice") return;
    const place = new Caller(request, uri);
    for (const { wsdl, index } of operations) {
      const key = keyOf({ wsdl, index });
      const places = this.#places.get(key) ?? [];
      this.#places.set(key, places);
      places.push(place);
    }
  }

  hasCountsOf(other: Uses): boolean {
    const [own, its] = [this.#places, other.#places];
    const hasSame = (places: readonly Caller[], others: readonly Caller[] = []) =>
      places.length === others.length && places.every(({ isTest }, index) => isTest === others[index]?.isTest);
    return own.size === its.size && [...own].every(([key, places]) => hasSame(places, its.get(key)));
  }

  /** The requests that call one of these operations, each once. */
  of(operations: readonly OperationKey[]): readonly Caller[] {
    return [...new Set(operations.flatMap((operation) => this.#places.get(keyOf(operation)) ?? []))];
  }
}

function keyOf({ wsdl, index }: OperationKey): string {
  return `${index} ${wsdl}`;
}

/** Searches the workspace in the background when the result is first needed, and again after a change. */
export class OperationUses implements vscode.Disposable {
  readonly #log: vscode.LogOutputChannel;
  readonly #files: RequestFiles<readonly CallingRequest[]>;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #disposables: vscode.Disposable;
  #searching: Promise<Uses> | undefined;
  #uses: Uses | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Fires when the result of `current` is or may be different. */
  readonly onDidChange = this.#changed.event;

  constructor(server: LanguageServer, host: Host, folders: FolderChanges, log: vscode.LogOutputChannel) {
    this.#log = log;
    this.#files = new RequestFiles(host, log, async ({ uri, text, isOpen }, token) => {
      const params = isOpen ? { uri: uri.toString() } : { uri: uri.toString(), text };
      return (await server.request(CalledOperationsRequest, params, token)).requests;
    });
    const change = () => this.#change();
    const changeIn = ({ languageId: language }: vscode.TextDocument) => {
      if (language === languageId) change();
    };
    const changeAll = () => {
      this.#files.forget();
      change();
    };
    this.#disposables = vscode.Disposable.from(
      this.#changed,
      watchRequestFiles(folders, () => this.#files.uris, change, change),
      vscode.workspace.onDidChangeTextDocument(({ document }) => changeIn(document)),
      vscode.workspace.onDidCloseTextDocument(changeIn),
      server.onDidChangeContracts(changeAll),
      server.onDidStart(changeAll),
    );
  }

  /** The result of the last search; undefined before. Searches after a change, and then fires `onDidChange`. */
  get current(): Uses | undefined {
    if (this.#searching === undefined) {
      void this.all().then(
        () => this.#changed.fire(),
        (error) => this.#log.warn(`The requests of the workspace can't be searched: ${errorText(error)}`),
      );
    }
    return this.#uses;
  }

  /** Resolves with the result of a search since the last change. */
  all(): Promise<Uses> {
    this.#searching ??= this.#search().catch((error) => {
      this.#searching = undefined;
      throw error;
    });
    return this.#searching;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#disposables.dispose();
  }

  async #search(): Promise<Uses> {
    const uses = new Uses();
    for (const { uri, content } of await this.#files.all()) for (const request of content) uses.add(request, uri);
    this.#uses = uses;
    return uses;
  }

  #change(): void {
    const wasNeeded = this.#searching !== undefined;
    this.#searching = undefined;
    if (!wasNeeded) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#changed.fire(), searchAfter);
  }
}

/** Returns the number of requests as text, for example `3 requests, 88 tests`. */
export function requestCount(callers: readonly Caller[]): string {
  if (callers.length === 0) return vscode.l10n.t("no request");
  const tests = callers.filter(({ isTest }) => isTest).length;
  const requests = callers.length - tests;
  const texts = [
    ...(requests === 0 ? [] : [requests === 1 ? vscode.l10n.t("1 request") : vscode.l10n.t("{0} requests", requests)]),
    ...(tests === 0 ? [] : [testCount(tests)]),
  ];
  return texts.join(", ");
}

export function testCount(tests: number): string {
  return tests === 1 ? vscode.l10n.t("1 test") : vscode.l10n.t("{0} tests", tests);
}
