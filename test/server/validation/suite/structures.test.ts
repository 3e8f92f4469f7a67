import { qualified, specify } from "./verdicts.ts";

const type = (content: string, attributes = "") => `<xs:complexType ${attributes}>${content}</xs:complexType>`;
const root = (content: string, attributes = "") => `<xs:element name="r" ${attributes}>${type(content)}</xs:element>`;
const sequence = (content: string, attributes = "") => `<xs:sequence ${attributes}>${content}</xs:sequence>`;
const a = '<xs:element name="a" type="xs:int"';
const extension = (base: string, content: string) =>
  `<xs:complexContent><xs:extension base="${base}">${content}</xs:extension></xs:complexContent>`;
const restriction = (base: string, content: string) =>
  `<xs:complexContent><xs:restriction base="${base}">${content}</xs:restriction></xs:complexContent>`;

specify("elements", {
  "of a simple type": {
    schema: '<xs:element name="r" type="xs:int"/>',
    valid: `<r>1</r>  <r><!-- c -->1<?p?></r>`,
    invalid: `<r/>  <r>a</r>  <r><b/></r>  <r x="1">1</r>  <s>1</s>`,
  },
  "without a type": {
    schema: '<xs:element name="r"/><xs:element name="g" type="xs:int"/>',
    valid: `<r/>  <r a="1">text<b/></r>  <r><g>1</g></r>`,
    invalid: `<r><g>a</g></r>  <r><x><g/></x></r>`,
  },
  "of a namespace": {
    schema: qualified('<xs:element name="r" type="xs:int"/>'),
    valid: `<t:r>1</t:r>  <r xmlns="urn:t">1</r>`,
    invalid: `<r>1</r>  <r xmlns="urn:u">1</r>  <t:s>1</t:s>`,
  },
  "that are local, qualified": {
    schema: qualified(root(sequence(`${a}/>`))),
    valid: `<t:r><t:a>1</t:a></t:r>`,
    invalid: `<t:r><a>1</a></t:r>`,
  },
  "that are local, unqualified": {
    schema: qualified(root(sequence(`${a}/>`))).replace('elementFormDefault="qualified"', ""),
    valid: `<t:r><a>1</a></t:r>`,
    invalid: `<t:r><t:a>1</t:a></t:r>  <r xmlns="urn:t"><a>1</a></r>`,
  },
  "with a form of their own": {
    schema: qualified(root(sequence(`${a} form="unqualified"/><xs:element name="b" form="qualified"/>`))),
    valid: `<t:r><a>1</a><t:b/></t:r>`,
    invalid: `<t:r><t:a>1</t:a><t:b/></t:r>`,
  },
  "that are fixed": {
    schema: '<xs:element name="r" type="xs:decimal" fixed="1.0"/>',
    valid: `<r>1</r>  <r/>  <r>01.00</r>  <r><!-- c --></r>`,
    invalid: `<r>2</r>  <r> </r>  <r>a</r>`,
  },
  "that are fixed, of a derived type": {
    schema: '<xs:element name="r" type="xs:decimal" fixed="1.0"/>',
    valid: `<r xsi:type="xs:int">1</r>  <r xsi:type="xs:byte">01</r>`,
    invalid: `<r xsi:type="xs:int">2</r>  <r xsi:type="xs:int"/>`,
  },
  "that are fixed text": {
    schema: '<xs:element name="r" type="xs:string" fixed="a b"/>',
    valid: `<r>a b</r>  <r/>`,
    invalid: `<r> a b</r>  <r>a  b</r>  <r> </r>`,
  },
  "that are fixed and mixed": {
    schema: `<xs:element name="r" fixed="a">${type(sequence('<xs:element name="b" minOccurs="0"/>'), 'mixed="true"')}</xs:element>`,
    valid: `<r>a</r>  <r/>`,
    invalid: `<r>b</r>  <r>a<b/></r>`,
  },
  "with a default": {
    schema: '<xs:element name="r" type="xs:int" default="1"/>',
    valid: `<r/>  <r>2</r>`,
    invalid: `<r>a</r>  <r> </r>`,
  },
  "with a default that the actual type doesn't have": {
    schema: `<xs:element name="r" type="xs:int" default="100"/><xs:simpleType name="small"><xs:restriction base="xs:int"><xs:maxInclusive value="9"/></xs:restriction></xs:simpleType>`,
    valid: `<r/>  <r xsi:type="small">9</r>`,
    invalid: `<r xsi:type="small"/>  <r xsi:type="small">10</r>`,
  },
  "that may be nil": {
    schema: `<xs:element name="r" nillable="true">${type(`${sequence(`${a}/>`)}<xs:attribute name="x" type="xs:int" use="required"/>`)}</xs:element>`,
    valid: `
      <r xsi:nil="true" x="1"/>  <r xsi:nil="1" x="1"><!-- c --></r>  <r xsi:nil="false" x="1"><a>1</a></r>
      <r x="1" xsi:nil=" true "/>
    `,
    invalid: `
      <r xsi:nil="true"/>  <r xsi:nil="true" x="1"><a>1</a></r>  <r xsi:nil="true" x="1"> </r>
      <r xsi:nil="yes" x="1"/>  <r xsi:nil="false" x="1"/>  <r x="1"/>  <r xsi:nil="true" x="1">a</r>
      <r xsi:nil="" x="1"><a>1</a></r>
    `,
  },
  "that may not be nil": {
    schema: '<xs:element name="r" type="xs:string"/><xs:element name="f" type="xs:string" nillable="true" fixed="a"/>',
    valid: `<r/>  <f xsi:nil="false">a</f>`,
    invalid: `<r xsi:nil="true"/>  <r xsi:nil="false"/>  <f xsi:nil="true"/>`,
  },
  "that are abstract": {
    schema: `<xs:element name="h" abstract="true" type="xs:string"/><xs:element name="m" substitutionGroup="h"/>${root(sequence('<xs:element ref="h"/>'))}`,
    valid: `<r><m/></r>  <m/>`,
    invalid: `<r><h/></r>  <h/>  <r/>`,
  },
  "that are undeclared, with a type": {
    schema: `<xs:complexType name="T">${sequence(`${a}/>`)}</xs:complexType>`,
    valid: `
      <r xsi:type="T"><a>1</a></r>  <r xsi:type="xs:int">1</r>  <q:r xmlns:q="urn:q" xsi:type="T"><a>1</a></q:r>
    `,
    invalid: `
      <r xsi:type="T"><a>x</a></r>  <r xsi:type="T"/>  <r xsi:type="xs:int">x</r>  <r/>  <r xsi:type="Unknown"/>
      <r xsi:type="p:T"/>
    `,
  },
  "that are recursive": {
    schema: `<xs:element name="r">${type(`${sequence('<xs:element ref="r" minOccurs="0"/>')}<xs:attribute name="n" type="xs:int"/>`)}</xs:element>`,
    valid: `<r/>  <r><r><r/></r></r>`,
    invalid: `<r><r/><r/></r>  <r><r><r n="x"/></r></r>`,
  },
  "with attributes of XML Schema's instances": {
    schema: '<xs:element name="r" type="xs:int"/>',
    valid: `
      <r xsi:schemaLocation="urn:a a.xsd" xsi:noNamespaceSchemaLocation="b.xsd">1</r>  <r xsi:type="xs:int">1</r>
    `,
    invalid: `<r xsi:other="1">1</r>`,
  },
});

