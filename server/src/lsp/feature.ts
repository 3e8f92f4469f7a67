import type { CancellationToken, ClientCapabilities, Connection, ServerCapabilities } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Analysis, DocumentFinding } from "../languageService.ts";
import type { Settings } from "../protocol.ts";

/** A language feature as LSP offers it: what the server says it can do, and the handlers that do it. */
export interface LspFeature {
  readonly capabilities: ServerCapabilities;
  register(context: FeatureContext): void;
}

/** An open document of requests, understood. */
export interface Opened {
  readonly document: TextDocument;
  readonly analysis: Analysis;
  /** The findings that the editor shows now. */
  findings(): readonly DocumentFinding[];
}

/** What a feature may ask of the server that it is part of. */
export interface Surroundings {
  /** `undefined` for a document that is not open, or that shows a response. */
  open(uri: string): Opened | undefined;
  /** `undefined` for a document that is not open, or that holds requests. */
  openResponse(uri: string): TextDocument | undefined;
  /** As they are now. */
  settings(): Settings;
  /** What the client said of itself with `initialize`; empty before. */
  client(): ClientCapabilities;
}

export interface FeatureContext extends Surroundings {
  readonly connection: Connection;
  /**
   * The handler of a request about a document: looks the document up, and answers `otherwise` where it isn't open.
   * A feature that fails is reported, and answers `otherwise` too: the server lives on.
   */
  handler<P extends { readonly textDocument: { readonly uri: string } }, R>(
    otherwise: R,
    answer: (opened: Opened, params: P, token: CancellationToken) => R | Promise<R>,
  ): (params: P, token: CancellationToken) => Promise<R>;
}

export function createContext(connection: Connection, surroundings: Surroundings): FeatureContext {
  return {
    ...surroundings,
    connection,
    handler: (otherwise, answer) => async (params, token) => {
      const opened = surroundings.open(params.textDocument.uri);
      if (!opened || token.isCancellationRequested) return otherwise;
      return await guarded(connection, otherwise, () => answer(opened, params, token));
    },
  };
}

/** What `run` gives; where it fails, that is reported, and `otherwise` is given. */
export async function guarded<R>(connection: Connection, otherwise: R, run: () => R | Promise<R>): Promise<R> {
  try {
    return await run();
  } catch (error) {
    connection.console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return otherwise;
  }
}
