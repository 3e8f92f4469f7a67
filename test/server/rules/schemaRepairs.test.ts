import assert from "node:assert/strict";
import { contractFindings } from "../../support/contractFindings.ts";
import { serviceWsdl } from "../../support/contracts.ts";
import { request11 } from "../../support/findings.ts";

const simple = (name: string, base: string, facets: string) =>
  `<xs:simpleType name="${name}"><xs:restriction base="xs:${base}">${facets}</xs:restriction></xs:simpleType>`;
const schema = `<xs:element name="Pay"><xs:complexType><xs:sequence>
  <xs:choice><xs:element name="card" type="xs:string"/><xs:sequence><xs:element name="iban" type="xs:string"/><xs:element name="bic" type="xs:string"/></xs:sequence></xs:choice>
  <xs:element name="extra" type="t:Extra" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
<xs:complexType name="Extra"><xs:sequence><xs:any namespace="##targetNamespace" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>
<xs:element name="amount" type="xs:decimal"/>
<xs:element name="count" type="xs:int"/>
<xs:element name="rate" type="t:Rate"/>
<xs:element name="at" type="xs:dateTime"/>
<xs:element name="day" type="xs:date"/>
<xs:element name="time" type="xs:time"/>
<xs:element name="paid" type="xs:boolean"/>
<xs:element name="percent" type="t:Percent"/>
<xs:element name="below" type="t:Below"/>
<xs:element name="kind" type="t:Kind"/>
<xs:element name="pair"><xs:complexType><xs:all><xs:element name="one" type="xs:int"/><xs:element name="two" type="xs:int"/></xs:all></xs:complexType></xs:element>
${simple("Rate", "decimal", '<xs:fractionDigits value="2"/>')}
${simple("Percent", "int", '<xs:minInclusive value="0"/><xs:maxInclusive value="100"/>')}
${simple("Below", "int", '<xs:maxExclusive value="10"/>')}
${simple("Kind", "string", '<xs:enumeration value="low"/><xs:enumeration value="normal"/>')}`;
const wsdl = serviceWsdl(schema);

/** A finding in a payload with its fixes: their titles, and the payload after each. */
function repairs(payload: string, attributes = 'xmlns:t="urn:t"') {
  const local = /^<(?:\w+:)?(\w+)/.exec(payload.replace(/[«»]/g, ""))?.[1];
  const source = request11(
    { SOAPAction: `"urn:${local}"` },
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" ${attributes}><s:Body>${payload}</s:Body></s:Envelope>`,
  );
  return contractFindings(source, wsdl).map(({ code, message, fixed }) => ({
    code,
    message,
    fixes: fixed.map(([title, text]) => [title, /<s:Body>(.*)<\/s:Body>/.exec(text)?.[1]]),
  }));
}

suite("a choice", () => {
  test("a choice with both branches has alternatives, in the prefixes of the message", () => {
    const [finding, ...others] = repairs("<t:Pay><t:card>1</t:card><«t:iban»>2</t:iban><t:bic>3</t:bic></t:Pay>");
    assert.deepEqual(others, []);
    assert.equal(finding?.message, "<t:iban> is an alternative to <t:card>. Remove one of them.");
    assert.deepEqual(finding?.fixes, [["Remove <t:iban>, <t:bic>", "<t:Pay><t:card>1</t:card></t:Pay>"]]);
  });

  test("a choice without a branch has an insertion for each", () => {
    const [finding] = repairs("<«t:Pay»></t:Pay>");
    assert.equal(finding?.message, "<t:Pay> is incomplete. Expected one of these: <t:card>, <t:iban>");
    assert.deepEqual(finding?.fixes, [
      ["Insert <t:card>", "<t:Pay><t:card>card</t:card></t:Pay>"],
      ["Insert <t:iban>, <t:bic>", "<t:Pay><t:iban>iban</t:iban><t:bic>bic</t:bic></t:Pay>"],
    ]);
  });

  test("xs:all is no choice: its missing elements are inserted together", () => {
    const [finding] = repairs("<«t:pair»></t:pair>");
    assert.deepEqual(
      finding?.fixes.map(([title]) => title),
      ["Insert <t:one>, <t:two>"],
    );
  });
});

suite("a value that is nearly right", () => {
  const cases: readonly (readonly [name: string, typed: string, right: string])[] = [
    ["amount", "1,5", "1.5"],
    ["amount", "1.234,56", "1234.56"],
    ["amount", "1,234.56", "1234.56"],
    ["amount", "1 234 567,8", "1234567.8"],
    ["count", "5.0", "5"],
    ["rate", "-3,25", "-3.25"],
    ["at", "15.01.2024 10:30", "2024-01-15T10:30:00"],
    ["at", "2024-01-15 10:30:15", "2024-01-15T10:30:15"],
    ["at", "2024-01-15T10:30Z", "2024-01-15T10:30:00Z"],
    ["at", "2024-01-15", "2024-01-15T00:00:00"],
    ["day", "15.1.2024", "2024-01-15"],
    ["day", "2024/01/15", "2024-01-15"],
    ["day", "15/01/2024", "2024-01-15"],
    ["day", "2024-01-15T10:30:00", "2024-01-15"],
    ["time", "9:30", "09:30:00"],
    ["paid", "Yes", "true"],
    ["paid", "FALSE", "false"],
    ["percent", "101", "100"],
    ["percent", "-1", "0"],
    ["below", "10", "9"],
    ["kind", "nomal", "normal"],
  ];
  for (const [name, typed, right] of cases) {
    test(`the fix for the value ${typed} is ${right}`, () => {
      const [finding] = repairs(`<t:${name}>«${typed}»</t:${name}>`);
      assert.deepEqual(finding?.fixes, [[`Change to ${right}`, `<t:${name}>${right}</t:${name}>`]]);
    });
  }

  test("a value that is nearly right has two fixes where the point may be one or separate thousands", () => {
    const titles = (payload: string) => repairs(payload)[0]?.fixes.map(([title]) => title);
    assert.deepEqual(titles("<t:count>«1.000»</t:count>"), ["Change to 1000", "Change to 1"]);
    assert.deepEqual(titles("<t:amount>«1,250»</t:amount>"), ["Change to 1250", "Change to 1.250"]);
  });

  test("an ambiguous value isn't guessed", () => {
    for (const [name, typed] of [
      ["day", "01/02/2024"],
      ["day", "15.13.2024"],
      ["count", "1.5"],
      ["amount", "1,2,3"],
      ["paid", "maybe"],
    ] as const) {
      assert.deepEqual(repairs(`<t:${name}>«${typed}»</t:${name}>`)[0]?.fixes, [], typed);
    }
  });
});

suite("a prefix that isn't declared", () => {
  test("an undeclared prefix gets the namespace that the schema expects there", () => {
    const [finding] = repairs("<«x»:Pay><x:card>1</x:card></x:Pay>", "");
    assert.equal(finding?.code, "xml-prefix-undeclared");
    assert.equal(finding?.fixes[0]?.[0], 'Declare xmlns:x="urn:t"');
  });

  test("an undeclared prefix is changed to the prefix that has this namespace", () => {
    const [finding] = repairs("<t:Pay><«x»:card>1</x:card></t:Pay>");
    assert.deepEqual(finding?.fixes, [["Change the prefix to t", "<t:Pay><t:card>1</t:card></t:Pay>"]]);
  });
});