specify("types of elements by xsi:type", {
  "derived from the declared one": {
    schema: `<xs:complexType name="B">${sequence(`${a}/>`)}</xs:complexType>
      <xs:complexType name="E">${extension("B", sequence('<xs:element name="b"/>'))}</xs:complexType>
      <xs:complexType name="R">${restriction("B", sequence('<xs:element name="a" type="xs:short"/>'))}</xs:complexType>
      <xs:complexType name="O">${sequence(`${a}/>`)}</xs:complexType>
      <xs:element name="r" type="B"/><xs:element name="x" type="B" block="extension"/><xs:element name="y" type="B" block="restriction"/><xs:element name="z" type="B" block="#all"/>`,
    valid: `
      <r xsi:type="E"><a>1</a><b/></r>  <r xsi:type="R"><a>1</a></r>  <r xsi:type=" B "><a>1</a></r>
      <x xsi:type="R"><a>1</a></x>  <y xsi:type="E"><a>1</a><b/></y>  <z xsi:type="B"><a>1</a></z>
    `,
    invalid: `
      <r xsi:type="E"><a>1</a></r>  <r xsi:type="R"><a>99999</a></r>  <r xsi:type="O"><a>1</a></r>
      <x xsi:type="E"><a>1</a><b/></x>  <y xsi:type="R"><a>1</a></y>  <z xsi:type="R"><a>1</a></z>
      <r xsi:type="xs:int">1</r>  <r xsi:type=""><a>1</a></r>  <r xsi:type="t:B"><a>1</a></r>
      <r xsi:type="Z"><a>1</a></r>
    `,
  },
  "blocked by the declared type": {
    schema: `<xs:complexType name="B" block="extension">${sequence(`${a}/>`)}</xs:complexType>
      <xs:complexType name="E">${extension("B", sequence('<xs:element name="b"/>'))}</xs:complexType>
      <xs:complexType name="R">${restriction("B", sequence(`${a}/>`))}</xs:complexType><xs:element name="r" type="B"/>`,
    valid: `<r xsi:type="R"><a>1</a></r>`,
    invalid: `<r xsi:type="E"><a>1</a><b/></r>`,
  },
  "blocked by the default of the schema": {
    schema: qualified(
      `<xs:complexType name="B">${sequence(`${a}/>`)}</xs:complexType><xs:complexType name="R">${restriction("t:B", sequence(`${a}/>`))}</xs:complexType>
      <xs:complexType name="E">${extension("t:B", "")}</xs:complexType><xs:element name="r" type="t:B"/><xs:element name="s" type="t:B" block=""/>`,
      'blockDefault="restriction"',
    ),
    valid: `<t:r xsi:type="t:E"><t:a>1</t:a></t:r>`,
    invalid: `<t:r xsi:type="t:R"><t:a>1</t:a></t:r>`,
  },
  abstract: {
    schema: `<xs:complexType name="B" abstract="true">${sequence(`${a}/>`)}</xs:complexType><xs:complexType name="E">${extension("B", "")}</xs:complexType><xs:element name="r" type="B"/>`,
    valid: `<r xsi:type="E"><a>1</a></r>`,
    invalid: `<r><a>1</a></r>  <r xsi:type="B"><a>1</a></r>`,
  },
  "of any type": {
    schema:
      '<xs:element name="r"/><xs:element name="s" type="xs:anyType"/><xs:element name="u" type="xs:anySimpleType"/>',
    valid: `
      <r xsi:type="xs:int">1</r>  <s xsi:type="xs:date">2000-01-01</s>  <u>a b</u>  <u xsi:type="xs:int">1</u>
      <u xsi:type="xs:NMTOKENS">a b</u>
    `,
    invalid: `
      <r xsi:type="xs:int">a</r>  <s xsi:type="xs:date">1</s>  <u><a/></u>  <u xsi:type="xs:int">a</u>
      <u xsi:type="xs:anyType"/>
    `,
  },
  "of simple types": {
    schema: `<xs:simpleType name="small"><xs:restriction base="xs:int"><xs:maxInclusive value="9"/></xs:restriction></xs:simpleType><xs:element name="r" type="xs:integer"/>
      <xs:simpleType name="u"><xs:union memberTypes="xs:int xs:date"/></xs:simpleType><xs:element name="s" type="u"/>`,
    valid: `
      <r xsi:type="small">9</r>  <r xsi:type="xs:long">10</r>  <s xsi:type="xs:int">1</s>  <s xsi:type="small">1</s>
    `,
    invalid: `
      <r xsi:type="small">10</r>  <r xsi:type="xs:decimal">1</r>  <r xsi:type="xs:string">1</r>
      <s xsi:type="xs:string">1</s>  <s xsi:type="xs:int">2000-01-01</s>
    `,
  },
});

