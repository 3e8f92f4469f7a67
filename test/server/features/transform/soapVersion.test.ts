import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { convertSoapVersion } from "../../../../server/src/features/transform/soapVersion/convert.ts";
import { analyze, messagesOf } from "../../../../server/src/service/languageService.ts";
import {
  describe,
  envelope11,
  envelope12,
  expectClean,
  findingsIn,
  request,
  request11,
} from "../../../support/findings.ts";
import { contextOf, transformed, whyNot } from "./transforming.ts";

const to = (version: "1.1" | "1.2") => (source: string) =>
  transformed(convertSoapVersion, source, `Convert to SOAP ${version}`);
const to12 = to("1.2");
const to11 = to("1.1");

const ns11 = "http://schemas.xmlsoap.org/soap/envelope/";
const ns12 = "http://www.w3.org/2003/05/soap-envelope";
const enc11 = "http://schemas.xmlsoap.org/soap/encoding/";
const enc12 = "http://www.w3.org/2003/05/soap-encoding";

/** Expects that the SOAP 1.1 body becomes the SOAP 1.2 body, and that both requests are correct. */
function expectBody12(before: string, after: string): void {
  const source = request11({}, before);
  expectClean(source);
  const result = to12(source);
  assert.equal(result, request({}, after));
  expectClean(result);
}

function expectBody11(before: string, after: string): void {
  const source = request({}, before);
  expectClean(source);
  const result = to11(source);
  assert.equal(bodyOf(result), after);
  expectClean(result);
}

function bodyOf(text: string): string {
  return text.slice(text.indexOf("\n\n") + 2);
}

/** The codes of the findings, except the hint that a request contains a Fault. */
function codesIn(text: string): readonly string[] {
  return findingsIn(text)
    .map(({ code }) => code)
    .filter((code) => code !== "soap-fault-in-request");
}

suite("SOAP 1.1 to 1.2 and back: headers", () => {
  test("the conversion converts media type, charset and Content-Length, and SOAPAction to action", () => {
    const source = request11({ SOAPAction: '"http://e/Add"' });
    const result = request({ "Content-Type": 'application/soap+xml; charset=utf-8; action="http://e/Add"' });
    assert.equal(to12(source), result);
    assert.equal(
      to11(result),
      request({ "Content-Type": 'text/xml; charset=utf-8\nSOAPAction: "http://e/Add"' }, envelope11),
    );
    expectClean(to12(source));
    expectClean(to11(result));
  });

  test("the conversion drops an empty SOAPAction, and adds an empty one if there is no action", () => {
    assert.equal(to12(request11()), request());
    assert.match(to11(request()), /^SOAPAction: ""$/m);
    expectClean(to11(request()));
  });

  test("the conversion adds the quotes of an action", () => {
    assert.match(to12(request11({ SOAPAction: "urn:x" })), /; action="urn:x"$/m);
    assert.match(to11(request({ SOAPAction: "urn:x" })), /^SOAPAction: "urn:x"$/m);
  });

  test("the conversion keeps SOAPAction and removes the parameter if a SOAP 1.2 request has both", () => {
    const both = request({
      SOAPAction: '"urn:x"',
      "Content-Type": 'application/soap+xml; action="urn:x"; charset=utf-8',
    });
    const result = to11(both);
    assert.match(result, /^Content-Type: text\/xml; charset=utf-8$/m);
    assert.match(result, /^SOAPAction: "urn:x"$/m);
    expectClean(result);
  });

  test("the conversion accepts a semicolon at the end of Content-Type", () => {
    const source = request11({ "Content-Type": "text/xml; charset=utf-8;", SOAPAction: '"urn:x"' });
    assert.match(to12(source), /^Content-Type: application\/soap\+xml; charset=utf-8; action="urn:x"$/m);
  });

  test("the conversion keeps variables", () => {
    const head = "@a = urn:x\n@cs = utf-8\n";
    const source = head + request11({ "Content-Type": "text/xml; charset={{cs}}", SOAPAction: '"{{a}}/Add"' });
    const result = to12(source.replace("POST", "PO|ST"));
    assert.match(result, /^Content-Type: application\/soap\+xml; charset=\{\{cs\}\}; action="\{\{a\}\}\/Add"$/m);
    expectClean(result);
    assert.equal(
      to11(result.replace("POST", "PO|ST")),
      source
        .replace(/\nSOAPAction.*/, "")
        .replace(/\n(?=Content-Length)/, '\nSOAPAction: "{{a}}/Add"\n')
        .replace(/(Content-Length.*)\n(SOAP.*)\n/, "$2\n$1\n"),
    );
  });

  test("the conversion replaces a variable by the media type", () => {
    const source = `@type = text/xml; charset=utf-8\n${request11({ "Content-Type": "{{type}}" })}`;
    assert.match(to12(source.replace("POST", "PO|ST")), /^Content-Type: application\/soap\+xml; charset=utf-8$/m);
  });

  test("the conversion converts Accept if it names the media type", () => {
    const accept = (value: string) => to12(request11({ Accept: value })).match(/^Accept: (.*)$/m)?.[1];
    assert.equal(accept("text/xml, multipart/related"), "application/soap+xml, multipart/related");
    assert.equal(accept("text/xml;q=0.5, */*"), "application/soap+xml;q=0.5, */*");
    assert.equal(accept("application/soap+xml, text/xml"), "application/soap+xml, text/xml");
    assert.equal(accept("text/html"), "text/html");
  });

  test("the conversion adds a missing Content-Type", () => {
    assert.match(
      to12(request11({ "Content-Type": undefined, SOAPAction: '"urn:x"' })),
      /^Content-Type: application\/soap\+xml; charset=utf-8; action="urn:x"$/m,
    );
  });

  test("the conversion keeps a wrong Content-Length", () => {
    assert.match(to12(request11({ "Content-Length": "7" })), /^Content-Length: 7$/m);
  });

  test("the conversion converts only the request at the cursor", () => {
    const text = `${request11()}\n### b\n`;
    assert.equal(to12(`|${text}${request11()}`), `${request()}\n### b\n${request11()}`);
    assert.equal(to12(`${text}|${request11()}`), `${text}${request()}`);
  });
});

