import assert from "node:assert/strict";
import { imported, outcomesOf, problemOf, textIn } from "../../../support/imported.ts";

const envelope = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">
  <s:Body><a>{{ _.a }}</a></s:Body>
</s:Envelope>`;

const add = {
  _id: "req_add",
  _type: "request",
  parentId: "wrk_1",
  name: "Add",
  method: "POST",
  url: "{{ _.base }}/calc",
  headers: [
    { name: "Content-Type", value: "text/xml" },
    { name: "X-Old", value: "1", disabled: true },
  ],
  body: { mimeType: "text/xml", text: envelope },
};

function version4(...resources: readonly object[]) {
  const workspace = { _id: "wrk_1", _type: "workspace", parentId: null, name: "Calc" };
  return { _type: "export", __export_format: 4, resources: [workspace, ...resources] };
}

function folder(id: string, name: string, more: object = {}) {
  return { _id: id, _type: "request_group", parentId: "wrk_1", name, ...more };
}

function environment(id: string, parentId: string, name: string, data: object) {
  return { _id: id, _type: "environment", parentId, name, data };
}

/** The text of the only request, after its title and name. */
function requestText(request: object, ...more: readonly object[]): string {
  const fullRequest = {
    _id: "req_1",
    _type: "request",
    parentId: "wrk_1",
    name: "One",
    url: "http://h/",
    method: "GET",
  };
  const source = imported({ "a.json": version4({ ...fullRequest, ...request }, ...more) });
  const text = textIn(source, "requests/Calc.soaphttp").replaceAll("\r\n", "\n");
  return text.split("# @name One\n")[1] ?? "";
}

function paths(files: readonly { readonly path: string }[]): readonly string[] {
  return files.map(({ path }) => path);
}

suite("an Insomnia export of version 4", () => {
  test("an export becomes a file for each folder with requests, in the order of Insomnia", () => {
    const source = imported({
      "a.json": version4(
        { ...add, _id: "req_2", name: "Second", metaSortKey: 2 },
        { ...add, _id: "req_1", name: "First", metaSortKey: 1 },
        folder("fld_1", "Inner", { description: "About it" }),
        { ...add, _id: "req_3", parentId: "fld_1", name: "Third" },
        environment("env_1", "wrk_1", "Base", { base: "http://localhost:8080" }),
      ),
    });
    assert.deepEqual(paths(source.files), [
      "requests/Calc.soaphttp",
      "requests/Inner.soaphttp",
      "http-client.env.json",
      "import.md",
    ]);
    const text = textIn(source, "requests/Calc.soaphttp");
    assert.ok(text.indexOf("# @name First") < text.indexOf("# @name Second"));
    assert.match(textIn(source, "requests/Inner.soaphttp"), /^# \| About it\n/);
  });

  test("an export becomes requests whose variables stay", () => {
    const text = requestText({ ...add, _id: "req_1", name: "One" });
    assert.match(text, /^POST \{\{base\}\}\/calc HTTP/);
    assert.match(text, /\nContent-Type: text\/xml\n/);
    assert.match(text, /\n# \| X-Old: 1\n|\n# X-Old: 1\n/);
    assert.ok(text.includes("<a>{{a}}</a>"));
  });

  test("an export keeps the values of nested environments and of the other environments beside the base", () => {
    const source = imported({
      "a.json": version4(
        { ...add, url: "{{ _.server.url }}/{{ _['server'].paths[0] }}" },
        environment("env_1", "wrk_1", "Base", { server: { url: "http://localhost", paths: ["calc"] }, a: 1 }),
        environment("env_2", "env_1", "Test", { a: 2, password: "geheim" }),
      ),
    });
    const names = [...textIn(source, "requests/Calc.soaphttp").matchAll(/^POST \{\{(.*)\}\}\/\{\{(.*)\}\} HTTP/gm)];
    const [, url = "", path = ""] = names[0] ?? [];
    assert.deepEqual(JSON.parse(textIn(source, "http-client.env.json")), {
      $shared: { [url]: "http://localhost", [`${url}.host`]: "localhost", [path]: "calc", a: "1" },
      Test: { a: "2" },
    });
    assert.ok(textIn(source, "http-client.private.env.json").includes("geheim"));
  });

  test("an export keeps the values, headers and authentication of folders", () => {
    const source = imported({
      "a.json": version4(
        folder("fld_1", "Inner", {
          environment: { a: "5" },
          headers: [{ name: "X-Folder", value: "f" }],
          authentication: { type: "basic", username: "me", password: "geheim" },
        }),
        { ...add, parentId: "fld_1", authentication: {} },
        { ...add, _id: "req_2", name: "Open", parentId: "fld_1", authentication: { type: "none" } },
      ),
    });
    const [, first = "", second = ""] = textIn(source, "requests/Inner.soaphttp").split("# @name ");
    assert.match(textIn(source, "requests/Inner.soaphttp"), /^@a = 5$/m);
    assert.match(first, /^X-Folder: f$/m);
    assert.match(first, /^Authorization: Basic \{\{\$basic "me" password\}\}$/m);
    assert.doesNotMatch(second, /Authorization/);
  });

  test("an export adds parameters to the address", () => {
    const text = requestText({
      url: "http://h/users/:id?x={{ _.x }}",
      pathParameters: [{ name: "id", value: "{{ _.user }}" }],
      parameters: [
        { name: "a b", value: "ü&{{ _.y }}" },
        { name: "old", value: "1", disabled: true },
      ],
    });
    assert.match(text, /GET http:\/\/h\/users\/\{\{user\}\}\?x=\{\{x\}\}&a\+b=%C3%BC%26\{\{y\}\} HTTP/);
    assert.match(text, /^# \| Disabled parameter: old=1\n/);
  });

  test("the import translates what a tag computes, and names what only Insomnia can", () => {
    const source = imported({
      "a.json": version4({
        ...add,
        url: "http://h/",
        body: { text: "{% uuid 'v4' %} {% now 'iso-8601', '' %} {% timestamp %} {% prompt 'Name' %} {{ a | upper }}" },
      }),
    });
    const text = textIn(source, "requests/Calc.soaphttp");
    assert.match(text, /\n\{\{\$guid\}\} \{\{\$datetime iso8601\}\} \{\{\$timestamp\}\} \{\{[\w-]+\}\} \{\{[\w-]+\}\}/);
    const [request] = source.items;
    assert.equal(request?.outcome, "partly");
    assert.match(request.note ?? "", /\{% prompt 'Name' %\}.*\{\{ a \| upper \}\}/);
  });

  test("an export refers to the responses of requests in the same file", () => {
    const filter = `b64::${btoa("$.items[0].id")}::46b`;
    const text = requestText(
      {
        method: "POST",
        body: {
          text: `{% response 'body', 'req_add', '${filter}', 'never', 60 %} {% response 'body', 'req_add', '/a/b' %} {% response 'header', 'req_add', 'ETag' %} {% response 'raw', 'req_add' %}`,
        },
      },
      add,
    );
    assert.ok(
      text.includes(
        "{{Add.response.body.$.items[0].id}} {{Add.response.body.(/a/b)[1]}} {{Add.response.headers.ETag}} {{Add.response.body.*}}",
      ),
      text,
    );
  });

  test("an export says that a response of another file can't be used", () => {
    const user = { ...add, url: "http://h/{% response 'body', 'req_9', '$.id' %}" };
    const other = { ...add, _id: "req_9", parentId: "fld_1" };
    const source = imported({ "a.json": version4(user, folder("fld_1", "Inner"), other) });
    assert.match(source.items[0]?.note ?? "", /in the file of its request/);
  });

  const form = "application/x-www-form-urlencoded";
  const files = [
    { name: "a", value: "1" },
    { name: "f", type: "file", fileName: "/pictures/photo.png" },
  ];
  const pairs = [
    { name: "a", value: "1 2" },
    { name: "b", value: "x", disabled: true },
  ];
  const bodies: readonly (readonly [what: string, body: object, ...expected: readonly string[]])[] = [
    ["the pairs of a form", { mimeType: form, params: pairs }, `\nContent-Type: ${form}\n`, "\n\na=1+2\n"],
    [
      "the parts of a form, one of them a file",
      { mimeType: "multipart/form-data", params: files },
      'name="a"\n\n1\n',
      'filename="photo.png"\n\n< ../attachments/photo.png\n',
    ],
    ["GraphQL", { mimeType: "application/graphql", text: '{"query":"{a}"}' }, "\nContent-Type: application/json\n"],
    ["a file", { mimeType: "application/octet-stream", fileName: "a.bin" }, "\n\n< ../attachments/a.bin\n"],
  ];
  for (const [what, body, ...expected] of bodies) {
    test(`a request has the body of the export: ${what}`, () => {
      const text = requestText({ method: "POST", body });
      for (const part of expected) assert.ok(text.includes(part), text);
    });
  }

  const key = { type: "apikey", key: "k", value: "geheim" };
  const authentications: readonly (readonly [
    authentication: Readonly<Record<string, string>>,
    line: string,
    outcome?: string,
  ])[] = [
    [{ type: "bearer", token: "geheim" }, "Authorization: Bearer {{token}}"],
    [{ type: "bearer", token: "{{ _.t }}", prefix: "Token" }, "Authorization: Token {{t}}"],
    [{ type: "digest", username: "me", password: "geheim" }, '# @auth digest "me" password'],
    [{ type: "ntlm", username: "D\\u", domain: "E", password: "geheim" }, '# @auth ntlm "D\\u" password'],
    [{ ...key, addTo: "queryParams" }, "POST {{base}}/calc?k={{apikey}} HTTP/1.1"],
    [{ ...key, addTo: "cookie" }, "Cookie: k={{apikey}}"],
    [{ ...key, in: "query" }, "k: {{apikey}}"],
    [{ type: "singleToken", token: "geheim" }, "Authorization: Bearer {{token}}"],
    [{ type: "oauth2", accessToken: "geheim", tokenPrefix: "Token" }, "Authorization: Token {{token}}", "partly"],
    [{ type: "oauth2", accessToken: "geheim", addTokenTo: "queryParams" }, "Authorization: Bearer {{token}}", "partly"],
    [{ type: "oauth2", clientSecret: "geheim" }, "# | Authorization: oauth2", "kept"],
    [{ type: "iam", accessKeyId: "geheim" }, "# | Authorization: iam", "kept"],
  ];
  for (const [authentication, line, outcome = "translated"] of authentications) {
    test(`only the private environment has the credentials of ${JSON.stringify(authentication)}`, () => {
      const source = imported({ "a.json": version4({ ...add, authentication }) });
      const shared = source.files.filter(({ path }) => path !== "http-client.private.env.json");
      for (const { path } of shared) assert.ok(!textIn(source, path).includes("geheim"), path);
      assert.ok(textIn(source, "requests/Calc.soaphttp").split("\n").includes(line), line);
      assert.ok(outcomesOf(source).includes(`security ${authentication["type"]}: ${outcome}`));
    });
  }

  test("an authentication that is disabled isn't imported", () => {
    const authentication = { type: "basic", username: "geheim", disabled: true };
    const source = imported({ "a.json": version4({ ...add, authentication }) });
    for (const { path } of source.files) assert.doesNotMatch(textIn(source, path), /Authorization|geheim/);
  });

  test("a request keeps an API key whose header is also the type of the body", () => {
    const authentication = { type: "apikey", key: "Content-Type", value: "{{ _.k }}" };
    const text = requestText({ method: "POST", body: { mimeType: "text/xml", text: "<a/>" }, authentication });
    assert.match(text, /^Content-Type: text\/xml\nContent-Type: \{\{k\}\}\n/m);
  });

  test("the notes about an API key name the name's tags before the value's", () => {
    const authentication = { type: "apikey", key: "{% a 1 %}", value: "{% b 2 %}" };
    const { items } = imported({ "a.json": version4({ ...add, authentication }) });
    const note = items.find(({ kind }) => kind === "security")?.note ?? "";
    assert.match(note, /\{% a 1 %\}.*\{% b 2 %\}/s);
  });

  test("the import translates scripts after the response, and keeps others", () => {
    const text = requestText({
      preRequestScript: "insomnia.environment.set('a', 1);",
      afterResponseScript:
        "insomnia.test('ok', () => {\n  insomnia.response.to.have.status(200);\n});\ninsomnia.sendRequest('x');",
    });
    assert.match(text, /^# \| insomnia\.environment\.set\('a', 1\);\n/);
    assert.match(text, /\n# @expect status 200\n/);
    assert.match(text, /# \| insomnia\.sendRequest\('x'\);\n/);
  });

  test("an export keeps requests of other protocols and unit tests as comments, and lists all else", () => {
    const source = imported({
      "a.json": version4(
        add,
        { _id: "ws-req_1", _type: "websocket_request", parentId: "wrk_1", name: "Socket", url: "ws://h/" },
        { _id: "uts_1", _type: "unit_test_suite", parentId: "wrk_1", name: "Suite" },
        { _id: "ut_1", _type: "unit_test", parentId: "uts_1", name: "Works", code: "expect(1).to.equal(1);" },
        { _id: "jar_1", _type: "cookie_jar", parentId: "wrk_1", name: "Jar", cookies: [] },
        { _id: "spc_1", _type: "api_spec", parentId: "wrk_1", fileName: "Calc", contents: "openapi: 3.0.0" },
      ),
    });
    assert.deepEqual(outcomesOf(source), [
      "request request: translated",
      "step websocket_request: kept",
      "property api_spec: dropped",
      "script unit_test: kept",
    ]);
    assert.match(textIn(source, "tests/Suite.soaphttp"), /# \| expect\(1\)\.to\.equal\(1\);\n/);
  });

  test("an export imports requests whose folders are unknown or in each other", () => {
    const source = imported({
      "a.json": version4(
        { ...add, parentId: "fld_unknown" },
        folder("fld_1", "A", { parentId: "fld_2" }),
        folder("fld_2", "B", { parentId: "fld_1" }),
        { ...add, _id: "req_2", parentId: "fld_2", name: "Deep" },
      ),
    });
    assert.equal(source.items.filter(({ kind }) => kind === "request").length, 2);
  });

  test("an export refuses folders that are nested too deeply", () => {
    const folders = Array.from({ length: 1_100 }, (_, level) => {
      return folder(`fld_${level}`, "F", level === 0 ? {} : { parentId: `fld_${level - 1}` });
    });
    assert.match(problemOf({ "a.json": version4(...folders) }), /1000 levels/);
  });
});

const yaml = `type: collection.insomnia.rest/5.0
name: Calc
meta:
  id: wrk_1
  created: 1700000000000
  description: About it
