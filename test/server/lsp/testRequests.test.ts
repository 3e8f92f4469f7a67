import assert from "node:assert/strict";
import type { CodeAction, WorkspaceEdit } from "vscode-languageserver-types";
import { provideXPathHere } from "../../../server/src/node/xpath.ts";
import type {
  EvaluateParams,
  EvaluateResult,
  ExpectParams,
  ExpectResult,
  OutgoingParams,
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

  async function problemsOf(uri: string, line: number): Promise<string> {
    const result = await outgoing(uri, line);
    const problems =
      result.kind === "message" ? result.message.errors : result.kind === "unsendable" ? result.problems : [];
    return problems.map(({ message }) => message).join();
  }

  test("the server lists the requests of a document, and of a text that isn't open", async () => {
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

  test("the server says that a request is sent again until its condition holds, at most this often", async () => {
    const { uri } = server.open(
      post("# @name poll\n# @repeat 3 every 2 s until //*:Page = //*:Pages\n# @set page = //*:Page"),
    );
    const at = async (sendings: number, body: string) => {
      const { next, results } = await evaluate(uri, 3, body, { flow: { sendings, renewed: false } });
      return { next, results: results.map(({ held, why }) => [held, why]) };
    };
    const page = (number: number) => `<L><Page>${number}</Page><Pages>3</Pages></L>`;
    assert.deepEqual(await at(1, page(1)), { next: { kind: "again", after: 2000 }, results: [] });
    assert.deepEqual(await at(2, page(3)), { next: undefined, results: [[true, undefined]] });
    const why = "Sent 3 times; //*:Page = //*:Pages never held.";
    assert.deepEqual(await at(3, page(2)), { next: undefined, results: [[false, why]] });
    // The condition can't be evaluated here, because the response has no such elements.
    assert.deepEqual((await at(1, "<L/>")).next, undefined);
  });

  test("the server says which request a response asks to renew, by the first condition that holds, and only once", async () => {
    const text =
      "# @name list\n# @renew other when status 401\n# @renew login when //*:Expired exists\n# @renew other when status 200\n# @expect //*:Page exists";
    const { uri } = server.open([post("# @name other"), post("# @name login"), post(text)].join("\n###\n"));
    const at = (renewed: boolean, body: string) => evaluate(uri, 17, body, { flow: { sendings: 1, renewed } });
    const first = await at(false, "<L><Expired/></L>");
    assert.deepEqual([first.next, first.results], [{ kind: "renew", id: 1, name: "login" }, []]);
    const second = await at(true, "<L><Expired/></L>");
    assert.deepEqual([second.next, second.results.map(({ held }) => held)], [undefined, [false]]);
    assert.deepEqual((await at(false, "<L/>")).next, { kind: "renew", id: 0, name: "other" });
  });

  test("the server says which files are written when a request has succeeded", async () => {
    const save = "# @save ./out/{{name}}.bin = //*:Blob\n# @save all.xml = body";
    const text = (name: string) => post(`@name = ${name}\n# @name a\n# @expect //*:Page exists\n${save}`);
    const good = "<L><Page>1</Page><Blob>/wD+</Blob></L>";
    const at = async (name: string, body: string, more: Partial<EvaluateParams> = {}) => {
      const { uri } = server.open(text(name));
      const { saves = [], results } = await evaluate(uri, 6, body, more);
      const failed = results.filter(({ held }) => !held).map((one) => `${one.text}: ${one.why}`);
      return { saves: saves.map(({ path, content }) => [path, content]), failed };
    };
    assert.deepEqual(await at("b", good), {
      saves: [
        ["out/b.bin", xml("/wD+")],
        ["all.xml", xml(good)],
      ],
      failed: [],
    });
    assert.deepEqual((await at("b", "<L><Blob>/wD+</Blob></L>")).saves, []);
    const missing = await at("b", "<L><Page/></L>");
    assert.deepEqual(missing, { saves: [], failed: ["save ./out/{{name}}.bin: //*:Blob finds nothing."] });
    const slash = await at("../../b", good);
    assert.deepEqual(slash.saves, []);
    assert.match(slash.failed.join(), /The value of name contains a slash or a backslash/);
    for (const name of [".", "..", "con", "GIT~1", "a:b"]) {
      // The file name is `NAME.bin`.
      const { saves, failed } = await at(name, good);
      assert.deepEqual([saves, failed.length], [[], 1], name);
      assert.match(failed.join(), /must be below the folder of this file/);
    }
  });

  test("the server gives the values of # @data after the request that has them, with steps applied to each", async () => {
    const list = post("# @name list");
    const rowsOf = (data: string) => `${list}\n###\n${post(`# @name item\n# @data ${data}`, "X-Id: {{id}}\n")}`;
    const ask = (uri: string, row?: OutgoingParams["row"], run?: OutgoingRun) =>
      server.request<OutgoingResult>("soaphttp/outgoing", { uri, line: 7, row, run });
    let files = 0;
    const valuesOf = async (data: string, body: string) => {
      // Bars begin steps here, and aren't cursors.
      const uri = `file:///rows${++files}.soaphttp`;
      await server.openAs(uri, rowsOf(data));
      const before = await ask(uri, "wanted");
      assert.equal(before.kind, "needs", JSON.stringify(before));
      await evaluate(uri, 2, body);
      const result = await ask(uri, "wanted");
      assert.ok(result.kind === "rows", JSON.stringify(result));
      assert.equal(result.name, "id");
      return typeof result.values === "string" ? result.values : result.values.map(({ text }) => text);
    };
    const two = "<L><Id>MQ==</Id><Id>Mg==</Id></L>";
    assert.deepEqual(await valuesOf("id = list.response.body.//*:Id", two), ["MQ==", "Mg=="]);
    assert.deepEqual(await valuesOf("id = list.response.body.//*:Id | decode base64 | text", two), ["1", "2"]);
    assert.deepEqual(await valuesOf("id = list.response.status", two), ["200"]);
    assert.deepEqual(await valuesOf("id = list.response.body.//*:None", two), []);
    const why = "Value 2 of list.response.body.//*:Id: ";
    assert.ok(
      String(
        await valuesOf("id = list.response.body.//*:Id | decode base64 | text", two.replace("Mg==", "?")),
      ).startsWith(why),
    );
    assert.match(String(await valuesOf("id = list.response.body.//*:L", `<A>${two}</A>`)), /has child elements/);
    assert.match(
      String(await valuesOf("id = list.response.body.//Id", `<L xmlns="urn:l"><Id/></L>`)),
      /1 match in urn:l/,
    );
  });

  test("The server asks for the secrets and answers of a condition of # @skip before it says whether it holds", async () => {
    const { uri } = server.open(post('# @skip if {{mode}} = quick\n@mode = {{$ask "Mode" full quick}}'));
    const skipped = (secrets?: Readonly<Record<string, string>>) =>
      server.request("soaphttp/skip", { uri, line: 2, run: { id: "1", values: {} }, secrets });
    const mode = '$ask "Mode" full quick';
    assert.deepEqual(await skipped(), { kind: "secrets", names: [mode] });
    assert.deepEqual(await skipped({ [mode]: "quick" }), { kind: "known", skipped: true });
  });

  test("With # @seed, each sending of each file has its own random values, the same in each run and without one", async () => {
    server = await startTestServer({}, {}, { folders: ["file:///w"] });
    const paths = ["a.soaphttp", "b/a.soaphttp"];
    for (const path of paths) {
      const text = `# @seed 7\n###\n${post("# @name a", "X-Id: {{$guid}}\n")}`;
      await server.openAs(`file:///w/${path}`, text);
    }
    const idsOf = async (run: OutgoingRun | undefined) => {
      const ids: string[] = [];
      for (const path of paths)
        for (const turn of [{ number: 1 }, { number: 2 }, { row: 1, number: 1 }, { use: ["row-1"], number: 1 }]) {
          const params: OutgoingParams = { uri: `file:///w/${path}`, line: 3, run, turn };
          const result = await server.request<OutgoingResult>("soaphttp/outgoing", params);
          assert.ok(result.kind === "message", JSON.stringify(result));
          ids.push(/X-Id: (.*)/.exec(result.message.head)?.[1] ?? "");
        }
      return ids;
    };
    const ids = await idsOf({ id: "1", values: {} });
    assert.equal(new Set(ids).size, 8, ids.join());
    assert.deepEqual([await idsOf({ id: "2", values: {} }), await idsOf(undefined)], [ids, ids]);
  });

  test("the server gives at most 100,000 values of # @data", async () => {
    const item = post("# @name item\n# @data id = list.response.body.//*:I");
    const { uri } = server.open(`${post("# @name list")}\n###\n${item}`);
    const ask = async (count: number) => {
      await evaluate(uri, 2, `<L>${"<I/>".repeat(count)}</L>`);
      const result = await server.request<OutgoingResult>("soaphttp/outgoing", { uri, line: 7, row: "wanted" });
      return result.kind === "rows" && (typeof result.values === "string" ? result.values : result.values.length);
    };
    assert.equal(await ask(100_000), 100_000);
    assert.equal(await ask(100_001), "//*:I finds 100001 values. At most 100000 are possible.");
  });

  test("a request is sent with the value of its row, in a run and without one", async () => {
    const item = post("# @name item\n# @data id = list.response.body.//*:Id", "X-Id: {{id}}\n");
    const { uri } = server.open(`${post("# @name list")}\n###\n${item}`);
    const values = { id: { text: "7", secret: false } };
    const run = { id: "1", values: {} };
    await evaluate(uri, 2, "<L><Id>7</Id></L>", { run: "1" });
    const rows = await server.request<OutgoingResult>("soaphttp/outgoing", { uri, line: 7, row: "wanted", run });
    assert.deepEqual(rows.kind === "rows" && rows.values, [{ text: "7", secret: false }]);
    assert.match(await headOf(uri, 7, { id: "1", values }), /X-Id: 7/);
    const alone = await server.request<OutgoingResult>("soaphttp/outgoing", { uri, line: 7, row: values });
    assert.ok(alone.kind === "message", JSON.stringify(alone));
    assert.match(alone.message.head, /X-Id: 7/);
  });

  test("a request that is still repeated has not succeeded", async () => {
    const { uri } = server.open(
      `${post("# @name poll\n# @repeat 3 until //*:Done exists")}\n###\n${post("# @needs poll")}`,
    );
    await evaluate(uri, 2, "<L/>");
    assert.equal((await outgoing(uri, 9)).kind, "needs");
    await evaluate(uri, 2, "<L><Done/></L>", { flow: { sendings: 2, renewed: false } });
    assert.equal((await outgoing(uri, 9)).kind, "message");
  });

  test("the server names requests of imported files to send first, and uses their responses", async () => {
    const text = "# @name login\n# @set token = //*:Token\nGET /login HTTP/1.1\nHost: h\n";
    const imported = "file:///w/login(1).soaphttp";
    // The URI as VS Code writes it.
    const opened = "file:///w/login%281%29.soaphttp";
    const readFile = (uri: string) =>
      uri === imported ? { kind: "bytes" as const, bytes: xml(text) } : { kind: "missing" as const };
    server = await startTestServer({}, {}, { readFile, folders: ["file:///w"] });
    const uri = "file:///w/pay.soaphttp";
    const own = "GET / HTTP/1.1\nHost: h\nX-A: {{auth.token}}\nX-B: {{auth.login.response.body.//*:Id}}\n";
    const skip = "# @skip if {{auth.login.response.body.//*:Id}} = 8\n";
    await server.openAs(uri, `# @import ./login(1).soaphttp as auth\n${skip}${own}`);
    await server.openAs(opened, text);
    const login = { name: "auth.login", line: 2, uri: imported };
    assert.deepEqual(await outgoing(uri, 2), { kind: "needs", requests: [login] });
    await evaluate(opened, 2, loggedIn);
    assert.match(await headOf(uri, 2), /X-A: t0p\r\nX-B: 7\r\n/);
    await evaluate(opened, 2, loggedIn.replace("7", "8"), { run: "login" });
    const values = { "auth.token": { text: "other", secret: false } };
    const run = { id: "pay", values, imports: { auth: "login" } };
    assert.deepEqual(await server.request("soaphttp/skip", { uri, line: 2, run }), {
      kind: "known",
      skipped: true,
    });
    assert.match(await headOf(uri, 2, run), /X-A: other\r\nX-B: 8\r\n/);
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
      const unmet = results.filter(({ held }) => !held).map(({ text }) => text);
      assert.deepEqual(unmet, failed);
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
    await server.edit(edited.uri, 2, `${login}<a/>\n###\n${post("# @name add\n# @needs login")}`);
    assert.equal((await outgoing(edited.uri, line)).kind, "needs");
  });

  test("tests need requests whose values a body file uses", async () => {
    const bytes = xml("<a>{{login.response.body.//*:Id}}{{token}}</a>");
    const reading = await startTestServer({}, {}, { readFile: () => ({ kind: "bytes", bytes }) });
    const { uri } = reading.open(`${login}\n###\n${post("# @name add\n# @expect status 200", "", "<@ ./body.xml")}`);
    assert.equal((await reading.request<OutgoingResult>("soaphttp/outgoing", { uri, line: addLine })).kind, "needs");
    const { requests } = await reading.request<TestsResult>("soaphttp/tests", { uri });
    const needs = requests.map(({ needs }) => needs);
    assert.deepEqual(needs, [[], [0]]);
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
    assert.match(await problemsOf(uri, addLine), /Id/);
  });

  test("a path to an element with child elements is an error that offers a longer path", async () => {
    const { uri } = server.open(file);
    await evaluate(uri, 0, loggedIn.replace("7", "<x:Part xmlns:x='urn:x'>7</x:Part><Rest>8</Rest>"));
    assert.match(
      await problemsOf(uri, addLine),
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
      const place = { uri, position: { line, character } };
      const hover = await server.ask<{ readonly contents: { readonly value: string } } | null>("hover", place);
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

  test("the server expects what a path finds in the received response, not in the text that formatting adds", async () => {
    const { uri } = server.open("@b = 1\n\nPOST /s HTTP/1.1\nHost: h\n\n<a/>");
    const fields = [{ name: "Content-Type", value: "text/xml" }];
    const response = { status: 200, reason: "OK", fields, body: xml("<a><b>1</b></a>") };
    const exchange = { request: { fields: [], body: "" }, response, total: 5 };
    const ask = async (path: string, as: "expect" | "set") => {
      const expected = { kind: "query", exchange, path, as } as const;
      const result = await server.request<ExpectResult>("soaphttp/expect", { uri, line: 2, expected });
      return result.kind === "edits" ? result.edits[0]?.newText : result.why;
    };
    assert.equal(await ask("/a/text()", "expect"), "# @expect /a/text() absent\n");
    assert.equal(await ask("string(/a)", "expect"), '# @expect string(/a) = "1"\n');
    assert.equal(await ask("//b", "set"), "# @set b2 = //b\n");
    assert.match((await ask("//x:b", "expect")) ?? "", /^The prefix x isn't declared/);
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
    assert.match(JSON.stringify(result), /a row of # @data\. Run the request that has this directive as a test/);
    const run = { id: "1", values: { a: { text: "1", secret: false } } };
    const sent = await reading.request<OutgoingResult>("soaphttp/outgoing", { uri, line: 0, run });
    assert.equal(sent.kind, "message");
  });
});

suite("the environment of a run, over LSP", () => {
  test("a run is sent with its environment, and all else with the selected one", async () => {
    const environments = { old: { path: "/old" }, new: { path: "/new" }, other: { path: "/other" } };
    const circumstances = { trusted: true, environment: "other" };
    const server = await startTestServer({}, { environments }, { circumstances });
    const { uri } = server.open("# @environment other\nGET {{path}} HTTP/1.1\nHost: h\n");
    const target = async (environment?: string) => {
      const run = environment === undefined ? undefined : { id: environment, values: {}, environment };
      const result = await server.request<OutgoingResult>("soaphttp/outgoing", { uri, line: 1, run });
      return result.kind === "message" ? result.message.target : result.kind;
    };
    assert.deepEqual(
      [await target(), await target("old"), await target("new"), await target("none"), await target()],
      ["/other", "/old", "/new", "unsendable", "/other"],
    );
  });
});
