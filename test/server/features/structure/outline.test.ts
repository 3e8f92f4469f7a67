import assert from "node:assert/strict";
import { SymbolKind } from "vscode-languageserver-types";
import { type OutlineSymbol, outline } from "../../../../server/src/features/symbols.ts";
import { getRequestNames } from "../../../../server/src/service/languageService.ts";
import { request } from "../../../support/findings.ts";
import { mark, marked } from "../../../support/marked.ts";
import { multipartRequest, requestSections, responseSections } from "../../../support/structure.ts";

suite("outline", () => {
  test("the outline lists the headers and elements of a request", () => {
    assert.deepEqual(lines(requestSections(request())), [
      "Method POST /s",
      "  Property Host (h)",
      "  Property Content-Type (application/soap+xml; charset=utf-8)",
      "  Property Content-Length (84)",
      "  Struct s:Envelope",
      "    Field s:Body",
    ]);
  });

  test("the outline shows the beginning of an element's text, with references decoded", () => {
    const body = `<a><b>1 &lt; 2\n  and on</b><c><![CDATA[<raw>]]></c><d>${"x".repeat(1000)}</d></a>`;
    assert.deepEqual(lines(requestSections(request({}, body))).slice(4), [
      "  Struct a",
      "    Field b (1 < 2 and on)",
      "    Field c (<raw>)",
      `    Field d (${"x".repeat(60)}…)`,
    ]);
  });

  test("the outline names a request by its name, title or request line", () => {
    const called = (preamble: string) => outline(requestSections(`${preamble}GET /x HTTP/1.1`)).map(nameAndDetail);
    assert.deepEqual(called("### Add\n# @name add\n"), ["add | Add · GET /x"]);
    assert.deepEqual(called("### Add\n"), ["Add | GET /x"]);
    assert.deepEqual(called("### Add\n# @title Subtract\n"), ["Subtract | GET /x"]);
    assert.deepEqual(called(""), ["GET /x | "]);
    assert.deepEqual(outline(requestSections("Host: h")).map(nameAndDetail), ["Host: h | "]);
  });

  test("the outline spans a request from its separator to the next, and selects its request line", () => {
    const source = "### a\n«POST /a HTTP/1.1»\n\n### b\n# @name b\n«GET /b HTTP/1.1»\nHost: h\n";
    const { text, spans } = marked(source);
    const symbols = outline(requestSections(text));
    assert.equal(
      mark(
        text,
        symbols.map(({ selection }) => selection),
      ),
      mark(text, spans),
    );
    const ranges = symbols.map(({ range }) => text.slice(range.start, range.end));
    assert.deepEqual(ranges, ["### a\nPOST /a HTTP/1.1\n", "### b\n# @name b\nGET /b HTTP/1.1\nHost: h"]);
  });

  test("the outline lists variables at the top level or below the title of their segment", () => {
    assert.deepEqual(
      lines(requestSections("@a = 1\n@b = {{a}}\n### Settings\n@c = 3\n### Get\n@d = 4\nGET / HTTP/1.1")),
      [
        "Variable @a (1)",
        "Variable @b ({{a}})",
        "Namespace Settings",
        "  Variable @c (3)",
        "Method Get (GET /)",
        "  Variable @d (4)",
      ],
    );
  });

  test("the outline lists the elements of the root part below the parts of a multipart body", () => {
    assert.deepEqual(lines(requestSections(multipartRequest("<a><b/></a>"))).slice(3), [
      "  Package root (text/xml)",
      "    Struct a",
      "      Field b",
      "  Package picture (image/png)",
    ]);
  });

  test("the outline lists the same for a response", () => {
    const text = "HTTP/1.1 200 OK\nContent-Type: text/xml\n\n<a>\n  <b>1</b>\n</a>";
    assert.deepEqual(lines(responseSections(text)), [
      "Event 200 OK (HTTP/1.1)",
      "  Property Content-Type (text/xml)",
      "  Struct a",
      "    Field b (1)",
    ]);
  });

  test("the outline includes XML that isn't an envelope", () => {
    const text = "HTTP/1.1 200 OK\nContent-Type: text/xml\n\n<definitions><types/></definitions>";
    assert.deepEqual(lines(responseSections(text)).slice(2), ["  Struct definitions", "    Field types"]);
  });

  test("the outline handles broken XML and broken headers", () => {
    const symbols = lines(requestSections("POST\n: no name\nno colon\nHost:\n\n<a><b><c></b>text</d>"));
    assert.deepEqual(symbols, ["Method POST", "  Property Host", "  Struct a", "    Struct b", "      Field c"]);
  });

  test("the outline nests ranges and selections correctly, even in broken documents", () => {
    for (const text of [
      ...broken,
      ...broken.map((body) => request({}, body)),
      ...broken.map((part) => multipartRequest(part)),
    ]) {
      for (const symbol of outline(requestSections(text))) assertNested(symbol, text);
      for (const symbol of outline(responseSections(`HTTP/1.1 500\n\n${text}`))) assertNested(symbol, text);
    }
  });

  test("the outline lists all requests before headers if there are too many, and says that it is limited", () => {
    const text = Array.from({ length: 30 }, () => `${request()}\n### next\n`).join("");
    const symbols = outline(requestSections(text), 40);
    assert.equal(symbols.filter(({ kind }) => kind === SymbolKind.Method).length, 30);
    assert.equal(count(symbols), 40);
    const one = lines(requestSections(request({}, `<a>${"<b/>".repeat(100)}</a>`)), 10);
    assert.equal(one.length, 11);
    assert.equal(one.at(-1), "  Null … and more: the outline is limited to 10 entries");
  });

  test("the outline leaves out elements that are nested too deep, but not those after them", () => {
    const depth = 100_000;
    const body = `<r>${"<a>".repeat(depth)}${"</a>".repeat(depth)}<z/></r>`;
    const symbols = lines(requestSections(request({}, body)));
    assert.equal(symbols.length, 4 + 100 + 1);
    assert.equal(symbols.at(-1), "    Field z");
  });
});

