/*
 * Random schemas: valid ones, with what makes samples difficult.
 */

/** Numbers from 0 up to a limit, the same ones for the same seed (mulberry32). */
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

/** What the element `note` may be, beside a text: attributes and content. */
const notes: readonly string[] = [
  "><xs:complexType/></xs:element>",
  ' type="xs:IDREFS" default="n1"/>',
  ` default="a\tb"><xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value="a\tb"/><xs:enumeration value="c\nd"/></xs:restriction></xs:simpleType></xs:element>`,
  `><xs:complexType><xs:attribute name="id" type="xs:ID" use="required"/><xs:attribute name="of" type="xs:IDREF"/></xs:complexType></xs:element>`,
  `><xs:complexType><xs:choice><xs:element name="only" type="xs:int" nillable="true"/></xs:choice></xs:complexType></xs:element>`,
  `><xs:complexType><xs:sequence>
      <xs:element name="row" form="qualified" minOccurs="1" maxOccurs="3"><xs:complexType><xs:attribute name="k" type="xs:token" use="required"/></xs:complexType></xs:element>
      <xs:element name="use" form="qualified" minOccurs="0" maxOccurs="2"><xs:complexType><xs:attribute name="ref" use="required"><xs:simpleType>
        <xs:restriction base="xs:token"><xs:enumeration value="first"/><xs:enumeration value="second"/></xs:restriction></xs:simpleType></xs:attribute></xs:complexType></xs:element>
    </xs:sequence></xs:complexType>
    <xs:key name="rows"><xs:selector xpath="t:row"/><xs:field xpath="@k"/></xs:key>
    <xs:keyref name="uses" refer="t:rows"><xs:selector xpath="t:use"/><xs:field xpath="@ref"/></xs:keyref></xs:element>`,
];