specify("complex types", {
  "that are empty": {
    schema: `<xs:element name="r"><xs:complexType/></xs:element><xs:element name="s">${type(sequence(""))}</xs:element>
      <xs:element name="u">${type('<xs:attribute name="x"/>')}</xs:element><xs:element name="v">${type(sequence("<xs:annotation/>"))}</xs:element>`,
    valid: `<r/>  <r></r>  <r><!-- c --><?p?></r>  <s/>  <u x="1"/>  <v/>  <r><![CDATA[]]></r>`,
    invalid: `<r> </r>  <r>a</r>  <r><a/></r>  <r x="1"/>  <s>⏎</s>  <u>a</u>  <u> </u>  <v> </v>  <r>&#32;</r>`,
  },
  "of elements only": {
    schema: root(sequence(`${a}/>`)),
    valid: `<r>⏎<a>1</a>\t</r>  <r><!-- c --><a>1</a><?p?></r>  <r>&#x20;<a>1</a></r>  <r><![CDATA[ ]]><a>1</a></r>`,
    invalid: `<r>x<a>1</a></r>  <r><a>1</a>x</r>  <r><![CDATA[x]]><a>1</a></r>  <r>&#160;<a>1</a></r>`,
  },
  "that are mixed": {
    schema: `<xs:element name="r">${type(sequence(`${a}/>`), 'mixed="true"')}</xs:element><xs:element name="s">${type("", 'mixed="true"')}</xs:element>`,
    valid: `<r>x<a>1</a>y</r>  <r><a>1</a></r>  <s>x</s>  <s/>`,
    invalid: `<r>x</r>  <r>x<b/></r>  <s><a>1</a></s>`,
  },
  "of simple content": {
    schema: `<xs:element name="r">${type('<xs:simpleContent><xs:extension base="xs:int"><xs:attribute name="x" type="xs:int"/></xs:extension></xs:simpleContent>')}</xs:element>`,
    valid: `<r>1</r>  <r x="1">1</r>`,
    invalid: `<r/>  <r>a</r>  <r><a/></r>  <r x="a">1</r>  <r y="1">1</r>`,
  },
  "of restricted simple content": {
    schema: `<xs:complexType name="B"><xs:simpleContent><xs:extension base="xs:int"><xs:attribute name="x" type="xs:int"/></xs:extension></xs:simpleContent></xs:complexType>
      <xs:element name="r">${type('<xs:simpleContent><xs:restriction base="B"><xs:maxInclusive value="9"/><xs:attribute name="x" type="xs:int" use="required"/></xs:restriction></xs:simpleContent>')}</xs:element>
      <xs:element name="s">${type('<xs:simpleContent><xs:restriction base="B"><xs:simpleType><xs:restriction base="xs:short"/></xs:simpleType><xs:minInclusive value="0"/><xs:attribute name="x" use="prohibited"/></xs:restriction></xs:simpleContent>')}</xs:element>`,
    valid: `<r x="1">9</r>  <s>1</s>`,
    invalid: `<r x="1">10</r>  <r>1</r>  <s>99999</s>  <s x="1">1</s>  <s>-1</s>`,
  },
  "of simple content, restricted from a mixed type": {
    schema: `<xs:complexType name="M" mixed="true">${sequence('<xs:element name="b" minOccurs="0"/>')}</xs:complexType>
      <xs:element name="r">${type('<xs:simpleContent><xs:restriction base="M"><xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType></xs:restriction></xs:simpleContent>')}</xs:element>`,
    valid: `<r>1</r>`,
    invalid: `<r>a</r>  <r><b/></r>`,
  },
  "that are extended": {
    schema: `<xs:complexType name="B">${sequence(`${a}/>`)}<xs:attribute name="x" use="required"/></xs:complexType>
      <xs:complexType name="E">${extension("B", `${sequence('<xs:element name="b"/>')}<xs:attribute name="y" type="xs:int"/>`)}</xs:complexType>
      <xs:element name="r" type="E"/><xs:element name="s">${type(extension("E", sequence('<xs:element name="c"/>')))}</xs:element>`,
    valid: `<r x="1" y="1"><a>1</a><b/></r>  <s x="1"><a>1</a><b/><c/></s>`,
    invalid: `
      <r y="1"><a>1</a><b/></r>  <r x="1"><b/><a>1</a></r>  <r x="1"><a>1</a></r>  <s x="1"><a>1</a><c/></s>
      <r x="1" y="a"><a>1</a><b/></r>
    `,
  },
  "that are extended, with a choice in the base": {
    schema: `<xs:complexType name="B"><xs:choice maxOccurs="2">${a}/><xs:element name="b"/></xs:choice></xs:complexType><xs:element name="r">${type(extension("B", '<xs:choice><xs:element name="c"/><xs:element name="d"/></xs:choice>'))}</xs:element>`,
    valid: `<r><a>1</a><c/></r>  <r><b/><a>1</a><d/></r>`,
    invalid: `<r><c/></r>  <r><a>1</a></r>  <r><a>1</a><b/><b/><c/></r>  <r><c/><a>1</a></r>`,
  },
  "that extend an empty or a mixed type": {
    schema: `<xs:complexType name="N"/><xs:complexType name="M" mixed="true">${sequence('<xs:element name="b" minOccurs="0"/>')}</xs:complexType>
      <xs:element name="r">${type(extension("N", sequence(`${a}/>`)))}</xs:element>
      <xs:element name="s"><xs:complexType><xs:complexContent mixed="true"><xs:extension base="M">${sequence(`${a}/>`)}</xs:extension></xs:complexContent></xs:complexType></xs:element>
      <xs:element name="u"><xs:complexType mixed="true"><xs:complexContent><xs:extension base="M"/></xs:complexContent></xs:complexType></xs:element>`,
    valid: `<r><a>1</a></r>  <s>x<b/>y<a>1</a></s>  <u>x<b/></u>`,
    invalid: `<r/>  <r>x<a>1</a></r>  <s>x<b/></s>  <u><a/></u>`,
  },
  "that are restricted": {
    schema: `<xs:complexType name="B">${sequence(`${a} minOccurs="0"/><xs:element name="b" minOccurs="0" maxOccurs="3"/>`)}<xs:attribute name="x" type="xs:int"/><xs:attribute name="y"/><xs:anyAttribute namespace="urn:t"/></xs:complexType>
      <xs:attribute name="z"/>
      <xs:element name="r">${type(restriction("B", `${sequence('<xs:element name="b" maxOccurs="2"/>')}<xs:attribute name="x" type="xs:byte" use="required"/><xs:attribute name="y" use="prohibited"/>`))}</xs:element>
      <xs:element name="s">${type(restriction("B", ""))}</xs:element><xs:element name="u">${type(restriction("xs:anyType", sequence(`${a}/>`)))}</xs:element>`,
    valid: `<r x="1"><b/><b/></r>  <s/>  <s y="1" x="1"/>  <u><a>1</a></u>`,
    invalid: `
      <r x="1"/>  <r x="1"><a>1</a><b/></r>  <r x="1"><b/><b/><b/></r>  <r><b/></r>  <r x="300"><b/></r>
      <r x="1" y=""><b/></r>  <s><b/></s>  <r x="1" t:z=""><b/></r>  <u x="1"><a>1</a></u>
    `,
  },
  "that are restricted to a fixed attribute": {
    schema: `<xs:complexType name="B"><xs:attribute name="x" type="xs:int" default="2"/></xs:complexType><xs:element name="r">${type(restriction("B", '<xs:attribute name="x" type="xs:int" fixed="1"/>'))}</xs:element>`,
    valid: `<r/>  <r x="1"/>  <r x=" 01 "/>`,
    invalid: `<r x="2"/>`,
  },
});

