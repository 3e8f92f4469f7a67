import * as vscode from "vscode";
import * as assert from "./assert.ts";
import { add, envelope, post, serviceOrigin } from "./messages.ts";
import {
  closeAll,
  deleteFile,
  diagnosticsOf,
  documentOf,
  eventually,
  open,
  openFile,
  provided,
  replace,
  send,
  unmark,
  workspaceFile,
  writeFile,
} from "./support.ts";

const origin = "http://localhost:8000";
const twoRequests = [
  "@base = localhost:8000",
  "### Add two numbers",
  "# @name add",
  post("http://{{base}}", "/calc12", add(1, 2)),
  "### ",
  "GET /calc12?wsdl HTTP/1.1",
  "Host: {{base}}",
  "X-Mine: {{nobody}}",
].join("\n");

suite("structure of a request", () => {
  teardown(closeAll);

  test("the outline contains requests, variables, headers and elements", async () => {
    const document = await open(twoRequests);
    assert.deepEqual(outlined(await symbolsOf(document.uri)), [
      "@base localhost:8000",
      "add Add two numbers · POST /calc12",
      "  Host {{base}}",
      "  Content-Type application/soap+xml; charset=utf-8",
      `  Content-Length ${add(1, 2).length}`,
      "  s:Envelope ",
      "    s:Body ",
      "      Add ",
      "        a 1",
      "        b 2",
      "GET /calc12?wsdl ",
      "  Host {{base}}",
      "  X-Mine {{nobody}}",
    ]);
  });

  test("requests, header sections and elements can be folded", async () => {
    const document = await open(`### one\nPOST / HTTP/1.1\nHost: h\n\n<a>\n  <b>\n    1\n  </b>\n</a>\n### two\n`);
    const ranges = await provided<vscode.FoldingRange[]>("FoldingRange", document.uri);
    assert.deepEqual(
      ranges.map(({ start, end, kind }) => [start, end, kind ?? 0]),
      [
        [0, 8, vscode.FoldingRangeKind.Region],
        [1, 2, 0],
        [4, 7, 0],
        [5, 6, 0],
      ],
    );
  });

  test("the selection expands from a word to its element and the request", async () => {
    const { text, spans } = unmark(post(origin, "/calc12", "<a><b>o«»ne two</b></a>"));
    const document = await open(text);
    const position = document.positionAt(spans[0]?.[0] ?? 0);
    const [range] = await provided<vscode.SelectionRange[]>("SelectionRange", document.uri, [position]);
    const steps: string[] = [];
    for (let step = range; step; step = step.parent) steps.push(document.getText(step.range));
    assert.deepEqual(
      steps.filter((step) => ["one", "one two", "<b>one two</b>", "<a><b>one two</b></a>", text].includes(step)),
      ["one", "one two", "<b>one two</b>", "<a><b>one two</b></a>", text],
    );
  });

  test("both tags of an element and all uses of a prefix are highlighted", async () => {
    const text = post(origin, "/calc12", add(1, 2));
    const document = await open(text);
    assert.deepEqual(await highlighted(document, "Body>"), ["s:Body", "s:Body"]);
    assert.deepEqual(await highlighted(document, "s:Body>"), ["s", "s", "s", "s", "s"]);
    assert.deepEqual(await highlighted(document, "Add xmlns"), ["Add", "Add"]);
  });

  test("Go to Definition works for variables, prefixes and default namespaces", async () => {
    const document = await open(twoRequests);
    const text = document.getText();
    const definitionAt = async (offset: number) => {
      const [definition] = await definitionsAt(document, document.positionAt(offset));
      assert.ok(definition, `no definition at ${offset}`);
      return document.getText(definition.targetRange);
    };
    assert.equal(await definitionAt(text.lastIndexOf("{{base}}") + 3), "@base = localhost:8000");
    assert.equal(await definitionAt(text.indexOf("s:Body")), 'xmlns:s="http://www.w3.org/2003/05/soap-envelope"');
    assert.equal(await definitionAt(text.indexOf("<a>") + 1), 'xmlns="http://example.org/calc"');
  });

  test("references to a variable are found in all requests of its file", async () => {
    const document = await open(twoRequests);
    const references = await provided<vscode.Location[]>("Reference", document.uri, new vscode.Position(0, 2));
    assert.deepEqual(
      references.map(({ range }) => [range.start.line, document.getText(range)]),
      [
        [0, "base"],
        [4, "base"],
        [11, "base"],
      ],
    );
  });

  test("a target links to its URL, and a body to its file", async () => {
    const document = await open("POST /calc HTTP/1.1\nHost: h:81\n\n< ./add.soaphttp");
    const links = await provided<vscode.DocumentLink[]>("Link", document.uri);
    assert.deepEqual(
      links.map(({ range, target }) => [document.getText(range), target?.toString(true)]),
      [
        ["/calc", "http://h:81/calc"],
        ["./add.soaphttp", workspaceFile("add.soaphttp").toString(true)],
      ],
    );
  });

  test("semantic tokens distinguish variables, SOAP elements and a wrong Content-Length", async () => {
    const length = String(add(1, 2).length);
    const wrong = `${length.slice(0, -1)}${(Number(length.at(-1)) + 5) % 10}`;
    const document = await open(twoRequests.replace(`Length: ${length}`, `Length: ${wrong}`));
    const tokens = await tokensOf(document);
    const named = (name: string) => tokens.filter((token) => token.name === name).map(({ text }) => text);
    assert.deepEqual(named("variable.declaration"), ["base"]);
    assert.deepEqual(named("variable"), ["base", "base"]);
    assert.deepEqual(named("variable.undefined"), ["nobody"]);
    assert.deepEqual(named("soapPart"), ["s:Envelope", "s:Body", "s:Body", "s:Envelope"]);
    assert.deepEqual(named("soapPayload"), ["Add", "Add"]);
    assert.deepEqual(named("httpContentLength.wrong"), [wrong]);
  });

  test("requests are found by name in open and closed files, and stay up to date", async () => {
    const write = (text: string) => writeFile("never-opened.soaphttp", text);
    const closed = await write("### Zebra crossing\nGET /zebra HTTP/1.1\nHost: h\n");
    await openFile("add.soaphttp");
    await open("# @name zebra.open\nGET /open HTTP/1.1");
    await eventually("the closed file's request", async () => {
      const symbols = await workspaceSymbols("zebra");
      assert.deepEqual(symbols.map(([name]) => name).toSorted(), ["Zebra crossing", "zebra.open"]);
    });
    const zebra = (await workspaceSymbols("zebra cross"))[0];
    assert.deepEqual(zebra, ["Zebra crossing", "GET /zebra", closed.toString(), 1]);
    await write("### Okapi\n\nGET /okapi HTTP/1.1\nHost: h\n");
    await eventually("the changed file's request", async () => {
      assert.deepEqual(await workspaceSymbols("okapi"), [["Okapi", "GET /okapi", closed.toString(), 2]]);
    });
    assert.deepEqual(await workspaceSymbols("zebra cross"), []);
    await deleteFile("never-opened.soaphttp");
    await eventually("the deleted file's request is gone", async () => {
      assert.deepEqual(await workspaceSymbols("okapi"), []);
    });
  });

  test("malformed text doesn't break any of these features", async () => {
    const document = await open("### \n@x = {{x}}\nPOST\n:\nContent-Length: {{x}}\n\n<s:Envelope <a b='{{</c>]]>&");
    await diagnosticsOf(document);
    const middle = document.positionAt(document.getText().indexOf("<a b"));
    assert.equal((await symbolsOf(document.uri)).length, 1);
    await tokensOf(document);
    await definitionsAt(document, middle);
    await highlighted(document, "x}}");
  });
});