suite("SOAP 1.1 to 1.2 and back: the envelope", () => {
  test("the conversion converts the default namespace, and a prefix that is declared again inside", () => {
    expectBody12(`<Envelope xmlns="${ns11}"><Body/></Envelope>`, `<Envelope xmlns="${ns12}"><Body/></Envelope>`);
    expectBody12(
      `<a:Envelope xmlns:a="${ns11}"><b:Body xmlns:b='${ns11}'/></a:Envelope>`,
      `<a:Envelope xmlns:a="${ns12}"><b:Body xmlns:b='${ns12}'/></a:Envelope>`,
    );
  });

  test("the conversion converts actor to role, next and mustUnderstand", () => {
    const next11 = "http://schemas.xmlsoap.org/soap/actor/next";
    const next12 = `${ns12}/role/next`;
    const with11 = `<s:Envelope xmlns:s="${ns11}"><s:Header><a:A xmlns:a="urn:a" s:actor="${next11}" s:mustUnderstand="1"/><a:B xmlns:a="urn:a" s:actor="urn:b"/></s:Header><s:Body/></s:Envelope>`;
    const with12 = `<s:Envelope xmlns:s="${ns12}"><s:Header><a:A xmlns:a="urn:a" s:role="${next12}" s:mustUnderstand="1"/><a:B xmlns:a="urn:a" s:role="urn:b"/></s:Header><s:Body/></s:Envelope>`;
    expectBody12(with11, with12);
    expectBody11(with12, with11);
    expectBody11(with12.replace('mustUnderstand="1"', 'mustUnderstand=" true "'), with11);
    expectBody11(
      with12.replace('mustUnderstand="1"', "mustUnderstand='false'"),
      with11.replace('mustUnderstand="1"', "mustUnderstand='0'"),
    );
  });

  test("the conversion drops relay and the role ultimateReceiver, which SOAP 1.1 doesn't have", () => {
    expectBody11(
      `<s:Envelope xmlns:s="${ns12}"><s:Header><a:A xmlns:a="urn:a" s:relay="true" s:role="${ns12}/role/ultimateReceiver"/></s:Header><s:Body/></s:Envelope>`,
      `<s:Envelope xmlns:s="${ns11}"><s:Header><a:A xmlns:a="urn:a"/></s:Header><s:Body/></s:Envelope>`,
    );
  });

  test("the conversion keeps an envelope inside the Body", () => {
    const inner = `<x:Envelope xmlns:x="${ns11}"><x:Header><h xmlns="urn:h" x:actor="urn:a"/></x:Header><x:Body/></x:Envelope>`;
    expectBody12(
      `<s:Envelope xmlns:s="${ns11}"><s:Body><d xmlns="urn:d">${inner}</d></s:Body></s:Envelope>`,
      `<s:Envelope xmlns:s="${ns12}"><s:Body><d xmlns="urn:d">${inner}</d></s:Body></s:Envelope>`,
    );
  });

  test("the conversion keeps namespaces in text, comments and CDATA", () => {
    const body = (ns: string) =>
      `<s:Envelope xmlns:s="${ns}"><s:Body><!-- ${ns11} --><a xmlns="urn:a" b="${ns11}">${ns11}<![CDATA[xmlns:s="${ns11}"]]></a></s:Body></s:Envelope>`;
    expectBody12(body(ns11), body(ns12));
  });

  test("the conversion moves encodingStyle from Envelope and Body to their children", () => {
    expectBody12(
      `<s:Envelope xmlns:s="${ns11}" s:encodingStyle="${enc11}"><s:Header><a:A xmlns:a="urn:a"/></s:Header><s:Body><a:B xmlns:a="urn:a"><c/></a:B></s:Body></s:Envelope>`,
      `<s:Envelope xmlns:s="${ns12}"><s:Header><a:A s:encodingStyle="${enc12}" xmlns:a="urn:a"/></s:Header><s:Body><a:B s:encodingStyle="${enc12}" xmlns:a="urn:a"><c/></a:B></s:Body></s:Envelope>`,
    );
    expectBody12(
      `<s:Envelope xmlns:s="${ns11}" s:encodingStyle="urn:x"><s:Body s:encodingStyle="${enc11}"><a:B xmlns:a="urn:a"/><a:C xmlns:a="urn:a" s:encodingStyle=""/></s:Body></s:Envelope>`,
      `<s:Envelope xmlns:s="${ns12}"><s:Body><a:B s:encodingStyle="${enc12}" xmlns:a="urn:a"/><a:C xmlns:a="urn:a" s:encodingStyle="${ns12}/encoding/none"/></s:Body></s:Envelope>`,
    );
  });

  test("the conversion uses a prefix for encodingStyle if the envelope has none", () => {
    const body = (ns: string, attributes: string) =>
      `<Envelope xmlns="${ns}"><Body><a:B${attributes} xmlns:a="urn:a"/></Body></Envelope>`;
    const before = body(ns11, "").replace("<Body>", `<Body xmlns:p="${ns11}" p:encodingStyle="${enc11}">`);
    expectBody12(before, body(ns12, ` p:encodingStyle="${enc12}"`).replace("<Body>", `<Body xmlns:p="${ns12}">`));
  });

  test("the conversion converts the type and the size of arrays", () => {
    const array = (ns: string, enc: string, attributes: string) =>
      `<s:Envelope xmlns:s="${ns}" xmlns:e="${enc}" xmlns:x="http://www.w3.org/2001/XMLSchema"><s:Body><a:L xmlns:a="urn:a" s:encodingStyle="${enc}" ${attributes}/></s:Body></s:Envelope>`;
    const both = (type11: string, type12: string) => {
      expectBody12(array(ns11, enc11, type11), array(ns12, enc12, type12));
      expectBody11(array(ns12, enc12, type12), array(ns11, enc11, type11));
    };
    both('e:arrayType="x:int[2]"', 'e:itemType="x:int" e:arraySize="2"');
    both('e:arrayType="x:int[2,3]"', 'e:itemType="x:int" e:arraySize="2 3"');
    both('e:arrayType="x:int[]"', 'e:itemType="x:int" e:arraySize="*"');
    expectBody12(
      array(ns11, enc11, 'e:arrayType="x:int[][4]"'),
      array(ns12, enc12, 'e:itemType="e:Array" e:arraySize="4"'),
    );
  });

  test("the conversion refuses an element after the Body, which SOAP 1.2 forbids", () => {
    const source = request11({}, `<s:Envelope xmlns:s="${ns11}"><s:Body/><a:T xmlns:a="urn:a"/></s:Envelope>`);
    expectClean(source);
    assert.match(whyNot(convertSoapVersion, source, "Convert to SOAP 1.2"), /^a:T comes after the Body/);
  });

  test("the conversion isn't offered without an envelope of a known version", () => {
    for (const source of [
      request({}, "<a/>"),
      request({}, '<s:Envelope xmlns:s="urn:x"><s:Body/></s:Envelope>'),
      "GET /s HTTP/1.1\nHost: h\n",
    ]) {
      assert.deepEqual(convertSoapVersion(contextOf(source)), []);
    }
  });

  test("the conversion converts an envelope without a header section", () => {
    assert.equal(to12(envelope11), envelope12);
  });
});

