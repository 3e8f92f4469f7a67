import assert from "node:assert/strict";
import { xmlRules } from "../../../server/src/rules/xml.ts";
import { codesByReason } from "../../../server/src/xml/problems.ts";
import {
  envelope11,
  envelope12,
  expectClean,
  expectFix,
  expectRule,
  findingsIn,
  fixed,
  request,
  request11,
} from "../../support/findings.ts";
import { mark, marked } from "../../support/marked.ts";
import { rulesIn } from "../../support/ruleExamples.ts";

/** A request with this content in an element a inside the Body. */
function inBody(content: string, attributes = ""): string {
  return request({ "Content-Length": "{{$contentLength}}" }, around(content, attributes));
}

function around(content: string, attributes = ""): string {
  return envelope12.replace("<s:Body/>", `<s:Body><a xmlns="urn:a"${attributes}>${content}</a></s:Body>`);
}

const asBody = (text: string) => request({ "Content-Length": "{{$contentLength}}" }, text);

/** The message and the related places of the first finding of a code. */
function detailsOf(code: string, source: string): { message: string; related: string[] } {
  const finding = findingsIn(source).find((one) => one.code === code);
  assert.ok(finding, `${code} isn't found`);
  const related = finding.related ?? [];
  return {
    message: finding.message,
    related: related.map(({ at, message }) => `${message}: ${mark(source, [at]).split("«")[1]?.split("»")[0]}`),
  };
}

function expectFixInBody(code: string, content: string, title: string, expected: string): void {
  expectFix(code, inBody(content), title, inBody(expected));
}

const xsi = ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const inBody11 = (content: string) =>
  request11({ "Content-Length": "{{$contentLength}}" }, envelope11.replace("<s:Body/>", `<s:Body>${content}</s:Body>`));
const fault = "<s:Fault><faultcode>«q»:Client</faultcode><faultstring>x</faultstring></s:Fault>";
const onRoot = (content: string, declaration: string) =>
  inBody(content).replace('envelope">', `envelope" ${declaration}>`);
const encoding = 'xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/"';

