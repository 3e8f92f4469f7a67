import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { contractOf, sampleWsdl } from "../../support/contracts.ts";
import { requestOf, soapRequest, TestedMock } from "../../support/mock.ts";

/** A response with a body, which the mock sends if the directives above it say so. */
function response(directives: string, body: string): string {
  return `###\n${directives.replace(/^(?=.)/gm, "# @")}\nHTTP/1.1 200 OK\nContent-Length: {{$contentLength}}\n\n${body}\n`;
}

const add = soapRequest("<c:Add><c:a>2</c:a><c:b>3</c:b></c:Add>");

suite("Conditions of mock responses", () => {
  /** The condition, the request for which it holds, and one for which it doesn't. */
  const conditions: readonly (readonly [condition: string, holding: string, other: string])[] = [
    ["operation Add", add, soapRequest("<c:Sub/>")],
    ["operation Add", "POST /\nContent-Type: text/xml\n\n<Add/>", "POST /\nContent-Type: text/xml\n\n<Sub/>"],
    ["//*:a = 2", add, soapRequest("<c:Add><c:a>3</c:a></c:Add>")],
    ["//c:a = 2.0", add, soapRequest("<c:Add><c:a>3</c:a></c:Add>")],
    ["//c:a exists", add, soapRequest("<c:Add/>")],
    ["//c:x absent", add, soapRequest("<c:x/>")],
    ["//c:x absent", "POST /\n\nno XML", add.replaceAll("c:a", "c:x")],
    ["count(//c:Add/*) = 2", add, soapRequest("<c:Add/>")],
    ["$.items[0].name = pen", 'POST /\n\n{"items":[{"name":"pen"}]}', 'POST /\n\n{"items":[]}'],
    ["header X-Mode = slow", "GET /\nx-mode: fast\nX-MODE: slow", "GET /\nx-mode: fast"],
    ["header X-Mode exists", "GET /\nX-Mode:", "GET /"],
    ["header X-Mode absent", "GET /", "GET /\nX-Mode: a"],
    ["header X-Mode != slow", "GET /\nX-Mode: fast", "GET /"],
    ["path /calc", "GET /calc?x=1", "GET /calc/2"],
    ["path /calc", "GET http://localhost:8080/calc", "GET http://localhost:8080/"],
    ["path /calc/*", "GET /calc/a/b", "GET /calc"],
    ["path */v*/x", "GET /a/v1/x", "GET /a/v1"],
    ['path matches "^/calc/\\d+$"', "GET /calc/12", "GET /calc/a"],
    ["query id = 5", "GET /?a=1&id=5", "GET /?id=6"],
    ['query name = "a b&c"', "GET /?name=a+b%26c", "GET /?name=a"],
    ['query "a b" exists', "GET /?a%20b", "GET /?a"],
    ["query id absent", "GET /", "GET /?id"],
    ["method GET", "GET /", "POST /"],
    ["version 1.2", soapRequest("", "1.2"), soapRequest("", "1.1")],
    ["version 1.1", soapRequest("", "1.1"), "POST /\n\n<a/>"],
    ['body contains "a b"', "POST /\n\nxa bx", "POST /\n\nab"],
    ["body absent", "POST /", "POST /\n\na"],
    ["variable least <= 3", "GET /", ""],
    ["//c:b > {{least}}", add, soapRequest("<c:Add><c:b>1</c:b></c:Add>")],
  ];
  for (const [condition, holding, other] of conditions) {
    test(`# @when ${condition} holds for ${JSON.stringify(holding.split("\n\n")[0])} only`, () => {
      const mock = new TestedMock({ "a.soapmock": `@least = 2\n${response(`when ${condition}`, "yes")}` });
      assert.equal(mock.body(holding), "yes");
      if (other !== "") assert.equal(mock.body(other), undefined);
    });
  }

  test("all conditions of a response must hold", () => {
    const mock = new TestedMock({ "a.soapmock": response("when method POST\nwhen //c:a = 2\nwhen //c:b = 4", "yes") });
    assert.equal(mock.body(add), undefined);
    assert.equal(mock.body(add.replace(">3<", ">4<")), "yes");
  });

  test("prefixes are those of the response's body, then those of the WSDL, then those of the request", () => {
    const other = soapRequest('<c:Add xmlns:c="urn:calc" xmlns:tns="urn:other"><c:a>2</c:a></c:Add>');
    const ofBody = response("when //m:a = 2", '<r xmlns:m="urn:calc"/>').replace(
      "OK\n",
      "OK\nContent-Type: text/xml\n",
    );
    assert.equal(new TestedMock({ "a.soapmock": ofBody }).body(other), '<r xmlns:m="urn:calc"/>');
    const files = { "a.soapmock": response("when //tns:a = 2", "yes") };
    assert.equal(new TestedMock(files).body(other), undefined);
    assert.equal(new TestedMock(files, [contractOf(sampleWsdl())]).body(other), "yes");
    assert.equal(new TestedMock({ "a.soapmock": response("when //c:a = 2", "yes") }).body(other), "yes");
    assert.equal(new TestedMock({ "a.soapmock": response("when //soap:Body exists", "yes") }).body(other), "yes");
  });

  test("the operation is that of the WSDL, with its port and service, if need be", () => {
    const contracts = [contractOf(sampleWsdl({ versions: ["1.1", "1.2"] }))];
    const files = (name: string) => ({ "a.soapmock": response(`when operation ${name}`, "yes") });
    const body = (name: string, request: string) => new TestedMock(files(name), contracts).body(request);
    assert.equal(body("Add", add), "yes");
    assert.equal(body("Calc/Calcsoap11/Add", add), "yes");
    assert.equal(body("Calcsoap12/Add", add), undefined);
    assert.equal(body("Calcsoap12/Add", soapRequest("<c:Add/>", "1.2")), "yes");
    assert.equal(body("Other", soapRequest("<c:Other/>")), "yes");
  });

  test("an XML body that isn't well-formed has no operation and no values", () => {
    const file = ["operation Add", "//c:a = 2", "version 1.1"].map((one) => response(`when ${one}`, one)).join("");
    assert.equal(new TestedMock({ "a.soapmock": file }).body(add.replace("</soap:Body>", "")), undefined);
  });

  test("a condition reads a body in its charset, and the root part of a multipart body", () => {
    const mock = new TestedMock({ "a.soapmock": response("when //*:a = ü", "yes") });
    const latin1 = requestOf("POST /\nContent-Type: text/xml; charset=iso-8859-1\n\n");
    assert.equal(mock.body({ ...latin1, body: Buffer.from("<a>ü</a>", "latin1") }), "yes");
    const parts = ["--b", "Content-Type: text/xml; charset=utf-8", "", "<a>ü</a>", "--b", "", "x", "--b--", ""].join(
      "\r\n",
    );
    assert.equal(mock.body(`POST /\nContent-Type: multipart/related; boundary=b; type="text/xml"\n\n${parts}`), "yes");
  });

  test("a prefix that nobody declares, and a variable without a value, make a condition that doesn't hold", () => {
    for (const condition of ["//nobody:a absent", "//c:a = {{unknown}}"]) {
      assert.equal(new TestedMock({ "a.soapmock": response(`when ${condition}`, "yes") }).body(add), undefined);
    }
  });
});

