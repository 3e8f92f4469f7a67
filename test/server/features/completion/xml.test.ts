import assert from "node:assert/strict";
import {
  completionsAt,
  expectNothing,
  expectNotOffered,
  expectOffered,
  expectTaken,
  labelsAt,
  taken,
} from "../../../support/completions.ts";
import { envelope11, envelope12, expectClean, request, request11 } from "../../../support/findings.ts";

const asking = { "Content-Length": "{{$contentLength}}" };
const soap12 = "http://www.w3.org/2003/05/soap-envelope";

/** A request with this content in its Envelope. */
const in12 = (content: string) => request(asking, envelope12.replace("<s:Body/>", content));
const in11 = (content: string) => request11(asking, envelope11.replace("<s:Body/>", content));
const inBody = (content: string) => in12(`<s:Body>${content}</s:Body>`);

suite("details of namespaces in completion", () => {
  const notes = (source: string) => new Map(completionsAt(source).map(({ label, note }) => [label, note]));

  test("details are the specification, or that the file uses the namespace, for the value of a declaration", () => {
    const offered = notes(inBody('<c:Add xmlns:c="urn:calc"/><a xmlns:x="|"/>'));
    assert.equal(offered.get("http://www.w3.org/2005/08/addressing"), "WS-Addressing 1.0");
    assert.equal(offered.get("http://www.w3.org/2001/XMLSchema-instance"), "XML Schema instance");
    assert.equal(offered.get("urn:calc"), "used in this file");
    assert.ok([...offered.values()].every((note) => note !== undefined));
  });

  test("details are the specification, or the namespace itself, for a declaration", () => {
    const offered = notes(`${inBody('<c:Add xmlns:c="urn:calc"/>')}\n### next\n${inBody("<a |/>")}`);
    assert.equal(offered.get("xmlns:wsa"), "WS-Addressing 1.0");
    assert.equal(offered.get("xmlns:c"), "urn:calc");
  });
});

