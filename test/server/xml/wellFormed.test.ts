import assert from "node:assert/strict";
import { expectWellFormed, outline } from "./trace.ts";

suite("the XML parser, on well-formed documents", () => {
  for (const [source, tree] of [
    ["<a/>", "a()/"],
    ["<a></a>", "a()"],
    ["<a\n></a >", "a()"],
    ["<a>1<b/>2</a>", 'a("1" b()/ "2")'],
    ["<a b='1' c = \"2\"/>", "a(@b=1 @c=2)/"],
    ["<a b='\"' c=\"'>\"/>", "a(@b=\" @c='>)/"],
    ["<a>&lt;&#65;&#x1F600;</a>", 'a("&lt;&#65;&#x1F600;")'],
    ["<a><![CDATA[<&]]>]]&gt;</a>", 'a(cdata "]]&gt;")'],
    ["<a>a > b ]] ' \" --> ?></a>", 'a("a > b ]] \' \\" --> ?>")'],
    ["<!-- - -->\n<a/><!---->", 'comment "\\n" a()/ comment'],
    ["<?p?><a><?p x ? > ??></a>", "pi a(pi)"],
    ["<?xml version='1.0' encoding=\"utf-8\" standalone='no' ?><a/>", "declaration a()/"],
    ['<!DOCTYPE a [<!ENTITY b "]>\'"> <!-- ]>" --> <?p ]> ?>]><a/>', "doctype a()/"],
    ["<é:ñ xmlns:é='urn:é' 𠀀='1'>·</é:ñ>", 'é:ñ(@xmlns:é=urn:é @𠀀=1 "·")'],
    ["<a.-·0 _='1'/>", "a.-·0(@_=1)/"],
  ] as const) {
    test(source, () => assert.equal(outline(expectWellFormed(source)), tree));
  }

  test("the parser skips a byte order mark at the start", () => {
    const document = expectWellFormed("\ufeff<?xml version='1.0'?><a/>");
    assert.deepEqual([document.start, document.declaration?.start], [0, 1]);
  });

  test("the parser accepts a document without a root", () => {
    for (const source of ["", " \n", "<!-- c -->", "<?p?>"]) assert.equal(expectWellFormed(source).root, undefined);
  });

  test("the parser treats variables of the file format as text", () => {
    expectWellFormed("<a b='{{x}}'>{{x}} {{$guid}}</a>");
    expectWellFormed("<a b='{{$datetime 'yyyy'}}'>{{a<b&c]]>}}</a>", { variables: true });
    expectWellFormed('<a>{{"json": 1}} {{ {{}} } {</a>', { variables: true });
  });

  test("the parser treats a colon as a letter without namespaces", () => {
    expectWellFormed("<:a: b:c:d='1' xmlns:xml='' e:f=''><?p:q?></:a:>", { namespaces: false });
  });

  test("the parser distinguishes names with the same hash", () => {
    const source = "<Aa><BB/><AaAa/><AaBB/><BBAa AaAa='1' BBBB='2'/></Aa>";
    assert.equal(outline(expectWellFormed(source)), "Aa(BB()/ AaAa()/ AaBB()/ BBAa(@AaAa=1 @BBBB=2)/)");
  });

  test("the parser doesn't read beyond a part of a text", () => {
    const text = "<<a>&lt;</a>>";
    const document = expectWellFormed(text.slice(1, -1));
    assert.equal(outline(document), 'a("&lt;")');
  });
});

suite("offsets in the tree", () => {
  const text = "<x:a b='1'\n  c=\"2\" >t<d/></x:a >";
  const { root } = expectWellFormed(text, { namespaces: false });

  test("the offsets of an element include both tags and their names", () => {
    assert.ok(root);
    const { start, end, nameStart, nameEnd, startTagEnd, endTag } = root;
    assert.equal(text.slice(start, end), text);
    assert.equal(text.slice(nameStart, nameEnd), "x:a");
    assert.equal(text.slice(start, startTagEnd), "<x:a b='1'\n  c=\"2\" >");
    assert.equal(text.slice(endTag?.start, endTag?.end), "</x:a >");
    assert.equal(text.slice(endTag?.nameStart, endTag?.nameEnd), "x:a");
  });

  test("the offsets of attributes include names and values", () => {
    const parts = root?.attributes.map(({ start, end, nameStart, nameEnd, valueStart, valueEnd }) =>
      [text.slice(start, end), text.slice(nameStart, nameEnd), text.slice(valueStart, valueEnd)].join("|"),
    );
    assert.deepEqual(parts, ["b='1'|b|1", 'c="2"|c|2']);
  });

  test("the offsets of an XML declaration include the values", () => {
    const source = "<?xml version='1.0' encoding=\"utf-8\" standalone='yes'?><a/>";
    const { declaration } = expectWellFormed(source);
    const values = [declaration?.version, declaration?.encoding, declaration?.standalone];
    assert.deepEqual(
      values.map((value) => value && source.slice(value.start, value.end)),
      ["1.0", "utf-8", "yes"],
    );
  });
});
