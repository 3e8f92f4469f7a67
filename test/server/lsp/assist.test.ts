import assert from "node:assert/strict";
import type { ClientCapabilities } from "vscode-languageserver/node";
import type { CompletionItem, CompletionList, Hover, InlayHint, TextEdit } from "vscode-languageserver-types";
import { request } from "../../support/findings.ts";
import { startTestServer, type TestServer } from "../../support/server.ts";

const able: ClientCapabilities = {
  textDocument: { completion: { completionItem: { snippetSupport: true, labelDetailsSupport: true } } },
};

suite("completion, hover and inlay hints over LSP", () => {
  let server: TestServer;
  const start = async (...args: Parameters<typeof startTestServer>) => {
    server = await startTestServer(...args);
  };

  async function completions(source: string): Promise<readonly CompletionItem[]> {
    const { uri, position } = server.open(source);
    const list = await server.ask<CompletionList>("completion", { uri, position });
    return list.items;
  }

  test("the server sends snippets with sort order and details to a client that supports them", async () => {
    await start(able);
    const items = await completions(`### one\n${request({ Host: undefined }).replace("\n\n", "\n|\n\n")}`);
    const [first] = items.toSorted((a, b) => String(a.sortText).localeCompare(String(b.sortText)));
    assert.equal(first?.label, "Host");
    assert.equal(first?.labelDetails?.description, "required");
    assert.equal(first?.insertTextFormat, 2);
    const edit = first?.textEdit as TextEdit;
    assert.deepEqual(edit.range, { start: { line: 4, character: 0 }, end: { line: 4, character: 0 } });
    assert.match(edit.newText, /^Host: \$\{1:localhost:8000\}/);
  });

  test("the server sends plain text to a client without support for snippets", async () => {
    await start({});
    const items = await completions("|");
    assert.ok(
      items.every(({ insertTextFormat, textEdit }) => !insertTextFormat && !/\$\{?\d/.test(String(textEdit?.newText))),
    );
    const whole = items.find(({ label }) => label === "SOAP 1.2 request");
    assert.match(String(whole?.textEdit?.newText), /\nContent-Length: \{\{\$contentLength\}\}\n/);
    const [header] = await completions("GET / HTTP/1.1\n|");
    assert.deepEqual([header?.detail, header?.labelDetails], ["required", undefined]);
  });

  test("the server sends a command for an item that needs other line endings", async () => {
    await start(able);
    const { uri, position } = server.open("|");
    const list = await server.ask<CompletionList>("completion", { uri, position });
    const commands = list.items
      .filter(({ command }) => command)
      .map(({ label, command }) => [label, command?.arguments]);
    assert.deepEqual(commands, [["MTOM request", [uri, "\r\n"]]]);
  });

  test("the server offers nothing for a typed space", async () => {
    await start(able);
    const { uri, position } = server.open("POST /s HTTP/1.1\n|");
    const ask = (triggerCharacter: string) =>
      server.ask<CompletionList>("completion", { uri, position }, { context: { triggerKind: 2, triggerCharacter } });
    assert.equal((await ask(" ")).items.length, 0);
    assert.ok((await ask(":")).items.length > 0);
  });

  test("a response has hovers, but no completions and hints", async () => {
    await start(able);
    const { uri, position } = server.open("HTTP/1.1 4|04 Not Found\n\n", "soaphttp-response");
    const hover = await server.ask<Hover>("hover", { uri, position });
    assert.match(JSON.stringify(hover.contents), /404 Not Found/);
    const list = await server.ask<CompletionList>("completion", { uri, position });
    assert.deepEqual(list.items, []);
    const range = { start: position, end: { line: 1, character: 0 } };
    assert.deepEqual(await server.request("textDocument/inlayHint", { textDocument: { uri }, range }), []);
  });

  test("the client sends positions in the whole document, also in a later request", async () => {
    await start(able, { inlayHints: { contentLength: "on", target: "off", variables: "off" } });
    const { uri, position } = server.open(`${request()}\n### b\n${request().replace("Host", "Ho|st")}`);
    const hover = await server.ask<Hover>("hover", { uri, position });
    assert.deepEqual(hover.range, { start: { line: 8, character: 0 }, end: { line: 8, character: 4 } });
    const range = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
    const hints = await server.ask<InlayHint[]>("inlayHint", { uri }, { range });
    const shown = hints.map(({ position: at, label }) => `${at.line}:${at.character} ${label}`);
    assert.deepEqual(shown, ["3:18 84 bytes", "10:18 84 bytes"]);
  });

  test("hints follow the settings of inlay hints, even if they are invalid", async () => {
    await start(able, { inlayHints: { contentLength: "on" } as never });
    const { uri } = server.open(request());
    const range = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
    const count = async () => (await server.ask<InlayHint[]>("inlayHint", { uri }, { range })).length;
    assert.equal(await count(), 1);
    await server.notify("workspace/didChangeConfiguration", {
      settings: { soaphttp: { inlayHints: { target: "on" } } },
    });
    assert.equal(await count(), 1);
    await server.notify("workspace/didChangeConfiguration", { settings: null });
    assert.equal(await count(), 0);
  });
});
