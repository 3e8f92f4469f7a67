import * as vscode from "vscode";
import * as assert from "./assert.ts";
import { actionsAt } from "./assist.ts";
import { answerQuestions, clickLens, closeAll, diagnosticsOf, open, workspaceFile } from "./support.ts";

const envelope11 = '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body/></s:Envelope>';
const envelope12 = '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body/></s:Envelope>';
const get = "GET /s HTTP/1.1\nHost: h";
const post11 = `POST /s HTTP/1.1
Host: h
Content-Type: text/xml; charset=utf-8
SOAPAction: "urn:add"
Content-Length: 86

${envelope11}
`;
const post12 = `POST /s HTTP/1.1
Host: h
Content-Type: application/soap+xml; charset=utf-8; action="urn:add"
Content-Length: 84

${envelope12}
`;

function rangeOf(document: vscode.TextDocument, text: string): vscode.Range {
  const start = document.getText().indexOf(text);
  assert.ok(start >= 0, `${text} is not in the document`);
  return new vscode.Range(document.positionAt(start), document.positionAt(start + text.length));
}

/** Selects a text and applies the code action whose title starts with this one. */
async function act(document: vscode.TextDocument, selected: string, title: string): Promise<void> {
  const actions = await actionsAt(document, rangeOf(document, selected));
  const action = actions.find((one) => one.title.startsWith(title));
  assert.ok(action, `“${title}” isn't offered: ${actions.map((one) => one.title).join(", ")}`);
  assert.ok(action.edit, `“${title}” has no edit`);
  assert.ok(await vscode.workspace.applyEdit(action.edit), "the edit was refused");
}

async function expectClean(document: vscode.TextDocument): Promise<void> {
  const diagnostics = await diagnosticsOf(document);
  assert.deepEqual(
    diagnostics.map(({ message }) => message),
    [],
  );
}

suite("code actions that transform", () => {
  teardown(closeAll);

  test("Convert to SOAP converts the whole request without new errors", async () => {
    const document = await open(post11);
    await act(document, "Host", "Convert to SOAP 1.2");
    assert.equal(document.getText(), post12);
    await expectClean(document);
    await act(document, "Host", "Convert to SOAP 1.1");
    assert.equal(document.getText(), post11);
    await expectClean(document);
  });

  test("Convert to SOAP changes only the request at the cursor", async () => {
    const document = await open(`${post11}\n### b\n${post12}`);
    await act(document, 'action="urn:add"', "Convert to SOAP 1.1");
    assert.equal(document.getText(), `${post11}\n### b\n${post11}`);
  });

  test("Insert missing parts inserts all missing headers", async () => {
    const document = await open(`POST http://h/s HTTP/1.1\n\n${envelope12}\n`);
    await act(document, "POST", "Insert missing parts: Host, Content-Type, Content-Length");
    await expectClean(document);
  });

  test("Extract to variable replaces a value with a variable", async () => {
    const document = await open(post12);
    await act(document, "urn:add", "Extract to variable contentType");
    assert.ok(document.getText().startsWith("@contentType = urn:add\nPOST "));
    assert.ok(document.getText().includes('action="{{contentType}}"'));
    await expectClean(document);
  });

  test("a target is changed to a URL, and a selection is wrapped in a CDATA section", async () => {
    const document = await open(post12.replace("<s:Body/>", '<s:Body><a xmlns="urn:a"><b/></a></s:Body>'));
    await act(document, "/s", "Change the target to a URL");
    assert.ok(document.getText().startsWith("POST http://h/s HTTP/1.1\n"));
    await act(document, "<b/>", "Wrap in a CDATA section");
    assert.ok(document.getText().includes("<![CDATA[<b/>]]>"));
  });

  test("only applicable actions are offered", async () => {
    const document = await open(post11.replace("</s:Envelope>", '<t:T xmlns:t="urn:t"/></s:Envelope>'));
    const titles = (await actionsAt(document, rangeOf(document, "/s"))).map(({ title }) => title);
    assert.deepEqual(titles, ["Change the target to a URL with scheme and host", "Extract to variable path"]);
  });
});

