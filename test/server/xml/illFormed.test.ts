import type { XmlReason } from "../../../server/src/xml/problems.ts";
import { expectProblems } from "./trace.ts";

/** A document with its problems marked, and their reasons. Each mistake is one problem. */
type Case = readonly [source: string, ...reasons: XmlReason[]];

function cases(title: string, all: readonly Case[]): void {
  suite(title, () => {
    for (const [source, ...reasons] of all) test(JSON.stringify(source), () => void expectProblems(source, reasons));
  });
}

suite("the XML parser, on ill-formed documents", () => {
  cases("end tags", [
    ["<a><«b»></a>", "end-tag-missing"],
    ["<«a»>", "end-tag-missing"],
    ["<a><«b»><«c»></a>", "end-tag-missing", "end-tag-missing"],
    ["<a><b>1</«B»></a>", "end-tag-mismatch"],
    ["<a><bcd>1</«bdc»></a>", "end-tag-mismatch"],
    ["<s:a xmlns:s='u'><s:Body></«Body»></s:a>", "end-tag-mismatch"],
    ["<a><b>1</«x»></a>", "end-tag-mismatch"],
    ["<a><b>1</«x»><c/></a>", "end-tag-mismatch"],
    ["<a><b></«a»></a>", "end-tag-mismatch"],
    ["<a>1</«b»>", "end-tag-mismatch"],
    ["<a><b><c></«b»></c></a>", "tags-overlap"],
    ["<a>«</b>»</a>", "end-tag-stray"],
    ["<a/>«</a>»", "end-tag-stray"],
    ["«</a>»", "end-tag-stray"],
    ["<a><bcd>«</bce>»</bcd></a>", "end-tag-stray"],
    ["<Envelope><Body><«Add»></«Bdoy»></Envelope>", "end-tag-missing", "end-tag-mismatch"],
    ["<a><b>1<«b»></a>", "end-tag-slash-missing"],
    ["<a><«b»><«b»></a>", "end-tag-missing", "end-tag-missing"],
    ["<a><b>1<«b»><c>2<«c»></a>", "end-tag-slash-missing", "end-tag-slash-missing"],
    ["<a>1</a «b='1'»>", "end-tag-text"],
    ['<a><bcd>1</b«"cd»></a>', "end-tag-text"],
    ["<ab«$»c>1</abc>", "name-character"],
    ["<«p»:b>1</b>", "prefix-undeclared"],
    ["<a>1«</>»", "tag-name-missing"],
  ]);

  cases("unclosed tags", [
    ["<«a»", "start-tag-unclosed"],
    ["<«a» b='1' ", "start-tag-unclosed"],
    ["<«a» b", "start-tag-unclosed"],
    ["<a «b=»", "attribute-value-missing"],
    ['<a b=«"»', "attribute-quote-unclosed"],
    ['<a b=«"1»', "attribute-quote-unclosed"],
    ["<«a» <b/></a>", "start-tag-unclosed"],
    ["<«a» some text</a>", "start-tag-unclosed"],
    ["<«a» b='1' some, text</a>", "start-tag-unclosed"],
    ["<«a» b='1\">5' wide</a>", "start-tag-unclosed"],
    ["<a><«b2» &amp; 3</b></a>", "start-tag-unclosed"],
    ["<a><«b»/<c/></a>", "start-tag-unclosed"],
    ['<a><b/«"»></a>', "tag-text"],
    ['<a><bcd«="1"»></b></a>', "tag-text"],
    ["<a«xmlns»='u'/>", "attribute-space-missing"],
    ["«a» b='1'>x</a>", "start-tag-less-missing"],
    ["<!-- --> «a»><b/></a>", "start-tag-less-missing"],
    ["«hello>» <a/>", "text-outside-root"],
    ["<a>1</«a»", "end-tag-unclosed"],
    ["<a><b>1</«b» text</a>", "end-tag-unclosed"],
    ["<a>1«</»", "tag-name-missing"],
    ["<«a»>1«<»", "end-tag-missing", "tag-name-missing"],
    ["<a«/ »>", "tag-slash"],
    ["<a «/» b='1'></a>", "tag-slash"],
  ]);

  cases("quotes", [
    ['<a b=«"1»>text</a>', "attribute-quote-unclosed"],
    ['<a b=«"1»/>', "attribute-quote-unclosed"],
    ['<a b=«"1» c="2">text</a>', "attribute-quote-unclosed"],
    ["<a b=«\"1» c='2'>text</a>", "attribute-quote-unclosed"],
    ['<a b=«"1»><c d="2"/></a>', "attribute-quote-unclosed"],
    ['<a b=«"1»>he said "hi"</a>', "attribute-quote-unclosed"],
    ['<a b=«"1»><!-- c --><c d="2"/></a>', "attribute-quote-unclosed"],
    ['<a b=«"1»></a><!-- \'" -->', "attribute-quote-unclosed"],
    ['<a b=«"1»></a>«"»', "attribute-quote-unclosed", "text-outside-root"],
    ['<«a» b=«"1» c="2" <d/></a>', "start-tag-unclosed", "attribute-quote-unclosed"],
    ['<a b=«"1»\n  c="2">x</a>', "attribute-quote-unclosed"],
    ['<a b=«"1»\n  <c d="2"/>\n</a>', "attribute-quote-unclosed"],
    ['<a b="say «"hi"» now" c="2"/>', "attribute-quote-inside"],
    ['<a b="1"«"» c="2"/>', "tag-text"],
    ['<a b=«1"» c="2"/>', "attribute-quotes-missing"],
    ["<a b=«1» c=«x/y»/>", "attribute-quotes-missing", "attribute-quotes-missing"],
    ['<a b=«“1 2”» c="2"/>', "attribute-quotes-typographic"],
  ]);

  cases("attributes", [
    ["<a «b»/>", "attribute-value-missing"],
    ["<a «b=»/>", "attribute-value-missing"],
    ["<a «b» c='1'/>", "attribute-value-missing"],
    ["<a b«'»1'/>", "attribute-equals-missing"],
    ["<a b='1'«c»='2'/>", "attribute-space-missing"],
    ["<a b='1«<»2'/>", "attribute-less-than"],
    ["<a b='«<»«<»'/>", "attribute-less-than", "attribute-less-than"],
    ["<a b='«<»c>x«<»/c>' d='1'/>", "attribute-less-than", "attribute-less-than"],
    ["<a b='1' «b»='2' «b»='3'/>", "attribute-duplicate", "attribute-duplicate"],
    ["<a «,» b='1'/>", "tag-text"],
    ["<a «='1 2'» b='1'/>", "tag-text"],
    ["<a «'1 2'»/>", "tag-text"],
    ["<a «1»b='1'/>", "name-start"],
  ]);

  cases("names", [
    ["<«1»a/>", "name-start"],
    ["<«-»a></-a>", "name-start"],
    ["<a«$»b>1</a$b>", "name-character"],
    ["<a«×»/>", "name-character"],
    ["<«{»{x}}>1</{{x}}>", "name-start"],
    ["<a><«·»/></a>", "name-start"],
    ["<a>1 «<» 2</a>", "tag-name-missing"],
    ["<a>1 «<»2 and 3> 1</a>", "tag-name-missing"],
    ["<a>«<»«<»</a>", "tag-name-missing", "tag-name-missing"],
    ["<« »a>1</a>", "name-space"],
    ["<a>1</« »a>", "name-space"],
    ["<a>1<« »/a>", "name-space"],
    ["<a>«<!x»></a>", "markup-unknown"],
    ["<a>«<![cdata[»x]]></a>", "markup-unknown"],
    ["<a>«<!-»x></a>", "markup-unknown"],
    ["<a>«<![CATA[»b<c]]></a>", "markup-unknown"],
    ["<a>«<[CDATA[»b<c]]></a>", "markup-unknown"],
    ["<a>«<!CDATA[»b<c]]></a>", "markup-unknown"],
  ]);

  cases("names with colons", [
    ["<«:»a/>", "name-colon"],
    ["<a«:»/>", "name-colon"],
    ["<a:b«:»c/>", "name-colon"],
    ["<a xmlns:b='u' b:«1»='x'/>", "name-colon"],
    ["<a><?b«:»c?></a>", "pi-target-invalid"],
  ]);

  cases("namespaces", [
    ["<«a»:b/>", "prefix-undeclared"],
    ["<«a»:b a:c='1'><a:d/></a:b>", "prefix-undeclared"],
    ["<a «b»:c='1' «d»:e='1'/>", "prefix-undeclared", "prefix-undeclared"],
    ["<a><b xmlns:c='u'/><«c»:d/></a>", "prefix-undeclared"],
    ["<a xmlns:b='u' xmlns:c='u' b:d='1' «c:d»='2'/>", "attribute-duplicate-expanded"],
    ["<a xmlns:b='u' xmlns:c='&#117;' b:d='1' «c:d»='2'/>", "attribute-duplicate-expanded"],
    ["<a xmlns:b=«''»><b:c/></a>", "prefix-undeclaring"],
    ["<a «xmnls»:b='u'><b:c/></a>", "prefix-undeclared"],
    ["<a xmlns«:»='u'><b:c b:d=''/></a>", "name-colon"],
    ["<a xmlns:xml='«u»'/>", "prefix-xml-rebound"],
    ["<a xmlns:«xmlns»='u'/>", "prefix-xmlns-declared"],
    ["<a xmlns:b='«http://www.w3.org/XML/1998/namespace»'/>", "namespace-reserved"],
    ["<a xmlns='«http://www.w3.org/2000/xmlns/»'/>", "namespace-reserved"],
    ["<«xmlns»:a/>", "prefix-xmlns-used"],
  ]);

  cases("references", [
    ["<a>b «&» c</a>", "ampersand-bare"],
    ["<a>?b=1«&»c=2</a>", "ampersand-bare"],
    ["<a>«&»</a>", "ampersand-bare"],
    ["<a b='{{c«&»d}}'>{{c«&»d}}</a>", "ampersand-bare", "ampersand-bare"],
    ["<a>«&lt» c</a>", "reference-semicolon-missing"],
    ["<a>«&#60» c</a>", "reference-semicolon-missing"],
    ["<a>«&nbsp;»</a>", "entity-undefined"],
    ["<a b='«&nbsp;»«&x;»'/>", "entity-undefined", "entity-undefined"],
    ["<!DOCTYPE a><a b='«&x;»'>&y;</a>", "entity-unknown"],
    ["<a>«&#;»«&#x;»«&#xG;»«&#1a;»</a>", ...Array<XmlReason>(4).fill("character-reference-malformed")],
    ["<a>«&#0;»«&#xD800;»«&#x110000;»«&#8;»</a>", ...Array<XmlReason>(4).fill("character-reference-forbidden")],
  ]);

  cases("characters", [
    ["<a>«\0»1«\u001f»\u007f</a>", "character-forbidden", "character-forbidden"],
    [
      "<a b='«\0»'><!--«\u0001»--><![CDATA[«\ufffe»]]><?b «\uffff»?></a>",
      ...Array<XmlReason>(4).fill("character-forbidden"),
    ],
    ["<a>«\ud83d»1«\ude00»</a>", "surrogate-lone", "surrogate-lone"],
    ["<a>\ufffd\u{1ffff}\u{10ffff}</a>"],
    ["<a«\0»/>", "character-forbidden"],
    ["<a>«]]>»</a>", "cdata-end-in-text"],
  ]);

  cases("comments, CDATA sections and processing instructions", [
    ["<a><!-- b «--» c «---» d --></a>", "comment-hyphens", "comment-hyphens"],
    ["<a><!-- b «-»--></a>", "comment-hyphens"],
    ["<a>«<!--» b ></a>", "comment-unclosed"],
    ["<a>«<!--» b ->\n<c/></a>", "comment-unclosed"],
    ["<a>«<!--» b\n<c/></a>", "comment-unclosed"],
    ["<a>«<!--» b >\n<c/>\n<!-- d --></a>", "comment-unclosed"],
    ["<a><!-- b\n <!«--» c -->\n<d/></a>", "comment-hyphens"],
    ["<a>«<![CDATA[» b</a>", "cdata-unclosed"],
    ["<a><b>«<![CDATA[» c", "cdata-unclosed"],
    ["<a>«<?b» c></a>", "pi-unclosed"],
    ["<a>«<?b»></a>", "pi-unclosed"],
    ["<a>«<?»?></a>", "pi-target-missing"],
    ["<a>«<?» b?></a>", "pi-target-missing"],
    ["<a><?«XML» b?></a>", "pi-target-reserved"],
    ["<a><?b«+»c?></a>", "pi-target-invalid"],
  ]);

  cases("the XML declaration", [
    [" «<?xml version='1.0'?>»<a/>", "declaration-preceded"],
    ["\ufeff\ufeff«<?xml version='1.0'?>»<a/>", "declaration-preceded"],
    ["<a>«<?xml version='1.0'?>»</a>", "declaration-misplaced"],
    ["«&»<?xml version='1.0'?><a/>", "text-outside-root"],
    ["«<xml» version='1.0'?><a/>", "declaration-mark-missing"],
    ['<?xml version=«"1.0» encoding="utf-8"?><a/>', "declaration-quote-unclosed"],
    ["«<?xml» version='1.0'?\n<a/>", "declaration-unclosed"],
    ["<!-- -->«<?xml?>»<a/>", "declaration-misplaced"],
    ["«<?xml»?><a/>", "declaration-version-missing"],
    ["«<?xml» encoding='utf-8'?><a/>", "declaration-version-missing"],
    ["<?xml version='«2.0»'?><a/>", "declaration-version-invalid"],
    ["<?xml version=«''»?><a/>", "declaration-version-invalid"],
    ["<?xml version='1.0' encoding='«utf 8»'?><a/>", "declaration-encoding-invalid"],
    ["<?xml version='1.0' standalone='«YES»'?><a/>", "declaration-standalone-invalid"],
    ["<?xml encoding='utf-8' «version»='1.0'?><a/>", "declaration-order"],
    ["<?xml version='1.0' standalone='no' «encoding»='utf-8'?><a/>", "declaration-order"],
    ["<?xml version='1.0' «version»='1.0'?><a/>", "declaration-duplicate"],
    ["<?xml version='1.0'«encoding»='utf-8'?><a/>", "declaration-space-missing"],
    ["<?xml version='1.0' «some words»?><a/>", "declaration-text"],
    ["<?xml version='1.0' «encoding»?><a/>", "declaration-text"],
    ["<?xml «version=1.0»?><a/>", "declaration-text"],
    ["<?xml version='1.0' «what?»?><a/>", "declaration-text"],
    ["<?xml version=«'1.0»?><a/>", "declaration-quote-unclosed"],
    ["«<?xml» version='1.0'><a/>", "declaration-unclosed"],
    ["«<?xml» version='1.0' <a/>", "declaration-unclosed"],
    ["«<?xml» version='1.0'", "declaration-unclosed"],
  ]);

  cases("outside the root", [
    ["«hello»", "text-outside-root"],
    ["«hello»<a/>", "text-outside-root"],
    ["<a/> «# b\n c» \n", "text-outside-root"],
    ["<a/>«&x;»", "text-outside-root"],
    ["<a/><!-- b -->«c»<!-- d -->«e»", "text-outside-root", "text-outside-root"],
    ["<a/><«b»/><c/>d", "root-second"],
    ["<a><b/></a><«c»/></a>", "root-second"],
    ["<a/>«<![CDATA[b]]>»", "cdata-outside-root"],
  ]);
});
