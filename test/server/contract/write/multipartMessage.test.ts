import assert from "node:assert/strict";
import { type Description, describe, findingsOf, requestOf } from "../descriptions.ts";

const photo =
  '<xs:element name="root"><xs:complexType><xs:sequence><xs:element name="photo" type="xs:base64Binary"/></xs:sequence></xs:complexType></xs:element>';

/** The lines of a request with parts, which must have no findings by its WSDL. */
function linesOf(wsdl: string): readonly string[] {
  const request = requestOf(wsdl, "parameters", { mtom: true, lineEnds: "\r\n" });
  assert.deepEqual(findingsOf(request, wsdl), [], request);
  assert.doesNotMatch(request, /[^\r]\n/);
  return request.split("\r\n");
}

function of(description: Description): readonly string[] {
  return linesOf(describe(description));
}

suite("a multipart request", () => {
  test("the request has binary values in parts", () => {
    assert.deepEqual(of({ schema: photo }), [
      "### Do",
      "# @name Do",
      "POST /s HTTP/1.1",
      "Host: h",
      'Content-Type: multipart/related; boundary="soaphttp-part-boundary"; type="application/xop+xml"; start="<envelope@example.com>"; start-info="text/xml"',
      'SOAPAction: "urn:do"',
      "Content-Length: 633",
      "",
      "--soaphttp-part-boundary",
      'Content-Type: application/xop+xml; charset=utf-8; type="text/xml"',
      "Content-Transfer-Encoding: 8bit",
      "Content-ID: <envelope@example.com>",
      "",
      '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"',
      '    xmlns:t="urn:t"',
      '    xmlns:xop="http://www.w3.org/2004/08/xop/include">',
      "  <soap:Body>",
      "    <t:root>",
      '      <t:photo><xop:Include href="cid:photo-1@example.com"/></t:photo>',
      "    </t:root>",
      "  </soap:Body>",
      "</soap:Envelope>",
      "--soaphttp-part-boundary",
      "Content-Type: application/octet-stream",
      "Content-Transfer-Encoding: binary",
      "Content-ID: <photo-1@example.com>",
      "",
      "photo",
      "--soaphttp-part-boundary--",
      "",
    ]);
  });

  test("a request of SOAP 1.2 has the action in Content-Type", () => {
    const wsdl = describe({ schema: photo }).replaceAll("wsdl/soap/", "wsdl/soap12/");
    const field = linesOf(wsdl).find((line) => line.startsWith("Content-Type: multipart"));
    assert.match(field ?? "", /start-info="application\/soap\+xml"; action="urn:do"$/);
  });

  test("the request has the parts of a MIME binding", () => {
    const lines = of({
      schema: '<xs:element name="root" type="xs:int"/>',
      parts: '<part name="body" element="t:root"/><part name="photo" type="xs:base64Binary"/>',
      input: `<mime:multipartRelated><mime:part><soap:body parts="body" use="literal"/></mime:part>
        <mime:part><mime:content part="photo" type="image/*"/><mime:content part="photo" type="image/png"/></mime:part></mime:multipartRelated>`,
    });
    assert.ok(
      lines.some((line) => /multipart\/related;.* type="text\/xml"; start="<envelope@example.com>"$/.test(line)),
    );
    assert.deepEqual(
      lines.slice(-7),
      [
        "--soaphttp-part-boundary",
        "Content-Type: image/png",
        "Content-Transfer-Encoding: binary",
        "Content-ID: <photo=1@example.com>",
        "",
        "photo",
        "--soaphttp-part-boundary--",
        "",
      ].slice(-7),
    );
  });

  test("a multipart request is written where a policy asks for MTOM, and for nothing else", () => {
    const schema = '<xs:element name="root" type="xs:int"/>';
    const policy = `<wsp:Policy xmlns:wsp="http://www.w3.org/ns/ws-policy"><m:OptimizedMimeSerialization
      xmlns:m="http://schemas.xmlsoap.org/ws/2004/09/policy/optimizedmimeserialization"/></wsp:Policy>`;
    assert.ok(!of({ schema }).some((line) => line.includes("multipart")));
    const wsdl = describe({ schema }).replace("<soap:binding ", `${policy}<soap:binding `);
    assert.ok(linesOf(wsdl).some((line) => line.startsWith("Content-Type: application/xop+xml")));
  });
});