specify("attributes", {
  "optional, required, prohibited": {
    schema: root(
      '<xs:attribute name="o" type="xs:int"/><xs:attribute name="q" type="xs:int" use="required"/><xs:attribute name="p" use="prohibited"/>',
    ),
    valid: `<r q="1"/>  <r q=" 1 " o="2"/>`,
    invalid: `<r/>  <r o="1"/>  <r q="a"/>  <r q="1" p=""/>  <r q="1" z=""/>  <r q=""/>  <r q="1" t:o="1"/>`,
  },
  "with a fixed or default value": {
    schema: root(
      '<xs:attribute name="f" type="xs:decimal" fixed="1.0"/><xs:attribute name="d" type="xs:int" default="1"/><xs:attribute name="s" fixed="a b"/>',
    ),
    valid: `<r/>  <r f="1"/>  <r d="5"/>  <r s="a b"/>`,
    invalid: `<r f="2"/>  <r d="a"/>  <r s="a  b"/>  <r f=""/>`,
  },
  "required and fixed": {
    schema: root('<xs:attribute name="f" type="xs:int" use="required" fixed="1"/>'),
    valid: `<r f="1"/>`,
    invalid: `<r/>  <r f="2"/>`,
  },
  "at the top of a schema": {
    schema: qualified(
      `<xs:attribute name="g" type="xs:int" fixed="1"/><xs:element name="r">${type('<xs:attribute ref="t:g" use="required"/>')}</xs:element><xs:element name="s">${type('<xs:attribute name="l" form="qualified"/><xs:attribute name="m"/>')}</xs:element>`,
    ),
    valid: `<t:r t:g="1"/>  <t:s t:l="" m=""/>`,
    invalid: `<t:r g="1"/>  <t:r/>  <t:r t:g="2"/>  <t:s l=""/>  <t:s t:m=""/>`,
  },
  "qualified by default": {
    schema: qualified(
      root('<xs:attribute name="x"/><xs:attribute name="y" form="unqualified"/>'),
      'attributeFormDefault="qualified"',
    ),
    valid: `<t:r t:x="" y=""/>`,
    invalid: `<t:r x=""/>  <t:r t:y=""/>`,
  },
  "of simple types of their own": {
    schema: root(
      '<xs:attribute name="x"><xs:simpleType><xs:list itemType="xs:int"/></xs:simpleType></xs:attribute><xs:attribute name="y"/>',
    ),
    valid: `<r x="1 2"/>  <r x=""/>  <r y="any &lt;thing"/>`,
    invalid: `<r x="a"/>`,
  },
  "of groups": {
    schema: `<xs:attributeGroup name="G"><xs:attribute name="x" type="xs:int"/><xs:attributeGroup ref="H"/></xs:attributeGroup>
      <xs:attributeGroup name="H"><xs:attribute name="y" use="required"/><xs:attribute name="p" use="prohibited"/></xs:attributeGroup>
      <xs:element name="r">${type('<xs:attributeGroup ref="G"/><xs:attribute name="z"/>')}</xs:element>
      <xs:complexType name="B"><xs:attribute name="p"/></xs:complexType><xs:element name="s">${type(restriction("B", '<xs:attributeGroup ref="H"/>'))}</xs:element>`,
    valid: `<r y=""/>  <r x="1" y="" z=""/>  <s y="" p=""/>`,
    invalid: `<r/>  <r x="a" y=""/>  <r y="" p=""/>  <s/>`,
  },
  "those of XML, which a wildcard knows if their namespace is imported": {
    schema: root('<xs:anyAttribute processContents="lax"/>') + root("<xs:anyAttribute/>").replace('"r"', '"s"'),
    valid: `<r xml:lang="1 2"/>  <s/>`,
    invalid: `<s xml:lang="en"/>  <s xml:space="preserve"/>`,
  },
  "those of XML by a wildcard, imported": {
    schema: `<xs:import namespace="http://www.w3.org/XML/1998/namespace"/>${root("<xs:anyAttribute/>")}`,
    valid: `<r xml:lang="en" xml:space="preserve"/>`,
    invalid: `<r xml:lang="1 2"/>`,
  },
  "xml:lang, which has to be declared": {
    schema: `<xs:import namespace="http://www.w3.org/XML/1998/namespace" schemaLocation="http://www.w3.org/2001/xml.xsd"/>${root('<xs:attribute ref="xml:lang"/>')}<xs:element name="s"><xs:complexType/></xs:element>`,
    valid: `<r xml:lang="en"/>  <r/>`,
    invalid: `<s xml:lang="en"/>  <r xml:space="preserve"/>  <r xml:lang="1 2"/>`,
  },
});