suite("completion of SOAP elements", () => {
  test("completion offers an envelope of the version that Content-Type names", () => {
    const file = (type: string, body: string) => request({ ...asking, "Content-Type": type }, body);
    const versions = (source: string) =>
      completionsAt(source).flatMap(({ label, note }) => (label === "soap:Envelope" ? [note] : []));
    assert.deepEqual(versions(file("text/xml; charset=utf-8", "|")), ["SOAP 1.1"]);
    assert.deepEqual(versions(file("application/soap+xml; charset=utf-8", "<|")), ["SOAP 1.2"]);
    assert.deepEqual(versions("POST /s HTTP/1.1\nHost: h\n\n|"), ["SOAP 1.2", "SOAP 1.1"]);
    for (const typed of ["|", "<|", "Env|", "<soap|"]) {
      expectClean(taken(file("application/soap+xml; charset=utf-8", typed), "soap:Envelope"));
    }
  });

  test("completion offers an XML declaration only at the start", () => {
    expectTaken(
      request(asking, `|${envelope12}`),
      "<?xml",
      request(asking, `<?xml version="1.0" encoding="utf-8"?>\n${envelope12}`),
    );
    expectNotOffered(request(asking, `\n|${envelope12}`), "<?xml");
  });

  test("completion offers Header before Body, each once", () => {
    assert.deepEqual(labelsAt(in12("<|")).slice(0, 2), ["s:Body", "s:Header"]);
    expectOffered(in12("<|<s:Body/>"), "s:Header");
    expectNotOffered(in12("<|<s:Body/>"), "s:Body");
    expectNotOffered(in12("<s:Body/><|"), "s:Header", "s:Body");
    expectClean(taken(in12("<|\n<s:Body/>"), "s:Header"));
    expectClean(taken(in12("\n<s:B|\n"), "s:Body"));
  });

  test("completion doesn't offer an envelope in text or for a typed space", () => {
    expectNothing(request(asking, "some |"));
    expectNothing(request(asking, " |"), { trigger: " " });
    expectOffered(request(asking, " |"), "soap:Envelope");
  });

  test("completion works without < where only an element is possible", () => {
    expectTaken(in12("Bo|"), "s:Body", in12("<s:Body>\n  \n</s:Body>"));
    expectOffered(in12("\n  |\n  <s:Body/>"), "s:Header");
    expectNothing(inBody("<a>wor|</a>"));
    expectNothing(in12("\n |\n<s:Body/>"), { trigger: " " });
  });

  test("completion offers missing parts of a Fault, required ones first, with the names of the version", () => {
    expectOffered(inBody("<s:Fault><|</s:Fault>"), "s:Code", "s:Reason", "s:Node", "s:Role", "s:Detail");
    expectNotOffered(inBody("<s:Fault><s:Code/><|</s:Fault>"), "s:Code");
    const fault11 = in11("<s:Body><s:Fault><|</s:Fault></s:Body>");
    expectOffered(fault11, "faultcode", "faultstring", "faultactor", "detail");
    expectNotOffered(fault11, "s:Code");
    expectOffered(inBody("<s:Fault><s:Code><|</s:Code></s:Fault>"), "s:Value", "s:Subcode");
  });

  test("completion inserts required children of an element", () => {
    expectTaken(
      inBody("<s:Fault><|</s:Fault>"),
      "s:Code",
      inBody("<s:Fault><s:Code>\n  <s:Value>s:Sender</s:Value>\n</s:Code></s:Fault>"),
    );
    expectTaken(
      inBody("<s:Fault><s:Code/>\n<|</s:Fault>"),
      "s:Reason",
      inBody('<s:Fault><s:Code/>\n<s:Reason>\n  <s:Text xml:lang="en"></s:Text>\n</s:Reason></s:Fault>'),
    );
  });

  test("completion offers header blocks, and declares their prefix if necessary", () => {
    const header = (content: string, declared = "") => in12(`<s:Header${declared}>${content}</s:Header><s:Body/>`);
    expectTaken(header("<|"), "wsa:To", header('<wsa:To xmlns:wsa="http://www.w3.org/2005/08/addressing"></wsa:To>'));
    const declared = ' xmlns:a="http://www.w3.org/2005/08/addressing"';
    expectTaken(header("<|", declared), "a:To", header("<a:To></a:To>", declared));
    expectNotOffered(header("<a:To/><|", declared), "a:To");
    expectClean(taken(header("\n<|\n"), "wsse:Security"));
  });

  test("completion uses a default namespace", () => {
    const file = (content: string) => request(asking, `<Envelope xmlns="${soap12}">${content}</Envelope>`);
    expectOffered(file("<|"), "Body", "Header");
    expectClean(taken(file("<|"), "Body"));
    const in11 = request11(
      asking,
      '<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body><Fault><|</Fault></Body></Envelope>',
    );
    assert.match(taken(in11, "faultstring"), /<faultstring xmlns=""><\/faultstring>/);
  });

  test("completion replaces only the name of a complete tag", () => {
    expectTaken(in12('<s:Bod|x a="b"></s:Bodx>'), "s:Body", in12('<s:Body a="b"></s:Bodx>'));
    expectTaken(in12("<s|>"), "s:Body", in12("<s:Body>"));
  });

  test("completion offers children of the parent after an element, and names after a colon", () => {
    expectOffered(in12('<s:Header><t:x xmlns:t="urn:t"/>|</s:Header><s:Body/>'), "wsa:To");
    expectOffered(in12('<s:Header><t:x xmlns:t="urn:t"></t:x>|</s:Header><s:Body/>'), "wsa:To");
    expectOffered(in12("<s:Header>|</s:Header><s:Body/>"), "wsa:To");
    expectOffered(in12("<s:|\n<s:Body/>"), "s:Header");
  });

  test("completion offers comments and CDATA sections", () => {
    expectTaken(inBody("<a><|</a>"), "!--", inBody("<a><!--  --></a>"));
    expectTaken(inBody("<a><|</a>"), "![CDATA[", inBody("<a><![CDATA[]]></a>"));
    for (const inside of ["<!-- <| -->", "<![CDATA[ <| ]]>", "<?pi <| ?>"]) expectNothing(inBody(inside));
    for (const before of ["<!-- x -->", "<?pi x?>"]) expectOffered(in12(`${before}|<s:Body/>`), "s:Header");
  });
});

