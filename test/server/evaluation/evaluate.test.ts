import assert from "node:assert/strict";
import * as fontoxpath from "../../../server/src/node/fontoxpath.mjs";
import { provideXPathHere } from "../../../server/src/node/xpath.ts";
import { provideXPath } from "../../../server/src/service/languageService.ts";
import { expectationsOf } from "../../support/evaluation.ts";

const soap = "http://schemas.xmlsoap.org/soap/envelope/";
const envelope = (body: string) => `<s:Envelope xmlns:s="${soap}"><s:Body>${body}</s:Body></s:Envelope>`;
const answer = envelope('<AddResponse xmlns="urn:calc"><result id="7">5.50</result><at>2026-11-22</at></AddResponse>');
const fault = envelope(
  '<s:Fault><faultcode>s:Client.Login</faultcode><faultstring>No</faultstring><detail><Code xmlns="urn:e">17</Code></detail></s:Fault>',
);

const heldOf = (...given: Parameters<typeof expectationsOf>) => expectationsOf(...given).map(({ held }) => held);

suite("expectations of a response", () => {
  const holding = [
    "//*:result = 5.5",
    "//*:result = 5.50",
    "//*:result != 6",
    "//*:result < 10",
    "//*:result >= 5.5",
    '//*:result = "5.50"',
    "//*:result contains 5.",
    '//*:result matches "^\\d\\.\\d{2}$"',
    '//*:result matches "^\\d+?\\.\\d{1,2}?$"',
    "//*:result type xs:decimal",
    "//*:at > 2026-01-31",
    "//*:at type xs:date",
    "//*:result/@id = 7",
    "//s:Body/* count 1",
    "//soap:Body exists",
    "//*:nothing absent",
    "count(//*:result) = 1",
    "for $one in //*:result return $one * 2 = 11",
    "let $one := //*:result return $one * 2 = 11",
    "let $one := //*:result, $two:=2 return $one + $two = 7.5",
    "if (//*:result) then 1 else 2 = 1",
    "//*:result = 5.5 ",
    "//*:result = //*:AddResponse/*:result",
    "//*:result >= //*:result/@id[.=7]/..",
    "//*:result != //*:at",
    "//*:result = //*[text()='5.50']",
    "header content-type contains xml",
    "header X-Other absent",
    'body contains "<result id=\\"7\\">5.50"',
    'body not contains "Fault"',
    'body matches "<result[^>]*>5\\.5"',
    'body matches "(?s)<AddResponse.*at>"',
    'body matches "(?is)<ADDresponse.*AT>"',
    'body matches "(?i)[A-R]+ESPONSE"',
    'body not matches "(?i)[^a-z]ESPONSE"',
    'body not matches "<ADDresponse"',
    "status 200",
    "no fault",
    "time < 500 ms",
    "size < 1 KB",
  ];
  for (const expectation of holding) {
    test(`an expectation holds: ${expectation}`, () => {
      const [result] = expectationsOf(expectation, { body: answer, total: 20 });
      assert.deepEqual([result?.held, result?.why], [true, undefined]);
    });
  }

  const day = 86_400_000;
  const connection = { encrypted: true, expiresIn: 31.55 * day, redirects: 1 };
  for (const [expectation, answered, held, reason] of [
    ["certificate expires > 30 d", { connection }, true, /^ 31.5 d$/],
    ["certificate expires > 720 h", { connection }, true, /^ 31.5 d$/],
    ["certificate expires > 32 d", { connection }, false, /^ 31.5 d$/],
    ["certificate expires > 0 d", { connection: { ...connection, expiresIn: -day } }, false, /^ -1 d$/],
    ["certificate expires > 1 d", { connection: { ...connection, encrypted: false } }, false, /came over http/],
    ["certificate expires > 1 d", {}, false, /unknown here when the certificate expires, as in a browser/],
    ["redirects 1", { connection }, true, /^ 1$/],
    ["redirects 0", { connection }, false, /^ 1$/],
    ["redirects 0", {}, false, /unknown here how many redirects/],
    ["p95 < 20 ms", { times: [...Array(19).fill(10), 5000] }, true, /^ 10 ms$/],
    ["p95 < 20 ms", { times: [...Array(18).fill(10), 5000, 6000] }, false, /^ 5000 ms$/],
    ["p95 < 20 ms", { times: [10] }, false, /several sendings/],
  ] as const) {
    test(`an expectation about the connection: ${expectation}, ${JSON.stringify(answered)}`, () => {
      const [result] = expectationsOf(expectation, { body: answer, ...answered });
      assert.equal(result?.held, held);
      assert.match(`${result?.why ?? ""} ${result?.actual ?? ""}`.replace(/^(?=\S)(.*) $/, "$1"), reason);
    });
  }

  const failing: Readonly<Record<string, RegExp>> = {
    "//*:result = 6": /5\.50/,
    '//*:result = "5.5"': /5\.50/,
    "//*:nothing = 6": /Nothing was found/,
    "//result = 5.5": /1 match in urn:calc: write \/\/\*:result $/,
    "//result count 1": /1 match in urn:calc: write \/\/\*:result/,
    "//s:Body/AddResponse/result exists": /1 match in urn:calc: write \/\/\*:Body\/\*:AddResponse\/\*:result/,
    "//x:result = 5.5": /prefix x isn't declared/,
    "//*:result = //*:at": /5\.50/,
    "//*:result = //*:nothing": /\/\/\*:nothing finds nothing/,
    "//*:result = //*:AddResponse/*": /finds 2 values/,
    '//*:result = "//*:result"': /5\.50/,
    "//*:result type xs:int": /5\.50/,
    "//*:result absent": /5\.50/,
    "status 500": /200/,
    "fault Client": /no Fault/,
    "time < 10 ms": /20 ms/,
    "size < 10 B": /B/,
    "body = ./missing.xml": /doesn't exist/,
    'body contains "Fault"': /AddResponse/,
    'body not contains "AddResponse"': /The body contains the text/,
    'body not matches "Add.*"': /matches the regular expression/,
  };
  for (const [expectation, reason] of Object.entries(failing)) {
    test(`an expectation doesn't hold: ${expectation}`, () => {
      const [result] = expectationsOf(expectation, { body: answer, total: 20 });
      assert.equal(result?.held, false);
      assert.match(`${result?.why ?? ""} ${result?.actual ?? ""}`, reason);
    });
  }

  for (const [line, actual, expected] of [
    ["//*:result = 6", "5.50", "6"],
    ["//*:result != 5.5", "5.50", "!= 5.5"],
    ["//*:result contains 7", "5.50", "contains 7"],
    ["//*:result type xs:date", "5.50", "type xs:date"],
    ["//*:result = //*:at", "5.50", "2026-11-22"],
    ["//*:result count 2", "1", "2"],
    ["//*:result absent", "5.50", undefined],
    ["//*:nothing exists", undefined, undefined],
    ["header Content-Type absent", "text/xml; charset=utf-8", undefined],
    ["status >= 300", "200", ">= 300"],
    ["time < 10 ms", "20 ms", "< 10 ms"],
    ["fault Server", "s:Client.Login", "Server"],
    ['body not contains "Add"', undefined, "not contains Add"],
  ] as const) {
    test(`the result says the actual and the expected value: ${line}`, () => {
      const [result] = expectationsOf(line, { body: line.startsWith("fault") ? fault : answer, total: 20 });
      assert.deepEqual([result?.actual, result?.expected], [actual, expected]);
    });
  }

  test("the evaluation reads line breaks in a body as LF", () => {
    const lines = 'body contains "a"\nbody matches "<a>\\n\\n</a>"';
    assert.deepEqual(heldOf(lines, { body: "<a>\r\n\r\n</a>" }), [true, true]);
  });

  test("the message suggests a path with a prefix, too, if the request or the response declares one", () => {
    const request = '<a xmlns:c="urn:calc"/>';
    const [result] = expectationsOf("//AddResponse/result = 5.5", { body: answer, request });
    assert.equal(result?.why, "1 match in urn:calc: write //*:AddResponse/*:result or //c:AddResponse/c:result");
    assert.deepEqual(result.instead, ["//*:AddResponse/*:result", "//c:AddResponse/c:result"]);
  });

  test("the message shows no value whose name, or the name of an element around or in it, suggests a secret", () => {
    const body = '<r><a token="t0p"/><m:Token xmlns:m="urn:m">t0p</m:Token><id>7</id></r>';
    for (const path of ["//*:Token", "string(//*:Token)", "//*:Token/text()", "//a/@token", "//r", "//@*"]) {
      const [result] = expectationsOf(`${path} = 5`, { body });
      assert.deepEqual([result?.held, result?.actual], [false, "[redacted]"], path);
    }
    assert.equal(expectationsOf("//id = //*:Token", { body })[0]?.expected, "//*:Token");
    const fields = { "Set-Cookie": "sid=t0p" };
    assert.equal(expectationsOf("header Set-Cookie contains x", { fields })[0]?.actual, "[redacted]");
    assert.deepEqual(
      expectationsOf("//*:Token count 1\n//id = 7", { body }).map(({ actual }) => actual),
      ["1", "7"],
    );
  });

  test("the message shows no value in JSON whose name suggests a secret", () => {
    const body = JSON.stringify({ token: "t0p", user: { tokens: ["t0p"], id: 7 } });
    const secret = ["$.token", "$['token']", "$.*", "$..*", "$.user.tokens[0]", "$..tokens[*]"];
    for (const path of secret) {
      const [result] = expectationsOf(`${path} = 5`, { body });
      assert.deepEqual([result?.held, result?.actual], [false, "[redacted]"], path);
    }
    assert.equal(expectationsOf("$.user = 5", { body })[0]?.actual, '{"tokens":["[redacted]"],"id":7}');
  });

  test("the evaluation takes prefixes from the request first", () => {
    const request = '<a xmlns:c="urn:calc"/>';
    assert.equal(expectationsOf("//c:result = 5.5", { body: answer, request })[0]?.held, true);
  });

  test("the evaluation describes Faults by code, with and without prefix and parts after dots, and by paths", () => {
    const lines =
      "fault\nfault Client\nfault Client.Login\nfault s:Client.Login\nfault //*:Code = 17\nfault Server\nno fault";
    assert.deepEqual(heldOf(lines, { body: fault, status: 500 }), [true, true, true, true, true, false, false]);
  });

  test("the evaluation compares the namespace of a code, not its prefix", () => {
    const request = `<e:a xmlns:e="${soap}" xmlns:c="urn:calc"/>`;
    const codes = ["e:Client", "e:Client.Login", "soap:Client", "soap11:Client", "c:Client", "e:Server", "x:Client"];
    const held = heldOf(codes.map((one) => `fault ${one}`).join("\n"), { body: fault, status: 500, request });
    assert.deepEqual(held, [true, true, true, true, false, false, false]);
  });

  test("the message names the Fault if none was expected", () => {
    const [result] = expectationsOf("no fault", { body: fault, status: 500 });
    assert.match(result?.why ?? "", /^The response contains a Fault: Client, Login: No ·/);
  });

  test("no fault doesn't hold for a status of 400 or more without an envelope", () => {
    const held = (status: number, body: string, type = "text/html") =>
      expectationsOf("no fault", { status, body, fields: { "Content-Type": type } })[0];
    assert.match(held(404, "<html><body>Not found</body></html>")?.why ?? "", /404.*no envelope/);
    assert.equal(held(500, "")?.held, false);
    assert.equal(held(200, "{}", "application/json")?.held, true);
    assert.equal(held(202, "")?.held, true);
    assert.equal(held(500, answer, "text/xml")?.held, true);
  });

  test("the message names the errors of the request if a Fault of the service wasn't expected", () => {
    const server = fault.replace(/s:Client\.Login|s:Client/, "s:Server");
    const errors = ["The payload has no element amount."];
    const [result] = expectationsOf("no fault", { body: server, status: 500, errors });
    assert.match(result?.why ?? "", /· Errors in the request may be the reason: The payload has no element amount\.$/);
    const [without] = expectationsOf("no fault", { body: server, status: 500 });
    assert.doesNotMatch(without?.why ?? "", /Errors in the request/);
  });

  test("the evaluation replaces variables in values", () => {
    const lines = '//*:result = {{sum}}\n//*:result contains "{{part}}0"';
    assert.deepEqual(heldOf(lines, { body: answer, variables: { sum: "5.5", part: "5.5" } }), [true, true]);
  });

  test("the evaluation compares whole numbers of any length exactly", () => {
    const body = "<a>12345678901234567890</a>";
    assert.deepEqual(heldOf("//a = 12345678901234567890\n//a = 12345678901234567891", { body }), [true, false]);
  });

  test("the evaluation reads values of JSON", () => {
    const fields = { "Content-Type": "application/json" };
    const body = '{"items":[{"n":1},{"n":"two"}],"ok":true}';
    const lines =
      "$.items[0].n = 1\n$.items[*].n count 2\n$..n contains two\n$.ok = true\n$['items'][-1].n = two\n//a exists";
    const results = expectationsOf(lines, { body, fields });
    assert.deepEqual(
      results.map(({ held }) => held),
      [true, true, true, true, true, false],
    );
    assert.equal(results.at(-1)?.why, "The body isn't XML.");
  });

  test("the evaluation doesn't evaluate paths in a body that isn't well-formed", () => {
    const [result] = expectationsOf("//a exists", { body: "<a><b></a>" });
    assert.deepEqual([result?.held, result?.why], [false, "The body isn't well-formed XML."]);
  });

  test("the evaluation doesn't read a body with too many tags, except for its Fault", () => {
    const many = "<i/>".repeat(1_000_001);
    const large = expectationsOf("no fault\n//i count 3\nbody = ./e.xml", {
      body: `<a>${many}</a>`,
      files: { "./e.xml": "<a/>" },
    });
    assert.deepEqual(
      large.map(({ held, why }) => [held, why]),
      [[true, undefined], ...Array(2).fill([false, "The body has more than 1000000 tags."])],
    );
    const [result] = expectationsOf("no fault", { body: fault.replace("</s:Body>", `</s:Body>${many}`) });
    assert.equal(result?.held, false);
  });

  test("the evaluation prints nothing for fn:trace", () => {
    const { log } = console;
    const printed: unknown[] = [];
    console.log = (text) => printed.push(text);
    try {
      assert.equal(expectationsOf("trace(//*:result, 'result') = 5.5", { body: answer })[0]?.held, true);
    } finally {
      console.log = log;
    }
    assert.deepEqual(printed, []);
  });

  test("the evaluation shows values of XPath's types as XPath writes them", () => {
    const written: Readonly<Record<string, RegExp>> = {
      "current-dateTime()": /^20\d\d-\d\d-\d\dT[\d:.]+Z$/,
      "xs:date('2026-01-31')": /^2026-01-31$/,
      "xs:dateTime('2026-01-31T10:00:00+02:00')": /^2026-01-31T10:00:00\+02:00$/,
      "xs:dayTimeDuration('P1DT2H')": /^P1DT2H$/,
      "1 div 4": /^0\.25$/,
      "(map { 'a': [current-dateTime(), //*:at] })": /^\{"a":\["20[^{]*Z","2026-11-22"\]\}$/,
      "count#1": /^function$/,
      "(1, 'a', //*:at)": /^1, a, 2026-11-22$/,
    };
    for (const [path, expected] of Object.entries(written)) {
      const [result] = expectationsOf(`${path} absent`, { body: answer });
      assert.match(result?.actual ?? "", expected, path);
    }
  });

  test("the evaluation runs paths that visit few nodes in this process, and all other paths in another process", () => {
    const elsewhere = (line: string, body: string) => {
      let count = 0;
      provideXPath(
        () => fontoxpath,
        () => {
          count++;
          return { kind: "error", message: "" };
        },
      );
      const [result] = expectationsOf(line, { body });
      provideXPathHere();
      assert.equal(result?.held, count === 0, line);
      return count;
    };
    for (const steps of ["//*:a/b[2]/../@x-y = 1", "/*/b count 2", "/a/node() count 2"]) {
      assert.equal(elsewhere(steps, '<a x-y="1"><b/><b/></a>'), 0, steps);
    }
    assert.equal(elsewhere("count(1 to 3) = 3", "<a/>"), 1);
    assert.equal(elsewhere("//b count 20000", `<a>${"<b>1</b>".repeat(20_000)}</a>`), 1);
  });

  test("the message quotes only the last line of an error of the library", () => {
    const message = "1: error()\n   ^^^^^^^\n\nError: FOER0000: no reason\n";
    provideXPath(
      () => fontoxpath,
      () => ({ kind: "error", message }),
    );
    const [result] = expectationsOf("error() = 1", { body: answer });
    provideXPathHere();
    assert.equal(result?.why, "The path can't be evaluated: Error: FOER0000: no reason");
  });

  test("the evaluation evaluates everything in this process if the host can't start another", () => {
    provideXPath(() => fontoxpath, undefined);
    const lines = "count(//*:result) = 1\n//c:result[. > 5] = 5.5\n//*:nothing[1 = 1] = 5\n//result[1 = 1] = 5";
    const results = expectationsOf(lines, { body: answer, request: '<a xmlns:c="urn:calc"/>' });
    provideXPathHere();
    assert.deepEqual(
      results.map(({ held, why }) => [held, why]),
      [
        [true, undefined],
        [true, undefined],
        [false, "Nothing was found."],
        [false, "1 match in urn:calc: write //*:result[1 = 1] or //c:result[1 = 1]"],
      ],
    );
  });

  test("the evaluation limits the text of nested elements that a path finds", () => {
    const body = `${"<a>".repeat(1500)}<b/>${"x".repeat(100_000)}${"</a>".repeat(1500)}`;
    const [result] = expectationsOf("//a count 1500", { body });
    assert.deepEqual([result?.held, result?.why], [false, "The path finds more text than 100000000 characters."]);
  });

  test("the evaluation reads the root part of a multipart body", () => {
    const body = `--b\r\nContent-Type: text/xml\r\n\r\n${answer}\r\n--b\r\nContent-Type: image/png\r\n\r\n\0\r\n--b--\r\n`;
    const fields = { "Content-Type": 'multipart/related; boundary="b"' };
    assert.equal(expectationsOf("//*:result = 5.5", { body, fields })[0]?.held, true);
  });
});

