import * as vscode from "vscode";
import type { Sent } from "../../client/src/send/sender.ts";
import * as assert from "./assert.ts";
import { add, envelope, post, serviceOrigin } from "./messages.ts";
import {
  clickLens,
  closeAll,
  codeOf,
  diagnosticsOf,
  documentOf,
  eventually,
  lensesOf,
  open,
  replace,
  responseTo,
  send,
  titleOf,
} from "./support.ts";

suite("responses", () => {
  const origin = serviceOrigin();
  teardown(closeAll);

  const shown = async (path: string, body: string): Promise<vscode.TextDocument> =>
    responseTo(post(origin, path, body));

  test("lenses over the first line: what it is, and what can be done with it", async () => {
    const response = await shown("/calc12", add(1, 2));
    const [summary, ...others] = await lensesOf(response);
    assert.ok(summary);
    assert.match(titleOf(summary), /^200 OK · [\d.]+ (ms|s) · [\d.]+ K?B$/);
    assert.match(summary.command?.tooltip ?? "", /^total +[\d.]+ m?s$/m);
    assert.deepEqual(others.map(titleOf), ["Formatted", "Raw", "Wire", "Save body…", "Send again"]);
    assert.ok(others.every(({ range }) => range.start.line === 0));
  });

  test("Raw shows the body as it came, Formatted indents it; each in the other's tab", async () => {
    const formatted = await shown("/calc12", add(1, 2));
    assert.match(formatted.getText(), /\n {2,}<(\w+:)?Body>\n/);
    const uri = await clickLens<vscode.Uri>(formatted, "Raw");
    const raw = await vscode.workspace.openTextDocument(uri);
    assert.match(raw.getText(), /<(\w+:)?Envelope[^\n]*><(\w+:)?Body>/);
    assert.equal(raw.languageId, "soaphttp-response");
    const again = await clickLens<vscode.Uri>(raw, "Formatted");
    assert.equal(again.toString(), formatted.uri.toString());
    const tabs = vscode.window.tabGroups.all.map(({ tabs: list }) => list.length);
    assert.deepEqual(tabs, [1, 1]);
  });

  test("the bytes that came can be read for saving, unformatted", async () => {
    const response = await shown("/calc12", add(1, 2));
    const body = response.uri.with({
      path: response.uri.path.replace("/response/", "/body/").replace(/\.[^.]*$/, ".xml"),
    });
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(body));
    assert.match(text, /^<\?xml[^\n]*\?>\n?<(\w+:)?Envelope|^<(\w+:)?Envelope/);
    assert.match(text, /<(\w+:)?result>3<\/(\w+:)?result>.*<\/(\w+:)?Envelope>\s*$/s);
  });

  test("Send again sends the same bytes", async () => {
    const document = await open(post(origin, "/calc12", add(20, 1)));
    const response = await documentOf(await send(document));
    await replace(document, new vscode.Range(0, 0, document.lineCount, 0), "");
    const again = await clickLens<Sent>(response, "Send again");
    assert.equal(again.kind, "response");
    assert.match((await documentOf(again)).getText(), /<(\w+:)?result>21<\//);
  });

  const fail = (message: string) =>
    envelope(`<Fail xmlns="http://example.org/calc"><message>${message}</message></Fail>`);

  test("a Fault stands in words between head and body; the body below it is whole, and nothing is wrong with it", async () => {
    const response = await shown("/calc12", fail("no luck"));
    const text = response.getText().replaceAll("\r\n", "\n");
    assert.match(text, /^HTTP\/1\.1 500 /);
    assert.match(text, /\n\n│ SOAP 1\.2 Fault\n│ Code +soap:Receiver — The service is at fault/);
    assert.match(text, /\n│ Reason +no luck\n(?:│ [^\n]*\n)*\n<\?xml/);
    assert.deepEqual((await diagnosticsOf(response)).map(codeOf), []);
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
      "vscode.executeDocumentSymbolProvider",
      response.uri,
    );
    const names = (all: readonly vscode.DocumentSymbol[]): string[] =>
      all.flatMap(({ name, children }) => [name, ...names(children)]);
    assert.ok(names(symbols).includes("soap:Fault"), names(symbols).join());
  });

  test("as it came, the Fault is said in the lens alone, and can be copied", async () => {
    const formatted = await shown("/calc12", fail("no luck"));
    const raw = await vscode.workspace.openTextDocument(await clickLens<vscode.Uri>(formatted, "Raw"));
    assert.ok(!raw.getText().includes("│"));
    await eventually("the lens of the Fault", async () => {
      const titles = (await lensesOf(raw)).map(titleOf);
      assert.ok(
        titles.some((title) => /^SOAP 1\.2 Fault: .*no luck/.test(title)),
        titles.join(", "),
      );
      assert.ok(titles.includes("Copy Fault"), titles.join(", "));
    });
  });

  test("what a Fault blames is selected in the request", async () => {
    const document = await open(post(origin, "/calc12", fail("Unknown operation: look.")));
    const response = await documentOf(await send(document));
    const range = await clickLens<vscode.Range>(response, "Show in request: the operation");
    assert.equal(document.getText(range), "Fail");
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.uri.toString(), document.uri.toString());
    assert.equal(editor?.document.getText(editor.selection), "Fail");
  });

  test("the bodies of two responses of one request are compared, formatted", async () => {
    const document = await open(`# @name sum\n${post(origin, "/calc12", add(1, 2))}`);
    await send(document);
    const at = document.getText().indexOf("<b>2<") + "<b>".length;
    await replace(document, new vscode.Range(document.positionAt(at), document.positionAt(at + 1)), "5");
    const second = await documentOf(await send(document));
    await clickLens(second, "Compare with previous");
    let input: unknown;
    await eventually("the diff editor", () => {
      input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      assert.ok(input instanceof vscode.TabInputTextDiff);
    });
    assert.ok(input instanceof vscode.TabInputTextDiff);
    const texts = await Promise.all(
      [input.original, input.modified].map(async (uri) =>
        new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)),
      ),
    );
    assert.match(texts[0] ?? "", /^<\?xml.*<result>3</s);
    assert.match(texts[1] ?? "", /^<\?xml.*<result>6</s);
  });

  test("the response is checked: text where SOAP was asked for, at its media type", async () => {
    const response = await shown("/nowhere", add(1, 2));
    assert.match(response.lineAt(0).text, /404/);
    const found = (await diagnosticsOf(response)).map((one) => [codeOf(one), response.getText(one.range)]);
    assert.ok(
      found.some(([code, text]) => code === "response-content-type-unexpected" && /^text\/plain/.test(text ?? "")),
      JSON.stringify(found),
    );
  });

  test("a sound response has no diagnostics", async () => {
    assert.deepEqual((await diagnosticsOf(await shown("/calc12", add(1, 2)))).map(codeOf), []);
  });

  test("of a large response a document holds 5 MB, and all its bytes can be saved", async () => {
    const size = 6_000_000;
    const response = await shown(
      "/calc12",
      envelope(`<Large xmlns="http://example.org/calc"><bytes>${size}</bytes></Large>`),
    );
    assert.ok(
      response.getText().length > 5_000_000 && response.getText().length < 5_400_000,
      `${response.getText().length}`,
    );
    const body = response.uri.with({ path: response.uri.path.replace("/response/", "/body/") });
    assert.ok((await vscode.workspace.fs.readFile(body)).length > size);
  });

  test("the details name the address and the stages", async () => {
    const response = await shown("/calc12", add(1, 2));
    const title = titleOf((await lensesOf(response))[0] ?? assert.fail("no lens"));
    const details = await vscode.workspace.openTextDocument(await clickLens<vscode.Uri>(response, title));
    assert.match(details.getText(), new RegExp(`^POST ${origin}/calc12$`, "m"));
    assert.match(details.getText(), /^total /m);
  });
});
