import assert from "node:assert/strict";
import { XmlDocument } from "libxml2-wasm";
import { searchPattern } from "../../../server/src/expectations/pattern.ts";
import { provideXPathHere } from "../../../server/src/node/xpath.ts";
import { parseXml } from "../../../server/src/xml/parser.ts";
import { nodesOf, stringValue } from "../../../server/src/xpath/domNodes.ts";
import { evaluateXPath, withPrefix } from "../../../server/src/xpath/xpath.ts";
import { Random } from "../../fuzz/random.ts";
import { evaluationWith, expectationsOf } from "../../support/evaluation.ts";

provideXPathHere();

const text = `<s:e xmlns:s="urn:s" xmlns="urn:d"><s:h a="1" s:b="x"/><s:b>
  <r n="1"><v>5.5</v><w c="y">a<!-- c -->&amp;</w></r>
  <r n="2"><v>7</v><v>8</v><w xmlns="">plain<s:v/></w></r><?p i?><r/></s:b></s:e>`;
const namespaces = { s: "urn:s", d: "urn:d" };

/** An expression of XPath 1.0 that means the same in XPath 3.1: no conversion of several nodes, and none to numbers. */
function expression(random: Random): string {
  const path = (): string => {
    const steps = Array.from({ length: 1 + random.below(3) }, step);
    return `${random.pick(["/", "//", "//", "/s:e//"])}${steps.join(random.pick(["/", "//"]))}`;
  };
  const name = () => random.pick(["*", "d:r", "d:v", "d:w", "w", "s:b", "s:*", "node()", "text()", "d:*", "s:v"]);
  const axis = () =>
    random.pick(["", "", "", "child::", "descendant::", "parent::", "ancestor::", "following-sibling::"]) ||
    random.pick([
      "",
      "preceding-sibling::",
      "descendant-or-self::",
      "ancestor-or-self::",
      "following::",
      "preceding::",
    ]);
  const step = (): string =>
    random.pick([`${axis()}${name()}${predicate()}`, `${axis()}${name()}`, "@*", "@n", "@s:b", "..", "."]);
  const predicate = (): string =>
    `[${random.pick(["1", "2", "last()", "position() < 3", "@n", "@n = '1'", "d:v", "not(d:v)", ". = '7'", "contains(., '5')", "starts-with(., 'a')", "local-name() = 'v'", "d:v = '8'", "d:v and @n", "d:v or @c", "count(*) = 2", "string-length(.) > 1", "namespace-uri() = 'urn:d'", "following-sibling::*"])}]`;
  return random.pick([
    path,
    path,
    path,
    () => `count(${path()})`,
    () => `${path()} | ${path()}`,
    () => `not(${path()})`,
    () => `boolean(${path()}) and count(${path()}) > 1`,
  ])();
}

suite("XPath", () => {
  test("XPath finds what libxml2 finds, for 1,000 expressions", () => {
    const document = XmlDocument.fromString(text);
    const nodes = nodesOf(parseXml(text, 0, text.length));
    const random = new Random(20261122);
    const differences: string[] = [];
    for (let count = 0; count < 1000; count++) {
      const path = expression(random);
      const own = /^(?:\/|count|not|boolean)/.test(path) ? path : `/${path}`;
      const theirs = document.eval(own, namespaces);
      const nodesFound = evaluateXPath(own, nodes, evaluationWith(new Map(Object.entries(namespaces))));
      const ours = "why" in nodesFound ? nodesFound.why : nodesFound.values.map((value) => value.text).join("|");
      const expected = Array.isArray(theirs) ? theirs.map((node) => node.content).join("|") : String(theirs);
      if (ours !== expected) differences.push(`${own}: ${ours} / ${expected}`);
    }
    document.dispose();
    assert.deepEqual(differences.slice(0, 20), []);
  });

  test("XPath takes time in proportion to the rows, and gives up on bodies nested too deep", () => {
    const rows = `<a>${"<row><id>1</id><name>x</name></row>".repeat(20_000)}</a>`;
    const [count] = expectationsOf("//row[name = 'x'] count 20000", { body: rows, milliseconds: 60_000 });
    assert.equal(count?.held, true);
    const deep = `${"<a>".repeat(100_000)}${"</a>".repeat(100_000)}`;
    const [result] = expectationsOf("//b exists", { body: deep });
    assert.equal(result?.held, false);
  });

  test("XPath reads a response of 50 MB", () => {
    const body = new TextEncoder().encode(`<a><b>5</b><c>${"x".repeat(50 * 1024 * 1024)}</c></a>`);
    const results = expectationsOf("//b = 5\nsize > 50 MB", { body });
    assert.deepEqual(
      results.map(({ held }) => held),
      [true, true],
    );
  });

  test("XPath matches patterns without end in linear time", () => {
    for (const pattern of ["(a+)+$", "(a|a)*b", "(.*)*x", "^(a?){50}a{50}$"]) {
      const found = searchPattern(pattern);
      assert.ok("find" in found);
      assert.equal(typeof found.find(`${"a".repeat(100_000)}!`), "boolean");
    }
  });

  test("XPath agrees with JavaScript about regular expressions", () => {
    const texts = ["", "a", "ab", "5.5", "x\ny", "2026-11-22", "A b", "[x]", "a/b", "tab\there", "ü"];
    const patterns = [
      "a",
      "^a",
      "b$",
      "^$",
      "^a|b$",
      "\\d+\\.\\d",
      "[^a]",
      "a.b",
      "(?:a|b){2}",
      "a*?b",
      "^\\d{4}-\\d\\d-\\d\\d$",
      "\\[x\\]",
      "[\\[\\]]",
      "\\w\\/\\w",
      "\\x61",
      "\\u00fc",
      "\\t",
      "[a-c]+$",
      "x\\s y|\\s",
    ];
    for (const pattern of patterns) {
      const found = searchPattern(pattern);
      assert.ok("find" in found, pattern);
      for (const one of texts)
        assert.equal(found.find(one), new RegExp(pattern, "u").test(one), `${pattern} in ${JSON.stringify(one)}`);
    }
  });

  test("XPath rewrites the names of elements to any namespace", () => {
    const rewritten: Readonly<Record<string, string>> = {
      "//Token": "//*:Token",
      "//m:A[@id = 'b']/c": "//*:A[@id = 'b']/*:c",
      "count(//a) div 2": "count(//*:a) div 2",
      "//a[b and not(c)]": "//*:a[*:b and not(*:c)]",
      "child::a/text()": "child::*:a/text()",
    };
    for (const [from, to] of Object.entries(rewritten)) assert.equal(withPrefix(from, "*"), to);
    assert.equal(stringValue(nodesOf(parseXml("<a>1<b>2</b></a>", 0, 16))), "12");
  });
});