suite("structure of a response", () => {
  teardown(closeAll);

  test("a response has an outline, folding ranges and semantic tokens", async () => {
    const document = await open(post(serviceOrigin(), "/calc12", add(1, 2)));
    const response = await documentOf(await send(document));
    const [status, ...others] = await symbolsOf(response.uri);
    assert.ok(status);
    assert.deepEqual(others, []);
    assert.equal(status.name, "200 OK");
    const lines = outlined([status]);
    assert.ok(
      lines.some((line) => /^ {2}Content-Type application\/soap\+xml/i.test(line)),
      lines.join("\n"),
    );
    assert.ok(
      lines.some((line) => /^ +(\w+:)?result 3$/.test(line)),
      lines.join("\n"),
    );
    const folds = await provided<vscode.FoldingRange[]>("FoldingRange", response.uri);
    const folded = folds.map(({ start }) => response.lineAt(start).text.trim());
    assert.match(folded[0] ?? "", /^HTTP\/1\.1 200/);
    assert.ok(
      folded.some((line) => /^<\w+:Envelope/.test(line)),
      folded.join("\n"),
    );
    const parts = (await tokensOf(response)).filter(({ name }) => name === "soapPart").map(({ text }) => text);
    assert.ok(parts.some((text) => /:Envelope$/.test(text)) && parts.some((text) => /:Body$/.test(text)), parts.join());
  });

  test("a response has a link from its status line and its Fault to the request at its current position", async () => {
    const fail = envelope('<Fail xmlns="http://example.org/calc"><message>no luck</message></Fail>');
    const document = await open(`### first\n# @name fail\n${post(serviceOrigin(), "/calc12", fail)}`);
    const response = await documentOf(await send(document, 2));
    await replace(document, new vscode.Range(0, 0, 0, 0), "### another\nGET / HTTP/1.1\n\n");
    const fault = response.positionAt(response.getText().search(/Fault>/) + 2);
    for (const position of [new vscode.Position(0, 3), fault]) {
      const definitions = await definitionsAt(response, position);
      const request = definitions.find(({ targetUri }) => targetUri.toString() === document.uri.toString());
      assert.ok(request, `no definition at ${position.line}`);
      assert.equal(document.getText(request.targetSelectionRange), "POST /calc12 HTTP/1.1");
      assert.equal(request.targetSelectionRange?.start.line, 5);
    }
  });
});