suite("completion of elements in the file", () => {
  const add = '<c:Add xmlns:c="urn:calc" c:id="1"><a>1</a><b unit="m">2</b><c:list><c:item/></c:list></c:Add>';
  const file = (content: string) => `${inBody(add)}\n### next\n${inBody(content)}`;

  test("completion offers operations of other requests with their namespace", () => {
    expectTaken(file("<|"), "c:Add", file('<c:Add xmlns:c="urn:calc">\n  \n</c:Add>'));
    assert.equal(completionsAt(file("<|")).find(({ label }) => label === "c:Add")?.note, "urn:calc");
    expectOffered(`${inBody(add)}\n### next\n${in11("<s:Body>\n  |\n</s:Body>")}`, "c:Add");
  });

  test("completion uses a prefix that is declared here", () => {
    const declared = (content: string) =>
      `${inBody(add)}\n### next\n${in12(`<s:Body xmlns:q="urn:calc">${content}</s:Body>`)}`;
    expectOffered(declared("<|"), "q:Add");
  });

  test("completion offers the children that other elements of the same name have", () => {
    expectOffered(file('<c:Add xmlns:c="urn:calc"><|</c:Add>'), "a", "b", "c:list");
    expectNotOffered(file('<c:Add xmlns:c="urn:calc"><|</c:Add>'), "c:item", "c:Add");
    expectOffered(file('<c:Add xmlns:c="urn:calc"><c:list><|</c:list></c:Add>'), "c:item");
    expectTaken(file('<c:Add xmlns:c="urn:calc"><|</c:Add>'), "a", file('<c:Add xmlns:c="urn:calc"><a></a></c:Add>'));
  });

  test("completion offers names of the same request, but not the one being typed", () => {
    expectOffered(inBody('<p xmlns="urn:p"><one/><|</p>'), "one");
    expectNotOffered(inBody('<p xmlns="urn:p"><one/><tw|</p>'), "tw");
  });

  test("completion offers attributes that the same element has elsewhere", () => {
    expectTaken(
      file('<c:Add xmlns:c="urn:calc"><b |></b></c:Add>'),
      "unit",
      file('<c:Add xmlns:c="urn:calc"><b unit=""></b></c:Add>'),
    );
    expectOffered(file('<c:Add xmlns:c="urn:calc" |/>'), "c:id");
    expectNotOffered(file('<c:Add xmlns:c="urn:calc" c:id="2" |/>'), "c:id");
  });
});

suite("completion of end tags", () => {
  test("completion completes the open element, with any part of it typed", () => {
    for (const typed of ["</|", "</s|", "</s:Bod|", "</s:Body|", "</s:Bodx|>"]) {
      expectTaken(in12(`<s:Body>${typed}`), "/s:Body", in12("<s:Body></s:Body>"));
    }
    expectNothing(in12("<s:Body></s:Body|>"));
  });

  test("completion closes the innermost element", () => {
    expectTaken(inBody("<a><b></|</a>"), "/b", inBody("<a><b></b></a>"));
    expectTaken(inBody("<a><b/></|"), "/a", inBody("<a><b/></a>"));
    expectTaken(inBody("<a>text</|"), "/a", inBody("<a>text</a>"));
    expectTaken(inBody("<a/></x|>"), "/s:Body", inBody("<a/></s:Body>"));
    expectTaken(inBody("<a>1</|</a>"), "/a", inBody("<a>1</a></a>"));
  });

  test("completion works after < alone if the element isn't closed", () => {
    expectOffered(request(asking, `<s:Envelope xmlns:s="${soap12}"><s:Body><|`), "/s:Body");
    expectNotOffered(inBody("<a><|</a>"), "/a");
  });
});