suite("pasting requests", () => {
  teardown(closeAll);

  test("a curl command is inserted as a valid request after the one at the cursor", async () => {
    const document = await open(post12);
    const command = `curl http://h/s -H 'Content-Type: text/xml; charset=utf-8' -H 'SOAPAction: "urn:add"' -d '${envelope11}'`;
    assert.equal(await vscode.commands.executeCommand<boolean>("soaphttp.pasteRequest", command), true);
    assert.equal(
      document.getText(),
      `${post12}###\n${post11.trimEnd()}`.replace(/SOAPAction.*\n(Content-Length.*)$/m, "$&"),
    );
    assert.equal(vscode.window.activeTextEditor?.selection.active.line, post12.split("\n").length);
    await expectClean(document);
  });

  test("recorded HTTP and the text of an .http file are converted", async () => {
    const document = await open("");
    await vscode.commands.executeCommand("soaphttp.pasteRequest", `${get}\r\n\r\nHTTP/1.1 200 OK\r\n\r\n`);
    assert.equal(document.getText(), get);
    await vscode.commands.executeCommand("soaphttp.pasteRequest", "GET http://i/s\n\n> {% x %}\n");
    assert.equal(document.getText(), `${get}\n###\n# Not converted: > {% x %}\nGET http://i/s HTTP/1.1\nHost: i`);
  });

  test("other text is not pasted", async () => {
    const document = await open(post12);
    assert.equal(await vscode.commands.executeCommand("soaphttp.pasteRequest", "some words"), false);
    assert.equal(document.getText(), post12);
  });

  test("a code action converts a curl command that was pasted unchanged", async () => {
    const document = await open("curl http://h/s\n");
    await act(document, "curl", "Convert the curl command to a request");
    assert.equal(document.getText(), `${get}\n`);
  });

  test("an .http file is converted to a new .soaphttp file in the same folder, and no file is overwritten", async () => {
    const uri = workspaceFile("other.http");
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode("### one\nGET http://h/s\n"));
    const made = [workspaceFile("other.soaphttp"), workspaceFile("other-2.soaphttp")];
    try {
      const converted = await vscode.commands.executeCommand<vscode.Uri>("soaphttp.convertHttpFile", uri);
      const document = await vscode.workspace.openTextDocument(converted);
      assert.equal(document.languageId, "soaphttp");
      assert.equal(document.getText(), "### one\nGET http://h/s HTTP/1.1\nHost: h\n");
      assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), document.uri.toString());
      const again = await vscode.commands.executeCommand<vscode.Uri>("soaphttp.convertHttpFile", uri);
      assert.deepEqual([converted, again].map(String), made.map(String));
    } finally {
      for (const file of [uri, ...made]) await vscode.workspace.fs.delete(file);
    }
  });
});

suite("explaining computed values", () => {
  teardown(closeAll);

  test("the command opens the values of the request at the cursor in a read-only document beside it", async () => {
    await open(post12.replace("<s:Body/>", '<s:Body><a xmlns="urn:a">{{$concat "a" "b" | hex}}</a></s:Body>'));
    const text = await vscode.commands.executeCommand<string>("soaphttp.explainValues");
    assert.match(text, /\{\{\$concat "a" "b" \| hex\}\}\n {2}\$concat "a" "b"\n {4}text, 2 bytes\n {6}ab\n/);
    const shown = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === "soaphttp-values");
    assert.equal(shown?.getText(), text);
  });
});

suite("the preview of a document", () => {
  teardown(closeAll);

  test("The lens above a document opens its text with sample values in a read-only document beside it", async () => {
    const document = await open(`@id = {{$guid}}\n# @document order\n\n<o Id="{{id}}"/>\n### send\n${post12}`);
    const text = await clickLens<string>(document, "Preview", 1);
    assert.match(text, /^<o Id="[0-9a-f-]{36}"\/>$/);
    const shown = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === "soaphttp-document");
    assert.deepEqual([shown?.getText(), shown?.languageId], [text, "xml"]);
  });
});

suite("copying requests", () => {
  teardown(closeAll);

  async function copied(command: string, text = post12): Promise<string | undefined> {
    await open(text);
    return vscode.commands.executeCommand<string | undefined>(command);
  }

  test("the command copies a curl command", async () => {
    const command = await copied("soaphttp.copyAsCurl");
    assert.ok(command, "nothing was copied");
    assert.ok(command.startsWith("curl \\\n  http://h/s \\\n  -H 'Content-Type: application/soap+xml;"), command);
    assert.ok(command.endsWith(`--data-binary '${envelope12}'`), command);
  });

  test("the command copies the body as text, and the message as base64", async () => {
    assert.equal(await copied("soaphttp.copyBody"), envelope12);
    const utf16 = post12.replace("utf-8", "utf-16").replace(/(Content-Length: )\d+/, "$1170");
    assert.equal(await copied("soaphttp.copyBody", utf16), envelope12);
    assert.equal(atob((await copied("soaphttp.copyAsBase64")) ?? "").replaceAll("\r\n", "\n"), post12.trimEnd());
  });

  test("the command copies the request at the cursor", async () => {
    const document = await open(`${post12}\n###\n${get}\n`);
    const at = rangeOf(document, "GET").start;
    await vscode.window.showTextDocument(document, { selection: new vscode.Range(at, at) });
    assert.equal(
      atob((await vscode.commands.executeCommand<string>("soaphttp.copyAsBase64")) ?? ""),
      "GET /s HTTP/1.1\r\nHost: h\r\n\r\n",
    );
  });

  test("the command copies what is selected: a curl command, or a program that reads secrets from the environment", async () => {
    const choose = async (as: "curl" | "python" | undefined) => await answerQuestions({ copyAs: async () => as });
    await choose("curl");
    assert.match((await copied("soaphttp.copyRequestAs")) ?? "", /^curl /);
    await choose("python");
    const program = await copied("soaphttp.copyRequestAs", post12.replace("Host:", "X-Pin: {{$secret pin}}\nHost:"));
    assert.match(program ?? "", /connection\.putheader\("X-Pin", \(secret\("SOAPHTTP_SECRET_PIN"\)\)\.encode\(\)\)/);
    await choose(undefined);
    assert.equal(await copied("soaphttp.copyRequestAs"), undefined);
  });

  test("the command doesn't copy a request whose bytes are undefined", async () => {
    assert.equal(await copied("soaphttp.copyAsCurl", post12.replace("<s:Body/>", "{{nothing}}")), undefined);
  });
});
