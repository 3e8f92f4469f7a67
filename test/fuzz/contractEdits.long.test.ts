import assert from "node:assert/strict";
import { Contracts } from "../../server/src/contract/contracts.ts";
import { type Analysis, analyze, analyzeAgain, diagnose } from "../../server/src/service/languageService.ts";
import { sampleWsdl, serviceWsdl } from "../support/contracts.ts";
import { around } from "../support/resolver.ts";
import { shopWsdl } from "../support/shopWsdl.ts";
import { editsOf, findingsOf } from "./edits.ts";
import { effort, Random } from "./random.ts";

const orders = `
<xs:element name="Order"><xs:complexType><xs:sequence>
  <xs:element name="id" type="xs:ID"/><xs:element name="day" type="xs:date" minOccurs="0"/>
  <xs:element name="item" type="t:Item" maxOccurs="5"/>
  <xs:choice minOccurs="0"><xs:element name="card" type="xs:int"/><xs:element name="cash" type="xs:boolean"/></xs:choice>
  <xs:any namespace="##any" processContents="lax" minOccurs="0" maxOccurs="2"/></xs:sequence></xs:complexType>
  <xs:key name="items"><xs:selector xpath="t:item"/><xs:field xpath="@n"/></xs:key></xs:element>
<xs:element name="Cancel"><xs:complexType><xs:sequence><xs:element name="of" type="xs:IDREF"/></xs:sequence></xs:complexType></xs:element>
<xs:complexType name="Item"><xs:sequence><xs:element name="name" type="xs:string"/><xs:element name="kind" type="t:Kind"/></xs:sequence>
  <xs:attribute name="n" type="xs:int" use="required"/></xs:complexType>
<xs:complexType name="Gift"><xs:complexContent><xs:extension base="t:Item"><xs:sequence><xs:element name="to" type="xs:QName"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
<xs:simpleType name="Kind"><xs:restriction base="xs:string"><xs:enumeration value="a"/><xs:enumeration value="b"/></xs:restriction></xs:simpleType>`;
const wsdls: Readonly<Record<string, string>> = {
  orders: serviceWsdl(orders),
  shop: shopWsdl(),
  calc: sampleWsdl({ operations: ["Add", "Sub"], versions: ["1.1", "1.2"] }),
};
const files = Object.fromEntries(Object.entries(wsdls).map(([name, text]) => [`/w/a/b/${name}.wsdl`, text]));

function messagesOf(name: string): readonly string[] {
  const bytes = new TextEncoder().encode(wsdls[name]);
  const contract = new Contracts({ get: () => ({ bytes }), edition: () => 1, changes: 1 }).get(`file:///${name}.wsdl`);
  return [...contract.operations.keys()].flatMap((index) =>
    [`./${name}.wsdl`, undefined].map((wsdl) =>
      contract.requests([index], { extent: "optional", wsdl, contentLength: "calculated" }),
    ),
  );
}

const requests: readonly string[] = ["orders", "shop", "calc"].flatMap(messagesOf);
const tops: readonly string[] = [
  "",
  "# @wsdl ./orders.wsdl\n",
  "@v = 5\n# @wsdl ./shop.wsdl\n",
  "@v = a\n@w = {{v}}\n",
];

const typed: readonly string[] = [
  ...[
    "",
    "",
    "1",
    "a",
    "-",
    " ",
    "\n",
    "\n\n",
    ":",
    "#",
    "/",
    "<",
    ">",
    '"',
    "{{v}}",
    "{{",
    "}}",
    "é",
    "\n###\n",
    "### Next\n",
  ],
  ...[
    "# @wsdl ./orders.wsdl\n",
    "# @wsdl ./calc.wsdl\n",
    "# @wsdl ./none.wsdl\n",
    "# @no-wsdl\n",
    "# @operation Add\n",
  ],
  ...["# @operation Order\n", "# @ignore schema-value\n", "# @name Add\n", "# @expect status = 200\n", "@v = 2\n"],
  ...["Host: h\n", 'SOAPAction: "urn:Sub"\n', "Content-Length: 1\n", "POST /s HTTP/1.1\n", "GET /s HTTP/1.1\n"],
  ...[
    "<t:id>x</t:id>",
    '<t:item n="1"><t:name/><t:kind>c</t:kind></t:item>',
    "<t:card>1</t:card>",
    "<a>{{v}}</a>",
    "</t:item>",
  ],
  ...[' n="2"', ' xmlns:t="urn:other"', ' xmlns="urn:calc"', ' xsi:type="t:Gift"', ' xsi:nil="true"', "<!-- x -->"],
  ...requests,
];

const places: readonly RegExp[] = [/(?<=\n)|^/g, /(?<=[<>"])/g, /(?<=>)[^<\n]+(?=<)/g];

function editedText(random: Random, text: string): string {
  const matches = [...text.matchAll(random.pick(places))];
  const place = random.chance(80) && matches.length > 0 ? random.pick(matches) : undefined;
  const [at, value] = place ? [place.index, place[0]] : [random.below(text.length + 1), ""];
  const rest = text.slice(at);
  const lengths = [0, 0, value.length, random.below(5), rest.search(/>|$/) + 1, rest.search(/\n|$/) + 1];
  return text.slice(0, at) + random.pick(typed) + rest.slice(random.pick(lengths));
}

suite("random edits of a file with contracts", () => {
  test("edits give the same findings and fixes as new documents", () => {
    const matches = new Set<string>();
    for (let seed = 3000; seed < 3000 + 40 * effort; seed++) {
      const random = new Random(seed);
      const resolver = around({ files, ...(random.chance(30) ? { wsdl: ["a/b/calc.wsdl"] } : {}) });
      const first = random.pick(tops) + random.some(1, 3, () => `${random.pick(requests)}\n`);
      let analysis: Analysis | undefined;
      for (const text of editsOf(random, 20, first, (before) => editedText(random, before))) {
        const edited = analysis?.document.text;
        analysis = analyzeAgain(analysis, text, undefined, resolver);
        // Not each analysis is checked: an editor cancels some.
        if (random.chance(20)) continue;
        const whole = analyze(text, undefined, resolver);
        assert.equal(findingsOf(analysis), findingsOf(whole), `${seed}: ${JSON.stringify({ edited, text })}`);
        for (const { code } of diagnose(whole)) matches.add(code);
      }
    }
    for (const code of ["schema-payload", "schema-element-missing", "schema-value"]) {
      assert.ok(matches.has(code), code);
    }
  });
});
