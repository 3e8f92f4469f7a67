import assert from "node:assert/strict";
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Diagnostic, InitializeResult, PublishDiagnosticsParams } from "vscode-languageserver-protocol";
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";
import { defaultInlayHints, type InitializationOptions } from "../../../server/src/protocol/protocol.ts";
import { request } from "../../support/findings.ts";
import { programs } from "./built.ts";

const uri = "file:///a.soaphttp";
const wrong = request({ "Content-Length": "90" });

/** The server process, started as an editor starts it, with the editor's side of the connection. */
class Server {
  readonly process: ChildProcessWithoutNullStreams;
  readonly connection: MessageConnection;

  constructor(folder: string, args: readonly string[]) {
    this.process = spawn(process.execPath, [join(folder, "dist", "cli", "server.js"), ...args]);
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

  open(text: string): Promise<void> {
    const textDocument = { uri, languageId: "soaphttp", version: 1, text };
    return this.connection.sendNotification("textDocument/didOpen", { textDocument });
  }

  async end(): Promise<number | null> {
    const exit = once(this.process, "exit");
    await this.connection.sendRequest("shutdown");
    await this.connection.sendNotification("exit");
    const [code] = (await exit) as [number | null];
    return code;
  }
}

const told = (diagnostics: readonly Diagnostic[]) =>
  diagnostics.map(
    ({ code, range: { start, end } }) => `${code} ${start.line}:${start.character}-${end.line}:${end.character}`,
  );

suite("soaphttp-language-server", () => {
  let folder = "";
  let server: Server | undefined;

  suiteSetup(async () => {
    folder = await programs();
  });

  teardown(() => {
    server?.process.kill();
    server = undefined;
  });

  test("the language server publishes diagnostics, offers fixes, follows changes, and exits when the editor asks it to", async () => {
    server = new Server(folder, ["--stdio"]);
    const published: PublishDiagnosticsParams[] = [];
    let wake = () => {};
    server.connection.onNotification("textDocument/publishDiagnostics", (params: PublishDiagnosticsParams) => {
      published.push(params);
      wake();
    });
    const next = async () => {
      while (published.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      return published.shift();
    };
    const { capabilities, serverInfo } = await server.initialize({ publishDiagnostics: {} });
    assert.equal(serverInfo?.name, "soaphttp");
    assert.equal(capabilities.diagnosticProvider, undefined);

    await server.open(wrong);
    const first = await next();
    assert.deepEqual(told(first?.diagnostics ?? []), ["content-length-mismatch 3:16-3:18"]);

    const range = first?.diagnostics[0]?.range;
    const actions = await server.connection.sendRequest<{ title: string }[]>("textDocument/codeAction", {
      textDocument: { uri },
      range,
      context: { diagnostics: first?.diagnostics, only: ["quickfix"] },
    });
    assert.deepEqual(
      actions.map(({ title }) => title),
      ["Change Content-Length to 84"],
    );

    await server.connection.sendNotification("textDocument/didChange", {
      textDocument: { uri, version: 2 },
      contentChanges: [{ range, text: "84" }],
    });
    const second = await next();
    assert.deepEqual([second?.version, second?.diagnostics], [2, []]);
    assert.equal(await server.end(), 0);
  });

  test("the language server returns diagnostics to an editor that requests them", async () => {
    server = new Server(folder, ["--stdio"]);
    const { capabilities } = await server.initialize({ diagnostic: {} });
    assert.ok(capabilities.diagnosticProvider);
    await server.open(wrong);
    const report = await server.connection.sendRequest<{ items: Diagnostic[] }>("textDocument/diagnostic", {
      textDocument: { uri },
    });
    assert.deepEqual(told(report.items), ["content-length-mismatch 3:16-3:18"]);
    assert.equal(await server.end(), 0);
  });

  test("the language server uses the translations that the client passes", async () => {
    server = new Server(folder, ["--stdio"]);
    const german: Record<string, string> = JSON.parse(readFileSync("l10n/bundle.l10n.de.json", "utf8"));
    const settings = { rules: {}, inlayHints: defaultInlayHints, environments: {}, wsdl: [] };
    await server.initialize({ diagnostic: {} }, { transport: "node", settings, l10n: german });
    await server.open(wrong);
    const report = await server.connection.sendRequest<{ items: Diagnostic[] }>("textDocument/diagnostic", {
      textDocument: { uri },
    });
    assert.deepEqual(
      report.items.map(({ message }) => message),
      ["Content-Length ist 90, aber der Body hat 84 Bytes in utf-8 (6 zu viel)."],
    );
  });

  test("the language server uses the severity from the settings", async () => {
    server = new Server(folder, ["--stdio"]);
    await server.initialize({ diagnostic: {} });
    await server.connection.sendNotification("workspace/didChangeConfiguration", {
      settings: { soaphttp: { rules: { "content-length-mismatch": "hint" } } },
    });
    await server.open(wrong);
    const report = await server.connection.sendRequest<{ items: Diagnostic[] }>("textDocument/diagnostic", {
      textDocument: { uri },
    });
    assert.deepEqual(
      report.items.map(({ severity }) => severity),
      [4],
    );
    assert.equal(await server.end(), 0);
  });

  test("the language server exits when the editor closes the connection", async () => {
    server = new Server(folder, ["--stdio"]);
    await server.initialize({});
    const exit = once(server.process, "exit");
    server.process.stdin.end();
    await exit;
  });

  for (const [args, code, stream] of [
    [[], 2, "stderr"],
    [["--help"], 0, "stdout"],
  ] as const) {
    test(`the language server prints its usage when run with ${args.length === 0 ? "nothing" : args.join(" ")}`, async () => {
      const child = spawn(process.execPath, [join(folder, "dist", "cli", "server.js"), ...args]);
      let text = "";
      child[stream].on("data", (piece) => {
        text += piece;
      });
      const [exit] = await once(child, "close");
      assert.equal(exit, code);
      assert.match(text, /^Usage: soaphttp-language-server --stdio\n/);
    });
  }
});
