import assert from "node:assert/strict";
import { completionsAt, taken as takenAt } from "../../../support/completions.ts";
import { sampleWsdl, serviceWsdl } from "../../../support/contracts.ts";
import { around } from "../../../support/resolver.ts";

const schema = `
<xs:element name="Order" type="t:Order"/>
<xs:element name="Cancel"><xs:complexType><xs:choice maxOccurs="3">
  <xs:element name="byId" type="xs:int"/>
  <xs:sequence><xs:element name="from" type="xs:date"/><xs:element name="to" type="xs:date"/></xs:sequence>
</xs:choice></xs:complexType></xs:element>
<xs:element name="Pay"><xs:complexType><xs:sequence>
  <xs:element ref="t:payment"/><xs:element name="where" type="t:Place" minOccurs="0"/>
  <xs:any namespace="##targetNamespace" processContents="lax" minOccurs="0"/>
</xs:sequence></xs:complexType></xs:element>
<xs:element name="Range"><xs:complexType><xs:sequence minOccurs="0">
  <xs:element name="low" type="xs:int"/><xs:element name="high" type="xs:int"/>
</xs:sequence></xs:complexType></xs:element>
<xs:element name="Text"><xs:complexType mixed="true"><xs:sequence><xs:element name="bold" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
<xs:element name="Many"><xs:complexType><xs:sequence><xs:element name="item" type="xs:int" minOccurs="0" maxOccurs="100"/></xs:sequence></xs:complexType></xs:element>
<xs:complexType name="Order"><xs:annotation><xs:documentation>An order of a <b>shop</b>. See https://example.org</xs:documentation></xs:annotation><xs:sequence>
  <xs:element name="id" type="xs:int"/>
  <xs:element name="state" type="t:State"><xs:annotation><xs:documentation>Whether it is *open*.</xs:documentation></xs:annotation></xs:element>
  <xs:element name="item" type="t:Item" minOccurs="0" maxOccurs="5"/>
  <xs:element name="note" type="xs:string" minOccurs="0" nillable="true"/>
  <xs:element name="gift" type="xs:boolean" minOccurs="0" default="false"/>
</xs:sequence></xs:complexType>
<xs:simpleType name="State"><xs:restriction base="xs:string"><xs:enumeration value="open"/><xs:enumeration value="in progress"/><xs:enumeration value="A &amp; B"/></xs:restriction></xs:simpleType>
<xs:complexType name="Item"><xs:sequence><xs:element name="name" type="xs:string"/></xs:sequence>
  <xs:attribute name="count" type="xs:int" default="1"/><xs:attribute name="unit" type="t:State" use="required"/><xs:attribute name="fast" type="xs:boolean"/>
  <xs:attribute name="color" type="xs:QName"/></xs:complexType>
<xs:attribute name="origin" type="xs:string"/>
<xs:complexType name="Place" abstract="true"><xs:anyAttribute namespace="##targetNamespace"/></xs:complexType>
<xs:complexType name="Street"><xs:complexContent><xs:extension base="t:Place"><xs:sequence><xs:element name="street" type="xs:string"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
<xs:complexType name="Box"><xs:complexContent><xs:extension base="t:Place"/></xs:complexContent></xs:complexType>
<xs:element name="payment" abstract="true" type="xs:string"/>
 <xs:element name="card" substitutionGroup="t:payment"/>
 <xs:element name="cash" type="xs:string" substitutionGroup="t:payment"/>
`;
const resolver = around({ files: { "/w/shop.wsdl": serviceWsdl(schema) } });
const head = `# @wsdl ../../shop.wsdl
POST /s HTTP/1.1
Host: h
Content-Type: text/xml; charset=utf-8
SOAPAction: ""
Content-Length: {{$contentLength}}

`;
const namespaces =
  'xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:t="urn:t" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const envelope = (content: string, declared = namespaces) => `${head}<s:Envelope ${declared}>${content}</s:Envelope>`;
const inBody = (body: string) => envelope(`<s:Body>${body}</s:Body>`);
const inOrder = (content: string) => inBody(`<t:Order>${content}</t:Order>`);
/** The labels, without comments, CDATA sections and namespace declarations. */
const offered = (source: string, options = {}) =>
  completionsAt(source, { resolver, ...options })
    .map(({ label }) => label)
    .filter((label) => !/^(?:!|xml|\/)/.test(label));