const broken = [
  "",
  "<a><b></a>",
  "<a></b></a></c>",
  "<a><!-- <b/>",
  "<a x='<b/>'",
  "<s:Envelope",
  "<a><b x=></b><",
  "### \n\n###",
  "text <a/> text <b/>",
  "--b\nContent-ID: <x>\n--b\n\n<a",
];

function lines(sections: Parameters<typeof outline>[0], limit?: number): string[] {
  const show = (symbol: OutlineSymbol, indent: string): string[] => [
    `${indent}${kindName(symbol.kind)} ${symbol.name}${symbol.detail === "" ? "" : ` (${symbol.detail})`}`,
    ...symbol.children.flatMap((child) => show(child, `${indent}  `)),
  ];
  return outline(sections, limit).flatMap((symbol) => show(symbol, ""));
}

function kindName(kind: SymbolKind): string | undefined {
  return Object.entries(SymbolKind).find(([, value]) => value === kind)?.[0];
}

function nameAndDetail({ name, detail }: OutlineSymbol): string {
  return `${name} | ${detail}`;
}

function count(symbols: readonly OutlineSymbol[]): number {
  return symbols.reduce((sum, { children }) => sum + 1 + count(children), 0);
}

function assertNested({ name, range, selection, children }: OutlineSymbol, text: string): void {
  const within = (inner: typeof range, outer: typeof range) => outer.start <= inner.start && inner.end <= outer.end;
  assert.ok(name !== "", text);
  assert.ok(within(selection, range), `${name} in ${JSON.stringify(text)}`);
  for (const child of children) {
    assert.ok(within(child.range, range), `${child.name} in ${JSON.stringify(text)}`);
    assertNested(child, text);
  }
}

suite("names of requests", () => {
  test("names include each request of a file with the line of its request line", () => {
    const text =
      "@a = 1\n### Add\n# @name add\nPOST /add HTTP/1.1\n\n<a/>\n###\r\n\r\nGET {{a}}/x HTTP/1.1\n### empty\n";
    assert.deepEqual(getRequestNames(text).requests, [
      { name: "add", detail: "Add · POST /add", line: 3 },
      { name: "GET {{a}}/x", detail: "", line: 8 },
    ]);
  });

  test("names are empty without a request", () => {
    assert.deepEqual(getRequestNames("").requests, []);
    assert.deepEqual(getRequestNames("### only a title\n# a comment").requests, []);
  });
});
