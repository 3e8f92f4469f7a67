import assert from "node:assert/strict";
import type { CodeAction, WorkspaceEdit } from "vscode-languageserver-types";
import { provideXPathHere } from "../../../server/src/node/xpath.ts";
import type {
  EvaluateParams,
  EvaluateResult,
  ExpectParams,
  ExpectResult,
  OutgoingResult,
  OutgoingRun,
  SearchResult,
  TestsResult,
} from "../../../server/src/protocol/protocol.ts";
import { startTestServer, type TestServer } from "../../support/server.ts";

const post = (preamble: string, headers = "", body = "") =>
  `${preamble}\nPOST /calc HTTP/1.1\nHost: h\n${headers}Content-Length: {{$contentLength}}\n\n${body}`;
const login = post("# @name login\n# @expect status 200\n# @set token = //*:Token");
const add = post("# @name add\n# @expect //*:Result = 5", "X-Token: {{token}}\nX-Id: {{login.response.body.//*:Id}}\n");
const file = `${login}\n###\n${add}`;
const addLine = login.split("\n").length;

const xml = (text: string) => Buffer.from(text).toString("base64");
const loggedIn = "<L><Token>t0p</Token><Id>7</Id></L>";

suite("tests over LSP", () => {
  suiteSetup(provideXPathHere);
  let server: TestServer;
  setup(async () => {
    server = await startTestServer({});
  });
  teardown(() => server.close());

  const outgoing = (uri: string, line: number, run?: OutgoingRun) =>
    server.request<OutgoingResult>("soaphttp/outgoing", { uri, line, run });

  function evaluate(uri: string, line: number, body: string, more: Partial<EvaluateParams> = {}) {
    return server.request<EvaluateResult>("soaphttp/evaluate", {
      ...{ uri, line, isTest: false, values: {}, total: 5 },
      request: { fields: [], body: "" },
      response: { status: 200, reason: "OK", fields: [{ name: "Content-Type", value: "text/xml" }], body: xml(body) },
      ...more,
    });
  }

  async function headOf(uri: string, line: number, run?: OutgoingRun): Promise<string> {
    const result = await outgoing(uri, line, run);
    assert.ok(result.kind === "message", JSON.stringify(result));
    return result.message.head;
  }

  test("the server lists the requests of a document, and those of a text that isn't open", async () => {
    const { uri } = server.open(file);
    const open = await server.request<TestsResult>("soaphttp/tests", { uri });
    assert.deepEqual(
      open.requests.map(({ name, isTest, needs, line }) => [name, isTest, needs, line.start.line]),
      [
        ["login", true, [], 3],
        ["add", true, [0], addLine + 3],
      ],
    );
    const text = await server.request<TestsResult>("soaphttp/tests", { uri: "file:///other.soaphttp", text: file });
    assert.deepEqual(text.requests, open.requests);
  });

  test("the server says why it is unclear what a request is expected to do", async () => {
    const text = post("# @name a\n# @expect statsu 200");
    const { requests } = await server.request<TestsResult>("soaphttp/tests", { uri: "file:///a.soaphttp", text });
    assert.match(requests[0]?.unclear ?? "", /statsu/);
  });

  test("the server names the requests to send first, in order", async () => {
    const { uri } = server.open(
      `${post("# @name first")}\n###\n${post("# @name second\n# @needs first")}\n###\n${post("# @needs second")}`,
    );
    const first = { name: "first", line: 1 };
    const second = { name: "second", line: 9 };
    assert.deepEqual(await outgoing(uri, 15), { kind: "needs", requests: [first, second] });
    await evaluate(uri, 1, "");
    assert.deepEqual(await outgoing(uri, 15), { kind: "needs", requests: [second] });
    await evaluate(uri, 9, "");
    assert.equal((await outgoing(uri, 15)).kind, "message");
  });

  test("tests need a request again whose last response was not as expected, also without expectations and if it was sent alone", async () => {
    const status = (code: number) => ({ response: { status: code, reason: "", fields: [], body: "" } });
    const cases = [
      ["", 500, ["status 2xx", "no fault"]],
      ["", 404, ["status 2xx", "no fault"]],
      ["\n# @expect status 404", 404, []],
      ["\n# @auth digest me {{$secret pin}}\n# @expect time < 60 s", 401, ["status 2xx"]],
      ["\n# @expect status 200", 201, ["status 200"]],
    ] as const;
    for (const [directives, code, failed] of cases) {
      const before = post(`# @name login${directives}`);
      const { uri } = server.open(`${before}\n###\n${post("# @name add\n# @needs login")}`);
      const line = before.split("\n").length;
      const { results } = await evaluate(uri, 0, "", status(code));
      assert.deepEqual(
        results.filter(({ held }) => !held).map(({ text }) => text),
        failed,
      );
      assert.ok(results.every(({ range }, index) => range !== undefined || results[index]?.held === false));
      assert.equal((await outgoing(uri, line)).kind, failed.length > 0 ? "needs" : "message", before);
      await evaluate(uri, 0, "", status(directives === "" ? 204 : code));
      assert.equal((await outgoing(uri, line)).kind, directives === "" || failed.length === 0 ? "message" : "needs");
    }
    const { uri } = server.open(post("# @name alone"));
    assert.deepEqual((await evaluate(uri, 0, "", status(500))).results, []);
    // A corrected request is sent again before its response is used.
    const login = post("# @name login");
    const edited = server.open(`${login}\n###\n${post("# @name add\n# @needs login")}`);
    const line = login.split("\n").length;
    await evaluate(edited.uri, 0, "", status(401));
    await server.notify("textDocument/didChange", {
      textDocument: { uri: edited.uri, version: 2 },
      contentChanges: [{ text: `${login}<a/>\n###\n${post("# @name add\n# @needs login")}` }],
    });
    assert.equal((await outgoing(edited.uri, line)).kind, "needs");
  });

  test("tests need requests whose values a body file uses", async () => {
    const bytes = xml("<a>{{login.response.body.//*:Id}}{{token}}</a>");
    const reading = await startTestServer({}, {}, { readFile: () => ({ kind: "bytes", bytes }) });
    const { uri } = reading.open(`${login}\n###\n${post("# @name add\n# @expect status 200", "", "<@ ./body.xml")}`);
    assert.equal((await reading.request<OutgoingResult>("soaphttp/outgoing", { uri, line: addLine })).kind, "needs");
    const { requests } = await reading.request<TestsResult>("soaphttp/tests", { uri });
    assert.deepEqual(
      requests.map(({ needs }) => needs),
      [[], [0]],
    );
    reading.close();
  });

  test("tests use the values of the last response", async () => {
    const { uri } = server.open(file);
    assert.equal((await outgoing(uri, addLine)).kind, "needs");
    const evaluated = await evaluate(uri, 0, loggedIn);
    assert.deepEqual(evaluated.set, { token: { text: "t0p", secret: true } });
    assert.match(await headOf(uri, addLine), /X-Token: t0p\r\nX-Id: 7\r\n/);
    await evaluate(uri, 0, loggedIn.replace("7", "8"));
    assert.match(await headOf(uri, addLine), /X-Id: 8\r\n/);
  });

  test("tests send nothing if the path finds nothing, and say why", async () => {
    const { uri } = server.open(file);
    await evaluate(uri, 0, "<L><Token>t0p</Token></L>");
    const result = await outgoing(uri, addLine);
    const problems =
      result.kind === "message" ? result.message.errors : result.kind === "unsendable" ? result.problems : [];
    assert.match(problems.map(({ message }) => message).join(), /Id/);
  });

  test("a path to an element with child elements is an error that offers a longer path", async () => {
    const { uri } = server.open(file);
    await evaluate(uri, 0, loggedIn.replace("7", "<x:Part xmlns:x='urn:x'>7</x:Part><Rest>8</Rest>"));
    const result = await outgoing(uri, addLine);
    const problems =
      result.kind === "message" ? result.message.errors : result.kind === "unsendable" ? result.problems : [];
    const messages = problems.map(({ message }) => message).join();
    assert.match(
      messages,
      /has child elements, not a text\. Write a longer path, such as \S*Id\/\*:Part, or add \| xml\./,
    );
  });

  test("a longer path is offered only if it finds exactly one value, which is a text", async () => {
    const id = (content: string) => `<L xmlns="urn:l"><Id>${content}</Id></L>`;
    const cases = [
      [id("<Row>1</Row><Row>2</Row><Count>2</Count>"), "//*:Id", "//*:Id/*:Count"],
      [
        id("<Part><Number>7</Number><Number>8</Number></Part><Other><Name>a</Name></Other>"),
        "//*:Id",
        "//*:Id/*:Other/*:Name",
      ],
      [id('<Part xmlns="">7</Part>'), "//*:Id", "//*:Id/Part"],
      [id("<Part>7</Part>"), "//*:Missing union //*:Id", "(//*:Missing union //*:Id)/*:Part"],
      [id("<Part>7</Part>"), "(//*:Id)[. = 'a,b' or true()]", "(//*:Id)[. = 'a,b' or true()]/*:Part"],
      [id("<Row>1</Row><Row>2</Row>"), "//*:Id", undefined],
      [id("<Row><A>1</A></Row><Row><A>2</A></Row>"), "//*:Id", undefined],
    ] as const;
    for (const [body, path, longer] of cases) {
      const before = `${post("# @name login")}\n###\n`;
      const { uri } = server.open(before + post("# @name add", `X-Id: {{login.response.body.${path}}}`));
      await evaluate(uri, 0, body);
      const result = await outgoing(uri, before.split("\n").length);
      assert.ok(result.kind === "unsendable", JSON.stringify(result));
      const instead = longer === undefined ? "" : `, such as ${longer}`;
      const why = `Write a longer path${instead}, or add | xml.`;
      assert.ok(
        result.problems.some(({ message }) => message.includes(`${path} has child elements, not a text. ${why}`)),
        JSON.stringify(result.problems),
      );
    }
  });

  test("expectations compare with secrets, which are asked for before sending", async () => {
    const { uri } = server.open(post("# @name a\n# @expect //b = {{$secret pin}}"));
    assert.deepEqual(await outgoing(uri, 0), { kind: "secrets", names: ["pin"] });
    const made = await server.request<OutgoingResult>("soaphttp/outgoing", { uri, line: 0, secrets: { pin: "1234" } });
    assert.deepEqual(made.kind === "message" && made.message.secrets, ["1234"]);
    const held = async (value: string) =>
      (await evaluate(uri, 0, `<a><b>${value}</b></a>`)).results.map((one) => one.held);
    assert.deepEqual([await held("1234"), await held("")], [[true], [false]]);
  });

  test("tests use only responses of the same run, if there is one", async () => {
    const { uri } = server.open(file);
    await evaluate(uri, 0, loggedIn);
    const run = { id: "1", values: { token: { text: "row", secret: false } } };
    assert.notEqual((await outgoing(uri, addLine, run)).kind, "needs");
    await evaluate(uri, 0, loggedIn.replace("7", "9"), { run: "1" });
    assert.match(await headOf(uri, addLine, run), /X-Token: row\r\nX-Id: 9\r\n/);
  });

  test("the server reports the results at the expectations", async () => {
    const { uri } = server.open(file);
    const { results, range } = await evaluate(uri, addLine, "<R><Result>6</Result></R>");
    assert.deepEqual(results, [
      {
        text: "//*:Result = 5",
        held: false,
        expected: "5",
        actual: "6",
        range: {
          start: { line: addLine + 2, character: 10 },
          end: { line: addLine + 2, character: 24 },
        },
      },
    ]);
    assert.equal(range?.start.line, addLine);
  });

  test("the server names the requests that need each other", async () => {
    const { uri } = server.open(`${post("# @name a\n# @needs b")}\n###\n${post("# @name b\n# @needs a")}`);
    const result = await outgoing(uri, 0);
    assert.ok(result.kind === "cycle");
    assert.match(result.why, /a → b → a/);
  });

  test("the hover shows the value of the last response, unless its name suggests a secret", async () => {
    const { uri } = server.open(file);
    const hoverAt = async (line: number, character: number) => {
      const params = { textDocument: { uri }, position: { line, character } };
      const hover = await server.request<{ readonly contents: { readonly value: string } } | null>(
        "textDocument/hover",
        params,
      );
      return hover?.contents.value ?? "";
    };
    const [token, id] = [addLine + 5, addLine + 6];
    assert.match(await hoverAt(id, 10), /response of login has not been received/);
    await evaluate(uri, 0, loggedIn);
    assert.match(await hoverAt(id, 10), /= `7`/);
    assert.match(await hoverAt(token, 12), /•••/);
    assert.doesNotMatch(await hoverAt(token, 12), /t0p/);
    await evaluate(uri, 0, "<L/>");
    assert.match(await hoverAt(id, 10), /finds nothing/);
  });

  test("the server fixes paths that find nothing because of a namespace", async () => {
    const { uri } = server.open(
      `${post("# @name login\n# @expect //Token exists\n# @expect //Id absent\n# @set token = //Token")}\n###\n${post("", "X: {{login.response.body.//Id}}\n")}`,
    );
    const titlesAt = async (line: number) => {
      const position = { line, character: 12 };
      const params = { textDocument: { uri }, range: { start: position, end: position }, context: { diagnostics: [] } };
      const actions = await server.request<readonly CodeAction[]>("textDocument/codeAction", params);
      return actions.filter(({ title }) => title.includes("//")).map(({ title, edit }) => [title, editOf(edit)]);
    };
    const editOf = (edit: WorkspaceEdit | undefined) =>
      Object.values(edit?.changes ?? {})[0]?.map(({ range: { start, end } }) => [start.character, end.character]);
    const of = (character: number, ...paths: readonly string[]) =>
      paths.map((path) => [`Change to ${path}`, [[character, character + path.length - "*:".length]]]);
    assert.deepEqual(await titlesAt(1), []);
    await evaluate(uri, 0, '<m:L xmlns:m="urn:m" xmlns="urn:m"><Token>1</Token><Id>2</Id></m:L>');
    assert.deepEqual(await titlesAt(1), of(10, "//*:Token", "//m:Token"));
    assert.deepEqual(await titlesAt(2), []);
    assert.deepEqual(await titlesAt(3), of(15, "//*:Token", "//m:Token"));
    assert.deepEqual(await titlesAt(13), of(25, "//*:Id", "//m:Id"));
  });

  test("the server adds an expectation about a response to its request", async () => {
    const { uri } = server.open(file);
    const response = server.open(
      `HTTP/1.1 200 OK\nContent-Type: text/xml\n\n<R><Sum>5|</Sum></R>`,
      "soaphttp-response",
    );
    const value = { kind: "value", response: response.uri, position: response.position } as const;
    const ask = (line: number, expected: ExpectParams["expected"]) =>
      server.request<ExpectResult>("soaphttp/expect", { uri, line, expected });
    const at = { line: addLine + 3, character: 0 };
    const after = { line: addLine + 2, character: "# @expect //*:Result = 5".length };
    assert.deepEqual(await ask(at.line, value), {
      kind: "edits",
      version: 1,
      edits: [{ range: { start: after, end: after }, newText: '\n# @expect //Sum = "5"' }],
    });
    const saved = await ask(0, { kind: "body", file: "file:///login.expected.xml" });
    assert.match(JSON.stringify(saved), /# @expect body = \.\/login\.expected\.xml/);
    assert.equal((await ask(0, { kind: "body", file: "vscode-vfs://other/a.xml" })).kind, "refused");
    assert.equal((await ask(0, { ...value, response: "file:///none.soaphttp-response" })).kind, "refused");
  });

  test("the search finds text, an XPath of any namespace and a JSONPath in the bodies of an exchange, first in the response", async () => {
    const message = (type: string, body: string) => ({
      fields: [{ name: "Content-Type", value: type }],
      body: xml(body),
    });
    const request = message("text/xml", '<a:Order xmlns:a="urn:a">\n  <a:Id>Straße 7</a:Id>\n</a:Order>');
    const search = async (query: string, response?: object) => {
      const result = await server.request<SearchResult>("soaphttp/search", { query, request, response });
      return result.kind === "found" ? `${result.in}: ${result.excerpt}` : JSON.stringify(result);
    };
    const json = message("application/json", '{ "id": "Order 8" }');
    assert.equal(await search("STRASSE"), '{"kind":"none"}');
    assert.equal(await search("straße"), "request: <a:Id>Straße 7</a:Id>");
    assert.equal(await search("order", json), 'response: { "id": "Order 8" }');
    assert.equal(await search("//Id"), "request: Straße 7");
    assert.equal(await search("//a:Id[. = 'Straße 8']"), '{"kind":"none"}');
    assert.equal(await search("$.id", json), "response: Order 8");
    assert.match(await search("//a["), /^\{"kind":"refused","why":"\w/);
  });

  test("the diagnostics say that a column of a data file has a value only in a test", async () => {
    const bytes = xml("a\n1\n");
    const reading = await startTestServer({}, {}, { readFile: () => ({ kind: "bytes", bytes }) });
    const { uri } = reading.open(post("# @data ./rows.csv", "X: {{a}}\n"));
    const result = await reading.request<OutgoingResult>("soaphttp/outgoing", { uri, line: 0 });
    assert.match(JSON.stringify(result), /a row of a data file\. Run the request as a test/);
    const run = { id: "1", values: { a: { text: "1", secret: false } } };
    const sent = await reading.request<OutgoingResult>("soaphttp/outgoing", { uri, line: 0, run });
    assert.equal(sent.kind, "message");
    reading.close();
  });
});
