import assert from "node:assert/strict";
import type {
  Collection,
  CollectionFile,
  CollectionRequest,
  CollectionStep,
  Folder,
  Text,
} from "../../../../server/src/import/collection.ts";
import { Item, Ledger } from "../../../../server/src/import/ledger.ts";
import { writeCollection } from "../../../../server/src/import/write/write.ts";
import { importTools } from "../../../../server/src/service/languageService.ts";

const item = () => new Item("request", "request", []);

function request(name: string, more: Partial<CollectionRequest> = {}): CollectionRequest {
  return {
    kind: "request",
    item: item(),
    name,
    preamble: [],
    method: "POST",
    target: ["http://localhost:8080/calc"],
    headers: [{ name: "Content-Type", value: ["text/xml; charset=utf-8"] }],
    body: { kind: "text", text: ["<a/>"] },
    ...more,
  };
}

function file(name: string, steps: readonly CollectionStep[], more: Partial<CollectionFile> = {}): CollectionFile {
  return { name, comments: [], variables: [], steps, ...more };
}

const folder = (entries: Folder["entries"]): Folder => ({ name: "", entries });

function collection(more: Partial<Collection>): Collection {
  return {
    name: "Calculator",
    ledger: new Ledger(),
    requests: folder([]),
    tests: folder([]),
    variables: [],
    environments: [],
    wsdls: [],
    mocks: [],
    files: [],
    ...more,
  };
}

function filesOf(more: Partial<Collection>): ReadonlyMap<string, string> {
  const { files } = writeCollection(collection(more), importTools);
  const texts = Array.from(files, ({ path, content }) => {
    return [path, typeof content === "string" ? content : new TextDecoder().decode(content)] as const;
  });
  return new Map(texts);
}

function textOf(
  steps: readonly CollectionStep[],
  more: Partial<CollectionFile> = {},
  others: Partial<Collection> = {},
) {
  return filesOf({ ...others, tests: folder([file("Case", steps, more)]) }).get("tests/Case.soaphttp") ?? "";
}

const variable = (name: string) => ({ kind: "variable", name }) as const;
const bodyOf = (text: Text) =>
  textOf([request("a", { body: { kind: "text", text } })]).split("{{$contentLength}}\n\n")[1];