suite("completion of attributes", () => {
  const block = (attributes: string) => in12(`<s:Header><t:x xmlns:t="urn:t" ${attributes}/></s:Header><s:Body/>`);

  test("completion offers SOAP's attributes on a header block with their values", () => {
    expectOffered(block("|"), "s:mustUnderstand", "s:role", "s:relay", "s:encodingStyle");
    expectTaken(block("|"), "s:mustUnderstand", block('s:mustUnderstand="true"'));
    expectClean(taken(block("|"), "s:mustUnderstand"));
    expectNotOffered(block('s:role="urn:r" |'), "s:role");
    const block11 = in11('<s:Header><t:x xmlns:t="urn:t" |/></s:Header><s:Body/>');
    expectOffered(block11, "s:mustUnderstand", "s:actor");
    expectNotOffered(block11, "s:role", "s:relay");
    expectClean(taken(block11, "s:mustUnderstand"));
  });

  test("completion declares a prefix if there is none", () => {
    const file = (attributes: string) =>
      request(
        asking,
        `<Envelope xmlns="${soap12}"><Header><t:x xmlns:t="urn:t" ${attributes}/></Header><Body/></Envelope>`,
      );
    expectTaken(file("|"), "soap:mustUnderstand", file(`xmlns:soap="${soap12}" soap:mustUnderstand="true"`));
    expectClean(taken(file("|"), "soap:mustUnderstand"));
  });

  test("completion offers encodingStyle where the version allows it", () => {
    expectOffered(inBody("<a |/>"), "s:encodingStyle");
    expectOffered(inBody("<s:Fault><s:Detail><a |/></s:Detail></s:Fault>"), "s:encodingStyle");
    expectNotOffered(inBody("<a><b |/></a>"), "s:encodingStyle");
    expectNotOffered(inBody("<a |/>"), "s:mustUnderstand", "s:role");
  });

  test("completion offers attributes of XML Schema in the payload", () => {
    expectOffered(inBody("<a |/>"), "xsi:type", "xsi:nil");
    expectClean(taken(inBody('<a xmlns="urn:a" |/>'), "xsi:nil"));
  });

  test("completion ignores attributes of the same name in another namespace", () => {
    expectOffered(inBody('<a type="x" |/>'), "xsi:type");
    expectOffered(block('role="x" |'), "s:role");
    expectNotOffered(inBody('<a xmlns="urn:a" |/>'), "xmlns");
  });

  test("completion doesn't offer attributes of SOAP on the envelope's own elements", () => {
    expectNotOffered(in12("<s:Body |/>"), "s:mustUnderstand", "s:encodingStyle", "xsi:type");
    expectOffered(in11("<s:Body |/>"), "s:encodingStyle");
  });

  test("completion works in an unclosed tag", () => {
    expectOffered(in12('<s:Header><t:x xmlns:t="urn:t" |</s:Header><s:Body/>'), "s:mustUnderstand");
    expectOffered(in12('<s:Header><t:x xmlns:t="urn:t" s:mus|\n</s:Header><s:Body/>'), "s:mustUnderstand");
    expectOffered(in12("<s:Header |"), "xmlns");
  });

  test("completion replaces only the name of an attribute with a value", () => {
    expectTaken(block('s:rol|="urn:r"'), "s:role", block('s:role="urn:r"'));
    expectTaken(block("s:mu|"), "s:mustUnderstand", block('s:mustUnderstand="true"'));
  });

  test("completion offers known namespaces and namespaces of the file, except declared ones", () => {
    const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
    expectTaken(inBody("<a |/>"), "xmlns:xsi", inBody(`<a ${xsi}/>`));
    expectNotOffered(inBody(`<a ${xsi}><b |/></a>`), "xmlns:xsi", "xmlns:s");
    const file = `${inBody('<c:Add xmlns:c="urn:calc"/>')}\n### next\n${inBody("<a |/>")}`;
    expectOffered(file, "xmlns:c", "xmlns:xsi", "xmlns");
  });

  test("completion offers xml:lang on the Text of a Reason, and Type on a Password", () => {
    expectOffered(inBody("<s:Fault><s:Reason><s:Text |/></s:Reason></s:Fault>"), "xml:lang");
    const wsse = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
    expectOffered(inBody(`<w:Password xmlns:w="${wsse}" |/>`), "Type");
  });

  test("completion offers nothing directly after a value or between = and the value", () => {
    expectNothing(block('s:role="urn:r"|'));
    expectNothing(block('s:role= |"urn:r"'));
  });
});

