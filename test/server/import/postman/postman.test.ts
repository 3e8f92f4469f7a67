import assert from "node:assert/strict";
import { imported, outcomesOf, problemOf, textIn } from "../../../support/imported.ts";

const schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

function collection(item: readonly object[], more: object = {}) {
  return { info: { name: "Calc", schema }, item, ...more };
}

const envelope =
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><a>{{a}}</a></s:Body></s:Envelope>';

const add = {
  name: "Add",
  request: {
    method: "POST",
    url: { raw: "{{base}}/calc", host: ["{{base}}"], path: ["calc"] },
    header: [
      { key: "Content-Type", value: "text/xml" },
      { key: "X-Old", value: "1", disabled: true },
    ],
    body: { mode: "raw", raw: envelope },
  },
};

/** The text of the only request, after its title and name. */
function requestText(request: object, more: object = {}): string {
  const source = imported({ "a.json": collection([{ name: "One", request, ...more }]) });
  return textIn(source, "requests/Calc.soaphttp").split("# @name One\n")[1] ?? "";
}

/** The lines of directives and comments that a test script becomes. */
function scriptLines(...exec: readonly string[]): readonly string[] {
  const event = [{ listen: "test", script: { exec } }];
  return requestText({ method: "GET", url: "http://h/" }, { event })
    .split("\n")
    .filter((line) => line.startsWith("#"));
}

