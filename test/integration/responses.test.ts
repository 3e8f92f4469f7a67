import * as vscode from "vscode";
import type { ShownResponse } from "../../client/src/extension/send/sendCommands.ts";
import * as assert from "./assert.ts";
import { add, envelope, misbehavingPort, post, serviceOrigin } from "./messages.ts";
import {
  activeEditor,
  clickLens,
  closeAll,
  codeOf,
  codesOf,
  diagnosticsOf,
  documentOf,
  eventually,
  lensesOf,
  open,
  provided,
  readText,
  replace,
  responseTo,
  send,
  showView,
  titleOf,
  titlesOf,
} from "./support.ts";

suite("responses", () => {
  const origin = serviceOrigin();
  teardown(closeAll);

  const shown = async (path: string, body: string): Promise<vscode.TextDocument> =>
    responseTo(post(origin, path, body));

  test("a lens above the first line shows status, time and size", async () => {
    const response = await shown("/calc12", add(1, 2));
    const [summary, ...others] = await lensesOf(response);
    assert.ok(summary);
    assert.match(titleOf(summary), /^200 OK · [\d.]+ (ms|s) · [\d.]+ K?B$/);
    assert.match(summary.command?.tooltip ?? "", /^total +[\d.]+ m?s$/m);
    const fixed = (shown: string) =>
      ["Formatted", "Raw", "Wire", "Hex", "Details"].map((name) => `${name === shown ? "●" : "○"} ${name}`);
    assert.deepEqual(others.map(titleOf), [...fixed("Formatted"), "Expect…", "Compare"]);
    const wire = await clickLens<vscode.TextDocument>(response, "○ Wire").then(() => response);
    await eventually("the lenses of the other view", async () => {
      assert.deepEqual((await titlesOf(wire)).slice(1), [...fixed("Wire"), "Expect…", "Compare"]);
    });
    assert.equal(summary.range.start.line, 0);
    assert.deepEqual(
      others.map(({ range }) => range.start.line),
      [1, 1, 1, 1, 2, 2, 2],
    );
  });

  test("the tab is named after the request and its outcome, without an internal id", async () => {
    const response = await responseTo(`# @name add\n${post(origin, "/calc12", add(1, 2))}`);
    assert.equal(response.uri.path, "/add – 200 OK");
    const labels = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
    assert.ok(labels.includes("add – 200 OK"), labels.join());
  });

  test("the text is UTF-8 without a byte order mark, unless the user's encoding is another one", async () => {
    const request = post(
      origin,
      "/calc12",
      envelope('<Fail xmlns="http://example.org/calc"><message>ü</message></Fail>'),
    );
    const marked = async () => {
      const document = await responseTo(request);
      assert.match(document.getText(), /<(?:\w+:)?Text[^>]*>[^<]*ü|ü<\//);
      // Since VS Code 1.100.
      if ("encoding" in document) assert.match(String(document.encoding), /^utf8/);
      const [first] = await vscode.workspace.fs.readFile(document.uri);
      return first === 0xef;
    };
    assert.equal(await marked(), false);
    const files = vscode.workspace.getConfiguration("files");
    await files.update("encoding", "windows1252", vscode.ConfigurationTarget.Global);
    try {
      assert.equal(await marked(), true);
    } finally {
      await files.update("encoding", undefined, vscode.ConfigurationTarget.Global);
    }
  });

  test("formatted, raw, wire, hex and details are views of one tab", async () => {
    const formatted = await shown("/calc12", add(1, 2));
    const text = formatted.getText();
    assert.match(text, /\n {2,}<(\w+:)?Body>\n/);
    const looks = {
      raw: [/<(\w+:)?Envelope[^\n]*><(\w+:)?Body>/, "soaphttp-response"],
      wire: [/^[0-9a-f]{6} {2}.*<result>3</m, "soaphttp-wire"],
      hex: [/^000000 {2}50 4f 53 54 20 2f 63 61 /m, "soaphttp-wire"],
      details: [/^total /m, "soaphttp-wire"],
      formatted: [/\n {2,}<(\w+:)?Body>\n/, "soaphttp-response"],
    } as const;
    for (const view of ["raw", "wire", "hex", "details", "formatted"] as const) {
      const [pattern, language] = looks[view];
      const document = await showView(formatted, view);
      assert.match(document.getText(), pattern, view);
      assert.equal(document.languageId, language, view);
      const tabs = vscode.window.tabGroups.all.map(({ tabs: list }) => list.length);
      assert.deepEqual(tabs, [1, 1], view);
    }
    const again = await vscode.workspace.openTextDocument(formatted.uri);
    assert.equal(again.getText(), text);
    assert.deepEqual(await codesOf(again), []);
  });

  test("a view opens at its top, and restores its position", async () => {
    const response = await shown("/calc12", add(1, 2));
    await showView(response, "formatted");
    activeEditor().selection = new vscode.Selection(3, 1, 3, 1);
    await showView(response, "wire");
    assert.equal(activeEditor().selection.active.line, 0);
    await showView(response, "formatted");
    assert.equal(activeEditor().selection.active.line, 3);
  });

  test("the next response to the same request opens in the same view and tab", async () => {
    const document = await open(post(origin, "/calc12", add(1, 2)));
    await showView(await documentOf(await send(document)), "wire");
    const next = await documentOf(await send(document));
    assert.equal(next.languageId, "soaphttp-wire");
    assert.deepEqual(
      vscode.window.tabGroups.all.map(({ tabs }) => tabs.length),
      [1, 1],
    );
  });

  test("the received body can be read unformatted", async () => {
    const response = await shown("/calc12", add(1, 2));
    const body = response.uri.with({ query: `${response.uri.query}/body` });
    const text = await readText(body);
    assert.match(text, /^<\?xml[^\n]*\?>\n?<(\w+:)?Envelope|^<(\w+:)?Envelope/);
    assert.match(text, /<(\w+:)?result>3<\/(\w+:)?result>.*<\/(\w+:)?Envelope>\s*$/s);
  });

  test("Send Again sends the same bytes", async () => {
    const document = await open(post(origin, "/calc12", add(20, 1)));
    const response = await documentOf(await send(document));
    await replace(document, new vscode.Range(0, 0, document.lineCount, 0), "");
    const again = await vscode.commands.executeCommand<ShownResponse>("soaphttp.sendAgain", response.uri);
    assert.equal(again.kind, "response");
    assert.match((await documentOf(again)).getText(), /<(\w+:)?result>21<\//);
  });

  const fail = (message: string) =>
    envelope(`<Fail xmlns="http://example.org/calc"><message>${message}</message></Fail>`);

  test("a Fault is explained between header section and body, without changing the body's diagnostics", async () => {
    const response = await shown("/calc12", fail("no luck"));
    const text = response.getText().replaceAll("\r\n", "\n");
    assert.match(text, /^HTTP\/1\.1 500 /);
    assert.match(text, /\n\n│ SOAP 1\.2 Fault\n│ Code +soap:Receiver — The service reports an error/);
    assert.match(text, /\n│ Reason +no luck\n(?:│ [^\n]*\n)*\n<\?xml/);
    assert.deepEqual(await codesOf(response), []);
    const symbols = await provided<vscode.DocumentSymbol[]>("DocumentSymbol", response.uri);
    const names = (all: readonly vscode.DocumentSymbol[]): string[] =>
      all.flatMap(({ name, children }) => [name, ...names(children)]);
    assert.ok(names(symbols).includes("soap:Fault"), names(symbols).join());
  });

  test("the raw view shows the Fault in a lens above the body", async () => {
    const raw = await showView(await shown("/calc12", fail("no luck")), "raw");
    assert.ok(!raw.getText().includes("│"));
    await eventually("the lens of the Fault", async () => {
      const titles = await titlesOf(raw);
      assert.ok(
        titles.some((title) => /^SOAP 1\.2 Fault: .*no luck/.test(title)),
        titles.join(", "),
      );
    });
  });

  test("Go to Fault Cause selects the element in the request", async () => {
    const document = await open(post(origin, "/calc12", fail("Unknown operation: look.")));
    const response = await documentOf(await send(document));
    const range = await clickLens<vscode.Range>(response, "Go to Fault Cause");
    assert.equal(document.getText(range), "Fail");
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.uri.toString(), document.uri.toString());
    assert.equal(editor?.document.getText(editor.selection), "Fail");
  });

  test("Compare shows the formatted bodies of two responses to one request", async () => {
    const document = await open(`# @name sum\n${post(origin, "/calc12", add(1, 2))}`);
    await send(document);
    const at = document.getText().indexOf("<b>2<") + "<b>".length;
    await replace(document, new vscode.Range(document.positionAt(at), document.positionAt(at + 1)), "5");
    const second = await documentOf(await send(document));
    await vscode.commands.executeCommand("soaphttp.response.compare", second.uri);
    let input: unknown;
    await eventually("the diff editor", () => {
      input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      assert.ok(input instanceof vscode.TabInputTextDiff);
    });
    assert.ok(input instanceof vscode.TabInputTextDiff);
    const texts = await Promise.all([input.original, input.modified].map(readText));
    assert.match(texts[0] ?? "", /^<\?xml.*<result>3</s);
    assert.match(texts[1] ?? "", /^<\?xml.*<result>6</s);
  });

  test("the comparison of equal bodies says that there are no differences", async () => {
    const document = await open(`# @name same\n${post(origin, "/calc12", add(1, 2))}`);
    await send(document);
    const second = await documentOf(await send(document));
    await vscode.commands.executeCommand("soaphttp.response.compare", second.uri);
    await eventually("the title", () => {
      assert.match(vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? "", /^No differences – same: /);
    });
  });

  test("an unexpected media type is reported at Content-Type", async () => {
    const response = await shown("/nowhere", add(1, 2));
    assert.match(response.lineAt(0).text, /404/);
    const marked = (await diagnosticsOf(response)).map((one) => [codeOf(one), response.getText(one.range)]);
    assert.ok(
      marked.some(([code, text]) => code === "response-content-type-unexpected" && /^text\/plain/.test(text ?? "")),
      JSON.stringify(marked),
    );
  });

  test("a large response is shown up to 5 MB, and can be saved completely", async () => {
    const size = 6_000_000;
    const response = await shown(
      "/calc12",
      envelope(`<Large xmlns="http://example.org/calc"><bytes>${size}</bytes></Large>`),
    );
    assert.ok(
      response.getText().length > 5_000_000 && response.getText().length < 5_400_000,
      `${response.getText().length}`,
    );
    const body = response.uri.with({ query: `${response.uri.query}/body` });
    assert.ok((await vscode.workspace.fs.readFile(body)).length > size);
  });

  test("Base64 data in a response has a lens with its kind and size, and is read with its own bytes", async () => {
    const png = `iVBORw0KGgo${"A".repeat(100)}=`;
    const origin = `http://localhost:${misbehavingPort()}`;
    const response = await responseTo(
      post(origin, "/echo-body", envelope(`<p:Photo xmlns:p="urn:p">${png}</p:Photo>`)),
    );
    const line = response
      .getText()
      .split("\n")
      .findIndex((text) => text.includes(png));
    const lenses = (await lensesOf(response)).filter(({ range }) => range.start.line === line);
    assert.deepEqual(lenses.map(titleOf), ["PNG · 83 B", "Open", "Save…"]);
    const file = response.uri.with({ path: "/Photo.png", query: `${response.uri.query}/value-0` });
    const bytes = await vscode.workspace.fs.readFile(file);
    assert.equal(bytes.length, 83);
    assert.deepEqual([...bytes.subarray(0, 8)], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  });

  test("a large response shows its beginning at once, that it is being formatted, its status and its views", async () => {
    const opened: { text: string; lenses: Promise<readonly vscode.CodeLens[]> }[] = [];
    const listening = vscode.workspace.onDidOpenTextDocument((document) => {
      if (document.uri.scheme === "soaphttp-response") {
        opened.push({ text: document.getText(), lenses: Promise.resolve(lensesOf(document)) });
      }
    });
    const large = envelope('<Large xmlns="http://example.org/calc"><bytes>2000000</bytes></Large>');
    const response = await shown("/calc12", large);
    listening.dispose();
    assert.match(
      opened[0]?.text.replaceAll("\r\n", "\n") ?? "",
      /^HTTP\/1\.1 200 OK\n(?:.+\n)+\n<.*Envelope.*\n… Formatting 2(?:\.\d)? MB…\n$/,
    );
    const titles = ((await opened[0]?.lenses) ?? []).map(titleOf);
    assert.match(titles[0] ?? "", /^200 OK · /);
    assert.ok(titles.includes("● Formatted"), titles.join());
    assert.match(response.getText(), /\n {2,}<(\w+:)?Body>\n/);
    assert.ok(response.getText().length > 2_000_000);
    assert.deepEqual(await codesOf(response), []);
  });

  test("the details show the URL and the times", async () => {
    const response = await shown("/calc12", add(1, 2));
    const title = titleOf((await lensesOf(response))[0] ?? assert.fail("no lens"));
    const details = await vscode.workspace.openTextDocument(await clickLens<vscode.Uri>(response, title));
    assert.match(details.getText(), new RegExp(`^POST ${origin}/calc12$`, "m"));
    assert.match(details.getText(), /^total /m);
  });
});
