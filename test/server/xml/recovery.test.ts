import assert from "node:assert/strict";
import { parseXml } from "../../../server/src/xml/parser.ts";
import { expectRelated, outline } from "./trace.ts";

suite("the tree of a broken document", () => {
  for (const [source, tree] of [
    ["<a><b>1</a>", 'a(b("1")!)'],
    ["<a><b>1</b><c>", 'a(b("1") c()!)!'],
    ["<a><b>1</x><c/></a>", 'a(b("1" c()/)!)'],
    ["<a><b>1</B><c/></a>", 'a(b("1") c()/)'],
    ["<a><b>1</a></a>", 'a(b("1"))'],
    ["<a><b><c>1</b></c><d/></a>", 'a(b(c("1")) d()/)'],
    ["<a>1</b>2</a>", 'a("1" "2")'],
    ["<a b='1' text</a>", 'a(@b=1 " text")'],
    ["<a b='1><c/></a>", "a(@b=1 c()/)"],
    ["<a b='1 c='2'>x</a>", 'a(@b=1 @c=2 "x")'],
    ["<a b=1 c=“2 3”>x</a>", 'a(@b=1 @c=2 3 "x")'],
    ["<a b/>", "a(@b=)/"],
    ["<a b", "a(@b=)!"],
    ["<a/ >", "a()/"],
    ["<a>1 < 2</a>", 'a("1 < 2")'],
    ["<a><1b>x</1b></a>", 'a(1b("x"))'],
    ["<a>1</>", 'a("1")'],
    ["<a>1</a <b/>", 'a("1") " " b()/'],
    ["<a><!-- b ><c/></a>", "a(comment c()/)"],
    ["<a><![CDATA[b</a>", "a(cdata)"],
    ["<a><?b c><d/></a>", "a(pi d()/)"],
    ["<a><!x y><b/></a>", 'a("<!x y>" b()/)'],
    ["x<a/>y<b/>", '"x" a()/ "y" b()/'],
    ["<!DOCTYPE a [ <b/></a>", "doctype b()/"],
    ["<:a/><a:/>", ":a()/ a:()/"],
  ] as const) {
    test(JSON.stringify(source), () => assert.equal(outline(parseXml(source)), tree));
  }

  test("the tree ends an unclosed element where its end tag was expected", () => {
    const { root } = parseXml("<a><b>1</a>");
    const b = root?.children[0];
    assert.deepEqual([b?.start, b?.end], [3, 7]);
  });

  test("the tree gives an invalid name no prefix, and no second problem", () => {
    const { root } = parseXml("<a:b:c d:=''/>");
    assert.deepEqual([root?.prefix, root?.local, root?.namespace], ["", "a:b:c", undefined]);
    assert.deepEqual([root?.attributes[0]?.prefix, root?.attributes[0]?.local], ["", "d:"]);
  });
});

suite("related positions of a problem", () => {
  for (const source of [
    "<a><b>1«</a>»",
    "<a>1«»",
    "<a><«b»>1<b></a>",
    "<a><«b»>1</B></a>",
    "<a><b><«c»>1</b>«</c>»</a>",
    "<a«» <b/></a>",
    "<a>1</a«»",
    "<a «b»='1' b='2'/>",
    "<a xmlns:p='u' xmlns:q='u' «p:b»='1' q:b='2'/>",
    "<a:b «a»:c='1' «a»:d='1'/>",
    "<a><!-- b >«»</a>",
    "<a><![CDATA[b«»</a>",
    "<a><?b c«>»</a>",
    "« »<?xml version='1.0'?><a/>",
    "<?xml version='1.0'«>»<a/>",
    "<«a»/><b/>",
  ]) {
    test(JSON.stringify(source), () => expectRelated(source));
  }

  test("related positions include at most ten other uses of an undeclared prefix", () => {
    const { problems } = parseXml(`<a>${"<b:c/>".repeat(50)}</a>`);
    assert.deepEqual(
      problems.map((one) => one.related.length),
      [10],
    );
  });
});
