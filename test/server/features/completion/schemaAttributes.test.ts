import assert from "node:assert/strict";
import { completionsAt } from "../../../support/completions.ts";
import { serviceWsdl } from "../../../support/contracts.ts";
import { request11 } from "../../../support/findings.ts";
import { around } from "../../../support/resolver.ts";

const schema = `<xs:element name="Order"><xs:complexType><xs:sequence>
  <xs:element name="id" type="xs:int" minOccurs="0"/><xs:element name="item"><xs:complexType>
    <xs:attribute name="count" type="xs:int" default="1"/><xs:attribute name="unit" type="xs:string" use="required"/>
  </xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element>`;
const resolver = around({ files: { "/w/shop.wsdl": serviceWsdl(schema) } });
const envelope = '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:t="urn:t">';
const inBody = (body: string) =>
  `# @wsdl ../../shop.wsdl\n${request11({}, `${envelope}<s:Body>${body}</s:Body></s:Envelope>`)}`;
const item = (attributes: string) => inBody(`<t:Order><t:item ${attributes}/></t:Order>`);
const all = (source: string, options: object = { resolver }) =>
  completionsAt(source, options).map(({ label }) => label);

suite("attributes of an element whose schema is known", () => {
  test("completion offers only attributes that the schema allows, in other requests too", () => {
    assert.deepEqual(all(inBody("<t:Order><t:id |/></t:Order>")), []);
    const used = item('xml:lang="en" s:actor="urn:a" other=""');
    assert.deepEqual(all(`${item("|")}\n\n###\n${used}`), ["unit", "count"]);
  });

  test("completion offers namespace declarations only after an x", () => {
    assert.ok(completionsAt(item("|"), { resolver }).every(({ incomplete }) => incomplete));
    const typed = all(item("x|"));
    assert.deepEqual(typed.slice(0, 2), ["unit", "count"]);
    assert.ok(typed.includes("xmlns") && typed.includes("xmlns:wsa"), typed.join());
    assert.ok(all(inBody("<t:Order><t:id x|/></t:Order>")).includes("xmlns:wsa"));
    assert.ok(all(inBody("<t:Order><t:unknown |/></t:Order>")).includes("xmlns:wsa"));
  });

  test("completion offers encodingStyle only if the operation may be encoded", () => {
    const encoded = serviceWsdl(schema).replaceAll('use="literal"', 'use="encoded"');
    const withEncoding = { resolver: around({ files: { "/w/shop.wsdl": encoded } }) };
    for (const source of [
      inBody("<t:Order |/>"),
      inBody("<t:unknown |/>"),
      inBody("").replace("<s:Body", "<s:Body |"),
    ]) {
      assert.ok(!all(source).includes("s:encodingStyle"), source);
      assert.ok(all(source, withEncoding).includes("s:encodingStyle"), source);
      assert.ok(all(source.replace(/^# @wsdl.*\n/, ""), {}).includes("s:encodingStyle"), source);
    }
  });
});
