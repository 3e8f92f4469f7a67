import assert from "node:assert/strict";
import { type C14nMethod, canonicalBytes } from "../../../server/src/security/c14n.ts";
import { parseXml } from "../../../server/src/xml/parser.ts";
import { elements } from "../../../server/src/xml/query.ts";
import { compareCanonicalForms } from "../../fuzz/canonical.ts";

const inclusive: C14nMethod = { kind: "inclusive", comments: false, prefixes: [] };
const exclusive: C14nMethod = { ...inclusive, kind: "exclusive" };

/** The canonical form of the first element with a local name, or of the document. */
function canonical(
  text: string,
  method: C14nMethod,
  apex?: string,
  instead: Readonly<Record<string, string>> = {},
): string {
  const document = parseXml(text);
  assert.deepEqual(document.problems, []);
  const all = [...elements(document)];
  const named = all.find((one) => one.local === apex);
  const given = new Map(
    all.flatMap((element) => {
      const text = instead[element.local];
      return text === undefined ? [] : [[element, text]];
    }),
  );
  return new TextDecoder().decode(canonicalBytes(document, named, method, given));
}

suite("Canonical XML 1.0", () => {
  // The subjects of the examples in sections 3.1 to 3.6 of Canonical XML 1.0, except for DTDs, which SOAP forbids.
  test("the canonical form separates instructions and comments at the top level from the root by line breaks", () => {
    const text =
      '<?xml version="1.0"?>\n\n<?style  href="a.xsl"\n  type="text/xsl"   ?>\n<d>x<!-- 1 --></d><?end?>\n<!-- 2 -->\n';
    assert.equal(canonical(text, inclusive), '<?style href="a.xsl"\n  type="text/xsl"   ?>\n<d>x</d>\n<?end?>');
    assert.equal(
      canonical(text, { ...inclusive, comments: true }),
      '<?style href="a.xsl"\n  type="text/xsl"   ?>\n<d>x<!-- 1 --></d>\n<?end?>\n<!-- 2 -->',
    );
  });

  test("the canonical form keeps the whitespace of the content", () => {
    const text = "<d>\n <clean> </clean>\r\n <mixed> A <b> B </b>\r</mixed>\t</d>";
    assert.equal(canonical(text, inclusive), "<d>\n <clean> </clean>\n <mixed> A <b> B </b>\n</mixed>\t</d>");
  });

  test("the canonical form writes start tags in one way", () => {
    const text = `<d xmlns="urn:d" xmlns:b="urn:2" xmlns:a='urn:1'>
<e1   /><e2 ></e2><e3   name = "n"   id='i'/><e4  b:x="2" a:x="3" x="1" xmlns:z="urn:z" xmlns=""/>
<e5 xmlns="urn:d" xmlns:a="urn:1"><e6 xmlns:a="urn:other"/></e5></d>`;
    assert.equal(
      canonical(text, inclusive),
      `<d xmlns="urn:d" xmlns:a="urn:1" xmlns:b="urn:2">
<e1></e1><e2></e2><e3 id="i" name="n"></e3><e4 xmlns="" xmlns:z="urn:z" x="1" a:x="3" b:x="2"></e4>
<e5><e6 xmlns:a="urn:other"></e6></e5></d>`,
    );
  });

  test("the canonical form replaces references and CDATA", () => {
    const text = `<d><t>First&#x0d;&#10;Second</t><v>&#x32;</v><c><![CDATA[v>"0" && v<"9" ?"ok":'no']]></c>
<a expr='v>"0" &amp;&amp; v&lt;"9"'/><n at=" a&#9;b&#xd;&#xA; c\r\nd "/></d>`;
    assert.equal(
      canonical(text, inclusive),
      `<d><t>First&#xD;\nSecond</t><v>2</v><c>v&gt;"0" &amp;&amp; v&lt;"9" ?"ok":'no'</c>
<a expr="v>&quot;0&quot; &amp;&amp; v&lt;&quot;9&quot;"></a><n at=" a&#x9;b&#xD;&#xA; c d "></n></d>`,
    );
  });

  test("the canonical form keeps what is canonical as typed", () => {
    const text = '<d a="&#x9;1"  b="2"\tc="3" d ="4" e= "5" f="6"><t>1 &lt; 2 &amp;&gt; 3</t ><t> &quot;</t></d>';
    assert.equal(
      canonical(text, inclusive),
      '<d a="&#x9;1" b="2" c="3" d="4" e="5" f="6"><t>1 &lt; 2 &amp;&gt; 3</t><t> "</t></d>',
    );
  });

  test("the canonical form is UTF-8", () => {
    assert.deepEqual(
      [...(canonicalBytes(parseXml("<d>&#169;</d>"), undefined, inclusive) ?? [])].slice(3, 5),
      [0xc2, 0xa9],
    );
  });

  test("the canonical form takes over the namespaces and xml: attributes around an element", () => {
    const text =
      '<a xmlns="urn:a" xmlns:u="urn:u" xml:lang="de" xml:space="preserve"><b xmlns:v="urn:v" xml:lang="en" id="1"><c xml:lang="fr"/></b></a>';
    assert.equal(
      canonical(text, inclusive, "b"),
      '<b xmlns="urn:a" xmlns:u="urn:u" xmlns:v="urn:v" id="1" xml:lang="en" xml:space="preserve"><c xml:lang="fr"></c></b>',
    );
  });

  test("the canonical form orders namespaces and names by code points", () => {
    const text = '<d xmlns:a="urn:\u{10000}" xmlns:b="urn:\ue000" a:x="1" b:x="2"/>';
    assert.equal(canonical(text, inclusive), '<d xmlns:a="urn:\u{10000}" xmlns:b="urn:\ue000" b:x="2" a:x="1"></d>');
  });

  test("the canonical form gives up on a form that is much longer than its document", () => {
    const name = "n".repeat(1_000_000);
    const text = `<r xmlns:a="${name}" xmlns:b="urn:b">${"<a:x/>".repeat(10)}</r>`;
    assert.equal(canonicalBytes(parseXml(text), undefined, exclusive), undefined);
    assert.ok(canonicalBytes(parseXml(text), undefined, inclusive));
  });

  test("the canonical form leaves an enveloped signature out", () => {
    assert.equal(canonical("<d>1<s><t/></s>2</d>", inclusive, "d", { s: "" }), "<d>12</d>");
  });

  test("the canonical form has what is given in place of an element", () => {
    assert.equal(canonical("<d>1<s><t/></s>2</d>", inclusive, undefined, { t: "YQ==" }), "<d>1<s>YQ==</s>2</d>");
  });
});