suite("SOAP 1.1 to 1.2 and back: Faults", () => {
  const in11 = (content: string, attributes = "") =>
    request11(
      {},
      `<s:Envelope xmlns:s="${ns11}"${attributes}><s:Body><s:Fault>${content}</s:Fault></s:Body></s:Envelope>`,
    );
  const in12 = (content: string, attributes = "") =>
    request(
      {},
      `<s:Envelope xmlns:s="${ns12}"${attributes}><s:Body><s:Fault>${content}</s:Fault></s:Body></s:Envelope>`,
    );
  const become12 = (before: string, after: string) => {
    assert.deepEqual(codesIn(before), []);
    assert.equal(to12(before), after);
    assert.deepEqual(codesIn(after), []);
  };
  const become11 = (before: string, after: string) => {
    assert.deepEqual(codesIn(before), []);
    assert.equal(bodyOf(to11(before)), bodyOf(after));
    assert.deepEqual(codesIn(to11(before)), []);
  };

  test("the conversion converts the names of the parts and the codes", () => {
    const fault11 =
      '<faultcode>s:Client</faultcode><faultstring xml:lang="en">No &lt; here</faultstring><faultactor>urn:n</faultactor><detail><d:e xmlns:d="urn:d">1</d:e></detail>';
    const fault12 =
      '<s:Code><s:Value>s:Sender</s:Value></s:Code><s:Reason><s:Text xml:lang="en">No &lt; here</s:Text></s:Reason><s:Node>urn:n</s:Node><s:Detail><d:e xmlns:d="urn:d">1</d:e></s:Detail>';
    become12(in11(fault11), in12(fault12));
    become11(in12(fault12), in11(fault11));
  });

  test("the conversion converts the order, and adds a missing language", () => {
    become12(
      in11("<detail/><faultstring>x</faultstring><faultcode>s:Server</faultcode>"),
      in12(
        '<s:Code><s:Value>s:Receiver</s:Value></s:Code><s:Reason><s:Text xml:lang="en">x</s:Text></s:Reason><s:Detail></s:Detail>',
      ),
    );
  });

  test("the conversion converts dots to subcodes", () => {
    const fault11 = '<faultcode>s:Client.Auth.Expired</faultcode><faultstring xml:lang="de">x</faultstring>';
    const fault12 =
      '<s:Code><s:Value>s:Sender</s:Value><s:Subcode><s:Value>Auth</s:Value><s:Subcode><s:Value>Expired</s:Value></s:Subcode></s:Subcode></s:Code><s:Reason><s:Text xml:lang="de">x</s:Text></s:Reason>';
    become12(in11(fault11), in12(fault12));
    become11(in12(fault12), in11(fault11));
  });

  test("the conversion converts a service's own code to a subcode, and back", () => {
    const declared = ' xmlns:m="urn:m"';
    const fault11 = '<faultcode>m:Late</faultcode><faultstring xml:lang="en">x</faultstring>';
    const fault12 =
      '<s:Code><s:Value>s:Receiver</s:Value><s:Subcode><s:Value>m:Late</s:Value></s:Subcode></s:Code><s:Reason><s:Text xml:lang="en">x</s:Text></s:Reason>';
    become12(in11(fault11, declared), in12(fault12, declared));
    become11(in12(fault12, declared), in11(fault11, declared));
  });

  test("the conversion converts parts that SOAP 1.1 doesn't have to comments", () => {
    become11(
      in12(
        '<s:Code><s:Value>s:Sender</s:Value></s:Code><s:Reason><s:Text xml:lang="en">x</s:Text><s:Text xml:lang="de">y -- z-</s:Text></s:Reason><s:Role>urn:r</s:Role>',
      ),
      in11(
        '<faultcode>s:Client</faultcode><faultstring xml:lang="en">x</faultstring><!-- de: y - - z-  --><!-- Role: urn:r -->',
      ),
    );
  });

  test("the conversion moves a default namespace of the detail to its children", () => {
    const code = '<s:Code><s:Value>s:Sender</s:Value></s:Code><s:Reason><s:Text xml:lang="en">x</s:Text></s:Reason>';
    become11(
      in12(`${code}<s:Detail xmlns="urn:d" xmlns:m="urn:m"><e/><e xmlns="urn:e"/></s:Detail>`),
      in11(
        '<faultcode>s:Client</faultcode><faultstring xml:lang="en">x</faultstring><detail xmlns:m="urn:m"><e xmlns="urn:d"/><e xmlns="urn:e"/></detail>',
      ),
    );
  });

  test("the conversion moves other parts of SOAP 1.1 into the detail", () => {
    become12(
      in11('<faultcode>s:Client</faultcode><faultstring>x</faultstring><m:more xmlns:m="urn:m">1</m:more>'),
      in12(
        '<s:Code><s:Value>s:Sender</s:Value></s:Code><s:Reason><s:Text xml:lang="en">x</s:Text></s:Reason><s:Detail><m:more xmlns:m="urn:m">1</m:more></s:Detail>',
      ),
    );
  });

  test("the conversion keeps the indentation", () => {
    const lines11 = [
      "",
      "      <faultcode>s:Client</faultcode>",
      '      <faultstring xml:lang="en">x</faultstring>',
      "      <detail>",
      '        <d:e xmlns:d="urn:d"/>',
      "      </detail>",
      "    ",
    ].join("\n");
    const lines12 = [
      "",
      "      <s:Code>",
      "        <s:Value>s:Sender</s:Value>",
      "      </s:Code>",
      "      <s:Reason>",
      '        <s:Text xml:lang="en">x</s:Text>',
      "      </s:Reason>",
      "      <s:Detail>",
      '        <d:e xmlns:d="urn:d"/>',
      "      </s:Detail>",
      "    ",
    ].join("\n");
    become12(in11(lines11), in12(lines12));
    become11(in12(lines12), in11(lines11));
  });

  test("the conversion keeps elements in no namespace out of a default namespace", () => {
    const before = request(
      {},
      `<Envelope xmlns="${ns12}"><Body><Fault><Code><Value>Sender</Value></Code><Reason><Text xml:lang="en">x</Text></Reason><Detail xmlns="urn:d"><e/></Detail></Fault></Body></Envelope>`,
    )
      .replace('<Detail xmlns="urn:d">', "<Detail>")
      .replace("<e/>", '<e xmlns="urn:d"/>');
    const source = before.replace(/(Content-Length: )\d+/, (_, name) => `${name}${Buffer.byteLength(bodyOf(before))}`);
    const result = to11(source);
    assert.deepEqual(codesIn(result), []);
    assert.match(result, /<faultcode xmlns="">Client<\/faultcode>/);
    assert.match(result, /<detail xmlns=""><e xmlns="urn:d"\/><\/detail>/);
    const back = to12(result);
    assert.deepEqual(codesIn(back), []);
    assert.match(back, /<e xmlns="urn:d"\/>/);
  });

  test("the conversion converts encodingStyle and namespaces inside the detail", () => {
    const source = in11(
      `<faultcode>s:Client</faultcode><faultstring>x</faultstring><detail><d:e xmlns:d="urn:d" s:encodingStyle="${enc11}"/></detail>`,
      ` s:encodingStyle="${enc11}"`,
    );
    const result = to12(source);
    assert.deepEqual(codesIn(result), []);
    assert.match(result, new RegExp(`<s:Detail><d:e xmlns:d="urn:d" s:encodingStyle="${enc12}"/></s:Detail>`));
    assert.ok(!result.includes(enc11));
  });
});