specify("model groups", {
  "a sequence": {
    schema: root(
      sequence(`${a}/><xs:element name="b" minOccurs="0"/><xs:element name="c" minOccurs="2" maxOccurs="3"/>`),
    ),
    valid: `<r><a>1</a><c/><c/></r>  <r><a>1</a><b/><c/><c/><c/></r>`,
    invalid: `
      <r><a>1</a><c/></r>  <r><a>1</a><c/><c/><c/><c/></r>  <r><b/><c/><c/></r>  <r><a>1</a><c/><b/><c/></r>  <r/>
    `,
  },
  "a sequence, repeated": {
    schema: root(sequence(`${a}/><xs:element name="b"/>`, 'minOccurs="2" maxOccurs="3"')),
    valid: `<r><a>1</a><b/><a>1</a><b/></r>  <r><a>1</a><b/><a>1</a><b/><a>1</a><b/></r>`,
    invalid: `
      <r><a>1</a><b/></r>  <r><a>1</a><b/><a>1</a></r>  <r><a>1</a><b/><a>1</a><b/><a>1</a><b/><a>1</a><b/></r>
    `,
  },
  "a choice": {
    schema: root(
      `<xs:choice>${a}/><xs:element name="b" minOccurs="0"/><xs:element name="c" maxOccurs="2"/></xs:choice>`,
    ),
    valid: `<r><a>1</a></r>  <r/>  <r><b/></r>  <r><c/><c/></r>`,
    invalid: `<r><a>1</a><b/></r>  <r><c/><c/><c/></r>  <r><d/></r>`,
  },
  "a choice, repeated": {
    schema: root(`<xs:choice minOccurs="2" maxOccurs="3">${a}/><xs:element name="b"/></xs:choice>`),
    valid: `<r><a>1</a><b/></r>  <r><b/><b/><a>1</a></r>`,
    invalid: `<r><a>1</a></r>  <r><b/><b/><b/><b/></r>  <r/>`,
  },
  "an empty choice": {
    schema: `${root("<xs:choice/>")}<xs:element name="s">${type('<xs:choice minOccurs="0"/>')}</xs:element>`,
    valid: `<s/>`,
    invalid: `<r/>  <r><a/></r>  <s><a/></s>`,
  },
  all: {
    schema: `${root(`<xs:all>${a}/><xs:element name="b" minOccurs="0"/><xs:element name="c"/></xs:all>`)}<xs:element name="s">${type(`<xs:all minOccurs="0">${a}/><xs:element name="c"/></xs:all>`)}</xs:element>`,
    valid: `<r><a>1</a><c/></r>  <r><c/><b/><a>1</a></r>  <s/>  <s><c/><a>1</a></s>`,
    invalid: `<r/>  <r><a>1</a></r>  <r><a>1</a><c/><a>1</a></r>  <r><a>1</a><c/><d/></r>  <s><c/></s>`,
  },
  "groups by name": {
    schema: `<xs:group name="G">${sequence(`${a}/><xs:element name="b"/>`)}</xs:group><xs:group name="A"><xs:all>${a}/><xs:element name="b"/></xs:all></xs:group>
      ${root(sequence('<xs:group ref="G" minOccurs="0" maxOccurs="2"/><xs:element name="c"/>'))}<xs:element name="s">${type('<xs:group ref="A"/>')}</xs:element><xs:element name="u">${type('<xs:group ref="G" maxOccurs="unbounded"/>')}</xs:element>`,
    valid: `<r><c/></r>  <r><a>1</a><b/><a>1</a><b/><c/></r>  <s><b/><a>1</a></s>  <u><a>1</a><b/></u>`,
    invalid: `<r/>  <r><a>1</a><c/></r>  <r><a>1</a><b/><a>1</a><b/><a>1</a><b/><c/></r>  <s><b/></s>  <u/>`,
  },
  nested: {
    schema: root(
      sequence(
        `<xs:choice>${sequence(`${a}/><xs:element name="b"/>`)}<xs:element name="c"/></xs:choice>${sequence('<xs:element name="d" minOccurs="0"/><xs:choice minOccurs="0"><xs:element name="e"/><xs:element name="f"/></xs:choice>')}`,
      ),
    ),
    valid: `<r><a>1</a><b/></r>  <r><c/><d/><f/></r>  <r><c/><e/></r>`,
    invalid: `<r><a>1</a></r>  <r><d/></r>  <r><c/><f/><d/></r>  <r><c/><e/><f/></r>`,
  },
  "that never occur": {
    schema: root(sequence(`${a} minOccurs="0" maxOccurs="0"/><xs:element name="b"/>`)),
    valid: `<r><b/></r>`,
    invalid: `<r><a>1</a><b/></r>`,
  },
  "with large counters": {
    schema: root(
      sequence(`${a} minOccurs="3" maxOccurs="999999999"/><xs:element name="b" minOccurs="0" maxOccurs="unbounded"/>`),
    ),
    valid: `<r>${"<a>1</a>".repeat(50)}<b/></r>  <r>${"<a>1</a>".repeat(3)}</r>`,
    invalid: `<r>${"<a>1</a>".repeat(2)}<b/></r>`,
  },
  "with parts that may be empty": {
    schema: root(
      sequence(
        sequence(`${a} minOccurs="0"/><xs:element name="b" minOccurs="0"/>`, 'minOccurs="5" maxOccurs="5"') +
          '<xs:element name="c"/>',
      ),
    ),
    valid: `<r><c/></r>  <r><b/><b/><b/><b/><b/><c/></r>  <r><a>1</a><b/><a>1</a><c/></r>`,
    invalid: `<r><b/><b/><b/><b/><b/><b/><c/></r>  <r/>`,
  },
  "that are ambiguous": {
    schema: root(
      `<xs:choice>${sequence(`${a}/><xs:element name="b"/>`)}${sequence(`${a}/><xs:element name="c"/>`)}</xs:choice>`,
    ),
    valid: `<r><a>1</a><b/></r>  <r><a>1</a><c/></r>`,
    invalid: `<r><a>1</a></r>  <r><a>1</a><b/><c/></r>`,
  },
});

