import assert from "node:assert/strict";
import { ReadContent } from "../../../server/src/evaluation/readContent.ts";
import { analyze, messagesOf } from "../../../server/src/service/languageService.ts";
import { contractProblems } from "../../../server/src/testing/responseContract.ts";
import { around } from "../../support/resolver.ts";
import { shopMessage, shopWsdl } from "../../support/shopWsdl.ts";

/** What `# @expect contract` says about a response to the operation `name` of `./s.wsdl`. */
function problems(wsdl: string, name: string, body: string, contentType = "text/xml"): readonly string[] {
  const text = `# @wsdl ./s.wsdl\n# @operation ${name}\nPOST /s HTTP/1.1\nHost: h\nContent-Type: text/xml\n\n<a/>`;
  const [request] = messagesOf(analyze(text, undefined, around({ files: { "/w/a/b/s.wsdl": wsdl } })));
  assert.ok(request);
  const fields = [{ name: "Content-Type", value: contentType }];
  return contractProblems(request.message, new ReadContent({ fields, body: new TextEncoder().encode(body) }));
}

const added = (content: string) => shopMessage(`<AddResponse xmlns="urn:shop">${content}</AddResponse>`);

suite("# @expect contract, for a multipart response", () => {
  const wsdl = shopWsdl().replace('name="id" type="xs:int"', 'name="id" type="xs:base64Binary"');
  const include = '<id><xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:p@h"/></id>';

  test("the expectation holds where Base64 data is in another part", () => {
    const head = 'Content-Type: application/xop+xml; charset=utf-8; type="text/xml"\r\nContent-ID: <e@h>\r\n\r\n';
    const body = `--b\r\n${head}${added(include)}\r\n--b\r\nContent-ID: <p@h>\r\n\r\ndata\r\n--b--`;
    const type = 'multipart/related; boundary="b"; type="application/xop+xml"; start="<e@h>"; start-info="text/xml"';
    assert.deepEqual(problems(wsdl, "Add", body, type), []);
  });

  test("the expectation fails where the response isn't multipart", () => {
    assert.match(problems(wsdl, "Add", added(include)).join(), /^1:\d+: <xop:Include> refers to another part, /);
  });
});

suite("# @expect contract, for an HTTP binding", () => {
  /** The shop with an HTTP binding: its output, and the parts of its message. */
  const http = (output: string, parts = "") =>
    shopWsdl()
      .replace("<soap:binding", '<http:binding verb="POST" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/"/><!--')
      .replace('<wsdl:operation name="Add"><soap:operation', '--><wsdl:operation name="Add"><soap:operation')
      .replace('<wsdl:part name="parameters" element="t:AddResponse"/>', parts)
      .replace(
        /(<wsdl:output>)<soap:header.*?(<\/wsdl:output>)/,
        `<wsdl:output xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/">${output}$2`,
      );
  const xml = '<mime:content type="text/xml" part="parameters"/>';
  const declared = '<wsdl:part name="parameters" element="t:AddResponse"/>';

  test("the expectation holds for an empty response to an operation whose output has no parts", () => {
    assert.deepEqual(problems(http(xml), "Add", "", ""), []);
  });

  test("the expectation holds for any content of a part without an element, or with one that isn't declared", () => {
    for (const part of ['<wsdl:part name="parameters"/>', '<wsdl:part name="parameters" element="t:None"/>']) {
      assert.deepEqual(problems(http(xml, part), "Add", "<any/>"), [], part);
      assert.deepEqual(problems(http(xml, part), "Add", "{}", "application/json"), [], part);
    }
  });

  test("the expectation fails where the declared element is missing or wrong", () => {
    assert.deepEqual(problems(http(xml, declared), "Add", ""), ["The body isn't XML."]);
    assert.match(problems(http(xml, declared), "Add", "<any/>").join(), /contains <any>/);
    assert.deepEqual(
      problems(http(xml, declared), "Add", '<AddResponse xmlns="urn:shop"><id>1</id></AddResponse>'),
      [],
    );
  });
});

suite("# @expect contract, for a binding of SOAP 1.2", () => {
  const wsdl = shopWsdl().replace(
    'xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"',
    'xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap12/"',
  );
  const namespaces = {
    "1.1": "http://schemas.xmlsoap.org/soap/envelope/",
    "1.2": "http://www.w3.org/2003/05/soap-envelope",
  };

  test("the expectation fails for a response of SOAP 1.1, and of an unknown version", () => {
    const why = (namespace: string) => [
      `The binding requires SOAP 1.2, whose Envelope is in the namespace ${namespaces["1.2"]}, but this one is in ${namespace}.`,
    ];
    const response = added("<id>1</id>");
    assert.deepEqual(problems(wsdl, "Add", response), why(namespaces["1.1"]));
    assert.deepEqual(problems(wsdl, "Add", response.replace(namespaces["1.1"], "urn:soap")), why("urn:soap"));
    assert.deepEqual(problems(wsdl, "Add", response.replace(namespaces["1.1"], namespaces["1.2"])), []);
    assert.deepEqual(problems(shopWsdl(), "Add", response), []);
  });
});