const symbolsOf = (uri: vscode.Uri) => provided<vscode.DocumentSymbol[]>("DocumentSymbol", uri);

function outlined(symbols: readonly vscode.DocumentSymbol[], indent = ""): string[] {
  return symbols.flatMap(({ name, detail, children }) => [
    `${indent}${name} ${detail}`,
    ...outlined(children, `${indent}  `),
  ]);
}

/** Returns the highlighted texts with the cursor before the first occurrence of this text. */
async function highlighted(document: vscode.TextDocument, before: string): Promise<string[]> {
  const highlights = await vscode.commands.executeCommand<vscode.DocumentHighlight[]>(
    "vscode.executeDocumentHighlights",
    document.uri,
    document.positionAt(document.getText().indexOf(before)),
  );
  return highlights.map(({ range }) => document.getText(range));
}

const definitionsAt = ({ uri }: vscode.TextDocument, position: vscode.Position) =>
  provided<vscode.LocationLink[]>("Definition", uri, position);

/** Returns name, detail, URI and line of the workspace's requests that match the query. */
async function workspaceSymbols(query: string): Promise<readonly (readonly [string, string, string, number])[]> {
  const symbols = await provided<vscode.SymbolInformation[]>("WorkspaceSymbol", query);
  return symbols.map(({ name, containerName, location: { uri, range } }) => [
    name,
    containerName,
    uri.toString(),
    range.start.line,
  ]);
}

async function tokensOf(
  document: vscode.TextDocument,
): Promise<readonly { readonly name: string; readonly text: string }[]> {
  const legend = await vscode.commands.executeCommand<vscode.SemanticTokensLegend>(
    "vscode.provideDocumentSemanticTokensLegend",
    document.uri,
  );
  const { data } = await vscode.commands.executeCommand<vscode.SemanticTokens>(
    "vscode.provideDocumentSemanticTokens",
    document.uri,
  );
  const tokens: { name: string; text: string }[] = [];
  let [line, character] = [0, 0];
  for (let at = 0; at < data.length; at += 5) {
    const [down = 0, right = 0, length = 0, type = 0, bits = 0] = data.slice(at, at + 5);
    line += down;
    character = down > 0 ? right : character + right;
    const modifiers = legend.tokenModifiers.filter((_, index) => (bits & (1 << index)) !== 0);
    const range = new vscode.Range(line, character, line, character + length);
    tokens.push({ name: [legend.tokenTypes[type], ...modifiers].join("."), text: document.getText(range) });
  }
  return tokens;
}