suite("completion of values in XML", () => {
  const block = (attributes: string) => in12(`<s:Header><t:x xmlns:t="urn:t" ${attributes}/></s:Header><s:Body/>`);

  test("completion offers values of SOAP's attributes", () => {
    assert.deepEqual(labelsAt(block('s:mustUnderstand="|"')), ["true", "false"]);
    expectTaken(block('s:mustUnderstand="fal|x"'), "true", block('s:mustUnderstand="true"'));
    expectOffered(block('s:role="|"'), `${soap12}/role/next`);
    assert.deepEqual(labelsAt(in11('<s:Header><t:x xmlns:t="urn:t" s:mustUnderstand="|"/></s:Header>')), ["1", "0"]);
  });

  test("completion inserts missing quotes", () => {
    expectTaken(block("s:mustUnderstand=|"), "true", block('s:mustUnderstand="true"'));
  });

  test("completion offers namespaces, the usual one of the prefix first", () => {
    assert.equal(labelsAt(inBody('<a xmlns:xsd="|"/>'))[0], "http://www.w3.org/2001/XMLSchema");
    const file = `${inBody('<c:Add xmlns:c="urn:calc"/>')}\n### next\n${inBody('<a xmlns="|"/>')}`;
    expectOffered(file, "urn:calc", "http://www.w3.org/2005/08/addressing");
    assert.equal(labelsAt(request(asking, '<soap:Envelope xmlns:soap="|"/>'))[0], soap12);
  });

  test("completion offers types for xsi:type with the declared prefix of XML Schema", () => {
    const types = (declared: string) =>
      labelsAt(inBody(`<a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ${declared} xsi:type="|"/>`));
    assert.equal(types('xmlns:x="http://www.w3.org/2001/XMLSchema"')[0], "x:string");
    assert.deepEqual(types(""), []);
  });

  test("completion offers fault codes with declared prefixes", () => {
    const code = (value: string) => inBody(`<s:Fault><s:Code><s:Value>${value}</s:Value></s:Code></s:Fault>`);
    expectOffered(
      code("|"),
      "s:VersionMismatch",
      "s:MustUnderstand",
      "s:DataEncodingUnknown",
      "s:Sender",
      "s:Receiver",
    );
    expectTaken(code("s:Se|"), "s:Sender", code("s:Sender"));
    const subcode = '<s:Subcode><s:Value xmlns:rpc="http://www.w3.org/2003/05/soap-rpc">|</s:Value></s:Subcode>';
    expectOffered(
      inBody(`<s:Fault><s:Code>${subcode}</s:Code></s:Fault>`),
      "rpc:ProcedureNotPresent",
      "rpc:BadArguments",
    );
    expectOffered(in11("<s:Body><s:Fault><faultcode>|</faultcode></s:Fault></s:Body>"), "s:Client", "s:Server");
    expectNothing(in11("<s:Body><a><faultcode>|</faultcode></a></s:Body>"));
    expectNothing(inBody("<s:Fault><faultcode>|</faultcode></s:Fault>"));
  });

  test("completion offers the anonymous address of WS-Addressing", () => {
    const address = (text: string) =>
      inBody(`<w:Address xmlns:w="http://www.w3.org/2005/08/addressing">${text}</w:Address>`);
    expectOffered(address("|"), "http://www.w3.org/2005/08/addressing/anonymous");
  });

  test("completion offers the other parts for xop:Include", () => {
    const type = 'multipart/related; boundary=b; type="application/xop+xml"; start-info="application/soap+xml"';
    const include = '<i:Include xmlns:i="http://www.w3.org/2004/08/xop/include" href="|"/>';
    const root = envelope12.replace("<s:Body/>", `<s:Body><a>${include}</a></s:Body>`);
    const body = `--b\nContent-ID: <r@h>\n\n${root}\n--b\nContent-ID: <data@h>\n\nx\n--b--`;
    assert.deepEqual(labelsAt(request({ ...asking, "Content-Type": type }, body)), ["cid:data@h"]);
  });

  test("completion offers encodings in an XML declaration", () => {
    const file = (encoding: string) => request(asking, `<?xml version="1.0" encoding="${encoding}"?>${envelope12}`);
    for (const typed of ["ut|f", "|utf", "utf|"]) expectTaken(file(typed), "utf-8", file("utf-8"));
    expectNothing(request(asking, `<?xml version="1.0" encoding=|"utf-8"?>${envelope12}`));
    expectNothing(request(asking, `<?xml version="1|.0"?>${envelope12}`));
  });

  test("completion offers entities in text and in values", () => {
    expectOffered(inBody("<a>x &|</a>"), "lt", "gt", "amp", "quot", "apos", "#x");
    expectTaken(inBody("<a>x &am|; y</a>"), "amp", inBody("<a>x &amp; y</a>"));
    expectTaken(inBody('<a b="&|"/>'), "lt", inBody('<a b="&lt;"/>'));
    expectNothing(inBody("<![CDATA[&|]]>"));
  });
});

suite("completion at each position", () => {
  const texts = [
    request(),
    in12('<s:Header><t:x xmlns:t="urn:t" s:role=\'a\'/></s:Header><s:Body><a b="c">&amp;<!-- x --></a></s:Body>'),
    inBody("<a><b></a><"),
    `${inBody("</ <x y= z='>")}\n### n\n# @name\n@v = 1\nGET`,
    "POST /s HTTP/1.1\r\nHost: h\r\n\r\n<a\r\n b\r\n>\r\n",
    '<?xml version="1.0"?><a>',
    "\ufeff",
  ];
  for (const [index, text] of texts.entries()) {
    test(`completion works at each position of text ${index}`, () => {
      const plain = text.replaceAll("|", "");
      for (let at = 0; at <= plain.length; at++) {
        for (const trigger of [undefined, " "]) {
          labelsAt(`${plain.slice(0, at)}|${plain.slice(at)}`, trigger === undefined ? {} : { trigger });
        }
      }
    });
  }
});