const taken = (source: string, label: string) => takenAt(source, label, { resolver });
const itemAt = (source: string, name: string) =>
  completionsAt(source, { resolver }).find(({ label }) => label === name);

suite("completion of elements by the schema", () => {
  test("completion offers what may come next, required elements first", () => {
    assert.deepEqual(offered(inOrder("<|")), ["t:id"]);
    assert.deepEqual(offered(inOrder("<t:id>1</t:id><|")), ["t:state"]);
    const after = "<t:id>1</t:id><t:state>open</t:state>";
    assert.deepEqual(offered(inOrder(`${after}<|`)), ["t:item", "t:note", "t:gift"]);
    assert.deepEqual(offered(inOrder(`${after}<t:note/><|`)), ["t:gift"]);
    assert.deepEqual(offered(inOrder(`${after}<t:gift/><|`)), []);
    assert.deepEqual(offered(inBody("<t:Pay><|</t:Pay>")), ["t:card", "t:cash"]);
  });

  test("completion looks at all elements that follow", () => {
    const items = (count: number) => offered(inBody(`<t:Many><|${"<t:item>1</t:item>".repeat(count)}</t:Many>`));
    assert.deepEqual([items(99), items(100)], [["t:item"], []]);
  });

  test("completion leaves out what is there already, and what would be in the wrong place", () => {
    const after = "<t:id>1</t:id><t:state>open</t:state>";
    assert.deepEqual(offered(inOrder(`<|${after}`)), []);
    assert.deepEqual(offered(inOrder(`${after}<|<t:note/>`)), ["t:item"]);
    assert.deepEqual(offered(inOrder(`${after}<|${'<t:item unit="open"><t:name/></t:item>'.repeat(5)}`)), []);
    assert.deepEqual(offered(inOrder(`${after}<|${'<t:item unit="open"><t:name/></t:item>'.repeat(4)}`)), ["t:item"]);
  });

  test("completion inserts required content, with values to choose from", () => {
    assert.equal(taken(inOrder("<|"), "t:id"), inOrder("<t:id>1</t:id>"));
    const after = "<t:id>1</t:id><t:state>open</t:state>";
    assert.equal(
      taken(inOrder(`${after}<|`), "t:item"),
      inOrder(`${after}<t:item unit="open">\n  <t:name>name</t:name>\n</t:item>`),
    );
    assert.deepEqual(itemAt(inOrder("<t:id>1</t:id><|"), "t:state")?.insert, [
      "t:state>",
      { stop: 1, texts: ["open", "in progress", "A &amp; B"] },
      "</t:state>",
    ]);
  });

  test("completion inserts a payload whose placeholders are the values of its elements and attributes, with the values to choose from", () => {
    const stops = itemAt(inBody("<|"), "t:Order")?.insert;
    assert.ok(Array.isArray(stops));
    assert.deepEqual(
      stops.filter((piece) => typeof piece !== "string"),
      [
        { stop: 1, texts: ["1"] },
        { stop: 2, texts: ["open", "in progress", "A &amp; B"] },
        { stop: 3, texts: ["open", "in progress", "A &amp; B"] },
        { stop: 4, texts: ["name"] },
        { stop: 5, texts: ["note"] },
        { stop: 6, texts: ["false", "true"] },
      ],
    );
  });

  test("completion inserts what has to follow where an element isn't valid alone", () => {
    assert.equal(
      taken(inBody("<t:Range><|</t:Range>"), "t:low"),
      inBody("<t:Range><t:low>1</t:low>\n<t:high>1</t:high></t:Range>"),
    );
  });

  test("completion offers all branches of a choice at first, and then the branches that are still allowed", () => {
    assert.deepEqual(offered(inBody("<t:Cancel><|</t:Cancel>")), ["t:byId", "t:from"]);
    assert.deepEqual(offered(inBody("<t:Cancel><t:from>2026-01-01</t:from><|</t:Cancel>")), ["t:to"]);
    assert.deepEqual(offered(inBody(`<t:Cancel>${"<t:byId>1</t:byId>".repeat(3)}<|</t:Cancel>`)), []);
  });

  test("completion offers the elements of a wildcard, after the others", () => {
    assert.deepEqual(offered(inBody("<t:Pay><t:cash/><|</t:Pay>")).slice(0, 3), ["t:where", "t:Order", "t:Cancel"]);
    assert.ok(!offered(inBody("<t:Pay><t:cash/><|</t:Pay>")).includes("t:payment"));
  });

  test("completion shows type, cardinality and documentation, which never becomes markup", () => {
    const item = (source: string, name: string) => {
      const { note, documentation } = itemAt(source, name) ?? {};
      return [note, documentation];
    };
    assert.deepEqual(item(inOrder("<t:id>1</t:id><|"), "t:state"), [
      "State, required",
      "type `State`, required\n\nWhether it is \\*open\\*.\n\nA kind of `xs:string`.\n\nOne of: `open`, `in progress`, `A & B`",
    ]);
    const after = "<t:id>1</t:id><t:state>open</t:state>";
    assert.deepEqual(item(inOrder(`${after}<|`), "t:item"), ["Item", "type `Item`, up to 5 times"]);
    assert.deepEqual(item(inOrder(`${after}<|`), "t:gift"), [
      "xs:boolean",
      "type `xs:boolean`, optional\n\nDefault: `false`.",
    ]);
    assert.equal(
      item(inBody("<t:Cancel><|</t:Cancel>"), "t:byId")[1],
      "type `xs:int`, one of several alternatives, 1 to 3 times",
    );
  });
});

