import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import type { InitializeResult, PublishDiagnosticsParams } from "vscode-languageserver-protocol";
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";
import type { InitializationOptions } from "../../server/src/protocol/protocol.ts";

/** The server process, started as an editor starts it, with the editor's side of the connection. */
export class ServerProcess {
  readonly process: ChildProcessWithoutNullStreams;
  readonly connection: MessageConnection;

  /** @param options of Node */
  constructor(program: string, args: readonly string[], options: readonly string[] = []) {
    this.process = spawn(process.execPath, [...options, program, ...args]);
    const { stdin, stdout } = this.process;
    this.connection = createMessageConnection(new StreamMessageReader(stdout), new StreamMessageWriter(stdin));
    this.connection.listen();
    // Rejects the requests that still wait for a response.
    this.process.on("exit", () => this.connection.dispose());
  }

  async initialize(textDocument: object, initializationOptions?: InitializationOptions): Promise<InitializeResult> {
    const capabilities = { textDocument, workspace: {} };
    const result = await this.connection.sendRequest<InitializeResult>("initialize", {
      processId: process.pid,
      rootUri: null,
      capabilities,
      ...(initializationOptions && { initializationOptions }),
    });
    await this.connection.sendNotification("initialized", {});
    return result;
  }

  open(text: string, uri = "file:///a.soaphttp"): Promise<void> {
    const textDocument = { uri, languageId: "soaphttp", version: 1, text };
    return this.connection.sendNotification("textDocument/didOpen", { textDocument });
  }

  /** Opens a document, and resolves when its diagnostics are published. */
  async openDiagnosed(text: string, uri: string): Promise<void> {
    const published = new Promise<void>((resolve) => {
      this.connection.onNotification("textDocument/publishDiagnostics", (one: PublishDiagnosticsParams) => {
        if (one.uri === uri) resolve();
      });
    });
    await this.open(text, uri);
    await published;
  }

  async end(): Promise<number | null> {
    const exit = once(this.process, "exit");
    await this.connection.sendRequest("shutdown");
    await this.connection.sendNotification("exit");
    const [code] = (await exit) as [number | null];
    return code;
  }
}