suite("Choice of a mock response", () => {
  test("the first response that matches is chosen, in the order of the files", () => {
    const mock = new TestedMock({
      "b.soapmock": response("when path /b", "b"),
      "a.soapmock": response("", "a") + response("when path /b", "never"),
    });
    assert.equal(mock.body("GET /b"), "b");
    assert.equal(mock.body("GET /"), "a");
  });

  test("the first response with # @otherwise in all files is chosen if none matches", () => {
    const mock = new TestedMock({
      "a.soapmock": response("otherwise\nwhen method GET", "otherwise GET") + response("otherwise", "otherwise"),
      "b.soapmock": response("when path /b", "b") + response("otherwise", "never"),
    });
    assert.equal(mock.body("GET /b"), "b");
    assert.equal(mock.body("GET /"), "otherwise GET");
    assert.equal(mock.body("POST /"), "otherwise");
  });

  test("no response is chosen if none matches", () => {
    assert.equal(new TestedMock({ "a.soapmock": response("when path /a", "a") }).respond("GET /"), undefined);
  });

  test("the choice has the file with the name or the line of the response, the operation, status and pace", () => {
    const mock = new TestedMock({
      "a.soapmock": `${response("when path /calc\nname sum\ndelay 2 s\ncut after 5 bytes\nreset", "a")}${response("", "b")}`,
    });
    const named = mock.respond(add);
    assert.deepEqual(
      [named?.source, named?.response, named?.operation, named?.status, named?.pace],
      ["file", "a.soapmock#sum", "Add", 200, { delay: { from: 2000, to: 2000 }, cutAfter: 5, end: "reset" }],
    );
    assert.equal(mock.respond("GET /")?.response, "a.soapmock:13");
  });

  test("the operation for the log is the first element in the Body, however it is written", () => {
    const mock = new TestedMock({ "a.soapmock": response("", "a") });
    const operation = (payload: string) => mock.respond(soapRequest(payload))?.operation;
    assert.equal(operation(" <Add/>"), "Add");
    assert.equal(operation("<!-- <c:Sub/> --><c:Add\na='1'/>"), "Add");
    assert.equal(operation(""), undefined);
    assert.equal(mock.respond("POST /\nContent-Type: text/xml\n\n<c:Add xmlns:c='urn:c'/>")?.operation, "Add");
    assert.equal(mock.respond("POST /\n\nno XML")?.operation, undefined);
  });

  test("a response that is never sent has no bytes", () => {
    for (const end of ["reset", "hang"]) {
      const served = new TestedMock({ "a.soapmock": `# @${end}\n` }).respond("GET /");
      assert.deepEqual([served?.bytes.length, served?.closes, served?.pace], [0, true, { end }]);
    }
  });
});