suite("completion of elements by the schema in half-written text", () => {
  const after = "<t:id>1</t:id>";
  for (const [place, typed] of [
    ["after <", "<|"],
    ["after a prefix", "<t:|"],
    ["in a name", "<t:st|"],
    ["without <", "|"],
    ["in a word without <", "sta|"],
  ] as const) {
    test(`completion works ${place}, before other elements`, () => {
      const source = inOrder(`\n  ${after}\n  ${typed}\n  <t:note/>`);
      assert.deepEqual(offered(source), ["t:state"]);
      assert.equal(taken(source, "t:state"), inOrder(`\n  ${after}\n  <t:state>open</t:state>\n  <t:note/>`));
    });

    test(`completion works ${place}, where end tags are missing`, () => {
      const source = inBody(`<t:Order>\n  ${after}\n  ${typed}\n`);
      assert.deepEqual(offered(source), ["t:state"]);
      const open = `${envelope("").replace("</s:Envelope>", "")}<s:Body><t:Order>\n  ${after}\n  ${typed}`;
      assert.deepEqual(offered(open), ["t:state"]);
    });
  }

  test("completion replaces the whole name, and keeps the attributes and the content", () => {
    const source = inOrder(`${after}<t:st|x a="b">x</t:stx>`);
    assert.equal(taken(source, "t:state"), inOrder(`${after}<t:state a="b">x</t:stx>`));
  });

  test("completion continues after an unexpected element, and after the value of a variable", () => {
    assert.deepEqual(offered(inOrder(`<t:unknown/>${after}<|`)), ["t:state"]);
    assert.deepEqual(offered(inOrder(`${after}{{more}}<|`)), ["t:state"]);
    assert.deepEqual(offered(inOrder(`${after}<|<t:unknown/>`)), ["t:state"]);
  });

  test("completion offers nothing in text, and for a typed space", () => {
    assert.deepEqual(offered(inBody("<t:Text>wor|</t:Text>")), []);
    assert.deepEqual(offered(inBody("<t:Text><|</t:Text>")), ["t:bold"]);
    assert.deepEqual(offered(inOrder(` |`), { trigger: " " }), []);
    assert.deepEqual(offered(inOrder("<t:id><|</t:id>")), []);
  });

  test("completion changes nothing after </", () => {
    const labels = completionsAt(inOrder(`${after}</|`), { resolver }).map(({ label }) => label);
    assert.deepEqual(labels, ["/t:Order"]);
  });
});

