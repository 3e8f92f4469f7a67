import assert from "node:assert/strict";
import { importSources } from "../../../../server/src/import/import.ts";
import { importTools } from "../../../../server/src/service/languageService.ts";
import { imported, outcomesOf, problemOf, textIn, type WrittenSource } from "../../../support/imported.ts";

const add = `meta {
  name: Add
  type: http
  seq: 2
}

post {
  url: {{base}}/calc/:id
  body: xml
  auth: inherit
}

params:path {
  id: 5
}

headers {
  Content-Type: text/xml
  ~X-Old: 1
}

body:xml {
  <a>
    {{a}}
  </a>
}

vars:pre-request {
  a: <b/>
}

vars:post-response {
  token: res.body.token
  other: compute()
}

assert {
  res.status: eq 200
  res.body.sum: eq "5.50"
  ~res.body.x: isDefined
  res.body: isJson
}

tests {
  test("x", function() {
  });
}
`;

/** Imports the files of a folder `coll`. */
function collection(files: Readonly<Record<string, string>>): WrittenSource {
  return folder({ "bruno.json": '{"version": "1", "name": "Calc", "type": "collection"}', ...files });
}

function folder(all: Readonly<Record<string, string>>): WrittenSource {
  const encoded = Object.entries(all).map(([path, text]) => ({
    path: `coll/${path}`,
    bytes: new TextEncoder().encode(text),
  }));
  const [only, ...others] = importSources([{ path: "coll", isFolder: true, files: encoded }], importTools);
  assert.ok(only && "items" in only && others.length === 0);
  return { ...only, files: [...only.files] };
}

