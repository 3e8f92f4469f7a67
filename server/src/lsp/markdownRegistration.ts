import {
  BulkRegistration,
  type BulkUnregistration,
  type ClientCapabilities,
  CompletionRequest,
  type Connection,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DocumentDiagnosticRequest,
  HoverRequest,
  TextDocumentSyncKind,
} from "vscode-languageserver";
import { markdownLanguageId } from "../protocol/protocol.ts";
import { triggerCharacters } from "./features.ts";

/** Asks the client for Markdown documents, and for what is shown in their blocks; all else in them is the editor's own. */
export class MarkdownRegistration {
  readonly #connection: Connection;
  #registered: Promise<BulkUnregistration> | undefined;
  wanted = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  update({ textDocument }: ClientCapabilities): void {
    const isPossible =
      textDocument?.synchronization?.dynamicRegistration === true && textDocument.diagnostic !== undefined;
    if (!isPossible || this.wanted === (this.#registered !== undefined)) return;
    const { client } = this.#connection;
    const before = this.#registered;
    this.#registered = this.wanted ? client.register(registrations()) : undefined;
    void before?.then((registered) => registered.dispose());
  }
}

function registrations(): BulkRegistration {
  const documentSelector = [{ language: markdownLanguageId }];
  const all = BulkRegistration.create();
  all.add(DidOpenTextDocumentNotification.type, { documentSelector });
  all.add(DidChangeTextDocumentNotification.type, { documentSelector, syncKind: TextDocumentSyncKind.Incremental });
  all.add(DidCloseTextDocumentNotification.type, { documentSelector });
  all.add(CompletionRequest.type, { documentSelector, triggerCharacters });
  all.add(HoverRequest.type, { documentSelector });
  all.add(DocumentDiagnosticRequest.type, {
    documentSelector,
    interFileDependencies: false,
    workspaceDiagnostics: false,
  });
  return all;
}