suite("prefixes of completed elements", () => {
  const inDefault = (body: string) =>
    envelope(`<s:Body>${body}</s:Body>`, 'xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"');

  test("prefixes of completed elements are declared ones, or the default namespace", () => {
    const source = (content: string) =>
      inDefault(`<Order xmlns="urn:t"><id>1</id><state>open</state>${content}</Order>`);
    assert.equal(taken(source("<|"), "item"), source('<item unit="open">\n  <name>name</name>\n</item>'));
    const own = (content: string) => inDefault(`<a:Order xmlns:a="urn:t">${content}</a:Order>`);
    assert.equal(taken(own("<|"), "a:id"), own("<a:id>1</a:id>"));
  });

  test("prefixes are declared where they are needed", () => {
    const range = "\n  <t:low>1</t:low>\n  <t:high>1</t:high>\n";
    assert.equal(taken(inDefault("<|"), "t:Range"), inDefault(`<t:Range xmlns:t="urn:t">${range}</t:Range>`));
  });

  test("elements without a namespace have no default namespace", () => {
    const unqualified = around({ files: { "/w/shop.wsdl": serviceWsdl(schema, "") } });
    const source = (content: string) => inDefault(`<Order xmlns="urn:t">${content}</Order>`);
    assert.equal(takenAt(source("<|"), "id", { resolver: unqualified }), source('<id xmlns="">1</id>'));
    const body = (content: string) => envelope(`<s:Body>${content}</s:Body>`, `${namespaces} xmlns="urn:t"`);
    assert.equal(
      takenAt(body("<|"), "Order", { resolver: unqualified }).slice(body("").indexOf("<s:Body>")).split("\n")[0],
      '<s:Body><t:Order xmlns="">',
    );
  });
});

