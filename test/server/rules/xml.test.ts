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

/** A request with this content in an element a inside the Body. */
function inBody(content: string, attributes = ""): string {
  return request({ "Content-Length": "{{$contentLength}}" }, around(content, attributes));
}

function around(content: string, attributes = ""): string {
  return envelope12.replace("<s:Body/>", `<s:Body><a xmlns="urn:a"${attributes}>${content}</a></s:Body>`);
}

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

function expectInBody(code: string, content: string, attributes = ""): void {
  expectRule(code, inBody(content, attributes));
}

function expectFixInBody(code: string, content: string, title: string, expected: string): void {
  expectFix(code, inBody(content), title, inBody(expected));
}

suite("rules of the XML", () => {
  test("the rules cover each code of the parser", () => {
    assert.deepEqual(new Set(xmlRules.map(({ code }) => code)), new Set(Object.values(codesByReason())));
  });

  test("the rules accept valid XML", () => {
    expectClean(inBody(`1 &lt; 2 &#x20AC; <!-- c --><![CDATA[ <&> ]]><b c='"'/>`));
  });

  suite("xml-tag-unclosed", () => {
    test("the rule reports the start tag and where the end tag was expected", () => {
      expectInBody("xml-tag-unclosed", "<«b»><c/>");
      assert.deepEqual(detailsOf("xml-tag-unclosed", inBody("<b><c/>")), {
        message: "<b> has no end tag. Add </b>.",
        related: ["Expected </b> before this: </a>"],
      });
    });

    test("the fix inserts the end tag after the text, before the parent's end tag or on a line of its own", () => {
      expectFixInBody("xml-tag-unclosed", "<b>1<c/>", "Insert </b>", "<b>1</b><c/>");
      expectFixInBody("xml-tag-unclosed", "<b>1\n", "Insert </b>", "<b>1</b>\n");
      expectFixInBody("xml-tag-unclosed", "<b><c/>", "Insert </b>", "<b><c/></b>");
      expectFixInBody("xml-tag-unclosed", "\n  <b>\n    <c/>\n", "Insert </b>", "\n  <b>\n    <c/>\n  </b>\n");
      expectFixInBody("xml-tag-unclosed", "<b>", "Change to <b/>", "<b/>");
    });

    test("the fix inserts an end tag at the end of the document", () => {
      const open = envelope12.replace("</s:Envelope>", "");
      expectFix(
        "xml-tag-unclosed",
        request({ "Content-Length": "{{$contentLength}}" }, open),
        "Insert </s:Envelope>",
        request({ "Content-Length": "{{$contentLength}}" }, envelope12),
      );
    });

    test("the rule reports several unclosed elements at the same place once, with one fix", () => {
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

    test("the rule reports unclosed elements at different places separately", () => {
      expectInBody("xml-tag-unclosed", "<d><«b»></d><e><«c»></e>");
    });

    test("the fix changes a start tag to an end tag", () => {
      expectInBody("xml-tag-unclosed", "<b>1<«b»>");
      expectFixInBody("xml-tag-unclosed", "<b>1<b>", "Change to </b>", "<b>1</b>");
    });

    test("the fix inserts a missing >", () => {
      expectInBody("xml-tag-unclosed", "<«b» <c/></b>");
      expectFixInBody("xml-tag-unclosed", "<b c='1' <c/></b>", "Insert >", "<b c='1'> <c/></b>");
      expectInBody("xml-tag-unclosed", "<b></«b» <c/>");
      expectFixInBody("xml-tag-unclosed", "<b></b <c/>", "Insert >", "<b></b> <c/>");
    });
  });

  test("xml-tag-mismatch offers to rename either tag", () => {
    expectInBody("xml-tag-mismatch", "<bcd>1</«bdc»>");
    assert.deepEqual(detailsOf("xml-tag-mismatch", inBody("<bcd>1</bdc>")), {
      message: "Expected </bcd>, found </bdc>.",
      related: ["The start tag: bcd"],
    });
    expectFixInBody("xml-tag-mismatch", "<bcd>1</bdc>", "Change the end tag to </bcd>", "<bcd>1</bcd>");
    expectFixInBody("xml-tag-mismatch", "<bcd>1</bdc>", "Change the start tag to <bdc>", "<bdc>1</bdc>");
    expectInBody("xml-tag-mismatch", "<b><c>1</«b»></c>");
    expectFixInBody("xml-tag-mismatch", "<b><c>1</b></c>", "Close <c> before <b>", "<b><c>1</c></b>");
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

  test("xml-end-tag-stray removes the end tag or inserts the start tag", () => {
    expectInBody("xml-end-tag-stray", "<b/>«</b>»1");
    expectFixInBody("xml-end-tag-stray", "<b/>\n</b>\n", "Remove </b>", "<b/>\n");
    expectFixInBody("xml-end-tag-stray", "<b/> 1</c> <d/>", "Insert <c>", "<b/> <c>1</c> <d/>");
    expectFixInBody("xml-end-tag-stray", "<c><b/></d></c>", "Insert <d>", "<c><d><b/></d></c>");
    expectFixInBody("xml-end-tag-stray", "<b/> c d='1'>1</c>", "Insert <", "<b/> <c d='1'>1</c>");
    expectFixInBody("xml-tag-unclosed", "<b>1/b><c/>", "Insert <", "<b>1</b><c/>");
  });

  test("xml-attribute-duplicate compares expanded names", () => {
    expectInBody("xml-attribute-duplicate", "<b c='1' «c»='2'/>");
    expectFixInBody("xml-attribute-duplicate", "<b c='1' c='2'/>", "Remove the second c", "<b c='1'/>");
    const twice = "<b xmlns:p='u' xmlns:q='u' p:c='1' «q:c»='2'/>";
    expectInBody("xml-attribute-duplicate", twice);
    const source = inBody(twice.replace(/[«»]/g, ""));
    assert.deepEqual(detailsOf("xml-attribute-duplicate", source), {
      message: "q:c is the same attribute as p:c. Both prefixes stand for u.",
      related: ["The first one: p:c"],
    });
  });

  test("xml-attribute-syntax fixes missing values, quotes and spaces", () => {
    for (const [content, title, expected] of [
      ["<b «c»/>", 'Change to c=""', '<b c=""/>'],
      ["<b «c=»/>", 'Change to c=""', '<b c=""/>'],
      ['<b c«"»1"/>', "Insert =", '<b c="1"/>'],
      ["<b c=«1»/>", 'Change to "1"', '<b c="1"/>'],
      ["<b c=“1 2”/>".replace("“1 2”", "«“1 2”»"), 'Change to "1 2"', '<b c="1 2"/>'],
      ['<b c=«"1»>x</b>', 'Insert "', '<b c="1">x</b>'],
      ['<b c=«"1» d="2"/>', 'Insert "', '<b c="1" d="2"/>'],
      ['<b c="say «"hi"» now"/>', "Change to &quot;", '<b c="say &quot;hi&quot; now"/>'],
      ['<b c="1"«d»="2"/>', "Insert a space", '<b c="1" d="2"/>'],
      ['<b c="1«<»2"/>', "Change to &lt;", '<b c="1&lt;2"/>'],
      ["<b «,»/>", "Remove ,", "<b/>"],
      ["<b«/ »>", "Change to />", "<b/>"],
      ["<b></b «c='1'»>", "Remove c='1'", "<b></b>"],
    ] as const) {
      expectInBody("xml-attribute-syntax", content);
      expectFixInBody("xml-attribute-syntax", content.replace(/[«»]/g, ""), title, expected);
    }
  });

  test("xml-name-invalid reports and fixes invalid names", () => {
    expectInBody("xml-name-invalid", "<«1»b/>");
    expectInBody("xml-name-invalid", "<b«$»>1</b$>");
    expectFixInBody("xml-name-invalid", "<b$>1</b$>", "Remove $ (U+0024)", "<b>1</b>");
    expectFixInBody("xml-name-invalid", "<b$>1</b>", "Remove $ (U+0024)", "<b>1</b>");
    expectInBody("xml-name-invalid", "<s:b«:»c/>");
    expectInBody("xml-name-invalid", "1 «<» 2");
    expectFixInBody("xml-name-invalid", "1 < 2", "Change to &lt;", "1 &lt; 2");
    expectFixInBody(
      "xml-name-invalid",
      "< b/>1< /b>".replace("< b/>1< /b>", "<b>1< /b>"),
      "Remove the whitespace",
      "<b>1</b>",
    );
    expectFixInBody("xml-name-invalid", "<b>1</>", "Change to </b>", "<b>1</b>");
    expectInBody("xml-name-invalid", "<b>1<«\\»b>");
    expectFixInBody("xml-name-invalid", "<b>1<\\b>", "Change to /", "<b>1</b>");
    assert.match(
      detailsOf("xml-name-invalid", inBody("<b$/>")).message,
      /^b\$ isn't a valid name because it contains \$ \(U\+0024\)/,
    );
  });

  suite("xml-prefix-undeclared", () => {
    test("the rule reports each prefix once, with its other uses", () => {
      expectInBody("xml-prefix-undeclared", "<«p»:b p:c='1'/><p:d/>");
      assert.deepEqual(detailsOf("xml-prefix-undeclared", inBody("<p:b p:c='1'/>")).related, [
        "p is also used here: p",
      ]);
    });

    test("the fix declares a known prefix on the root", () => {
      const xsi = ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
      const source = inBody("<b xsi:nil='1'/>");
      expectFix("xml-prefix-undeclared", source, `Declare${xsi}`, source.replace('envelope">', `envelope"${xsi}>`));
    });

    test("the fix declares the envelope's prefix by the media type", () => {
      const bare = envelope12.replace(/ xmlns:s="[^"]*"/, "");
      const besides = ["xml-prefix-undeclared", "soap-version-unknown"];
      const source = request({ "Content-Length": "{{$contentLength}}" }, bare);
      const right = request({ "Content-Length": "{{$contentLength}}" }, envelope12);
      assert.ok(findingsIn(source).every(({ code }) => besides.includes(code)));
      expectFix("xml-prefix-undeclared", source, 'Declare xmlns:s="http://www.w3.org/2003/05/soap-envelope"', right);
    });

    test("the fix declares a prefix that is declared elsewhere, or suggests a similar one", () => {
      const source = inBody("<b xmlns:p='urn:p'/><p:c/>");
      expectFix(
        "xml-prefix-undeclared",
        source,
        'Declare xmlns:p="urn:p"',
        source.replace('envelope">', 'envelope" xmlns:p="urn:p">'),
      );
      const near = inBody("<abd:c>1</abd:c>", ' xmlns:abc="urn:b"');
      expectFix("xml-prefix-undeclared", near, "Change the prefix to abc", near.replaceAll("abd", "abc"));
    });

    test("the fix corrects a misspelled xmlns", () => {
      const source = inBody("<p:b xmnls:p='urn:p'><p:c/></p:b>");
      expectRule("xml-prefix-undeclared", source.replace("xmnls", "«xmnls»"));
      expectFix("xml-prefix-undeclared", source, "Change to xmlns", source.replace("xmnls", "xmlns"));
    });

    test("the fix declares an unknown prefix with a placeholder namespace", () => {
      const source = inBody("<q:b/>");
      const right = source.replace('envelope">', 'envelope" xmlns:q="urn:example:q">');
      expectFix("xml-prefix-undeclared", source, "Declare xmlns:q with a placeholder namespace", right);
    });

    test("the fix declares the SOAP encoding of the envelope's version", () => {
      const source = request11(
        { "Content-Length": "{{$contentLength}}" },
        envelope11.replace("<s:Body/>", "<s:Body><b soapenc:id='1'/></s:Body>"),
      );
      const encoding = 'xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/"';
      const right = source.replace('envelope/">', `envelope/" ${encoding}>`);
      expectFix("xml-prefix-undeclared", source, `Declare ${encoding}`, right);
    });

    test("the rule warns in the value of xsi:type", () => {
      const xsi = ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
      const source = inBody(
        "<b xsi:type='«xsd»:int'/><c xsi:type='xsd:int'/><d xmlns:xsd='u' xsi:type='xsd:int'/>",
        xsi,
      );
      const [found] = expectRule("xml-prefix-undeclared", source);
      assert.equal(found?.severity, "warning");
      expectClean(inBody("<b xsi:type='{{type}}'/>", xsi).replace("POST", "@type = x\nPOST"));
    });

    test("the rule warns in a fault code", () => {
      const fault = "<s:Fault><faultcode>«q»:Client</faultcode><faultstring>x</faultstring></s:Fault>";
      const source = request11(
        { "Content-Length": "{{$contentLength}}" },
        envelope11.replace("<s:Body/>", `<s:Body>${fault}</s:Body>`),
      );
      const [found] = expectRule("xml-prefix-undeclared", source, ["soap-fault-in-request", "soap-fault-malformed"]);
      assert.equal(found?.severity, "warning");
    });
  });

  test("xml-namespace-space removes whitespace from a namespace", () => {
    for (const typed of [" urn:b", "urn:b ", "urn: b", "\n    urn:b"]) {
      const [finding] = expectRule("xml-namespace-space", inBody(`<b xmlns="«${typed}»"/>`));
      assert.equal(finding?.severity, "warning");
      expectFixInBody("xml-namespace-space", `<b xmlns="${typed}"/>`, "Remove the whitespace", '<b xmlns="urn:b"/>');
    }
    const soap = request({ "Content-Length": "{{$contentLength}}" }, envelope12.replace("http:", " http:"));
    expectRule("soap-version-unknown", soap.replace(/"( http:[^"]*)"/, '"«$1»"'));
  });

  test("xml-prefix-reserved reports wrong uses of xml and xmlns", () => {
    expectInBody("xml-prefix-reserved", "<b xmlns:xml='«urn:x»'/>");
    expectInBody("xml-prefix-reserved", "<b xmlns:«xmlns»='urn:x'/>");
    expectInBody("xml-prefix-reserved", "<b xmlns:p='«http://www.w3.org/2000/xmlns/»'/>");
    expectInBody("xml-prefix-reserved", "<b xmlns='«http://www.w3.org/XML/1998/namespace»'/>");
    expectInBody("xml-prefix-reserved", "<b xmlns:p=«''»/>");
    expectInBody("xml-prefix-reserved", "<«xmlns»:b/>");
  });

  test("xml-reference-invalid reports and fixes invalid references", () => {
    expectInBody("xml-reference-invalid", "a=1«&»b=2");
    expectFixInBody("xml-reference-invalid", "a & b", "Change to &amp;", "a &amp; b");
    expectFixInBody("xml-reference-invalid", "&lt b", "Change to &lt;", "&lt; b");
    expectFixInBody("xml-reference-invalid", "&nbsp;", "Change to &#160;", "&#160;");
    expectFixInBody("xml-reference-invalid", "&eacute;", "Change to é", "é");
    expectFixInBody("xml-reference-invalid", "&foo;", "Change to &amp;foo;", "&amp;foo;");
    expectFixInBody("xml-reference-invalid", "&#xZ;", "Change to &amp;#xZ;", "&amp;#xZ;");
    expectFixInBody("xml-reference-invalid", "1&#0;", "Remove &#0;", "1");
    assert.match(detailsOf("xml-reference-invalid", inBody("&#xD800;")).message, /U\+D800/);
  });

  test("xml-reference-invalid reports one entity if the document has a DOCTYPE", () => {
    const source = request({ "Content-Length": "{{$contentLength}}" }, `<!DOCTYPE a>${around("«&x;»&y;")}`);
    expectRule("xml-reference-invalid", source, ["soap-doctype"]);
  });

  test("xml-char-invalid removes characters that XML doesn't allow", () => {
    expectInBody("xml-char-invalid", "«\u0001»a«\ufffe»");
    expectFixInBody("xml-char-invalid", "1\u0001", "Remove U+0001", "1");
    expectRule("xml-char-invalid", inBody("«\ud800»"), ["charset-unencodable"]);
  });

  test("xml-text-cdata-end escapes ]]>", () => {
    expectInBody("xml-text-cdata-end", "a«]]>»");
    expectFixInBody("xml-text-cdata-end", "]]>", "Change to ]]&gt;", "]]&gt;");
  });

  test("xml-comment-syntax reports -- and inserts a missing end", () => {
    expectInBody("xml-comment-syntax", "<!-- a «--» b -->");
    expectInBody("xml-comment-syntax", "«<!--» a ><b/>");
    for (const end of ["->", "-- >", "--", ""]) {
      expectFixInBody("xml-comment-syntax", `<!-- a ${end}\n<b/>`, "Insert -->", "<!-- a -->\n<b/>");
    }
  });

  test("xml-cdata-unclosed inserts ]]>", () => {
    expectInBody("xml-cdata-unclosed", "«<![CDATA[» 1 ");
    expectFixInBody("xml-cdata-unclosed", "<![CDATA[ 1 ", "Insert ]]>", "<![CDATA[ 1 ]]>");
  });

  suite("xml-declaration", () => {
    const body = (declaration: string) => request({ "Content-Length": "{{$contentLength}}" }, declaration + envelope12);

    test("the fix removes whitespace before the declaration automatically", () => {
      const source = body(' <?xml version="1.0"?>');
      expectRule("xml-declaration", body(' «<?xml version="1.0"?>»'));
      assert.equal(fixed(source), body('<?xml version="1.0"?>'));
    });

    test("the fix removes a declaration in the wrong place, but not automatically", () => {
      const source = inBody('«<?xml version="1.0"?>»');
      expectRule("xml-declaration", source);
      expectFixInBody("xml-declaration", '<?xml version="1.0"?>', "Remove the XML declaration", "");
      assert.equal(fixed(source.replace(/[«»]/g, "")), source.replace(/[«»]/g, ""));
    });

    test("the rule reports mistakes inside the declaration, with fixes", () => {
      for (const [wrong, title, right] of [
        ['«<?xml» encoding="utf-8"?>', 'Insert version="1.0"', '<?xml version="1.0" encoding="utf-8"?>'],
        ['<?xml version="«2.0»"?>', "Change to 1.0", '<?xml version="1.0"?>'],
        ['<?xml version="1.0" standalone="«maybe»"?>', "Remove the XML declaration", ""],
        ['<?xml version="1.0" standalone="no" «encoding»="utf-8"?>', "Remove the XML declaration", ""],
        ['<?xml version="1.0"«encoding»="utf-8"?>', "Insert a space", '<?xml version="1.0" encoding="utf-8"?>'],
        ['<?xml version="1.0" «lang="en"»?>', "Remove the XML declaration", ""],
        ['«<?xml» version="1.0">', "Insert ?>", '<?xml version="1.0"?>'],
        ['«<?xml» version="1.0"', "Insert ?>", '<?xml version="1.0"?>'],
      ] as const) {
        expectRule("xml-declaration", body(wrong));
        expectFix("xml-declaration", body(wrong.replace(/[«»]/g, "")), title, body(right));
      }
    });
  });

  test("xml-pi-syntax reports the mistake", () => {
    expectRule("xml-pi-syntax", inBody("«<?» a?>"));
    expectRule("xml-pi-syntax", inBody("<?«XML» a?>"));
    expectRule("xml-pi-syntax", inBody("«<?a» b>"));
    expectRule("xml-pi-syntax", inBody("<?a«:»b?>"));
  });

  suite("xml-root-multiple", () => {
    const body = (text: string) => request({ "Content-Length": "{{$contentLength}}" }, text);

    test("the rule reports a second root once", () => expectRule("xml-root-multiple", body(`${envelope12}<«b»/><c/>`)));

    test("the fix moves comments of another tool below ###", () => {
      expectRule("xml-root-multiple", body(`${envelope12}\n«# c»`));
      expectFix(
        "xml-root-multiple",
        body(`${envelope12}\n# c\n`),
        "Move it below ###",
        body(`${envelope12}\n###\n# c\n`),
      );
      const script = `> {%\n  client.log("x")\n%}`;
      const moved = `# > {%\n#   client.log("x")\n# %}`;
      expectFix(
        "xml-root-multiple",
        body(`${envelope12}\n${script}`),
        "Move it below ###",
        body(`${envelope12}\n###\n${moved}`),
      );
      expectClean(body(`${envelope12}\n###\n${moved}`));
    });

    test("the fix removes text and updates Content-Length", () => {
      expectFix(
        "xml-root-multiple",
        request({ "Content-Length": "86" }, `${envelope12}\nx`),
        "Remove it",
        `${request()}\n`,
      );
      expectFix("xml-root-multiple", body(`x${envelope12}`), "Remove it", body(envelope12));
    });

    test("the fix makes a second envelope a separate request with the same headers", () => {
      const second = envelope12.replace("<s:Body/>", "<s:Body><a xmlns='urn:a'/></s:Body>");
      const source = request({ "Content-Length": String(85 + second.length) }, `${envelope12}\n${second}`);
      const right = `${request()}\n###\n${request({}, second)}`;
      expectFix("xml-root-multiple", source, "Make it a separate request below ###", right);
      expectClean(right);
    });

    test("the fix removes a duplicate envelope", () => {
      expectFix(
        "xml-root-multiple",
        body(`${envelope12}\n${envelope12}\n`),
        "Remove the second s:Envelope",
        body(`${envelope12}\n`),
      );
    });

    test("the rule reports text before the root", () => expectRule("xml-root-multiple", body(`«x» ${envelope12}`)));
    test("the rule reports a CDATA section after the root", () =>
      expectRule("xml-root-multiple", body(`${envelope12}«<![CDATA[x]]>»`)));
  });
});