specify("substitution groups", {
  "members in any number of steps": {
    schema: `<xs:element name="h" type="xs:decimal"/><xs:element name="m" substitutionGroup="h" type="xs:int"/><xs:element name="n" substitutionGroup="m"/><xs:element name="o" type="xs:int"/>
      ${root(sequence('<xs:element ref="h" maxOccurs="3"/>'))}`,
    valid: `<r><h>1.5</h><m>1</m><n>2</n></r>`,
    invalid: `<r><m>1.5</m></r>  <r><n>a</n></r>  <r><o>1</o></r>  <r><m>1</m><m>1</m><m>1</m><m>1</m></r>`,
  },
  "that are blocked": {
    schema: `<xs:complexType name="B">${sequence(`${a}/>`)}</xs:complexType><xs:complexType name="E">${extension("B", "")}</xs:complexType><xs:complexType name="R">${restriction("B", sequence(`${a}/>`))}</xs:complexType>
      <xs:element name="h" type="B" block="substitution"/><xs:element name="hm" type="B" substitutionGroup="h"/>
      <xs:element name="k" type="B" block="extension"/><xs:element name="ke" type="E" substitutionGroup="k"/><xs:element name="kr" type="R" substitutionGroup="k"/>
      <xs:element name="l" type="B" block="restriction"/><xs:element name="le" type="E" substitutionGroup="l"/><xs:element name="lr" type="R" substitutionGroup="l"/>
      ${root('<xs:choice><xs:element ref="h"/><xs:element ref="k"/><xs:element ref="l"/></xs:choice>')}`,
    valid: `<r><h><a>1</a></h></r>  <r><kr><a>1</a></kr></r>  <r><le><a>1</a></le></r>`,
    invalid: `<r><hm><a>1</a></hm></r>  <r><ke><a>1</a></ke></r>  <r><lr><a>1</a></lr></r>`,
  },
  "not for local elements of the same name": {
    schema: `<xs:element name="h" type="xs:int"/><xs:element name="m" substitutionGroup="h"/>${root(sequence('<xs:element name="h" type="xs:int"/>'))}`,
    valid: `<r><h>1</h></r>`,
    invalid: `<r><m>1</m></r>`,
  },
  "of elements without a type": {
    schema: `<xs:element name="h" abstract="true"/><xs:element name="m" type="xs:int" substitutionGroup="h"/>${root(sequence('<xs:element ref="h"/>'))}`,
    valid: `<r><m>1</m></r>`,
    invalid: `<r><m>a</m></r>  <r><h/></r>`,
  },
});

