import * as vscode from "vscode";
import * as assert from "./assert.ts";
import { completions, hoverAt, labelOf, take } from "./assist.ts";
import { add, post, serviceOrigin } from "./messages.ts";
import {
  closeAll,
  diagnosticsOf,
  documentOf,
  eventually,
  inNode,
  open,
  provided,
  replace,
  runCommand,
  send,
  withSettings,
  writeFile,
} from "./support.ts";

const origin = "http://localhost:8000";
const valid = post(origin, "/calc12", add(1, 2));

suite("completion, hover and inlay hints", () => {
  teardown(closeAll);

  test("an empty file offers complete requests without errors", async () => {
    for (const label of ["SOAP 1.2 request", "SOAP 1.1 request", "SOAP 1.2 request with WS-Security"]) {
      const document = await open("");
      await take(document, 0, label);
      assert.match(document.getText(), /^POST \/service HTTP\/1\.1\nHost: localhost:8000\n/);
      assert.deepEqual(await diagnosticsOf(document), [], document.getText());
    }
  });

  test("the path of a file part offers the files and folders beside the document", async () => {
    await writeFile("parts/report.pdf", "1");
    await writeFile("parts/more/other.txt", "2");
    const text = "POST / HTTP/1.1\n\n--part\n\n< \n--part--\n";
    const document = await vscode.workspace.openTextDocument(await writeFile("parts/upload.soaphttp", text));
    await vscode.window.showTextDocument(document, { preview: false });
    const offered = async (path: string) => {
      await replace(document, document.lineAt(4).range, `< ${path}`);
      const { items } = await completions(document, document.offsetAt(document.lineAt(4).range.end), "/");
      const { File, Folder } = vscode.CompletionItemKind;
      return items
        .filter(({ kind }) => kind === File || kind === Folder)
        .map(labelOf)
        .toSorted();
    };
    assert.deepEqual(await offered(""), ["./more/", "./report.pdf"]);
    assert.deepEqual(await offered("./"), ["more/", "report.pdf"]);
    assert.deepEqual(await offered("./more/"), ["other.txt"]);
    // In a browser, the open folder is the root of its file system: nothing is outside of it.
    if (inNode) assert.deepEqual(await offered("../../"), []);
  });

  test("the MTOM request changes the line endings to CRLF", async () => {
    const document = await open("");
    const { command } = await take(document, 0, "MTOM request");
    await runCommand(command);
    assert.equal(document.eol, vscode.EndOfLine.CRLF);
    assert.deepEqual(await diagnosticsOf(document), []);
  });

  test("an accepted request has placeholders that can be filled in one after the other", async () => {
    for (const [typed, label] of [
      ["soap11", "SOAP 1.1 request"],
      ["mtom", "MTOM request"],
    ] as const) {
      const document = await open("");
      await vscode.commands.executeCommand("type", { text: typed });
      await vscode.commands.executeCommand("editor.action.triggerSuggest");
      await eventually(label, async () => {
        await vscode.commands.executeCommand("acceptSelectedSuggestion");
        assert.match(document.getText(), /^POST \/service HTTP\/1\.1\r?\nHost: localhost:8000\r?\n/);
      });
      if (typed === "mtom") {
        await eventually("CRLF", () => assert.equal(document.eol, vscode.EndOfLine.CRLF));
      }
      await vscode.commands.executeCommand("type", { text: "/own" });
      await vscode.commands.executeCommand("jumpToNextSnippetPlaceholder");
      await vscode.commands.executeCommand("type", { text: "example.org" });
      assert.match(document.getText(), /^POST \/own HTTP\/1\.1\r?\nHost: example\.org\r?\n/);
      await vscode.commands.executeCommand("leaveSnippet");
      assert.deepEqual(await diagnosticsOf(document), [], document.getText());
    }
  });

  test("missing headers are suggested first, with their values", async () => {
    const text = `POST /calc12 HTTP/1.1\nHost: localhost:8000\n\n\n${add(1, 2)}`;
    const document = await open(text);
    const at = text.indexOf("\n\n") + 1;
    const { items } = await completions(document, at);
    const sorted = items.toSorted((a, b) => String(a.sortText).localeCompare(String(b.sortText)));
    assert.deepEqual(sorted.slice(0, 3).map(labelOf), [
      "Content-Type, Content-Length",
      "Content-Type",
      "Content-Length",
    ]);
    await take(document, at, "Content-Type, Content-Length");
    assert.deepEqual(await diagnosticsOf(document), [], document.getText());
  });

  test("< suggests elements of SOAP and of the file's other requests", async () => {
    const text = `${valid}\n### next\n${valid.replace(/<Add.*<\/Add>/, "<")}`;
    const document = await open(text);
    const at = text.lastIndexOf("<</") + 1;
    const { items } = await completions(document, at, "<");
    const labels = items.map(labelOf);
    for (const wanted of ["s:Fault", "Add", "Fault with all its parts"]) {
      assert.ok(labels.includes(wanted), labels.join(", "));
    }
    await take(document, at, "Add");
    assert.match(document.getText(), /<s:Body><Add xmlns="http:\/\/example\.org\/calc">\n\s*\n<\/Add><\/s:Body>/);
  });

  test("a variable is suggested with its value", async () => {
    const text = `@base = localhost:8000\n\n${valid.replace("localhost:8000", "{{")}`;
    const document = await open(text);
    const { items } = await completions(document, text.indexOf("Host: {{") + "Host: {{".length, "{");
    const [item] = items;
    assert.ok(item);
    const { label } = item;
    assert.deepEqual(typeof label === "string" ? label : [label.label, label.description], ["base", "localhost:8000"]);
  });

  test("the hover of Content-Length shows the number of bytes and the specification", async () => {
    const document = await open(valid);
    const text = await hoverAt(document, valid.indexOf("Content-Length") + 3);
    const bytes = new TextEncoder().encode(add(1, 2)).length;
    assert.match(text, new RegExp(`\\*\\*${bytes}\\*\\* bytes in utf-8`));
    assert.match(text, /rfc9110#section-8\.6/);
  });

  test("elements of SOAP and characters have hovers", async () => {
    const text = post(origin, "/calc12", add("\u00e9", 2));
    const document = await open(text);
    assert.match(await hoverAt(document, text.indexOf("s:Body") + 3), /SOAP 1\.2 part 1 section 5\.3/);
    assert.match(await hoverAt(document, text.indexOf("\u00e9")), /U\+00E9.*2 bytes in utf-8: C3 A9/s);
  });

  test("responses have hovers", async () => {
    const request = await open(post(serviceOrigin(), "/calc12", add(1, 2)));
    const response = await documentOf(await send(request));
    assert.match(await hoverAt(response, response.getText().indexOf("200")), /200 OK/);
    assert.match(await hoverAt(response, response.getText().indexOf("Body>")), /SOAP 1\.2 part 1 section 5\.3/);
  });

  test("inlay hints follow the settings", async () => {
    const bytes = new TextEncoder().encode(add(1, 2)).length;
    const text = `@path = calc12\n\n${post(origin, "/{{path}}", add(1, 2), "{{$contentLength}}")}`;
    const document = await open(text);
    await expectHints(document, [`${bytes} bytes`]);
    await withSettings(
      { "inlayHints.contentLength": "off", "inlayHints.target": "on", "inlayHints.variables": "on" },
      () => expectHints(document, ["= calc12", `→ ${origin}/calc12`]),
    );
    await expectHints(document, [`${bytes} bytes`]);
  });
});

/** Waits for these hints, because changed settings reach the server asynchronously. */
async function expectHints(document: vscode.TextDocument, wanted: readonly string[]): Promise<void> {
  const all = new vscode.Range(0, 0, document.lineCount, 0);
  await eventually("the hints", async () => {
    const hints = await provided<vscode.InlayHint[]>("InlayHint", document.uri, all);
    const labels = hints.map(({ label }) =>
      typeof label === "string" ? label : label.map(({ value }) => value).join(""),
    );
    assert.deepEqual(labels.toSorted(), wanted.toSorted());
  });
}