suite("a Postman collection", () => {
  test("headers may be one text, whose lines without a name are left out", () => {
    const request = { method: "GET", url: "http://h/", header: "X-A: 1\r\n: none\nno header\nB:2\n" };
    assert.match(requestText(request), /^GET .*\nHost: h\nX-A: 1\nB: 2\n/m);
  });

  test("a collection becomes a file for each folder with requests", () => {
    const source = imported({
      "a.json": collection(
        [
          add,
          { name: "Inner", description: "About it", item: [add, { name: "Deep", item: [add] }] },
          { name: "Empty", item: [] },
        ],
        { variable: [{ key: "base", value: "http://localhost:8080" }] },
      ),
    });
    assert.deepEqual(
      source.files.map(({ path }) => path),
      [
        "requests/Calc.soaphttp",
        "requests/Inner/Inner.soaphttp",
        "requests/Inner/Deep.soaphttp",
        "http-client.env.json",
        "import.md",
      ],
    );
    assert.equal(
      textIn(source, "requests/Calc.soaphttp"),
      `### Add
# @name Add
POST {{base}}/calc HTTP/1.1
Host: {{base.host}}
Content-Type: text/xml
# X-Old: 1
Content-Length: {{$contentLength}}

${envelope}
`,
    );
    assert.match(textIn(source, "requests/Inner/Inner.soaphttp"), /^# \| About it\n\n### Add\n/);
    assert.deepEqual(JSON.parse(textIn(source, "http-client.env.json")), {
      $shared: { base: "http://localhost:8080", "base.host": "localhost:8080" },
    });
    assert.deepEqual(new Set(source.items.map(({ outcome }) => outcome)), new Set(["translated"]));
  });

  test("a collection gets the environments that are imported with it, and its secrets separately", () => {
    const values = [
      { key: "base", value: "https://test.example", enabled: true },
      { key: "password", value: "p4ss", enabled: true },
      { key: "old", value: "1", enabled: false },
    ];
    const source = imported({ "a.json": collection([add]), "test.json": { name: "Test", values } });
    assert.deepEqual(JSON.parse(textIn(source, "http-client.env.json")), {
      Test: { base: "https://test.example", "base.host": "test.example" },
    });
    assert.deepEqual(JSON.parse(textIn(source, "http-client.private.env.json")), { Test: { password: "p4ss" } });
    assert.deepEqual(source.secrets, ["password"]);
    assert.ok(outcomesOf(source).includes("property variable: dropped"));
    assert.equal(imported({ "test.json": { name: "Test", values } }).name, "Test");
  });

  const forms: Readonly<Record<string, object>> = {
    "in an object, as the API of Postman returns it": { collection: collection([add]) },
    "in a report of newman": { collection: { ...collection([add]), id: "1", event: [] }, run: { executions: [] } },
    "without a name": { info: { schema }, item: [add] },
  };
  for (const [form, content] of Object.entries(forms)) {
    test(`a collection is imported ${form}`, () => {
      const source = imported({ "a.json": content });
      assert.deepEqual(outcomesOf(source), ["request request: translated"]);
    });
  }

  test("a collection of version 1 must be exported again", () => {
    assert.match(
      problemOf({ "a.json": { name: "Old", requests: [], order: [] } }),
      /Export it from Postman as Collection v2\.1/,
    );
  });

  const bodies: Readonly<Record<string, readonly [body: object, text: string]>> = {
    "raw JSON": [
      { mode: "raw", raw: '{"a": "{{a}}"}', options: { raw: { language: "json" } } },
      'Content-Type: application/json\nContent-Length: {{$contentLength}}\n\n{"a": "{{a}}"}\n',
    ],
    "a form": [
      {
        mode: "urlencoded",
        urlencoded: [
          { key: "a b", value: "1&{{x}}" },
          { key: "c", value: "", disabled: true },
        ],
      },
      "Content-Type: application/x-www-form-urlencoded\nContent-Length: {{$contentLength}}\n\na+b=1%26{{x}}\n",
    ],
    GraphQL: [
      { mode: "graphql", graphql: { query: "{ a }", variables: '{"b": 1}' } },
      'Content-Type: application/json\nContent-Length: {{$contentLength}}\n\n{"query": "{ a }", "variables": {"b": 1}}\n',
    ],
    "a file": [
      { mode: "file", file: { src: "/files/a.xml" } },
      "Content-Length: {{$contentLength}}\n\n< ../attachments/a.xml\n",
    ],
    "a disabled one": [{ mode: "raw", raw: "x", disabled: true }, "Content-Length: 0\n"],
  };
  for (const [name, [body, text]] of Object.entries(bodies)) {
    test(`a request has the body: ${name}`, () => {
      const written = requestText({ method: "POST", url: "http://h/", body });
      assert.ok(written.endsWith(`POST http://h/ HTTP/1.1\nHost: h\n${text}`), written);
    });
  }

  test("a request has the parts of a form, with files that the user must add", () => {
    const formdata = [
      { key: "a", value: "{{a}}", type: "text" },
      { key: "f", src: ["C:\\me\\b.pdf"], type: "file", contentType: "application/pdf" },
    ];
    const source = imported({
      "a.json": collection([
        { name: "One", request: { method: "POST", url: "http://h/", body: { mode: "formdata", formdata } } },
      ]),
    });
    const text = textIn(source, "requests/Calc.soaphttp").replaceAll("\r\n", "\n");
    assert.ok(text.includes('Content-Type: multipart/form-data; boundary="part-boundary-1"\n'), text);
    assert.ok(
      text.endsWith(`
--part-boundary-1
Content-Disposition: form-data; name="a"

{{a}}
--part-boundary-1
Content-Disposition: form-data; name="f"; filename="b.pdf"
Content-Type: application/pdf

< ../attachments/b.pdf
--part-boundary-1--
`),
      text,
    );
    assert.ok(
      source.items.some(
        ({ kind, outcome, note }) => kind === "attachment" && outcome === "dropped" && /Copy it/.test(note ?? ""),
      ),
    );
  });

  const addresses: readonly (readonly [url: unknown, target: string, host: string])[] = [
    ["http://h:1/a#b", "http://h:1/a", "h:1"],
    ["localhost:8080/a b", "http://localhost:8080/a%20b", "localhost:8080"],
    ["{{protocol}}://{{host}}/a", "{{protocol}}://{{host}}/a", "{{host}}"],
    [
      { raw: "http://h/:id/:other?x=:id", variable: [{ key: "id", value: "{{id}}" }] },
      "http://h/{{id}}/{other}?x=:id",
      "h",
    ],
    [
      { protocol: "https", host: ["a", "example"], port: "8443", path: ["x", "y"], query: [{ key: "q", value: "1" }] },
      "https://a.example:8443/x/y?q=1",
      "a.example:8443",
    ],
  ];
  for (const [url, target, host] of addresses) {
    test(`a request is sent to ${JSON.stringify(url)}`, () => {
      assert.ok(
        requestText({ method: "GET", url }).startsWith(`GET ${target} HTTP/1.1\nHost: ${host}\n`),
        requestText({ method: "GET", url }),
      );
    });
  }

  test("a request has the variables of Postman that have an equivalent", () => {
    const body = { mode: "raw", raw: "{{$guid}} {{$timestamp}} {{$isoTimestamp}} {{$randomInt}} {{$randomCity}}" };
    const text = requestText({ method: "POST", url: "http://h/", body });
    assert.ok(
      text.endsWith("\n{{$guid}} {{$timestamp}} {{$datetime iso8601}} {{$randomInt 0 1001}} {{randomCity}}\n"),
      text,
    );
  });

  /** Version 2.1 has rows in place of an object. */
  const rows = (values: Readonly<Record<string, string>>) =>
    Object.entries(values).map(([key, value]) => ({ key, value }));
  const authorizations: readonly (readonly [type: string, parameters: object, line: string])[] = [
    ["basic", rows({ username: "me", password: "p4ss" }), 'Authorization: Basic {{$basic "me" password}}'],
    ["bearer", { token: "{{token}}" }, "Authorization: Bearer {{token}}"],
    ["bearer", { token: "{{token}}", prefix: "Token" }, "Authorization: Bearer {{token}}"],
    ["digest", rows({ username: "{{user}}", password: "{{pin}}" }), "# @auth digest user pin"],
    ["ntlm", rows({ username: "me", password: "{{pin}}", domain: "D" }), '# @auth ntlm "D\\me" pin'],
    ["apikey", rows({ key: "X-Key", value: "{{key}}" }), "X-Key: {{key}}"],
    ["apikey", { key: "", value: "{{key}}" }, "X-Api-Key: {{key}}"],
    ["apikey", { key: "k", value: "{{key}}", in: "query" }, "POST {{base}}/calc?k={{key}} HTTP/1.1"],
    ["apikey", { key: "k", value: "{{key}}", in: "cookie", addTo: "cookie" }, "k: {{key}}"],
    ["oauth2", { accessToken: "{{token}}", tokenPrefix: "Token" }, "Authorization: Bearer {{token}}"],
    ["oauth2", { accessToken: "p4ss", addTokenTo: "queryParams" }, "# | Authorization: oauth2"],
    ["oauth2", { token: "p4ss" }, "# | Authorization: oauth2"],
    ["singleToken", { token: "p4ss" }, "# | Authorization: singleToken"],
    ["hawk", [], "# | Authorization: hawk"],
  ];
  for (const [type, parameters, line] of authorizations) {
    test(`a request inherits the authorization ${type} ${JSON.stringify(parameters)}, unless it has another one`, () => {
      const other = { name: "Other", request: { method: "GET", url: "http://h/", auth: { type: "noauth" } } };
      const source = imported({
        "a.json": collection([{ name: "F", item: [add, other] }], { auth: { type, [type]: parameters } }),
      });
      const [, first = "", second = ""] = textIn(source, "requests/F.soaphttp").split("### ");
      assert.ok(first.includes(`\n${line}\n`), first);
      assert.ok(!second.includes(line), second);
      assert.ok(!textIn(source, "requests/F.soaphttp").includes("p4ss"));
    });
  }

  test("a request keeps an API key whose header is also the type of the body", () => {
    const auth = { type: "apikey", apikey: { key: "Content-Type", value: "{{key}}" } };
    const body = { mode: "raw", raw: "<a/>", options: { raw: { language: "xml" } } };
    const text = requestText({ method: "POST", url: "http://h/", body, auth });
    assert.match(text, /^Content-Type: application\/xml\nContent-Type: \{\{key\}\}\n/m);
  });
});

suite("a test script of Postman", () => {
  const statements: Readonly<Record<string, string>> = {
    "pm.response.to.have.status(200);": "@expect status 200",
    "pm.response.to.not.have.status(500)": "@expect status != 500",
    "pm.response.to.be.ok;": "@expect status 200",
    "pm.response.to.be.success": '@expect status matches "^2"',
    "pm.response.to.have.header('Content-Type');": "@expect header Content-Type exists",
    'pm.response.to.have.header("X-A", "b");': '@expect header X-A = "b"',
    "pm.expect(pm.response.code).to.eql(201);": "@expect status 201",
    "pm.expect(pm.response.code).to.be.oneOf([200, 201]);": '@expect status matches "^(200|201)$"',
    "pm.expect(pm.response.responseTime).to.be.below(200);": "@expect time < 200 ms",
    "pm.expect(pm.response.text()).to.include(\"a 'b'\");": "@expect body contains \"a 'b'\"",
    "pm.expect(pm.response.text()).to.not.include('\"x\"');": '@expect body not contains "\\"x\\""',
    "pm.expect(pm.response.headers.get('Content-Type')).to.include('xml');":
      '@expect header Content-Type contains "xml"',
    "pm.expect(pm.response.json().a.b[0]).to.eql('x');": '@expect $.a.b[0] = "x"',
    "pm.expect(pm.response.json()['a b']).to.equal(5);": "@expect $['a b'] = 5",
    "pm.expect(pm.response.json().a).to.exist;": "@expect $.a exists",
    "tests['ok'] = responseCode.code === 200;": "@expect status 200",
    'tests["fast"] = responseTime < 500;': "@expect time < 500 ms",
    'tests["has"] = responseBody.has("Result");': '@expect body contains "Result"',
    "pm.environment.set('token', pm.response.json().token);": "@set token = $.token",
    "postman.setEnvironmentVariable('token', pm.response.json().a.token)": "@set token = $.a.token",
  };
  for (const [statement, directive] of Object.entries(statements)) {
    test(`a test script is translated: ${statement}`, () => {
      assert.deepEqual(scriptLines(statement), [`# ${directive}`]);
      assert.deepEqual(scriptLines('pm.test("x", function () {', `    ${statement}`, "});"), [`# ${directive}`]);
    });
  }

  test("a test script is translated on one line, and with a variable for the JSON", () => {
    assert.deepEqual(scriptLines("pm.test('x', () => pm.response.to.have.status(200));"), ["# @expect status 200"]);
    assert.deepEqual(scriptLines("pm.test('x {', function () { pm.response.to.have.status(200); });"), [
      "# @expect status 200",
    ]);
    const lines = [
      "const data = pm.response.json();",
      "pm.expect(data.id).to.eql(7);",
      "pm.environment.set('id', data.id);",
    ];
    assert.deepEqual(scriptLines(...lines), ["# @expect $.id = 7", "# @set id = $.id"]);
  });

  test("statements of a test script that have no equivalent are kept as comments", () => {
    assert.deepEqual(
      scriptLines("pm.response.to.have.status(200);", "if (x) {", "  pm.response.to.be.ok;", "}", "### end"),
      ["# @expect status 200", "# | if (x) {", "# |   pm.response.to.be.ok;", "# | }", "# | ### end"],
    );
    assert.deepEqual(scriptLines("pm.expect(a + b).to.eql(`x`);"), ["# | pm.expect(a + b).to.eql(`x`);"]);
  });

  test("a test script and each of its assertions are items", () => {
    const event = [
      { listen: "test", script: { exec: ["pm.response.to.have.status(200);", "other();"] } },
      { listen: "prerequest", script: { exec: "pm.environment.set('x', y);" } },
      { listen: "test", script: { exec: ["pm.response.to.be.ok;"] } },
    ];
    const source = imported({ "a.json": collection([{ ...add, event, response: [{ name: "Saved" }] }]) });
    assert.deepEqual(outcomesOf(source), [
      "request request: translated",
      "script test: kept",
      "assertion pm.response.to.have.status: translated",
      "script prerequest: kept",
      "script test: translated",
      "assertion pm.response.to.be.ok: translated",
      "mock example: dropped",
    ]);
  });
});