suite("rules of the XML", () => {
  test("the rules cover each code of the parser", () => {
    assert.deepEqual(new Set(xmlRules.map(({ code }) => code)), new Set(Object.values(codesByReason())));
  });

  test("the rules accept valid XML", () => {
    expectClean(inBody(`1 &lt; 2 &#x20AC; <!-- c --><![CDATA[ <&> ]]><b c='"'/>`));
  });

  test("the rules name related places", () => {
    const related = (code: string, content: string) => detailsOf(code, inBody(content)).related;
    assert.deepEqual(related("xml-tag-unclosed", "<b><c/>"), ["Expected </b> before this: </a>"]);
    assert.deepEqual(related("xml-tag-mismatch", "<bcd>1</bdc>"), ["The start tag: bcd"]);
    const twice = "<b xmlns:p='u' xmlns:q='u' p:c='1' q:c='2'/>";
    assert.deepEqual(related("xml-attribute-duplicate", twice), ["The first one: p:c"]);
    assert.deepEqual(related("xml-prefix-undeclared", "<p:b p:c='1'/>"), ["p is also used here: p"]);
  });

  test("the messages name characters by their code points", () => {
    assert.match(
      detailsOf("xml-name-invalid", inBody("<b$/>")).message,
      /^b\$ isn't a valid name because it contains \$ \(U\+0024\)/,
    );
    assert.match(detailsOf("xml-reference-invalid", inBody("&#xD800;")).message, /U\+D800/);
  });

  test("xml-tag-unclosed reports several unclosed elements at the same place once, with one fix", () => {
    const open = inBody("\n  <b>\n    <«c»>1\n").replace(/<\/a>.*$/s, "");
    expectRule("xml-tag-unclosed", open, ["content-length-mismatch"]);
    assert.deepEqual(detailsOf("xml-tag-unclosed", marked(open).text), {
      message: "<c> and 4 elements around it have no end tags.",
      related: [
        "Expected </c> before the end of the document: ",
        "<b> isn't closed either: b",
        "<a> isn't closed either: a",
        "<s:Body> isn't closed either: s:Body",
        "<s:Envelope> isn't closed either: s:Envelope",
      ],
    });
    expectFixInBody(
      "xml-tag-unclosed",
      "\n  <b>\n    <c>1\n",
      "Insert the missing end tags",
      "\n  <b>\n    <c>1</c>\n  </b>\n",
    );
  });

  test("xml-tag-mismatch suggests renaming the tag that is more likely wrong first", () => {
    const preferred = (text: string) =>
      findingsIn(text)
        .find(({ code }) => code === "xml-tag-mismatch")
        ?.fixes?.()[0]?.title;
    assert.equal(preferred(inBody("<c>1</p:c>", " xmlns:p='u'")), "Change the start tag to <p:c>");
    assert.equal(preferred(inBody("<p:c>1</c>", " xmlns:p='u'")), "Change the end tag to </p:c>");
    assert.equal(preferred(inBody("<bcd>1</bdc>")), "Change the end tag to </bcd>");
    const body = request(
      { "Content-Length": "{{$contentLength}}" },
      envelope12.replace("<s:Body/>", "<s:body></s:Body>"),
    );
    assert.equal(preferred(body), "Change the start tag to <s:Body>");
  });

  test("xml-prefix-undeclared warns in a value", () => {
    assert.equal(findingsIn(inBody("<b xsi:type='xsd:int'/>", xsi))[0]?.severity, "warning");
    const [, finding] = findingsIn(inBody11(fault.replace(/[«»]/g, "")));
    assert.deepEqual([finding?.code, finding?.severity], ["xml-prefix-undeclared", "warning"]);
  });

  test("xml-namespace-space only warns, and not where soap-version-unknown reports the namespace", () => {
    assert.equal(findingsIn(inBody('<b xmlns=" urn:b"/>'))[0]?.severity, "warning");
    expectRule("soap-version-unknown", asBody(envelope12.replace(/"(http:[^"]*)"/, '"« $1»"')));
  });

  test("Fix all removes whitespace before the declaration, but not a declaration in the wrong place", () => {
    const declaration = '<?xml version="1.0"?>';
    expectRule("xml-declaration", asBody(` «${declaration}»${envelope12}`));
    assert.equal(fixed(asBody(` ${declaration}${envelope12}`)), asBody(`${declaration}${envelope12}`));
    assert.equal(fixed(inBody(declaration)), inBody(declaration));
  });
});

rulesIn((content) => inBody(content))`
  xml-tag-unclosed
    a start tag without an end tag | <«b»><c/>
      says <b> has no end tag. Add </b>.
      → Insert </b> | <b><c/></b>
    one around text, which the end tag follows | <«b»>1<c/>
      → Insert </b> | <b>1</b><c/>
    one whose text ends its line | <«b»>1⏎
      → Insert </b> | <b>1</b>⏎
    one on lines of its own, as the end tag is | ⏎  <«b»>⏎    <c/>⏎
      → Insert </b> | ⏎  <b>⏎    <c/>⏎  </b>⏎
    one without content | <«b»>
      → Insert </b> | <b></b>
      → Change to <b/> | <b/>
    elements that are unclosed at different places | <d><«b»></d><e><«c»></e>
    a start tag instead of an end tag | <b>1<«b»>
      → Change to </b> | <b>1</b>
    a start tag without > | <«b» c='1' <c/></b>
      → Insert > | <b c='1'> <c/></b>
    an end tag without > | <b></«b» <c/>
      → Insert > | <b></b> <c/>
    an end tag without < | <«b»>1/b><c/>
      → Insert < | <b>1</b><c/>

  xml-tag-mismatch
    another name in the end tag | <bcd>1</«bdc»>
      says Expected </bcd>, found </bdc>.
      → Change the end tag to </bcd> | <bcd>1</bcd>
      → Change the start tag to <bdc> | <bdc>1</bdc>
    end tags in the wrong order | <b><c>1</«b»></c>
      → Close <c> before <b> | <b><c>1</c></b>

  xml-end-tag-stray
    an end tag after an empty-element tag | <b/>«</b>»1
    one on a line of its own | <b/>⏎«</b>»⏎
      → Remove </b> | <b/>⏎
    one after text | <b/> 1«</c>» <d/>
      → Insert <c> | <b/> <c>1</c> <d/>
    one after an element | <c><b/>«</d>»</c>
      → Insert <d> | <c><d><b/></d></c>
    one whose start tag has no < | <b/> c d='1'>1«</c>»
      → Insert < | <b/> <c d='1'>1</c>

  xml-attribute-duplicate
    a repeated name | <b c='1' «c»='2'/>
      → Remove the second c | <b c='1'/>
    a repeated name with another prefix | <b xmlns:p='u' xmlns:q='u' p:c='1' «q:c»='2'/>
      says q:c is the same attribute as p:c. Both prefixes stand for u.

  xml-attribute-syntax
    a name alone | <b «c»/>
      → Change to c="" | <b c=""/>
    a missing value | <b «c=»/>
      → Change to c="" | <b c=""/>
    a missing = | <b c«"»1"/>
      → Insert = | <b c="1"/>
    a value without quotes | <b c=«1»/>
      → Change to "1" | <b c="1"/>
    typographic quotes | <b c=«“1 2”»/>
      → Change to "1 2" | <b c="1 2"/>
    a missing quote at the end of the tag | <b c=«"1»>x</b>
      → Insert " | <b c="1">x</b>
    a missing quote before another attribute | <b c=«"1» d="2"/>
      → Insert " | <b c="1" d="2"/>
    quotes in a value | <b c="say «"hi"» now"/>
      → Change to &quot; | <b c="say &quot;hi&quot; now"/>
    a missing space | <b c="1"«d»="2"/>
      → Insert a space | <b c="1" d="2"/>
    < in a value | <b c="1«<»2"/>
      → Change to &lt; | <b c="1&lt;2"/>
    a comma | <b «,»/>
      → Remove , | <b/>
    a space in /> | <b«/ »>
      → Change to /> | <b/>
    an attribute of an end tag | <b></b «c='1'»>
      → Remove c='1' | <b></b>

  xml-name-invalid
    a name that begins with a digit | <«1»b/>
    an invalid character in both tags | <b«$»>1</b$>
      → Remove $ (U+0024) | <b>1</b>
    an invalid character in the start tag alone | <b«$»>1</b>
      → Remove $ (U+0024) | <b>1</b>
    a second colon | <s:b«:»c/>
    < in text | 1 «<» 2
      → Change to &lt; | 1 &lt; 2
    whitespace before the name | <b>1<« »/b>
      → Remove the whitespace | <b>1</b>
    an end tag without a name | <b>1«</>»
      → Change to </b> | <b>1</b>
    a backslash | <b>1<«\\»b>
      → Change to / | <b>1</b>

  xml-prefix-undeclared
    a prefix once | <«p»:b p:c='1'/><p:d/>

  xml-namespace-space
    whitespace before a namespace | <b xmlns="« urn:b»"/>
      → Remove the whitespace | <b xmlns="urn:b"/>
    whitespace after a namespace | <b xmlns="«urn:b »"/>
      → Remove the whitespace | <b xmlns="urn:b"/>
    whitespace inside a namespace | <b xmlns="«urn: b»"/>
      → Remove the whitespace | <b xmlns="urn:b"/>
    a line break before a namespace | <b xmlns="«⏎    urn:b»"/>
      → Remove the whitespace | <b xmlns="urn:b"/>

  xml-prefix-reserved
    another namespace for xml | <b xmlns:xml='«urn:x»'/>
    a declaration of xmlns | <b xmlns:«xmlns»='urn:x'/>
    a prefix for the namespace of xmlns | <b xmlns:p='«http://www.w3.org/2000/xmlns/»'/>
    the namespace of xml as the default | <b xmlns='«http://www.w3.org/XML/1998/namespace»'/>
    a prefix without a namespace | <b xmlns:p=«''»/>
    an element with the prefix xmlns | <«xmlns»:b/>

  xml-reference-invalid
    & before a name | a=1«&»b=2
    & before a space | a «&» b
      → Change to &amp; | a &amp; b
    a missing semicolon | «&lt» b
      → Change to &lt; | &lt; b
    an entity of HTML for a space | «&nbsp;»
      → Change to &#160; | &#160;
    an entity of HTML for a letter | «&eacute;»
      → Change to é | é
    an unknown entity | «&foo;»
      → Change to &amp;foo; | &amp;foo;
    a number that isn't one | «&#xZ;»
      → Change to &amp;#xZ; | &amp;#xZ;
    a character that XML doesn't allow | 1«&#0;»
      → Remove &#0; | 1

  xml-char-invalid
    characters that XML doesn't allow | «\u0001»a«\ufffe»
    a control character | 1«\u0001»
      → Remove U+0001 | 1
    half of a surrogate pair | «\ud800» | besides charset-unencodable

  xml-text-cdata-end
    ]]> in text | a«]]>»
      → Change to ]]&gt; | a]]&gt;

  xml-comment-syntax
    -- in a comment | <!-- a «--» b -->
    a comment without an end | «<!--» a ><b/>
    -> at the end | «<!--» a ->⏎<b/>
      → Insert --> | <!-- a -->⏎<b/>
    a space in --> | «<!--» a -- >⏎<b/>
      → Insert --> | <!-- a -->⏎<b/>
    -- at the end | «<!--» a --⏎<b/>
      → Insert --> | <!-- a -->⏎<b/>
    a space at the end | «<!--» a ⏎<b/>
      → Insert --> | <!-- a -->⏎<b/>

  xml-cdata-unclosed
    a CDATA section without an end | «<![CDATA[» 1${" "}
      → Insert ]]> | <![CDATA[ 1 ]]>

  xml-declaration
    a declaration inside the envelope | «<?xml version="1.0"?>»
      → Remove the XML declaration |

  xml-pi-syntax
    a missing name | «<?» a?>
    xml in another case | <?«XML» a?>
    a missing end | «<?a» b>
    a colon in the name | <?a«:»b?>
`;

rulesIn((text) => text)`
  xml-prefix-undeclared
    a known prefix | ${inBody("<b «xsi»:nil='1'/>")}
      → Declare${xsi} | ${onRoot("<b xsi:nil='1'/>", xsi.trim())}
    the prefix of the envelope, which has the namespace of the media type | ${asBody(envelope12.replace(/ xmlns:s="[^"]*"/, "").replace("<s", "<«s»"))} | besides soap-version-unknown
      → Declare xmlns:s="http://www.w3.org/2003/05/soap-envelope" | ${asBody(envelope12)}
    a prefix that is declared elsewhere | ${inBody("<b xmlns:p='urn:p'/><«p»:c/>")}
      → Declare xmlns:p="urn:p" | ${onRoot("<b xmlns:p='urn:p'/><p:c/>", 'xmlns:p="urn:p"')}
    a prefix that is similar to a declared one | ${inBody("<«abd»:c>1</abd:c>", ' xmlns:abc="urn:b"')}
      → Change the prefix to abc | ${inBody("<abc:c>1</abc:c>", ' xmlns:abc="urn:b"')}
    a misspelled xmlns | ${inBody("<p:b «xmnls»:p='urn:p'><p:c/></p:b>")}
      → Change to xmlns | ${inBody("<p:b xmlns:p='urn:p'><p:c/></p:b>")}
    an unknown prefix | ${inBody("<«q»:b/>")}
      → Declare xmlns:q with a placeholder namespace | ${onRoot("<q:b/>", 'xmlns:q="urn:example:q"')}
    the prefix of the SOAP encoding in SOAP 1.1 | ${inBody11("<b «soapenc»:id='1'/>")} | besides wsi-body-child-unqualified
      → Declare ${encoding} | ${inBody11("<b soapenc:id='1'/>").replace('envelope/">', `envelope/" ${encoding}>`)}
    a prefix in values of xsi:type once | ${inBody("<b xsi:type='«xsd»:int'/><c xsi:type='xsd:int'/><d xmlns:xsd='u' xsi:type='xsd:int'/>", xsi)}
    a variable in xsi:type | @type = x⏎${inBody("<b xsi:type='{{type}}'/>", xsi)}
    a prefix in a fault code | ${inBody11(fault)} | besides soap-fault-in-request, soap-fault-malformed
`;

rulesIn((text) => asBody(text))`
  xml-tag-unclosed
    an envelope without an end tag | <«s:Envelope»${envelope12.slice(11).replace("</s:Envelope>", "")}
      → Insert </s:Envelope> | ${envelope12}

  xml-reference-invalid
    one entity if there is a document type declaration | <!DOCTYPE a>${around("«&x;»&y;")} | besides soap-doctype

  xml-declaration
    a missing version | «<?xml» encoding="utf-8"?>${envelope12}
      → Insert version="1.0" | <?xml version="1.0" encoding="utf-8"?>${envelope12}
    another version | <?xml version="«2.0»"?>${envelope12}
      → Change to 1.0 | <?xml version="1.0"?>${envelope12}
    another value of standalone | <?xml version="1.0" standalone="«maybe»"?>${envelope12}
      → Remove the XML declaration | ${envelope12}
    the wrong order | <?xml version="1.0" standalone="no" «encoding»="utf-8"?>${envelope12}
      → Remove the XML declaration | ${envelope12}
    a missing space | <?xml version="1.0"«encoding»="utf-8"?>${envelope12}
      → Insert a space | <?xml version="1.0" encoding="utf-8"?>${envelope12}
    an attribute that it doesn't have | <?xml version="1.0" «lang="en"»?>${envelope12}
      → Remove the XML declaration | ${envelope12}
    a missing question mark | «<?xml» version="1.0">${envelope12}
      → Insert ?> | <?xml version="1.0"?>${envelope12}
    a missing end | «<?xml» version="1.0"${envelope12}
      → Insert ?> | <?xml version="1.0"?>${envelope12}

  xml-root-multiple
    a second root once | ${envelope12}<«b»/><c/>
    a comment of another tool | ${envelope12}⏎«# c»⏎
      → Move it below ### | ${envelope12}⏎###⏎# c⏎
    a script of another tool | ${envelope12}⏎«> {%⏎  client.log("x")⏎%}»
      → Move it below ### | ${envelope12}⏎###⏎# > {%⏎#   client.log("x")⏎# %}
    text before the root | «x» ${envelope12}
    text right before the root | «x»${envelope12}
      → Remove it | ${envelope12}
    a CDATA section after the root | ${envelope12}«<![CDATA[x]]>»
    a repeated envelope | ${envelope12}⏎<«s:Envelope»${envelope12.slice(11)}⏎
      → Make it a separate request below ### | ${envelope12}⏎###⏎${asBody(envelope12)}⏎
      → Remove the second s:Envelope | ${envelope12}⏎
`;

const second = envelope12.replace("<s:Body/>", "<s:Body><a xmlns='urn:a'/></s:Body>");

rulesIn((text) => text)`
  xml-root-multiple
    text after the root, whose fix keeps Content-Length correct | ${request({ "Content-Length": "86" }, `${envelope12}\n«x»`)}
      → Move it below ### | ${request()}⏎###⏎# x
      → Remove it | ${request()}⏎
    a second envelope | ${request({ "Content-Length": String(85 + second.length) }, `${envelope12}\n${second.replace("s:Envelope", "«s:Envelope»")}`)}
      → Make it a separate request below ### | ${request()}⏎###⏎${request({}, second)}
`;