suite("Why no response matches", () => {
  const why = (text: string, request: string) =>
    new TestedMock({ "a.soapmock": text, "r.csv": "a\n1" }).whyNone(request);

  test("the message names the response with the most conditions that hold, and the first that doesn't", () => {
    const sum = response("name sum\nwhen operation Add\nwhen //c:a = 3\nwhen //c:b = 4", "sum");
    assert.equal(
      why(response("name other\nwhen operation Sub", "other") + sum, add),
      "No response matches. a.soapmock#sum is the closest, but //c:a = 3 doesn't hold.",
    );
  });

  test("the message says why a path can't be evaluated", () => {
    assert.match(
      why(response("name sum\nwhen //nobody:a = 2", "sum"), add) ?? "",
      /^No response matches\. a\.soapmock#sum is the closest, but \/\/nobody:a = 2 can't be evaluated: The prefix nobody isn't declared/,
    );
  });

  test("the message says that a response was sent too often, or has no row", () => {
    const mock = new TestedMock({ "a.soapmock": response("name once\ntimes 1\nwhen path /", "once") });
    mock.respond("GET /");
    assert.match(
      mock.whyNone("GET /") ?? "",
      /a\.soapmock#once is the closest, but it was already sent as often as its @times allows\.$/,
    );
    assert.match(why(response("data r.csv where a = query a", ""), "GET /") ?? "", /but r\.csv has no row for it\.$/);
  });

  test("the misses list each response with what holds and what doesn't", () => {
    const once = response("name once\ntimes 1\nwhen path /", "once");
    const rows = response("name rows\nwhen path /\ndata r.csv where a = query a", "");
    const mock = new TestedMock({
      "a.soapmock": once + response("name other\nwhen path /\nwhen method POST", "") + rows,
      "r.csv": "a\n1",
    });
    mock.respond("GET /");
    assert.deepEqual(
      mock.misses("GET /").map(({ name, checks }) => [name, ...checks.map(({ text, holds }) => `${holds} ${text}`)]),
      [
        ["a.soapmock#once", "true @when path /", "false @times 1"],
        ["a.soapmock#other", "true @when path /", "false @when method POST"],
        ["a.soapmock#rows", "true @when path /", "false @data r.csv"],
      ],
    );
  });

  test("a miss because of a chance is listed as it is written", () => {
    const mock = new TestedMock({ "a.soapmock": response("name seldom\nchance 0.07%", "") });
    assert.deepEqual(mock.misses("GET /")[0]?.checks, [{ text: "@chance 0.07%", holds: false }]);
  });

  test("the message says that no condition of several responses holds", () => {
    const text = response("when path /a", "a") + response("when path /b", "b");
    assert.equal(why(text, "GET /"), "No response matches: no condition of any response holds.");
  });

  test("there is no message if the files have no response", () => {
    assert.equal(why("", "GET /"), undefined);
  });
});