suite("Canonical XML 1.1", () => {
  const inclusive11: C14nMethod = { ...inclusive, kind: "inclusive11" };

  test("the canonical form takes over xml:lang and xml:space around an element, but not xml:id", () => {
    const text = '<a xml:id="a" xml:lang="de"><b xml:space="preserve"><c xml:lang="fr"/></b></a>';
    assert.equal(canonical(text, inclusive11, "c"), '<c xml:lang="fr" xml:space="preserve"></c>');
    assert.equal(canonical(text, inclusive, "c"), '<c xml:id="a" xml:lang="fr" xml:space="preserve"></c>');
  });

  // Section 2.4. The first value is the outermost.
  const joined: readonly (readonly [string, string, string | undefined])[] = [
    ["http://h/a/b", "c", "http://h/a/c"],
    ["http://h/a/b", "../../../c", "http://h/c"],
    ["http://h", "c", "http://h/c"],
    ["http://h/a?q", "", "http://h/a?q"],
    ["http://h/a?q", "?r", "http://h/a?r"],
    ["http://h/a", "//other/b", "http://other/b"],
    ["http://h/a", "urn:x", "urn:x"],
    ["a/b/", "../..", undefined],
    ["a", "../b", "../b"],
    ["..", "..", "../../"],
    ["../a", "..", "../../"],
    ["/a//b/", "c#fragment", "/a/b/c"],
    ["a", "", "a"],
  ];
  for (const [outer, inner, base] of joined) {
    test(`the canonical form joins xml:base="${outer}" and xml:base="${inner}" to ${base ?? "nothing"}`, () => {
      const text = `<a xml:base="${outer}"><b xml:base="${inner}"><c xml:base=""/></b></a>`;
      const written = base === undefined ? "<b>" : `<b xml:base="${base}">`;
      assert.equal(canonical(text, inclusive11, "b"), `${written}<c xml:base=""></c></b>`);
    });
  }

  test("the canonical form takes over xml:base around an element as it is, if there is only one", () => {
    assert.equal(canonical('<a xml:base="x/../y#z"><b/></a>', inclusive11, "b"), '<b xml:base="x/../y#z"></b>');
  });
});

suite("Exclusive XML Canonicalization 1.0", () => {
  // The subject of the examples in section 2.2: the same element in two contexts.
  const inOne =
    '<n1:r xmlns:n1="urn:1" xmlns="urn:d"><n2:e xmlns:n2="urn:2" xml:lang="en"><n3:s xmlns:n3="urn:3"/></n2:e></n1:r>';
  const inOther =
    '<n2:p xmlns:n1="urn:x" xmlns:n2="urn:2" xml:space="preserve"><n2:e xml:lang="en"><n3:s xmlns:n3="urn:3"/></n2:e></n2:p>';

  test("the exclusive form doesn't depend on what is around an element", () => {
    const form = '<n2:e xmlns:n2="urn:2" xml:lang="en"><n3:s xmlns:n3="urn:3"></n3:s></n2:e>';
    for (const text of [inOne, inOther]) assert.equal(canonical(text, exclusive, "e"), form);
  });

  test("the exclusive form declares a prefix where it is used, again for each branch", () => {
    const text = '<a:r xmlns:a="urn:a" xmlns:b="urn:b" xmlns="urn:d"><b:x/><b:x><b:y a:z=""/></b:x><e/></a:r>';
    assert.equal(
      canonical(text, exclusive),
      '<a:r xmlns:a="urn:a"><b:x xmlns:b="urn:b"></b:x><b:x xmlns:b="urn:b"><b:y a:z=""></b:y></b:x><e xmlns="urn:d"></e></a:r>',
    );
  });

  test("the exclusive form undeclares the default namespace only where it was declared", () => {
    const text = '<a:r xmlns:a="urn:a" xmlns="urn:d"><e xmlns=""/><f><g xmlns=""/></f></a:r>';
    assert.equal(canonical(text, exclusive), '<a:r xmlns:a="urn:a"><e></e><f xmlns="urn:d"><g xmlns=""></g></f></a:r>');
  });

  test("the exclusive form takes over the prefixes of a PrefixList", () => {
    const text =
      '<r xmlns="urn:d" xmlns:xs="urn:xs" xmlns:u="urn:u"><p:e xmlns:p="urn:p"><p:f xmlns:xs="urn:2"/></p:e></r>';
    const method = { ...exclusive, prefixes: ["xs", "missing", ""] };
    assert.equal(
      canonical(text, method, "e"),
      '<p:e xmlns="urn:d" xmlns:p="urn:p" xmlns:xs="urn:xs"><p:f xmlns:xs="urn:2"></p:f></p:e>',
    );
  });
});

suite("the canonical form of some random messages", () => {
  test("the canonical form of random messages is as libxml2 writes it", () => {
    assert.deepEqual(compareCanonicalForms(300, 30_000).differences, []);
  });
});
