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

/** A WSDL with an operation that takes a body of the schema. */
export function wsdl(schema) {
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:t"
  targetNamespace="urn:t"><types>${schema}</types>
  <message name="Order"><part name="body" element="t:Order"/></message>
  <portType name="Orders"><operation name="Order"><input message="t:Order"/></operation></portType>
  <binding name="Orders" type="t:Orders"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Order"><soap:operation soapAction=""/><input><soap:body use="literal"/></input></operation></binding>
  <service name="Orders"><port name="Orders" binding="t:Orders"><soap:address location="http://localhost/orders"/></port></service>
  </definitions>`;
}

/** A request for the operation. */
export function request(body) {
  return [
    "POST /orders HTTP/1.1",
    "Host: localhost",
    "Content-Type: text/xml; charset=utf-8",
    'SOAPAction: ""',
    "Content-Length: {{$contentLength}}",
    "",
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>\n${body}\n</s:Body></s:Envelope>`,
  ].join("\n");
}
