import assert from "node:assert/strict";
import { type Link, links } from "../../../../server/src/features/links.ts";
import { sectionsOfSegments } from "../../../../server/src/features/support/section.ts";
import { fileUri } from "../../../../server/src/resources/paths.ts";
import { analyze } from "../../../../server/src/service/languageService.ts";
import { mark, marked } from "../../../support/marked.ts";
import { type Around, around } from "../../../support/resolver.ts";

const base = "file:///files/soap/one.soaphttp";

suite("document links", () => {
  test("links lead from a target to the URL of the request", () => {
    expectLinks("POST «/calc?wsdl» HTTP/1.1\nHost: h:81", "http://h:81/calc?wsdl");
    expectLinks("# @scheme https\nPOST «/calc» HTTP/1.1\nHost: h", "https://h/calc");
    expectLinks(
      "@b = h:443\nPOST «{{b}}/x» HTTP/1.1\nHost: {{b}}\n### \nGET «http://{{b}}/y» HTTP/1.1",
      "https://h/h:443/x",
      "http://h:443/y",
    );
  });

  test("links skip a target without an address", () => {
    expectLinks("POST /calc HTTP/1.1");
    expectLinks("POST {{base}}/calc HTTP/1.1\nHost: h");
  });

  test("links lead from a body file to the file", () => {
    expectLinks("POST / HTTP/1.1\n\n< «./envelopes/add one.xml»", "file:///files/soap/envelopes/add%20one.xml");
    expectLinks("@n = add\nPOST / HTTP/1.1\n\n<@ «../{{n}}.xml»", "file:///files/add.xml");
    expectLinks("POST / HTTP/1.1\n\n< {{none}}.xml");
  });

  test("links lead from a part that is a file to the file", () => {
    const head = "@n = add\nPOST / HTTP/1.1\nContent-Type: multipart/related; boundary=b\n\n--b\n\n<a/>\n--b\n";
    expectLinks(`${head}\n< «./{{n}}.pdf»\n--b\n\nno < ./file\n--b--`, "file:///files/soap/add.pdf");
  });

  test("links replace the variables in a URL", () => {
    const text =
      '@h = example.org\n@base = http://{{h}}/a\nPOST / HTTP/1.1\nReferer: «{{base}}/b?c».\n\n<a b="«http://{{h}}/{{h}}»">see («https://{{h}}/x») {{h}}</a>';
    expectLinks(text, "http://example.org/a/b?c", "http://example.org/example.org", "https://example.org/x");
  });

  test("links leave URLs without variables to the editor", () => {
    expectLinks('POST / HTTP/1.1\nReferer: http://h/\n\n<a xmlns="http://example.org/"/>');
  });

  test("links resolve all kinds of paths, but a document without a folder has none", () => {
    const from = "vscode-vfs://github/o/r/dir/a.soaphttp";
    assert.equal(fileUri("b.xml", from), "vscode-vfs://github/o/r/dir/b.xml");
    assert.equal(fileUri("..\\b.xml", from), "vscode-vfs://github/o/r/b.xml");
    assert.equal(fileUri("a#b?c%20.xml", base), "file:///files/soap/a%23b%3Fc%2520.xml");
    assert.equal(fileUri("C:\\x\\y.xml", base), "file:///C:/x/y.xml");
    assert.equal(fileUri("C:\\x\\y.xml", from), undefined);
    assert.equal(fileUri("/x/y.xml", base), "file:///x/y.xml");
    assert.equal(fileUri("//host/y.xml", base), "file:///host/y.xml");
    assert.equal(fileUri("http://h/y.xml", base), "file:///files/soap/http://h/y.xml");
    assert.equal(fileUri("b.xml", "untitled:Untitled-1"), undefined);
  });

  test("a document in no folder has no links to files, whatever their paths are", () => {
    const paths =
      "# @data command:ID?ARGS#.csv\n# @import command:ID.soaphttp as a\n# @needs a.b\nGET /{{a.c}} HTTP/1.1";
    assert.deepEqual(linksIn(`${paths}\n\n< command:ID.xml`, { uri: "untitled:Untitled-1", roots: [] }), []);
  });

  test("a document that isn't saved has links to files of the first open folder", () => {
    const links = linksIn("# @data ./a.csv\nGET / HTTP/1.1\nHost: h\n\n< b.xml", { uri: "untitled:Untitled-1" });
    const files = links.flatMap(({ kind, target }) => (kind === "file" ? [target] : []));
    assert.deepEqual(files, ["file:///w/a.csv", "file:///w/b.xml"]);
  });

  test("links are limited in number", () => {
    const text = "GET /x HTTP/1.1\nHost: h\n###\n".repeat(20);
    assert.equal(linksIn(text, { uri: base }, 7).length, 7);
  });
});

function linksIn(text: string, host: Around, limit?: number): readonly Link[] {
  return links(sectionsOfSegments(analyze(text, { rules: {} }, around(host))), limit);
}

function expectLinks(source: string, ...targets: readonly string[]): void {
  const { text, spans } = marked(source);
  const links = linksIn(text, { uri: base });
  assert.equal(mark(text, links), mark(text, spans));
  const linked = links.map(({ target }) => target);
  assert.deepEqual(linked, targets);
}