specify("groups with one part only", {
  "whose counters can be multiplied": {
    schema: root(
      sequence(sequence('<xs:element name="b" minOccurs="0" maxOccurs="2"/>', 'minOccurs="0" maxOccurs="2"')),
    ),
    valid: `<r/>  <r><b/></r>  <r><b/><b/><b/><b/></r>`,
    invalid: `<r><b/><b/><b/><b/><b/></r>`,
  },
  "whose counters can't": {
    schema: root(
      `<xs:choice minOccurs="0" maxOccurs="2">${sequence('<xs:element name="b" minOccurs="2" maxOccurs="2"/>')}</xs:choice>`,
    ),
    valid: `<r/>  <r><b/><b/></r>  <r><b/><b/><b/><b/></r>`,
    invalid: `<r><b/></r>  <r><b/><b/><b/></r>`,
  },
  "from two, without a limit": {
    schema: root(sequence('<xs:element name="b" minOccurs="2" maxOccurs="unbounded"/>', 'minOccurs="0" maxOccurs="3"')),
    valid: `<r/>  <r><b/><b/></r>  <r><b/><b/><b/></r>`,
    invalid: `<r><b/></r>`,
  },
  "from three, to five": {
    schema: root(sequence('<xs:element name="b" minOccurs="3" maxOccurs="4"/>', 'minOccurs="1" maxOccurs="2"')),
    valid: [3, 4, 6, 7, 8].map((count) => `<r>${"<b/>".repeat(count)}</r>`),
    invalid: [0, 1, 2, 5, 9].map((count) => `<r>${"<b/>".repeat(count)}</r>`),
  },
});
