// Requests and messages that resemble real ones, of about the given lengths in characters.

/** The text of a request file: directives, a request with its header fields, the body. */
export function requestText(body, { to = "localhost", path = "/", directives = [], type = "text/xml", length } = {}) {
  const fields = [`Host: ${to}`, `Content-Type: ${type}; charset=utf-8`, 'SOAPAction: ""'];
  const counted = `Content-Length: ${length ?? Buffer.byteLength(body)}`;
  return [...directives, `POST ${path} HTTP/1.1`, ...fields, counted, "", body].join("\n");
}

/** The request as a file of httpYac, which writes Content-Length itself and changes the line endings of the body. */
export function httpYacText(text, to) {
  return text.replace("POST /", `POST http://${to}/`).replace(/^(?:Host|Content-Length):.*\n/gm, "");
}

/** A SOAP 1.2 message: a security header, then records. */
export function envelope(length) {
  const records = textOf(length - head.length - tail.length, record);
  // One flat string, like a text that was read from a file.
  return Buffer.from(`${head}${records.join("")}${tail}`).toString("utf8");
}

const head = `<?xml version="1.0" encoding="UTF-8"?>
<soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope" xmlns:ns1="http://example.org/orders" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <soap:Header>
    <wsse:Security xmlns:wsse="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd" soap:mustUnderstand="true">
      <wsse:UsernameToken>
        <wsse:Username>user</wsse:Username>
        <wsse:Password Type="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText">secret</wsse:Password>
      </wsse:UsernameToken>
    </wsse:Security>
  </soap:Header>
  <soap:Body>
    <ns1:PlaceOrders>
`;
const tail = `    </ns1:PlaceOrders>
  </soap:Body>
</soap:Envelope>
`;

function record(index) {
  const i = index + 1;
  return `      <ns1:order id="${i}" currency="EUR">
        <ns1:customer>Customer ${i} &amp; Sons</ns1:customer>
        <ns1:date>2025-0${1 + (i % 9)}-1${i % 10}T10:20:30Z</ns1:date>
        <ns1:item sku="A-${i * 7}"><ns1:quantity>${i % 13}</ns1:quantity><ns1:price>${i}.95</ns1:price></ns1:item>
        <ns1:note xsi:nil="true"/>
        <ns1:text>The quick brown fox jumps over the lazy dog, ${i} times in a row, and then it rests for a while.</ns1:text>
      </ns1:order>
`;
}

/** Content of a schema with types like those of real services: sequences of simple values, with enumerations, patterns, lists and optional parts. */
export function largeSchema(length) {
  const type = (n) => `<xs:complexType name="Item${n}"><xs:sequence>
    <xs:element name="id" type="xs:int"/><xs:element name="name" type="xs:string"/><xs:element name="price" type="t:Price${n}"/>
    <xs:element name="unit" type="t:Unit${n}" minOccurs="0"/><xs:element name="day" type="xs:date" minOccurs="0" maxOccurs="1000"/>
    <xs:element name="note" type="xs:string" minOccurs="0" nillable="true"/></xs:sequence><xs:attribute name="code" type="t:Code${n}" use="required"/></xs:complexType>
    <xs:simpleType name="Price${n}"><xs:restriction base="xs:decimal"><xs:minInclusive value="0"/><xs:fractionDigits value="2"/></xs:restriction></xs:simpleType>
    <xs:simpleType name="Unit${n}"><xs:restriction base="xs:token"><xs:enumeration value="piece"/><xs:enumeration value="dozen"/></xs:restriction></xs:simpleType>
    <xs:simpleType name="Code${n}"><xs:restriction base="xs:string"><xs:pattern value="[A-Z]{3}\\d{2,4}"/></xs:restriction></xs:simpleType>`;
  return `<xs:element name="Order"><xs:complexType><xs:choice maxOccurs="unbounded">
    ${range(20)
      .map((n) => `<xs:element name="item${n}" type="t:Item${n}"/>`)
      .join("")}
    </xs:choice></xs:complexType></xs:element>
    ${textOf(length, type).join("\n")}`;
}

/** A valid body of the schema. */
export function order(length) {
  const item = (n) => `  <item${n % 20} code="ABC${10 + (n % 900)}">
    <id>${n}</id>
    <name>A bolt, number ${n}</name>
    <price>${n}.50</price>
    <unit>piece</unit>
    <day>2026-11-${10 + (n % 20)}</day>
    <note/>
  </item${n % 20}>`;
  return `<Order xmlns="urn:t">\n${textOf(length, item).join("\n")}\n</Order>`;
}

/** A request with a body of the schema. */
export function orderRequest(length) {
  const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>\n${order(length)}\n</s:Body></s:Envelope>`;
  return requestText(body, { path: "/s", length: "{{$contentLength}}" }).replace('""', '"urn:Order"');
}

/** This many numbers, beginning with a first one. */
export function range(count, first = 0) {
  return Array.from({ length: count }, (_, index) => first + index);
}

/** Returns enough parts to reach a length in characters. */
function textOf(length, part) {
  const parts = [];
  for (let size = 0; size < length; ) size += parts[parts.push(part(parts.length)) - 1].length;
  return parts;
}