suite("files of an imported collection", () => {
  test("files without content aren't written", () => {
    const paths = Array.from(writeCollection(collection({}), importTools).files, ({ path }) => path);
    assert.deepEqual(paths, ["import.md"]);
  });

  test("imported files have a segment for each step, in order", () => {
    const skipped = request("Two: the rest", {
      preamble: [
        { kind: "skip", reason: "disabled in SoapUI" },
        { kind: "expect", item: item(), expectation: ["status 200"] },
      ],
      headers: [
        { name: "Content-Type", value: ["text/xml"] },
        { name: "X-Old", value: ["1"], isDisabled: true },
      ],
    });
    const script: CollectionStep = {
      kind: "comment",
      name: "Script",
      comments: [{ kind: "comment", text: "@name x\n\n### y" }],
    };
    assert.equal(
      textOf([request("One"), script, skipped]),
      `### One
# @name One
POST http://localhost:8080/calc HTTP/1.1
Host: localhost:8080
Content-Type: text/xml; charset=utf-8
Content-Length: {{$contentLength}}

<a/>

### Script
# | @name x
# |
# | ### y

### Two: the rest
# @name Two-the-rest
# @skip disabled in SoapUI
# @expect status 200
POST http://localhost:8080/calc HTTP/1.1
Host: localhost:8080
Content-Type: text/xml
# X-Old: 1
Content-Length: {{$contentLength}}

<a/>
`,
    );
  });

  test("imported files have names that each system allows", () => {
    const names = ["a/b:c?", "con", "..", "Case", "case", "x".repeat(70), "Überweisung", "end.", ""];
    const paths = [...filesOf({ tests: folder(names.map((name) => file(name, []))) }).keys()];
    assert.deepEqual(
      paths.filter((path) => path.startsWith("tests/")).map((path) => path.slice(6, -".soaphttp".length)),
      ["a-b-c-", "con_", "--", "Case", "case-2", "x".repeat(60), "Überweisung", "end-", "unnamed"],
    );
  });

  test("imported files have equal bytes each time", () => {
    const make = () =>
      filesOf({
        tests: folder([file("Case", [request("a"), request("a")])]),
        variables: [{ name: "x", value: ["1"] }],
      });
    assert.deepEqual([...make()], [...make()]);
  });

  test("imported files define variables at the top, and the hosts of their addresses", () => {
    const text = textOf([request("a", { target: [variable("base url"), "/add"] })], {
      variables: [{ name: "base url", value: ["https://me@localhost:8443/calc"] }],
    });
    assert.ok(
      text.startsWith("@base-url = https://me@localhost:8443/calc\n@base-url.host = localhost:8443\n\n### a\n"),
      text,
    );
    assert.ok(text.includes("\nPOST {{base-url}}/add HTTP/1.1\nHost: {{base-url.host}}\n"), text);
  });

  test("imported files add http to an address without a scheme", () => {
    const variables = [{ name: "host", value: ["localhost:8080"] }];
    const target = [variable("host"), "/a b?x={{y}}{id}"];
    const text = textOf([request("a", { target })], {}, { variables });
    assert.ok(text.includes("\nPOST http://{{host}}/a%20b?x=%7B%7By%7D%7D{id} HTTP/1.1\nHost: {{host}}\n"), text);
  });

  test("imported files refer to steps by their names", () => {
    const reference = { kind: "exchange", step: "1. Login", rest: "response.body.//*:Token" } as const;
    const text = textOf([
      request("1. Login"),
      request("b", { body: { kind: "text", text: ["<t>", reference, "</t>"] } }),
    ]);
    assert.ok(text.includes("# @name _1-Login\n"), text);
    assert.ok(text.includes("<t>{{_1-Login.response.body.//*:Token}}</t>"), text);
  });

  test("imported files write out values with markup or line breaks", () => {
    const variables = [
      { name: "tag", value: ["<c/>"] },
      { name: "part", value: ["<b>\r\n</b>"], item: new Item("property", "property", ["part"]) },
      { name: "plain", value: ["1 > 0"] },
    ];
    const text = textOf(
      [
        request("a", {
          body: { kind: "text", text: ["<a>", variable("part"), variable("plain"), variable("tag"), "</a>"] },
        }),
      ],
      {
        variables,
      },
    );
    assert.ok(text.startsWith("@plain = 1 > 0\n\n### a\n"), text);
    assert.ok(text.endsWith("\n<a><b>\n</b>{{plain}}<c/></a>\n"), text);
  });

  test("texts of a body that look like syntax of the file stay text", () => {
    assert.equal(bodyOf(["<a>{{x}}<![CDATA[{{y}}]]></a>"]), "<a>&#123;{x}}<![CDATA[{{brace}}{y}}]]></a>\n");
    assert.equal(bodyOf(["<a>\r\n### b\r</a>"]), "<a>\n ### b\n</a>\n");
    assert.equal(bodyOf(["< ./file.xml"]), "\n< ./file.xml\n");
    assert.equal(bodyOf(['{"a": "{{x}}"}']), '{"a": "{{brace}}{x}}"}\n');
  });

  test("imported files have no line breaks in names, headers and addresses", () => {
    const headers = [{ name: "X\r\nY", value: ["a\r\nb\0c"] }];
    const text = textOf([request("a\n### b", { target: ["http://h/\r\nx"], headers, body: undefined })]);
    assert.equal(
      text,
      `### a ### b
# @name a-b
POST http://h/%0D%0Ax HTTP/1.1
Host: h
X--Y: a b c
Content-Length: 0
`,
    );
  });

  test("imported files have multipart bodies with CRLF, and files as parts", () => {
    const attachment = { item: item(), folder: "attachments", name: "../a.pdf", content: new Uint8Array([1]) } as const;
    const headers = [{ name: "Content-Type", value: ['multipart/related; type="text/xml"'] }];
    const body: CollectionRequest["body"] = {
      kind: "multipart",
      parts: [
        { headers: [{ name: "Content-Type", value: ["text/xml"] }], content: ["<a/>"] },
        { headers: [{ name: "Content-ID", value: ["<a>"] }], content: attachment },
      ],
    };
    const text = textOf([request("a", { headers, body })], {}, { files: [attachment] });
    const [, sent] = text.split("Content-Length: {{$contentLength}}\r\n\r\n");
    assert.equal(
      sent?.replaceAll("\r\n", "\n"),
      `--part-boundary-1
Content-Type: text/xml

<a/>
--part-boundary-1
Content-ID: <a>

< ../attachments/---a.pdf
--part-boundary-1--
`,
    );
    assert.ok(text.includes('Content-Type: multipart/related; type="text/xml"; boundary="part-boundary-1"'), text);
  });

  test("imported files have environments, and secrets in a file of their own", () => {
    const environment = { item: item(), name: "Test", variables: [{ name: "base", value: ["https://t.example/x"] }] };
    const files = filesOf({
      requests: folder([file("F", [request("a", { target: [variable("base")] })])]),
      variables: [
        { name: "base", value: ["http://p.example:81/x"] },
        { name: "password", value: ["s3"], isSecret: true },
      ],
      environments: [environment],
    });
    assert.deepEqual(JSON.parse(files.get("http-client.env.json") ?? ""), {
      $shared: { base: "http://p.example:81/x", "base.host": "p.example:81" },
      Test: { base: "https://t.example/x", "base.host": "t.example" },
    });
    assert.deepEqual(JSON.parse(files.get("http-client.private.env.json") ?? ""), { $shared: { password: "s3" } });
    assert.equal(files.get(".gitignore"), "http-client.private.env.json\n");
  });
});

suite("the outcome of an item", () => {
  test("an item counts as dropped until a part of it is in a file", () => {
    const ledger = new Ledger();
    const items = ["kept", "translated", "partly", "forgotten"].map((type) => ledger.add("assertion", type, ["Step"]));
    const [kept, translated, partly] = items;
    const preamble = [
      { kind: "comment", item: kept, text: "a\nb" },
      { kind: "expect", item: translated ?? item(), expectation: ["no fault"] },
      { kind: "expect", item: partly?.partly("Without [x](y).") ?? item(), expectation: ["status 200"] },
    ] as const;
    const files = filesOf({ ledger, tests: folder([file("Case", [request("Step", { preamble })])]) });
    assert.deepEqual(
      items.map(({ outcome, place }) => [outcome, place?.file, place?.line]),
      [
        ["kept", "tests/Case.soaphttp", 3],
        ["translated", "tests/Case.soaphttp", 5],
        ["partly", "tests/Case.soaphttp", 6],
        ["dropped", "import.md", 15],
      ],
    );
    assert.equal(
      files.get("import.md"),
      `# Calculator

1 test imported. 3 items need a review.

## Partly Translated

- [ ] [Step: partly](tests/Case.soaphttp#L6) – Without \\[x\\]\\(y\\).

## Kept as Comments

- [ ] [Step: kept](tests/Case.soaphttp#L3)

## Not Imported

- [ ] Step: forgotten

## Files

- [tests/Case.soaphttp](tests/Case.soaphttp)
`,
    );
  });
});