suite("comparison of bodies", () => {
  const compare = (line: string, expected: string, body = answer) =>
    expectationsOf(line, { body, files: { "./e.xml": expected } })[0];

  test("the comparison ignores prefixes, order of attributes and whitespace between elements", () => {
    const body = '<m:a xmlns:m="urn:x" c="1" b="2"><m:d>5</m:d></m:a>';
    const expected = '<a xmlns="urn:x" b="2" c="1">\n  <!-- x -->\n  <d><![CDATA[5]]></d>\n</a>';
    assert.equal(compare("body = ./e.xml", expected, body)?.held, true);
  });

  test("the comparison shows the lines that differ", () => {
    const expected = answer.replace("5.50", "6");
    const result = compare("body = ./e.xml", expected);
    assert.equal(result?.held, false);
    const lines = result?.diff?.filter((line) => /^[-+]/.test(line)) ?? [];
    assert.deepEqual(
      lines.map((line) => line.replace(/ +/g, " ")),
      ['- <ns:result id="7">6</ns:result>', '+ <ns:result id="7">5.50</ns:result>'],
    );
    assert.equal(result?.expectedFile, "./e.xml");
  });

  test("the comparison shows a text beside elements on a line of its own", () => {
    const lines = compare("body = ./e.xml", "<a>one <b/> two</a>", "<a>one <b/> three</a>")?.diff ?? [];
    assert.deepEqual(
      lines.map((line) => line.replace(/ +/g, " ").trimEnd()),
      [" one", " <b></b>", "- two", "+ three", " </a>"],
    );
  });

  test("the comparison shows no secrets in the lines that differ", () => {
    const lines = compare("body = ./e.xml", "<a><token>t0p</token></a>", "<a><token>other</token></a>")?.diff ?? [];
    assert.match(lines.join(), /<token>\[redacted\]<\/token>/);
    assert.doesNotMatch(lines.join(), /t0p|other/);
  });

  const compareJson = (expected: string, body: string) =>
    expectationsOf("body = ./e.json", {
      body,
      fields: { "Content-Type": "application/json" },
      files: { "./e.json": expected },
    })[0];

  test("numbers of JSON that a double doesn't have are compared, too", () => {
    const numbered = (number: string, other = "1") => `{"a": "\\"7", "b": ${number}, "c": [${other}]}`;
    const result = compareJson(numbered("12345678901234567890"), numbered("12345678901234567891"));
    assert.deepEqual(result?.diff, ["- 12345678901234567890", "+ 12345678901234567891"]);
    assert.equal(compareJson(numbered("1e400"), numbered("1e500"))?.held, false);
    assert.equal(compareJson(numbered("1e-400"), numbered("0"))?.held, false);
    assert.equal(compareJson(numbered("1.50", "100"), numbered("15e-1", "1e2"))?.held, true);
    assert.equal(compareJson('{"a": 12345678901234567890, "b": 1}', '{"b":1,"a":12345678901234567890}')?.held, true);
    assert.equal(compareJson('{"a":"12345678901234567890"}', '{ "a":"12345678901234567890"}')?.held, true);
  });

  test("JSON that is nested too deeply is compared as a text", () => {
    const deep = (value: string) => "[".repeat(20_000) + value + "]".repeat(20_000);
    assert.equal(compareJson(deep("1"), deep("1"))?.held, true);
    assert.equal(compareJson(deep("1"), deep("2"))?.held, false);
  });

  test("the comparison cuts long lines that differ", () => {
    const diff = compare("body = ./e.xml", "<a/>", `<a>${"x".repeat(5000)}</a>`)?.diff ?? [];
    assert.match(diff.at(-1) ?? "", /^\+ .*x…$/);
    assert.ok(Math.max(...diff.map(({ length }) => length)) < 2100);
  });

  test("the comparison leaves out ignored nodes", () => {
    const expected = answer.replace("5.50", "6").replace('id="7"', 'id="8"');
    assert.equal(compare("body = ./e.xml ignore //*:result/text(), //@id", expected)?.held, true);
    assert.equal(compare("body = ./e.xml ignore //*:result", expected)?.held, true);
  });

  test("the comparison ignores all that an element contains", () => {
    const line = "body = ./e.xml ignore //b, //c/text()";
    for (const same of ["<a/>", "<a>\n  <b>1</b>\n</a>", "<a><b/><b/></a>"]) {
      assert.equal(compare(line, "<a><b>2</b></a>", same)?.held, true, same);
    }
    assert.equal(compare(line, "<a><b/></a>", "<a>text<b/></a>")?.held, false);
    assert.equal(compare(line, "<a><c> 1 </c></a>", "<a><c/></a>")?.held, true);
  });

  test("the comparison accepts any text for {{*}} only with matches", () => {
    const expected = answer.replace("5.50", "5{{*}}0");
    assert.equal(compare("body matches ./e.xml", expected)?.held, true);
    assert.equal(compare("body = ./e.xml", expected)?.held, false);
    assert.equal(compare("body matches ./e.xml", answer.replace("5.50", "6{{*}}"))?.held, false);
  });

  test("the comparison compares the names behind xsi:type, and namespaces of elements", () => {
    const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
    const typed = (prefix: string) => `<a ${xsi} xmlns:${prefix}="urn:t" xsi:type="${prefix}:T"/>`;
    assert.equal(compare("body = ./e.xml", typed("p"), typed("q"))?.held, true);
    assert.equal(compare("body = ./e.xml", "<a xmlns='urn:y'/>", "<a xmlns='urn:x'/>")?.held, false);
    assert.equal(compare("body = ./e.xml", "<a/>", "<a xmlns='urn:x'/>")?.held, false);
  });
});