suite("completion of payloads and header blocks", () => {
  test("completion offers the payload of the operation, with all its parameters", () => {
    const source = (body: string) => inBody(body).replace("# @wsdl", "# @operation Pay\n# @wsdl");
    assert.deepEqual(offered(source("<|")).slice(0, 2), ["t:Pay", "s:Fault"]);
    assert.equal(itemAt(source("<|"), "t:Pay")?.note, "Pay, required");
    assert.ok(!offered(source("<t:Pay/><|")).includes("t:Pay"));
  });

  test("completion offers the payloads of all operations while the operation isn't known, also while a name is typed", () => {
    const all = ["t:Order", "t:Cancel", "t:Pay", "t:Range", "t:Text"];
    for (const typed of ["<|", "|", "<t:|", "<t:O|x></t:Ox>"]) {
      assert.deepEqual(
        offered(inBody(typed))
          .filter((label) => all.includes(label))
          .toSorted(),
        all.toSorted(),
        typed,
      );
    }
    const others = offered(inBody("<t:Order/><|")).filter((label) => all.includes(label));
    assert.deepEqual(others, []);
  });

  test("completion offers the payloads of the WSDLs in the workspace for the SOAP version, without # @wsdl", () => {
    const files = { "/w/calc.wsdl": sampleWsdl({ operations: ["Add"], versions: ["1.1", "1.2"] }) };
    const source = inBody("<|").replace(/^# @wsdl.*\n/, "");
    assert.ok(completionsAt(source, { resolver: around({ files }) }).some(({ label }) => label === "tns:Add"));
  });

  test("completion offers the header blocks that the binding declares", () => {
    const body = '<soap11:body use="literal"/>';
    const wsdl = serviceWsdl(`${schema}<xs:element name="ticket" type="xs:string"/>`)
      .replace("<portType", '<message name="ticket"><part name="ticket" element="t:ticket"/></message><portType')
      .replaceAll(body, `${body}<soap11:header message="t:ticket" part="ticket" use="literal"/>`);
    const source = (header: string) => envelope(`<s:Header>${header}</s:Header><s:Body><t:Range/></s:Body>`);
    const options = { resolver: around({ files: { "/w/shop.wsdl": wsdl } }) };
    const labels = (header: string) => completionsAt(source(header), options).map(({ label }) => label);
    assert.equal(labels("<|")[0], "t:ticket");
    assert.ok(labels("<|").includes("wsa:To"));
    assert.ok(!labels("<t:ticket/><|").includes("t:ticket"));
    assert.equal(takenAt(source("<|"), "t:ticket", options), source("<t:ticket>ticket</t:ticket>"));
  });
});

suite("completion of attributes by the schema", () => {
  const item = (attributes: string) =>
    inOrder(`<t:id>1</t:id><t:state>open</t:state><t:item ${attributes}><t:name/></t:item>`);

  test("completion offers missing attributes, required ones first, with values", () => {
    assert.deepEqual(offered(item("|")), ["unit", "count", "fast", "color"]);
    assert.ok(!offered(item('unit="open" |')).includes("unit"));
    assert.deepEqual(itemAt(item("|"), "unit")?.insert, [
      'unit="',
      { stop: 1, texts: ["open", "in progress", "A &amp; B"] },
      '"',
    ]);
    assert.equal(taken(item("|"), "count"), item('count="1"'));
    assert.equal(itemAt(item("|"), "unit")?.note, "State, required");
    assert.equal(taken(item('un|x="1"'), "unit"), item('unit="1"'));
  });

  test("completion offers xsi:type with the types that aren't abstract, and xsi:nil where it is allowed", () => {
    const where = (attributes: string) => inBody(`<t:Pay><t:cash/><t:where ${attributes}/></t:Pay>`);
    assert.equal(offered(where("|"))[0], "xsi:type");
    assert.equal(taken(where("|"), "t:origin"), where('t:origin="origin"'));
    assert.equal(taken(where("|"), "xsi:type"), where('xsi:type="t:Street"'));
    assert.deepEqual(offered(where('xsi:type="|"')).slice(0, 2), ["t:Street", "t:Box"]);
    assert.deepEqual(offered(where('xsi:type="t:Street"').replace("/></t:Pay>", "><|</t:where></t:Pay>")), [
      "t:street",
    ]);
    assert.ok(!offered(where("|")).includes("xsi:nil"));
    const note = inOrder("<t:id>1</t:id><t:state>open</t:state><t:note |/>");
    assert.equal(taken(note, "xsi:nil"), note.replace("|", 'xsi:nil="true"'));
    assert.deepEqual(offered(inOrder('<t:id xsi:nil="true"><|</t:id>')), []);
  });

  test("completion offers values of attributes", () => {
    assert.deepEqual(offered(item('unit="|"')), ["open", "in progress", "A & B"]);
    assert.equal(taken(item('unit="o|x"'), "A & B"), item('unit="A &amp; B"'));
    assert.equal(taken(item("unit=|"), "open"), item('unit="open"'));
    assert.deepEqual(offered(item('fast="|"')), ["true", "false"]);
    assert.deepEqual(offered(item('color="|"')), ["s:", "t:", "xsi:"]);
    assert.deepEqual(offered(item('count="|"')), ["1"]);
  });
});

suite("completion of the values of elements by the schema", () => {
  const state = (text: string) => inOrder(`<t:id>1</t:id><t:state>${text}</t:state>`);

  test("completion offers enumerations, booleans and given values, and replaces the whole value", () => {
    assert.deepEqual(offered(state("|")), ["open", "in progress", "A & B"]);
    assert.equal(taken(state("in pro|gres"), "A & B"), state("A &amp; B"));
    assert.equal(taken(state("\n  o|\n"), "open"), state("\n  open\n"));
    const gift = inOrder("<t:id>1</t:id><t:state>open</t:state><t:gift>|</t:gift>");
    assert.deepEqual(offered(gift), ["false", "true"]);
    assert.deepEqual(offered(inOrder("<t:id>|</t:id>")), []);
  });

  test("a typed > offers what is a value there, and nothing elsewhere", () => {
    const after = (source: string) => offered(source, { trigger: ">" });
    assert.deepEqual(after(state("|")), ["open", "in progress", "A & B"]);
    assert.deepEqual(after(inOrder("<t:id>1</t:id><t:state>|")), ["open", "in progress", "A & B"]);
    for (const source of [inOrder("<t:id>|"), inOrder("|"), envelope("|"), `${head}|`, "# @expect >|\n"]) {
      assert.deepEqual(after(source), [], source);
    }
  });
});