const folder = join("test", "fixtures", "requests");
const captured = readdirSync(folder).filter((file) => file.endsWith(".http"));

suite("SOAP 1.1 to 1.2 and back: requests of real clients", () => {
  /** The request with CRLF line endings, as in an editor, and the Content-Length for these. */
  const asInEditor = (file: string) => {
    const text = readFileSync(join(folder, file), "utf8").replace(/\r?\n/g, "\r\n");
    const length = messagesOf(analyze(text))[0]?.message.bodyLength;
    return text.replace(/^(Content-Length: )\d+/im, `$1${length}`);
  };
  const versionOf = (text: string) => messagesOf(analyze(text))[0]?.message.envelope?.version;

  // Not each of these clients says that its WS-Security header must be understood.
  const mistakesIn = (text: string) => findingsIn(text).filter(({ severity }) => severity !== "information");
  for (const file of captured) {
    test(`${file} is correct after the conversion and back`, () => {
      const text = asInEditor(file);
      const errors = findingsIn(text).filter(({ severity }) => severity === "error");
      assert.deepEqual(errors, []);
      const version = versionOf(text);
      assert.ok(version);
      const other = version === "1.1" ? "1.2" : "1.1";
      const there = to(other)(text);
      assert.equal(versionOf(there), other);
      assert.equal(describe(mistakesIn(there)), "nothing");
      const back = to(version)(there);
      assert.equal(versionOf(back), version);
      assert.equal(describe(mistakesIn(back)), "nothing");
      assert.equal(to(version)(to(other)(back)), back, "the second time it is the same");
    });
  }
});