suite("State of a mock service", () => {
  test("# @set sets a variable from this response on; @NAME = gives its first value", () => {
    const mock = new TestedMock({
      "a.soapmock": `@state = new\n${[
        response("when method POST\nset state = paid\nset id = //c:b", "{{state}} {{id}}"),
        response("when variable state = paid", "it is {{state}}, {{id}}"),
        response("", "{{state}}"),
      ].join("")}`,
    });
    assert.equal(mock.body("GET /"), "new");
    assert.equal(mock.body(add), "paid 3");
    assert.equal(mock.body("GET /"), "it is paid, 3");
  });

  test("a variable without a value is absent, and empty in a response", () => {
    const mock = new TestedMock({
      "a.soapmock":
        response("when method POST\nset token = abc", "set") +
        response("when variable token absent", "[{{token}}]") +
        response("", "known"),
    });
    assert.deepEqual([mock.body("GET /"), mock.body("POST /"), mock.body("GET /")], ["[]", "set", "known"]);
  });

  test("# @set takes text with variables, and nothing for a path that finds nothing", () => {
    const mock = new TestedMock({
      "a.soapmock": response(
        "set a = {{request.query.id}}-{{b}}\nset b = {{a}}!\nset c = //nothing",
        "{{a}} {{b}} [{{c}}]",
      ),
    });
    assert.equal(mock.body("GET /?id=1"), "1- 1-! []");
    assert.equal(mock.body("GET /?id=2"), "2-1-! 2-1-!! []");
  });

  test("the variables of a file are its own", () => {
    const mock = new TestedMock({
      "a.soapmock": response("when method POST\nset x = 1", "set"),
      "b.soapmock": response("when variable x exists", "seen") + response("", "unseen"),
    });
    mock.body("POST /");
    assert.equal(mock.body("GET /"), "unseen");
  });

  test("a response with # @times is sent this often, then the next one", () => {
    const mock = new TestedMock({ "a.soapmock": response("times 2", "first") + response("times 1", "second") });
    assert.deepEqual(
      ["", "", "", ""].map(() => mock.body("GET /")),
      ["first", "first", "second", undefined],
    );
  });

  test("# @expect has failed for good if no later request can make it hold", () => {
    const expected = [
      "called 2",
      "called never",
      "called < 2",
      "called <= 1",
      "called >= 3",
      "called != 2",
      "query a = 1",
    ];
    const mock = new TestedMock({ "a.soapmock": response(expected.map((one) => `expect ${one}`).join("\n"), "") });
    const failed = () => [mock.failed({ isFinal: true }), mock.failed({ isFinal: false })];
    assert.deepEqual(failed(), [[], ["called 2", "called >= 3"]]);
    mock.body("GET /?a=1");
    assert.deepEqual(failed(), [["called never"], ["called 2", "called never", "called >= 3"]]);
    mock.body("GET /?a=1");
    const exceeded = ["called never", "called < 2", "called <= 1"];
    assert.deepEqual(failed(), [exceeded, [...exceeded, "called >= 3", "called != 2"]]);
    mock.body("GET /?a=2");
    const final = ["called 2", ...exceeded, "query a = 1"];
    assert.deepEqual(failed(), [final, final]);
  });

  test("# @data takes the first row with the value, and has its columns as variables", () => {
    const files = {
      "a.soapmock": response("data ./rows.csv where sku = //c:b", "{{name}} {{price}}") + response("", "none"),
      "rows.csv": "sku,name,price\n1,pen,2.50\n3,ink,4\n3,other,5\n",
    };
    assert.equal(new TestedMock(files).body(add), "ink 4");
    assert.equal(new TestedMock(files).body(add.replace(">3<", "> 1 <")), "pen 2.50");
    assert.equal(new TestedMock(files).body(add.replace(">3<", ">4<")), "none");
  });

  test("# @data takes rows of JSON by a header or a parameter; a column overrides a variable", () => {
    const mock = new TestedMock({
      "a.soapmock": `@name = file\n${response("data rows.json where id = header X-Id\nset name = state", "{{name}}")}${response("data rows.json where id = query id", "{{name}}")}`,
      "rows.json": '[{"id": 7, "name": "seven"}, {"id": "8", "name": "eight"}]',
    });
    assert.equal(mock.body("GET /\nX-Id: 7"), "seven");
    assert.equal(mock.body("GET /?id=8"), "eight");
    assert.equal(mock.body("GET /?id=9"), undefined);
  });
});

