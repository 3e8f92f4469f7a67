import assert from "node:assert/strict";
import { TextDocument } from "vscode-languageserver-textdocument";
import { CursorNotification, OutgoingRequest } from "../../../server/src/protocol/protocol.ts";
import { sampleWsdl } from "../../support/contracts.ts";
import { envelope11, request, request11 } from "../../support/findings.ts";
import { startTestServer, type TestClient, type TestServer } from "../../support/server.ts";

const refresh = "workspace/diagnostic/refresh";
const line = "POST /s HTTP/1.1\n";
const unfinished = ["request-unfinished"];
const all = ["content-length-missing", "content-type-missing", "host-missing", "xml-missing"];

/** An editor with one document, which reports its cursor after each change as VS Code does. */
class Editor {
  readonly server: TestServer;
  readonly uri: string;
  #text: string;
  #version = 1;

  static async open(text = "", given: TestClient = {}): Promise<Editor> {
    const capabilities = { textDocument: { diagnostic: {} }, workspace: { diagnostics: { refreshSupport: true } } };
    const server = await startTestServer(capabilities, {}, given);
    return new Editor(server, text);
  }

  private constructor(server: TestServer, text: string) {
    this.server = server;
    this.#text = text;
    this.uri = server.open(text).uri;
  }

  /** Types at the end of the text. */
  type(typed: string): Promise<void> {
    return this.change(this.#text + typed);
  }

  /** Deletes characters at the end of the text. */
  erase(count: number): Promise<void> {
    return this.change(this.#text.slice(0, -count));
  }

  async change(text: string, cursor = text.length): Promise<void> {
    this.#text = text;
    await this.server.edit(this.uri, ++this.#version, this.#text);
    await this.moveTo(cursor);
  }

  async moveTo(offset: number, byAuthor = true): Promise<void> {
    const position = TextDocument.create(this.uri, "soaphttp", 1, this.#text).positionAt(offset);
    await this.server.notify(CursorNotification.method, { uri: this.uri, position, byAuthor });
  }

  /** `reason`: 1 for saving by hand, 2 for auto save. */
  async save(reason: 1 | 2): Promise<void> {
    const textDocument = { uri: this.uri };
    await this.server.notify("textDocument/willSave", { textDocument, reason });
    await this.server.notify("textDocument/didSave", { textDocument });
  }

  async codes(): Promise<readonly unknown[]> {
    return (await this.server.diagnostics(this.uri)).map(({ code }) => code).toSorted();
  }

  /** The URIs that the server has asked for, except those of files. */
  get addresses(): readonly string[] {
    return this.server.asked.flat().filter((uri) => uri.startsWith("http"));
  }

  /** How often the server has asked the editor to refresh its diagnostics. */
  async refreshes(): Promise<number> {
    // Its response follows everything that the server has sent before.
    await this.server.request("soaphttp/requests", { uri: this.uri });
    return this.server.refreshed.filter((method) => method === refresh).length;
  }
}

/** An editor with a typed request line and nothing else. */
async function typedLine(): Promise<Editor> {
  const editor = await Editor.open();
  await editor.moveTo(0);
  assert.deepEqual(await editor.codes(), []);
  await editor.type(line);
  assert.deepEqual(await editor.codes(), unfinished);
  return editor;
}

suite("a request that is being written", () => {
  test("the editor shows all findings when the cursor moves to another request", async () => {
    const editor = await typedLine();
    await editor.type("\n### next\n");
    assert.deepEqual(await editor.codes(), all);
  });

  test("the editor shows all findings when the cursor moves to an earlier request without a change", async () => {
    const editor = await Editor.open("GET / HTTP/1.1\nHost: h\n\n###\n");
    await editor.moveTo(29);
    assert.deepEqual(await editor.codes(), []);
    await editor.type(line);
    assert.deepEqual(await editor.codes(), unfinished);
    const before = await editor.refreshes();
    await editor.moveTo(0);
    assert.equal(await editor.refreshes(), before + 1);
    assert.deepEqual(await editor.codes(), all);
  });

  test("the editor shows all findings after it is saved, until the next change", async () => {
    const editor = await typedLine();
    const before = await editor.refreshes();
    await editor.save(1);
    assert.equal(await editor.refreshes(), before + 1);
    assert.deepEqual(await editor.codes(), all);
    await editor.type("H");
    assert.deepEqual(await editor.codes(), unfinished);
  });

  test("the editor still hides findings after auto save", async () => {
    const editor = await typedLine();
    await editor.save(2);
    assert.deepEqual(await editor.codes(), unfinished);
  });

  test("the editor shows all findings when it is sent", async () => {
    const editor = await typedLine();
    const before = await editor.refreshes();
    await editor.server.request(OutgoingRequest.method, { uri: editor.uri, line: 0 });
    assert.equal(await editor.refreshes(), before + 1);
    assert.deepEqual(await editor.codes(), all);
  });

  test("the editor shows all findings when the editor shows another document", async () => {
    const editor = await typedLine();
    const before = await editor.refreshes();
    await editor.server.notify(CursorNotification.method, { uri: editor.uri, position: null, byAuthor: true });
    assert.equal(await editor.refreshes(), before + 1);
    assert.deepEqual(await editor.codes(), all);
  });

  test("the server refreshes the diagnostics only if they change", async () => {
    const editor = await typedLine();
    const before = await editor.refreshes();
    for (const offset of [0, 3, line.length]) await editor.moveTo(offset);
    for (const typed of "Host: h\n") {
      await editor.type(typed);
      await editor.codes();
    }
    assert.equal(await editor.refreshes(), before);
  });

  test("the editor shows the findings of a line when the cursor leaves it", async () => {
    const editor = await typedLine();
    await editor.type("Host: http://h");
    assert.deepEqual(await editor.codes(), unfinished);
    await editor.moveTo(0);
    assert.deepEqual(await editor.codes(), ["host-invalid", ...unfinished]);
  });

  test("the editor still hides findings when a snippet moves the cursor within its line", async () => {
    const editor = await typedLine();
    await editor.type("Content-Type: ");
    await editor.moveTo(line.length + 3, false);
    assert.deepEqual(await editor.codes(), unfinished);
    await editor.moveTo(0, false);
    assert.deepEqual(await editor.codes(), ["content-type-malformed", ...unfinished]);
  });

  test("the editor hides the length of a new envelope until the cursor leaves it", async () => {
    const text = request({ "Content-Length": "1" }, "<s:Envelope></s:Envelope>");
    const [head = ""] = text.split("<s:");
    const inEnvelope = text.indexOf("</s:");
    for (const [before, isHidden] of [
      [head, true],
      [text.replace("></", ">\n</"), false],
    ] as const) {
      const editor = await Editor.open(before);
      await editor.moveTo(before.length);
      await editor.codes();
      await editor.change(text, inEnvelope);
      assert.equal((await editor.codes()).includes("content-length-mismatch"), !isHidden);
      await editor.moveTo(0);
      assert.ok((await editor.codes()).includes("content-length-mismatch"));
    }
  });

  test("the editor shows that an element is empty when the cursor leaves it, or the file is saved", async () => {
    const wsdl = Buffer.from(sampleWsdl()).toString("base64");
    const editor = await Editor.open("# @wsdl ./s.wsdl\n", { readFile: () => ({ kind: "bytes", bytes: wsdl }) });
    await editor.moveTo(17);
    assert.deepEqual(await editor.codes(), ["directive-without-request"]);
    const text = request11({ SOAPAction: '"urn:Add"' }, envelope11.replace("<s:Body/>", "<s:Body></s:Body>"));
    await editor.type(text);
    assert.deepEqual(await editor.codes(), ["schema-payload"]);
    const inBody = 17 + text.indexOf("</s:Body>");
    for (const leave of [() => editor.moveTo(inBody + 1), () => editor.save(1)]) {
      await editor.moveTo(inBody);
      assert.deepEqual(await editor.codes(), []);
      const before = await editor.refreshes();
      await leave();
      assert.equal(await editor.refreshes(), before + 1);
      assert.deepEqual(await editor.codes(), ["schema-payload"]);
    }
  });

  for (const [left, leave] of [
    ["the cursor leaves its line", (editor: Editor) => editor.type("\n")],
    ["the cursor moves to another line", (editor: Editor) => editor.moveTo(0)],
    ["the file is saved", (editor: Editor) => editor.save(1)],
    [
      "the request is sent",
      (editor: Editor) => editor.server.request(OutgoingRequest.method, { uri: editor.uri, line: 0 }),
    ],
  ] as const) {
    test(`the server reads a WSDL at an address that was typed when ${left}`, async () => {
      const editor = await Editor.open("# a\n\n", { readFile: () => ({ kind: "missing" }) });
      await editor.moveTo(5);
      for (const key of "# @wsdl https://h/s") {
        await editor.type(key);
        await editor.codes();
      }
      await editor.erase(2);
      await editor.codes();
      await editor.type("/s");
      await editor.moveTo(7);
      await editor.codes();
      assert.deepEqual(editor.addresses, []);
      await leave(editor);
      await editor.codes();
      assert.deepEqual(editor.addresses, ["https://h/s"]);
    });
  }

  test("the list offers one fix for all missing parts", async () => {
    const editor = await typedLine();
    const start = { line: 0, character: 0 };
    const actions = await editor.server.request<readonly { readonly title: string }[]>("textDocument/codeAction", {
      textDocument: { uri: editor.uri },
      range: { start, end: start },
      context: { diagnostics: [], only: ["quickfix"] },
    });
    const titles = actions.map(({ title }) => title);
    assert.deepEqual(titles, ["Insert missing parts"]);
  });
});

suite("a request that isn't being written", () => {
  test("the editor shows all findings when it is opened", async () => {
    const editor = await Editor.open(line);
    await editor.moveTo(line.length);
    assert.deepEqual(await editor.codes(), all);
  });

  test("the editor shows all findings in an editor that doesn't report its cursor", async () => {
    const server = await startTestServer({ textDocument: { diagnostic: {} } });
    const { uri } = server.open("");
    await server.edit(uri, 2, "P");
    assert.equal((await server.diagnostics(uri)).length, 4);
  });

  test("the server reads WSDLs at addresses at once in an editor that doesn't report its cursor, and in a file that is opened", async () => {
    const text = "# @wsdl https://h/s\n";
    const editor = await Editor.open(text, { readFile: () => ({ kind: "missing" }) });
    await editor.codes();
    assert.deepEqual(editor.addresses, ["https://h/s"]);
    await editor.server.edit(editor.uri, 2, text.replace("/s", "/t"));
    await editor.codes();
    assert.deepEqual(editor.addresses, ["https://h/s", "https://h/t"]);
  });

  test("the server reads a WSDL at the address in the line of the cursor, if it isn't typed", async () => {
    const editor = await Editor.open("# @wsdl https://h/s\n", { readFile: () => ({ kind: "missing" }) });
    await editor.moveTo(3);
    await editor.codes();
    assert.deepEqual(editor.addresses, ["https://h/s"]);
  });

  test("the editor shows all findings while another request is being written", async () => {
    const editor = await Editor.open(`${line}\n###\n`);
    await editor.moveTo(line.length + 5);
    await editor.codes();
    await editor.type(request().replace("Host: h\n", ""));
    assert.deepEqual(await editor.codes(), [...all, "host-missing"].toSorted());
  });
});