suite("a Bruno collection", () => {
  test("a Bruno collection becomes a file for each folder, with what it inherits", () => {
    const get = "meta {\n  name: Get\n  seq: 1\n}\nget {\n  url: {{base}}/x\n  auth: none\n}\n";
    const source = collection({
      "collection.bru":
        "auth {\n  mode: basic\n}\nauth:basic {\n  username: me\n  password: p4ss\n}\nheaders {\n  X-All: 1\n}\nvars:pre-request {\n  base: http://h:1\n}\n",
      "environments/Test.bru": "vars {\n  base: https://t.example\n}\nvars:secret [\n  pin\n]\n",
      "calls/folder.bru": "meta {\n  name: Calls\n}\nvars:pre-request {\n  own: 7\n}\ndocs {\n  About it\n}\n",
      "calls/add.bru": add,
      "calls/get.bru": get,
    });
    assert.equal(source.name, "Calc");
    assert.equal(
      textIn(source, "requests/Calls.soaphttp"),
      `# | About it
@own = 7

### Get
# @name Get
GET {{base}}/x HTTP/1.1
Host: {{base.host}}
X-All: 1

### Add
# @name Add
# | test("x", function() {
# | });
# @expect status 200
# @expect $.sum = "5.50"
# | ~res.body.x: isDefined
# | res.body: isJson
# @set token = $.token
# | other: compute()
# @ignore soap-envelope-missing
POST {{base}}/calc/5 HTTP/1.1
Host: {{base.host}}
X-All: 1
Content-Type: text/xml
# X-Old: 1
Authorization: Basic {{$basic "me" password}}
Content-Length: {{$contentLength}}

<a>
  <b/>
</a>
`,
    );
    assert.deepEqual(JSON.parse(textIn(source, "http-client.env.json")), {
      $shared: { base: "http://h:1", "base.host": "h:1" },
      Test: { base: "https://t.example", "base.host": "t.example" },
    });
    assert.deepEqual(JSON.parse(textIn(source, "http-client.private.env.json")), {
      $shared: { password: "p4ss" },
      Test: { pin: "" },
    });
    assert.ok(!outcomesOf(source).some((one) => one.endsWith("dropped")), outcomesOf(source).join("\n"));
  });

  test("a header of a request replaces one of its folder, in whatever case", () => {
    const source = collection({
      "collection.bru": "headers {\n  x-tenant: all\n}\n",
      "get.bru": "meta {\n  name: Get\n}\nget {\n  url: http://h/\n}\nheaders {\n  X-Tenant: own\n}\n",
    });
    const [file] = source.files.filter(({ path }) => path.endsWith(".soaphttp"));
    const tenants = textIn(source, file?.path ?? "").match(/^x-tenant: .*$/gim);
    assert.deepEqual(tenants, ["X-Tenant: own"]);
  });

  test("a Bruno collection may be a single file", () => {
    const source = imported({ "add.bru": add });
    assert.equal(source.name, "add");
    assert.match(textIn(source, "requests/add.soaphttp"), /^### Add\n# @name Add\n/);
  });

  const assertions: Readonly<Record<string, string>> = {
    "res.status: 200": "@expect status 200",
    "res.status: neq 500": "@expect status != 500",
    "res.status: in [200, 201]": '@expect status matches "^(200|201)$"',
    "res.status: lt 300": "@expect status < 300",
    "res.responseTime: lte 500": "@expect time <= 500 ms",
    "res.body: contains Result": '@expect body contains "Result"',
    "res.body: notContains Fault": '@expect body not contains "Fault"',
    "res.body.a: eq 5": "@expect $.a = 5",
    "res.body.a[0].b: eq five": '@expect $.a[0].b = "five"',
    "res.body.a: gt 5": "@expect $.a > 5",
    "res.body.a: isDefined": "@expect $.a exists",
    "res.body.a: length 3": "@expect $.a[*] count 3",
    "res.headers.content-type: contains xml": '@expect header content-type contains "xml"',
    'res.headers["x-a"]: eq b': '@expect header x-a = "b"',
    "res.body.a: isNumber": "| res.body.a: isNumber",
  };
  for (const [line, directive] of Object.entries(assertions)) {
    test(`a Bruno collection has the assertion ${line}`, () => {
      const text = `meta {\n  name: One\n}\nget {\n  url: http://h/\n}\nassert {\n  ${line}\n}\n`;
      const written = textIn(imported({ "one.bru": text }), "requests/one.soaphttp");
      assert.ok(written.includes(`\n# ${directive}\n`), written);
    });
  }

  test("a Bruno collection has forms, texts of several lines, and variables of the process", () => {
    const text = `post {
  url: http://h/
  body: formUrlEncoded
}
body:form-urlencoded {
  a b: {{process.env.PIN}}
  c: '''
    one
    two
  '''
}
`;
    const written = textIn(imported({ "one.bru": text }), "requests/one.soaphttp");
    assert.ok(written.endsWith("\n\na+b={{$processEnv PIN}}&c=one%0Atwo\n"), written);
  });

  test("a Bruno collection copies the files of bodies that are in its folder", () => {
    const text = (path: string) =>
      `meta {\n  name: One\n}\npost {\n  url: http://h/\n  body: file\n}\nbody:file {\n  file: @file(${path})\n}\n`;
    const source = collection({ "one.bru": text("data/a.bin"), "data/a.bin": "bytes" });
    assert.equal(textIn(source, "attachments/a.bin"), "bytes");
    const outside = collection({ "one.bru": text("../a.bin") });
    assert.ok(outcomesOf(outside).includes("attachment ../a.bin: dropped"));
  });
});

suite("an OpenCollection", () => {
  const request = `info:
  name: Add
  type: http
  seq: 1
http:
  method: POST
  url: "{{base}}/calc"
  headers:
    - name: Content-Type
      value: text/xml
    - name: X-Old
      value: "1"
      disabled: true
  body:
    type: xml
    data: |-
      <a>
        {{a}}
      </a>
  auth:
    type: bearer
    token: "{{token}}"
runtime:
  variables:
    - name: a
      value: "5"
  scripts:
    - type: tests
      code: other();
  assertions:
    - expression: res.status
      operator: eq
      value: "200"
    - expression: res.body.a
      operator: isDefined
    - expression: res.body.a
      operator: isNumber
`;
  const written = `### Add
# @name Add
# | other();
# @expect status 200
# @expect $.a exists
# | res.body.a: isNumber
# @ignore soap-envelope-missing
POST {{base}}/calc HTTP/1.1
Host: {{base.host}}
Content-Type: text/xml
# X-Old: 1
Authorization: Bearer {{token}}
Content-Length: {{$contentLength}}

<a>
  5
</a>
`;

  test("an OpenCollection is read from the files of its folder", () => {
    const source = folder({
      "opencollection.yml": "opencollection: 1.0.0\ninfo:\n  name: Calc\n",
      "calls/folder.yml": "info:\n  name: Calls\n  type: folder\n",
      "calls/add.yml": request,
      "calls/socket.yml": "info:\n  name: Socket\n  type: websocket\nwebsocket:\n  url: ws://h\n",
      "environments/dev.yml":
        "name: Dev\nvariables:\n  - name: base\n    value: http://h:1\n  - name: pin\n    secret: true\n",
    });
    assert.equal(textIn(source, "requests/Calls.soaphttp"), written);
    assert.deepEqual(JSON.parse(textIn(source, "http-client.env.json")), {
      Dev: { base: "http://h:1", "base.host": "h:1" },
    });
    assert.ok(outcomesOf(source).includes("request websocket: dropped"));
  });

  test("an OpenCollection is read from one file that has all items", () => {
    const items = request
      .split("\n")
      .map((line, at) => `${at === 0 ? "      - " : "        "}${line}`)
      .join("\n")
      .trimEnd();
    const text = `opencollection: 1.0.0\ninfo:\n  name: Calc\nbundled: true\nconfig:\n  environments:\n    - name: Dev\n      variables:\n        - name: base\n          value: http://h:1\nitems:\n  - info:\n      name: Calls\n      type: folder\n    items:\n${items}\n`;
    const source = imported({ "calc.yml": text });
    assert.deepEqual([source.name, textIn(source, "requests/Calls.soaphttp")], ["Calc", written]);
  });

  test("an OpenCollection that can't be read says why", () => {
    assert.match(problemOf({ "calc.yml": "opencollection: 1.0.0\ninfo: [\n" }), /not valid YAML/);
    assert.match(problemOf({ "calc.yml": "opencollection: &a 1.0.0\ninfo: *a\n" }), /not valid YAML/);
    assert.match(problemOf({ "calc.yml": "- a\nopencollection: 1\n" }), /not valid YAML/);
  });

  test("a file of a folder that can't be read is listed with the reason", () => {
    const source = folder({ "opencollection.yml": "opencollection: 1.0.0\n", "calls/add.yml": "info: [\n" });
    const item = source.items.find(({ path }) => path.at(-1) === "add.yml");
    assert.match(item?.note ?? "", /^The file is not valid YAML: /);
  });

  test("only the first 1,000 bytes of a file say that it is an OpenCollection", () => {
    const after = (length: number) => `#${"x".repeat(length - 2)}\nopencollection: 1.0.0\ninfo:\n  name: Calc\n`;
    assert.equal(imported({ "calc.yml": after(1_000 - "opencollection:".length) }).name, "Calc");
    assert.throws(() => imported({ "calc.yml": after(1_001 - "opencollection:".length) }));
  });
});