/** A schema in `urn:t`, prefix `t`, whose element `root` is a message. Types may refer to themselves and to later ones. */
export function randomSchema(seed: number): string {
  const random = randomNumbers(seed);
  const choice = <T>(...choices: readonly [T, ...T[]]): T => choices[random(choices.length)] ?? choices[0];
  const typeCount = 2 + random(5);
  let names = 0;
  const simple = () =>
    choice(
      ...(["xs:string", "xs:int", "xs:decimal", "xs:boolean", "xs:date", "xs:dateTime", "xs:base64Binary"] as const),
      ...(["xs:anyURI", "xs:QName", "xs:ID", "xs:NMTOKENS", "t:code", "t:size", "t:list", "t:either"] as const),
    );
  // Required elements refer only to types that are declared later, so that each type has an end.
  const typeName = (from: number, optional: boolean) => {
    const first = optional ? 0 : from + 1;
    return first >= typeCount || random(3) === 0 ? simple() : `t:Type${first + random(typeCount - first)}`;
  };
  const occurs = (optional: boolean) =>
    optional
      ? choice(' minOccurs="0"', ' minOccurs="0" maxOccurs="unbounded"')
      : choice("", "", ' minOccurs="2" maxOccurs="3"');
  const element = (from: number): string => {
    const optional = random(3) === 0;
    if (random(8) === 0) return `<xs:element ref="t:${choice("shape", "note")}"${occurs(optional)}/>`;
    const form = choice("", "", ' form="qualified"', ' form="unqualified"');
    const name = `name="e${names++}"`;
    if (random(10) === 0) {
      return `<xs:element ${name}${form}${occurs(optional)}><xs:complexType>${group(from, 3)}${attributes()}</xs:complexType></xs:element>`;
    }
    const nillable = random(6) === 0 ? ' nillable="true"' : "";
    return `<xs:element ${name} type="${typeName(from, optional)}"${form}${nillable}${occurs(optional)}/>`;
  };
  const particle = (from: number, depth: number): string => {
    if (depth < 3 && random(4) === 0) return group(from, depth + 1, occurs(random(3) === 0));
    return random(12) === 0 ? `<xs:any namespace="##other" processContents="lax" minOccurs="0"/>` : element(from);
  };
  const group = (from: number, depth: number, howOften = ""): string => {
    const kind = choice("sequence", "sequence", "choice");
    const particles = Array.from({ length: 1 + random(4) }, () => particle(from, depth));
    return `<xs:${kind}${howOften}>${particles.join("")}</xs:${kind}>`;
  };
  const attributes = () =>
    Array.from({ length: random(3) }, () => {
      const use = choice("", ' use="required"', ' use="required" form="qualified"');
      return `<xs:attribute name="a${names++}" type="${choice("xs:string", "xs:int", "t:code")}"${use}${random(5) === 0 && use ? "" : ""}/>`;
    }).join("");
  const types = Array.from({ length: typeCount }, (_, index) => {
    const name = `name="Type${index}"`;
    switch (random(6)) {
      case 0:
        return `<xs:complexType ${name}><xs:simpleContent><xs:extension base="${simple().replace("xs:ID", "xs:string")}">${attributes()}</xs:extension></xs:simpleContent></xs:complexType>`;
      case 1:
        return `<xs:complexType ${name}><xs:complexContent><xs:extension base="t:Base${random(2)}">${group(index, 1)}${attributes()}</xs:extension></xs:complexContent></xs:complexType>`;
      case 2:
        return `<xs:complexType ${name} mixed="true">${group(index, 1)}${attributes()}</xs:complexType>`;
      case 3:
        return `<xs:complexType ${name} abstract="true">${group(index, 2)}</xs:complexType>
          <xs:complexType name="Type${index}Child"><xs:complexContent><xs:extension base="t:Type${index}">${group(index, 2)}</xs:extension></xs:complexContent></xs:complexType>`;
      default:
        return `<xs:complexType ${name}>${group(index, 1)}${attributes()}</xs:complexType>`;
    }
  });
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t" elementFormDefault="${choice("qualified", "unqualified")}">
    <xs:simpleType name="code"><xs:restriction base="xs:string"><xs:pattern value="[A-Z]{3}\\d{2,4}"/></xs:restriction></xs:simpleType>
    <xs:simpleType name="size"><xs:restriction base="xs:decimal"><xs:minExclusive value="${random(5000)}"/><xs:fractionDigits value="2"/></xs:restriction></xs:simpleType>
    <xs:simpleType name="list"><xs:restriction><xs:simpleType><xs:list itemType="xs:int"/></xs:simpleType><xs:minLength value="${1 + random(3)}"/></xs:restriction></xs:simpleType>
    <xs:simpleType name="either"><xs:union memberTypes="xs:date"><xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value="never"/></xs:restriction></xs:simpleType></xs:union></xs:simpleType>
    <xs:complexType name="Base0"><xs:sequence><xs:element name="common" type="xs:string" minOccurs="0"/></xs:sequence><xs:attribute name="version" use="required" fixed="1.0"/></xs:complexType>
    <xs:complexType name="Base1"><xs:attribute name="lang" type="xs:language" use="required"/></xs:complexType>
    <xs:element name="shape" abstract="true" type="xs:anyType"/>
    <xs:element name="circle" substitutionGroup="t:shape" type="t:size"/>
    <xs:element name="square" substitutionGroup="t:shape"><xs:complexType><xs:sequence><xs:element ref="t:shape" minOccurs="${random(2)}"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="note"${notes[seed % (2 * notes.length)] ?? ` type="xs:string" ${choice("", 'default="n"', 'fixed="f"')}/>`}
    ${types.join("\n    ")}
    <xs:element name="root" type="t:Type0"/>
  </xs:schema>`;
}

/** A WSDL with such a schema, whose operation takes its message. */
export function randomWsdl(seed: number): string {
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t" targetNamespace="urn:t"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"><types>${randomSchema(seed)}</types>
  <message name="In"><part name="body" element="t:root"/></message>
  <portType name="P"><operation name="Do"><input message="t:In"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Do"><soap:operation soapAction="urn:do"/><input><soap:body use="literal"/></input></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service>
</definitions>`;
}
