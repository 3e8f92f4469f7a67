import assert from "node:assert/strict";
import { contractFindings } from "../../support/contractFindings.ts";
import { serviceWsdl } from "../../support/contracts.ts";
import { request11 } from "../../support/findings.ts";

const photo = (type: string) =>
  `<xs:element name="Add"><xs:complexType><xs:sequence><xs:element name="photo" type="${type}"/></xs:sequence></xs:complexType></xs:element>
<xs:complexType name="Typed"><xs:simpleContent><xs:extension base="xs:base64Binary"><xs:attribute name="kind" type="xs:string"/></xs:extension></xs:simpleContent></xs:complexType>
<xs:simpleType name="Short"><xs:restriction base="xs:base64Binary"><xs:maxLength value="2"/></xs:restriction></xs:simpleType>
<xs:simpleType name="Either"><xs:union memberTypes="xs:int t:Short"/></xs:simpleType>`;

const include = '<xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:p@h"/>';
const envelope = (content: string) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><Add xmlns="urn:t"><photo>${content}</photo></Add></s:Body></s:Envelope>`;

/** Code and message of each finding in a multipart request; «…» marks them. */
function inMultipart(content: string, type = "xs:base64Binary"): readonly string[] {
  const parts = [
    '--b\r\nContent-Type: application/xop+xml; charset=utf-8; type="text/xml"\r\nContent-ID: <e@h>\r\n\r\n',
    `${envelope(content)}\r\n--b\r\nContent-Type: image/png\r\nContent-ID: <p@h>\r\n\r\ndata\r\n--b--`,
  ];
  const contentType =
    'multipart/related; boundary="b"; type="application/xop+xml"; start="<e@h>"; start-info="text/xml"';
  const request = request11({ "Content-Type": contentType, SOAPAction: '"urn:Add"' }, parts.join(""));
  return messages(contractFindings(request.replace(/\r?\n/g, "\r\n"), serviceWsdl(photo(type))));
}

/** Code and message of each finding in a request that is an envelope alone. */
function alone(content: string, type = "xs:base64Binary"): readonly string[] {
  return messages(
    contractFindings(request11({ SOAPAction: '"urn:Add"' }, envelope(content)), serviceWsdl(photo(type))),
  );
}

function messages(findings: readonly { readonly code: string; readonly message: string }[]): readonly string[] {
  return findings.map(({ code, message }) => `${code}: ${message}`);
}

suite("xop:Include", () => {
  test("xop:Include is the content of Base64 data in a multipart message", () => {
    for (const type of ["xs:base64Binary", "t:Typed", "t:Short", "t:Either"]) {
      assert.deepEqual(inMultipart(include, type), [], type);
    }
    assert.deepEqual(inMultipart(`\n  <!-- the photo -->\n  ${include}\n`), []);
  });

  test("xop:Include isn't allowed in a message that isn't multipart", () => {
    const marked = include.replace("xop:Include", "«xop:Include»");
    assert.deepEqual(alone(marked), [
      "schema-element-unexpected: <xop:Include> refers to another part, but this message isn't multipart. Expected Base64 data, or Content-Type: multipart/related.",
    ]);
  });

  test("xop:Include can't replace a value of another type", () => {
    const marked = include.replace("xop:Include", "«xop:Include»");
    assert.deepEqual(inMultipart(marked, "xs:hexBinary"), [
      "schema-element-unexpected: <xop:Include> can replace only Base64 data, but the type of <photo> isn't xs:base64Binary.",
    ]);
  });

  test("xop:Include is the only content of its element", () => {
    const marked = include.replace("xop:Include", "«xop:Include»");
    for (const content of [`YQ==${marked}`, `${marked}YQ==`, `${marked}${include}`]) {
      assert.deepEqual(inMultipart(content), [
        "schema-element-unexpected: <xop:Include> must be the only content of <photo>.",
      ]);
    }
  });

  test("xop:Include needs its reference", () => {
    assert.deepEqual(inMultipart('<«xop:Include» xmlns:xop="http://www.w3.org/2004/08/xop/include"/>'), [
      "schema-attribute-missing: The attribute href is missing in <xop:Include>.",
    ]);
  });
});
