import assert from "node:assert/strict";
import { expectQueried } from "../../../server/src/features/expecting.ts";
import { queryIn } from "../../../server/src/features/query.ts";
import * as fontoxpath from "../../../server/src/node/fontoxpath.mjs";
import { provideXPathHere } from "../../../server/src/node/xpath.ts";
import { applyEdits, provideXPath } from "../../../server/src/service/languageService.ts";
import { requestSections, responseSections } from "../../support/structure.ts";

const post = 'POST /calc HTTP/1.1\nContent-Type: text/xml\n\n<m:Add xmlns:m="urn:m"/>\n';
const head = "HTTP/1.1 200 OK\nContent-Type: text/xml\n\n";
const rows =
  '<r:R xmlns:r="urn:m"><r:Row id="1">a</r:Row><r:Row id="2">ä</r:Row><r:Token>t0</r:Token><r:Group><r:A/></r:Group></r:R>';

function query(path: string, body = rows, before = head) {
  const [request] = requestSections(post);
  const [section] = responseSections(before + body);
  assert.ok(section);
  return { section, found: queryIn(section, path, request?.xml) };
}

/** The parts of the response that are marked, or why there are none. */
function marked(path: string, body?: string, before?: string): readonly (string | undefined)[] | string {
  const { section, found } = query(path, body, before);
  return "why" in found
    ? found.why
    : found.values.map(({ at, text }) => (at ? section.text.slice(at.start, at.end) : text));
}

function directive(path: string, as: "expect" | "set", body?: string): string {
  const { found } = query(path, body);
  const [request] = requestSections(post);
  assert.ok(request && "values" in found);
  const names = ["host", "host2"];
  const added = expectQueried(request.placed.segment, path, found.values, as, names);
  return "why" in added ? added.why : applyEdits(post, [added.edit]).slice(0, -post.length - 1);
}

suite("querying a response", () => {
  suiteSetup(provideXPathHere);

  test("the places of the values are those in the shown text, with the prefixes of the request and the response", () => {
    assert.deepEqual(marked("//m:Row"), ['<r:Row id="1">a</r:Row>', '<r:Row id="2">ä</r:Row>']);
    assert.deepEqual(marked("//r:Row[2]/@id"), ['id="2"']);
    assert.deepEqual(marked("//r:Row[. = 'ä']"), ['<r:Row id="2">ä</r:Row>']);
    assert.deepEqual(marked("count(//m:Row)"), ["2"]);
    assert.deepEqual(marked("//R", `\ufeff<?xml version="1.0" encoding="iso-8859-1"?>\n<R>é</R>`), ["<R>é</R>"]);
  });

  test("the root part of a multipart response is queried", () => {
    const multipart = 'HTTP/1.1 200 OK\nContent-Type: multipart/related; type="text/xml"; boundary=b\n\n';
    assert.deepEqual(marked("//a", "--b\nContent-Type: text/xml\n\n<a>1</a>\n--b--\n", multipart), ["<a>1</a>"]);
  });

  test("a path that finds nothing has a hint about what it may mean", () => {
    const { found } = query("//Row");
    assert.ok("values" in found);
    assert.deepEqual([found.values.length, found.hint], [0, "2 matches in urn:m: write //*:Row or //m:Row"]);
  });

  test("a path that can't be evaluated says why", () => {
    assert.equal(marked("//m:Row["), "The closing ] is missing in the XPath.");
    assert.match(String(marked("//x:Row")), /^The prefix x isn't declared/);
    assert.equal(marked("//a", "<a>"), "The body isn't well-formed XML.");
    assert.equal(
      marked("//a", '{"a": 1}', "HTTP/1.1 200 OK\nContent-Type: application/json\n\n"),
      "Only XPath in a response that is XML can be queried.",
    );
    assert.equal(marked("$.a"), "Only XPath in a response that is XML can be queried.");
  });

  for (const [path, as, expected] of [
    ["//m:Row[1]", "expect", '# @expect //m:Row[1] = "a"'],
    ["//m:Row", "expect", "# @expect //m:Row count 2"],
    ["//m:Row[3]", "expect", "# @expect //m:Row[3] absent"],
    ["//m:Group", "expect", "# @expect //m:Group exists"],
    ["//m:Token", "expect", "# @expect //m:Token exists"],
    ["//m:R/*[3]", "expect", "# @expect //m:R/*[3] exists"],
    ["count(//m:Row)", "expect", '# @expect count(//m:Row) = "2"'],
    ["count(//m:R[m:Token]/m:Row)", "expect", '# @expect count(//m:R[m:Token]/m:Row) = "2"'],
    ["string(//m:Token[1])", "expect", "# @expect string(//m:Token[1]) exists"],
    ["concat(//m:Token, //m:Row[1])", "expect", "# @expect concat(//m:Token, //m:Row[1]) exists"],
    ["string(//m:Row[../m:Token][1])", "expect", '# @expect string(//m:Row[../m:Token][1]) = "a"'],
    ["//m:Row[2]/@id", "set", "# @set id = //m:Row[2]/@id"],
    ["//m:Token", "set", "# @set Token = //m:Token"],
    ["//m:host", "set", "# @set host3 = //m:host"],
    ["//*[3]", "set", "# @set value = //*[3]"],
  ] as const)
    test(`the directive for ${path} is ${expected}`, () => assert.equal(directive(path, as), expected));

  test("a path that a directive can't contain is refused", () => {
    for (const as of ["expect", "set"] as const) {
      assert.match(directive("//m:Row[. = '{{a}}']", as), /can't contain this value/);
      assert.match(directive("//m:Row\n", as), /can't contain this value/);
    }
  });

  test("a host that can't stop an evaluation evaluates only paths of names", () => {
    provideXPath(() => fontoxpath, undefined);
    try {
      assert.match(String(marked("count(1 to 10000000000)")), /^In a browser, only paths of names are queried/);
      assert.equal(marked("//m:Row").length, 2);
    } finally {
      provideXPathHere();
    }
  });
});
