import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Diagnostic, PublishDiagnosticsParams } from "vscode-languageserver-protocol";
import { defaultInlayHints } from "../../../server/src/protocol/protocol.ts";
import { request } from "../../support/findings.ts";
import { ServerProcess } from "../../support/serverProcess.ts";
import { programs } from "./built.ts";

const uri = "file:///a.soaphttp";
const wrong = request({ "Content-Length": "90" });

const told = (diagnostics: readonly Diagnostic[]) =>
  diagnostics.map(
    ({ code, range: { start, end } }) => `${code} ${start.line}:${start.character}-${end.line}:${end.character}`,
  );

suite("soaphttp-language-server", () => {
  let folder = "";
  let server: ServerProcess | undefined;

  suiteSetup(async () => {
    folder = await programs();
  });

  const start = (args: readonly string[]) => new ServerProcess(join(folder, "dist", "cli", "server.js"), args);

  teardown(() => {
    server?.process.kill();
    server = undefined;
  });

  test("the language server publishes diagnostics, offers fixes, follows changes, and exits when the editor asks it to", async () => {
    server = start(["--stdio"]);
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
    server = start(["--stdio"]);
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
    server = start(["--stdio"]);
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
    server = start(["--stdio"]);
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
    server = start(["--stdio"]);
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
