import * as vscode from "vscode";
import * as assert from "./assert.ts";
import { builtin } from "./builtin.ts";
import { add, post } from "./messages.ts";
import { answer, type Peer, peer, soapXml } from "./peer.ts";
import {
  closeAll,
  diagnosticsOf,
  documentOf,
  lensesOf,
  sendText,
  showView,
  suiteInNode,
  titleOf,
  withSettings,
} from "./support.ts";

suiteInNode("limits of responses", () => {
  teardown(closeAll);

  const sendTo = async ({ origin }: Peer) => sendText(post(origin, "/calc12", add(1, 2)));
  const shown = async (body: string, ...fields: readonly string[]) =>
    documentOf(await sendTo(await peer(answer(body, [soapXml, ...fields]))));

  test("a body that exceeds the limit when decoded is cut there and shown", async () => {
    const { gzipSync } = await builtin.zlib();
    const bomb = gzipSync(`<a>${"x".repeat(50_000_000)}`).toString("latin1");
    const service = await peer(answer(bomb, [soapXml, "Content-Encoding: gzip"]));
    await withSettings({ "response.maxBytes": 100_000 }, async () => {
      const sent = await sendTo(service);
      assert.equal(sent.kind, "too-large");
      const { length } = (await documentOf(sent)).getText();
      assert.ok(length > 90_000 && length < 120_000, String(length));
    });
  });

  test("no URL of a response is requested, and no entity is expanded", async () => {
    const named = await peer(answer("", []));
    const at = (name: string) => `${named.origin}/${name}`;
    const body = [
      `<?xml-stylesheet href="${at("style")}" type="text/xsl"?>`,
      `<!DOCTYPE a SYSTEM "${at("dtd")}" [<!ENTITY % p SYSTEM "${at("parameter")}"> %p;`,
      `<!ENTITY e SYSTEM "file:///etc/passwd"><!ENTITY lol "ha"><!ENTITY lol2 "&lol;&lol;&lol;">]>`,
      '<a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xi="http://www.w3.org/2001/XInclude"',
      ` xsi:schemaLocation="urn:a ${at("schema")}"><xi:include href="${at("include")}"/><b>&e;&lol2;</b></a>`,
    ].join("\n");
    const response = await shown(body, `Link: <${at("link")}>; rel=preload`);
    await diagnosticsOf(response);
    for (const provider of ["Link", "DocumentSymbol", "CodeLens"]) {
      await vscode.commands.executeCommand(`vscode.execute${provider}Provider`, response.uri, 100);
    }
    const text = response.getText();
    assert.ok(text.includes("&e;&lol2;") && !text.includes("root:"), text);
    await showView(response, "raw");
    assert.equal(named.received(), "");
  });

  test("elements nested 100,000 deep are shown", async () => {
    const response = await shown(`${"<a>".repeat(100_000)}${"</a>".repeat(100_000)}`);
    assert.match(response.getText(), /<a>/);
    await diagnosticsOf(response);
  });

  test("at most 2,000 headers are accepted", async () => {
    // In addition to Content-Type and Content-Length.
    const many = Array.from({ length: 1998 }, (_, at) => `X-${at}: ${at}`);
    const [status] = await lensesOf(await shown("<a/>", ...many));
    assert.match(status === undefined ? "" : titleOf(status), /^200 OK · /);
    const refused = await shown("<a/>", ...many, "X-1998: 1998");
    assert.match(refused.getText(), /^No response: too many headers\n/);
  });

  test("the wire view shows the first and the last 64 KB of each direction", async () => {
    const body = `<a>${"0123456789abcde\n".repeat(200_000)}</a>`;
    const response = await shown(body);
    const wire = await showView(response, "wire");
    const text = wire.getText();
    assert.ok(text.length < 1_000_000, String(text.length));
    assert.match(text, /\n… [\d,.]+ bytes omitted: only the first and last 64 KB are shown\.\r?\n/);
    assert.match(text, /<\/a>\s*$/);
  });

  test("a response is cut at the number of lines up to which VS Code shows code lenses", async () => {
    const body = `<a>${"<b/>".repeat(400_000)}</a>`;
    const response = await shown(body);
    assert.ok(response.lineCount > 200_000 && response.lineCount < 260_000, String(response.lineCount));
    assert.match(response.getText().slice(-200), /… \d+ more bytes\. Save the body to see all of it\./);
  });
});
