import assert from "node:assert/strict";
import { completionsAt } from "../../../support/completions.ts";
import { serviceWsdl } from "../../../support/contracts.ts";
import { request11 } from "../../../support/findings.ts";
import { around } from "../../../support/resolver.ts";

const envelope = '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:t="urn:t">';
const inBody = (body: string) =>
  `# @wsdl ../../shop.wsdl\n${request11({}, `${envelope}<s:Body>${body}</s:Body></s:Envelope>`)}`;

suite("completion of long lists", () => {
  const numbers = Array.from({ length: 300 }, (_, index) => String(index + 1));
  const long = `<xs:element name="Long"><xs:complexType><xs:sequence>
  <xs:element name="code" type="t:Code"/><xs:any namespace="##targetNamespace" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
  <xs:attribute name="code" type="t:Code"/><xs:anyAttribute namespace="##targetNamespace"/></xs:complexType></xs:element>
<xs:simpleType name="Code"><xs:restriction base="xs:string">${numbers.map((n) => `<xs:enumeration value="c${n}"/>`).join("")}</xs:restriction></xs:simpleType>
${numbers.map((n) => ` <xs:element name="e${n}" type="xs:int"/><xs:attribute name="a${n}" type="xs:int"/>`).join("\n")}`;
  const options = { resolver: around({ files: { "/w/shop.wsdl": serviceWsdl(long) } }) };

  for (const [list, place, typed, most] of [
    ["elements of a wildcard", "<t:Long><t:code>c1</t:code><t:|</t:Long>", "e29", 100],
    ["attributes of a wildcard", "<t:Long t:|/>", "a29", 50],
    ["values of an element", "<t:Long><t:code>|</t:code></t:Long>", "c29", 200],
    ["values of an attribute", '<t:Long code="|"/>', "c29", 200],
  ] as const) {
    test(`typing narrows down the ${list}`, () => {
      const at = (text: string) =>
        completionsAt(inBody(place.replace("|", `${text}|`)), options).filter(({ label }) => /\d$|Long/.test(label));
      const first = at("");
      assert.equal(first.length, most);
      assert.ok(first.every(({ incomplete }) => incomplete));
      const labels = (text: string) => at(text).map(({ label }) => label.replace("t:", ""));
      assert.ok(!labels("").includes(`${typed}9`));
      assert.equal(labels(`${typed}9x`).length, 0);
      assert.ok(labels(typed).slice(0, 11).includes(`${typed}9`), labels(typed).join());
    });
  }

  test("lists that aren't cut are complete", () => {
    const items = completionsAt(inBody("<t:Long><|</t:Long>"), options);
    assert.equal(items[0]?.label, "t:code");
    assert.ok(items.every(({ incomplete }) => !incomplete));
  });
});
