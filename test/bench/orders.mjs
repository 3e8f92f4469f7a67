/** Types as those of services: sequences of simple values, with enumerations, patterns, lists and optional parts. */
export function largeSchema(size) {
  const types = [];
  const one = (n) => `<xs:complexType name="Item${n}"><xs:sequence>
    <xs:element name="id" type="xs:int"/><xs:element name="name" type="xs:string"/><xs:element name="price" type="t:Price${n}"/>
    <xs:element name="unit" type="t:Unit${n}" minOccurs="0"/><xs:element name="day" type="xs:date" minOccurs="0" maxOccurs="1000"/>
    <xs:element name="note" type="xs:string" minOccurs="0" nillable="true"/></xs:sequence><xs:attribute name="code" type="t:Code${n}" use="required"/></xs:complexType>
    <xs:simpleType name="Price${n}"><xs:restriction base="xs:decimal"><xs:minInclusive value="0"/><xs:fractionDigits value="2"/></xs:restriction></xs:simpleType>
    <xs:simpleType name="Unit${n}"><xs:restriction base="xs:token"><xs:enumeration value="piece"/><xs:enumeration value="dozen"/></xs:restriction></xs:simpleType>
    <xs:simpleType name="Code${n}"><xs:restriction base="xs:string"><xs:pattern value="[A-Z]{3}\\d{2,4}"/></xs:restriction></xs:simpleType>`;
  for (let n = 0, length = 0; length < size; n++) {
    types.push(one(n));
    length += types[n].length;
  }
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t" elementFormDefault="qualified">
    <xs:element name="Order"><xs:complexType><xs:choice maxOccurs="unbounded">
    ${Array.from({ length: 20 }, (_, n) => `<xs:element name="item${n}" type="t:Item${n}"/>`).join("")}
    </xs:choice></xs:complexType></xs:element>${types.join("\n")}</xs:schema>`;
}

/** A body of a size in characters. */
export function order(size) {
  const items = [];
  for (let n = 0, length = 0; length < size; n++) {
    const name = `item${n % 20}`;
    items.push(`  <${name} code="ABC${10 + (n % 900)}">
    <id>${n}</id>
    <name>A bolt, number ${n}</name>
    <price>${n}.50</price>
    <unit>piece</unit>
    <day>2026-11-${10 + (n % 20)}</day>
    <note/>
  </${name}>`);
    length += items[n].length;
  }
  return `<Order xmlns="urn:t">\n${items.join("\n")}\n</Order>`;
}
