import {
  type ClientCapabilities,
  type Connection,
  DidChangeWatchedFilesNotification,
  FileChangeType,
  type FileEvent,
  WatchKind,
} from "vscode-languageserver";
import { isAtOrBelow } from "../service/languageService.ts";

/** Finds the WSDLs below folders; must not reject. */
export type FindWsdls = (folders: readonly string[]) => Promise<readonly string[]>;

/** The WSDLs of the workspace, for clients that don't announce them: found at the start and when one may have come or gone. */
export class FoundWsdls {
  readonly #find: FindWsdls;
  readonly #onFound: (uris: readonly string[]) => void;
  #finding: Promise<void> | undefined;

  /** @param onFound is called with their URIs */
  constructor(find: FindWsdls, onFound: (uris: readonly string[]) => void) {
    this.#find = find;
    this.#onFound = onFound;
  }

  /** Resolves when they are found. */
  get finding(): Promise<void> | undefined {
    return this.#finding;
  }

  find(folders: readonly string[]): void {
    const finding: Promise<void> = this.#find(folders).then((uris) => {
      // A later search has begun meanwhile.
      if (this.#finding !== finding) return this.#finding;
      this.#finding = undefined;
      this.#onFound(uris);
      return undefined;
    });
    this.#finding = finding;
  }

  watch(connection: Connection, { workspace }: ClientCapabilities): void {
    if (!workspace?.didChangeWatchedFiles?.dynamicRegistration) return;
    const watchers = [{ globPattern: "**/*.wsdl", kind: WatchKind.Create | WatchKind.Delete }];
    void connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }).catch(() => {
      connection.console.warn("The client does not watch files.");
    });
  }
}

/** Whether a WSDL was created or deleted, or a folder with one of those that are known. */
export function isListChanged(changes: readonly FileEvent[], wsdls: readonly string[]): boolean {
  const uris = changes.flatMap(({ type, uri }) => (type === FileChangeType.Changed ? [] : uri));
  return uris.some((uri) => uri.endsWith(".wsdl")) || wsdls.some(isAtOrBelow(uris));
}