suite("Reload of mock files", () => {
  const counted = `${response("when method POST\nset x = 1", "set")}${response("times 1\nwhen path /t", "once")}${response("when variable x = 1", "x is 1")}`;

  test("a change of another file keeps variables and counts", () => {
    const mock = new TestedMock({ "a.soapmock": counted, "b.soapmock": response("when path /b", "old") });
    mock.body("POST /");
    mock.body("GET /t");
    assert.deepEqual(mock.load({ "a.soapmock": counted, "b.soapmock": response("when path /b", "new") }), []);
    assert.equal(mock.body("GET /t"), "x is 1");
  });

  test("a change of its own file keeps variables, and starts # @times again", () => {
    const mock = new TestedMock({ "a.soapmock": counted });
    mock.body("POST /");
    mock.body("GET /t");
    mock.load({ "a.soapmock": `${counted}\n` });
    assert.deepEqual([mock.body("GET /t"), mock.body("GET /t")], ["once", "x is 1"]);
  });

  test("a change of a data file or a body file applies to new requests, and keeps counts", () => {
    const file = `${response("times 1\nwhen path /t", "once")}${response("data rows.csv where a = query a", "{{b}}")}${response("", "< body.txt")}`;
    const mock = new TestedMock({ "a.soapmock": file, "rows.csv": "a,b\n1,old", "body.txt": "old" });
    mock.body("GET /t");
    assert.deepEqual([mock.body("GET /?a=1"), mock.body("GET /t")], ["old", "old"]);
    mock.load({ "a.soapmock": file, "rows.csv": "a,b\n1,new", "body.txt": "new" });
    assert.deepEqual([mock.body("GET /?a=1"), mock.body("GET /t")], ["new", "new"]);
  });

  test("a file with an error keeps its last good version, and the error has its place", () => {
    const good = response("when method POST\nset x = 1", "set") + response("", "good {{x}}");
    const mock = new TestedMock({ "a.soapmock": good });
    mock.body("POST /");
    const broken = good.replace("method POST", "methot POST");
    assert.deepEqual(mock.load({ "a.soapmock": broken }), [
      {
        uri: "file:///w/a.soapmock",
        line: 2,
        column: 9,
        code: "when-invalid",
        message: "Unknown condition methot. Did you mean method?",
      },
    ]);
    assert.equal(mock.body("GET /"), "good 1");
    assert.deepEqual(mock.load({ "a.soapmock": broken }), [], "an error is reported once");
    assert.deepEqual(mock.load({ "a.soapmock": good.replace("good", "better") }), []);
    assert.equal(mock.body("GET /"), "better 1");
  });

  test("missing data files and columns are errors until they are there", () => {
    const mock = new TestedMock({});
    const text = response("data rows.csv where sku = query a", "{{name}}");
    const messages = (files: Record<string, string>) =>
      mock
        .load({ "a.soapmock": text, ...files })
        .map(({ line, column, code, message }) => `${line}:${column} ${code} ${message}`);
    assert.match(messages({})[0] ?? "", /^2:9 data-file-missing The file rows\.csv doesn't exist/);
    assert.match(
      messages({ "rows.csv": "sky,name" })[0] ?? "",
      /^2:24 directive-value rows\.csv has no column sku\. Did you mean sky\?/,
    );
    assert.match(messages({ "rows.csv": "sku,sku" })[0] ?? "", /^2:9 data-file-missing .*two columns/);
    assert.equal(mock.respond("GET /?a=1"), undefined);
    assert.deepEqual(messages({ "rows.csv": "sku,name\n1,one" }), []);
    assert.equal(mock.body("GET /?a=1"), "one");
  });

  test("a deleted file no longer responds, and starts with its first state when it is back", () => {
    const mock = new TestedMock({ "a.soapmock": counted });
    mock.body("POST /");
    mock.load({});
    assert.equal(mock.respond("GET /"), undefined);
    mock.load({ "a.soapmock": counted });
    assert.equal(mock.respond("GET /"), undefined);
  });
});

suite("Work for a request to a mock service", () => {
  /** How often the body of a request was read. */
  function reads(mock: TestedMock, text: string): number {
    let count = 0;
    const request = requestOf(text);
    mock.respond({
      ...request,
      get body() {
        count++;
        return request.body;
      },
    });
    return count;
  }

  test("the body isn't read unless a condition, a value or a row needs it", () => {
    const head = ["method POST", "path /calc", "header Content-Type exists", "query a absent", "variable x absent"];
    const mock = new TestedMock({
      "a.soapmock": response(
        head.map((one) => `when ${one}`).join("\n"),
        "{{request.headers.Content-Type}} {{request.path}}",
      ),
    });
    assert.equal(reads(mock, add), 0);
  });

  test("the body is read once for all responses", () => {
    const many = [1, 3, 4].map((value) => response(`when //c:a = ${value}\nwhen //c:b exists`, "no")).join("");
    const mock = new TestedMock({
      "a.soapmock": many + response("when operation Add\nset x = //c:b", "{{request.body.//c:a}}"),
    });
    assert.equal(mock.body(add), "2");
    assert.equal(reads(mock, add), 1);
  });

  test("a response without values is rendered once", () => {
    const mock = new TestedMock({ "a.soapmock": response("set n = 1", "always the same") });
    assert.equal(mock.respond("GET /")?.bytes, mock.respond("GET /")?.bytes);
  });
});

suite("The samples of docs/mock.md", () => {
  const samples = [...readFileSync("docs/mock.md", "utf8").matchAll(/^```soapmock\n([\s\S]*?)^```$/gm)].map(
    ([, text = ""]) => text,
  );
  const sample = (part: string) => {
    const text = samples.find((one) => one.includes(part));
    assert.ok(text, part);
    return new TestedMock({ "a.soapmock": text });
  };
  const pay = (amount: number) => soapRequest(`<c:Pay><m:Amount xmlns:m="urn:pay">${amount}</m:Amount></c:Pay>`);

  test("the sample responds with a Fault to too much, and without a body to a health check", () => {
    const mock = sample("### too much");
    assert.match(mock.body(pay(1001)) ?? "", /<faultstring>1001 is more than 1000</);
    assert.equal(mock.respond(pay(1000)), undefined);
    assert.equal(mock.respond("GET /health")?.status, 204);
  });

  test("the sample remembers from request to request that an order is paid", () => {
    const mock = sample("### the order is paid");
    const state = soapRequest("<c:GetState/>");
    assert.deepEqual([mock.respond(state)?.status, mock.respond(state)?.status], [503, 200]);
    assert.match(mock.body(state) ?? "", /<State>open<\/State><Amount><\/Amount>/);
    assert.equal(mock.respond(pay(5))?.status, 202);
    assert.match(mock.body(state) ?? "", /<State>paid<\/State><Amount>5<\/Amount>/);
  });

  test("the sample breaks the connection, and stays silent", () => {
    const mock = sample("### the connection breaks");
    const pace = { delay: { from: 500, to: 500 }, cutAfter: 120, end: "reset" };
    assert.deepEqual(mock.respond(add)?.pace, pace);
    assert.deepEqual(mock.respond(soapRequest("<c:Sub/>"))?.pace, { end: "hang" });
  });

  test("the sample responds to a recorded request", () => {
    const mock = sample("### POST /calc");
    assert.equal(mock.respond(add), undefined);
    assert.equal(mock.respond(add.replace(">2<", ">1<").replace(">3<", ">2<"))?.status, 200);
  });
});