collection:
  - name: Inner
    meta:
      id: fld_1
      sortKey: 2
    children:
      - url: "{{ _.base }}/calc"
        name: Add
        meta:
          id: req_1
          sortKey: 1
        method: POST
        body:
          mimeType: text/xml
          text: |-
            <s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">
              <s:Body><a>1</a></s:Body>
            </s:Envelope>
        headers:
          - name: Content-Type
            value: text/xml
        scripts:
          afterResponse: insomnia.response.to.have.status(200);
        settings:
          followRedirects: "off"
  - url: ws://localhost
    name: Socket
    meta:
      id: ws-req_1
      sortKey: 1
cookieJar:
  name: Default Jar
environments:
  name: Base Environment
  data:
    base: http://localhost:8080
  subEnvironments:
    - name: Test
      data:
        base: http://test
testSuites:
  - name: Suite
    tests:
      - name: Works
        requestId: req_1
        code: expect(1).to.equal(1);
`;

suite("an Insomnia export of version 4 as YAML", () => {
  test("an export as YAML becomes the same as one as JSON", () => {
    const content = version4({ ...add });
    const lines = Object.entries(content).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
    assert.deepEqual(imported({ "a.yaml": lines.join("\n") }).files, imported({ "a.json": content }).files);
    assert.equal(
      imported({ "a.yaml": `_type: export\n__export_format: 4\nresources:\n  - ${JSON.stringify(add)}\n` }).requests,
      1,
    );
  });
});

suite("an Insomnia file of version 5", () => {
  test("a file of version 5 becomes the same as an export of version 4", () => {
    const source = imported({ "a.yaml": yaml });
    assert.deepEqual(paths(source.files), [
      "requests/Calc.soaphttp",
      "requests/Inner.soaphttp",
      "tests/Suite.soaphttp",
      "http-client.env.json",
      "import.md",
    ]);
    const text = textIn(source, "requests/Inner.soaphttp");
    assert.match(text, /\n# @expect status 200\n# @no-redirect\nPOST \{\{base\}\}\/calc HTTP/);
    assert.ok(text.includes("  <s:Body><a>1</a></s:Body>\n"));
    assert.equal(JSON.parse(textIn(source, "http-client.env.json")).Test.base, "http://test");
    assert.match(textIn(source, "requests/Calc.soaphttp"), /^# \| About it\n/);
  });

  test("a file of version 5 says what is wrong with YAML that can't be read", () => {
    const begin = "type: collection.insomnia.rest/5.0\n";
    assert.match(problemOf({ "a.yaml": `${begin}a: [` }), /^The file is not valid YAML: /);
    assert.match(problemOf({ "a.yaml": `${begin}a: &a [1]\nb: *a\n` }), /^The file is not valid YAML: /);
    assert.match(problemOf({ "a.yaml": `${begin}a: ${"[".repeat(100_000)}` }), /levels deep|not valid/);
    assert.equal(problemOf({ "a.yaml": "|\ntype: collection.insomnia.rest/5.0" }), "The file is not valid YAML.");
  });

  test("a file of version 5 may have a member that is called problem", () => {
    assert.equal(
      imported({ "a.yaml": "type: collection.insomnia.rest/5.0\nname: Calc\nproblem: none\n" }).name,
      "Calc",
    );
  });

  test("a file of version 5 is read in linear time", function () {
    this.timeout(20_000);
    const names = Array.from({ length: 20_000 }, (_, at) => `    name${at}: value\n`).join("");
    const source = imported({ "a.yaml": `type: collection.insomnia.rest/5.0\nenvironments:\n  data:\n${names}` });
    assert.equal(source.items.length, 20_000);
  });
});
