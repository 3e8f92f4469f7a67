// WSDLs that resemble those of large services: documented types that extend and contain each other, wrapped operations with
// faults, and a binding and a port for each SOAP version.

const nouns = "Order Customer Invoice Shipment Contract Product Account Payment Address Project".split(" ");
const verbs = "Get Create Update Delete Find List Approve Cancel Export Import".split(" ");
const xsd = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"';
const namespaces = [
  xsd,
  'xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"',
  'xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"',
  'xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/"',
  'xmlns:tns="http://example.org/service"',
  'xmlns:m="http://example.org/messages"',
  'xmlns:t="http://example.org/types"',
].join(" ");

const nameOf = (i) => `${verbs[i % 10]}${nouns[Math.floor(i / 10) % 10]}${i}`;
const schemaOf = (name, content) =>
  `<xs:schema ${xsd} xmlns:m="http://example.org/messages" xmlns:t="http://example.org/types" targetNamespace="http://example.org/${name}" elementFormDefault="qualified">
${content}
</xs:schema>`;
const documented = (text) => `<xs:annotation><xs:documentation>${text}</xs:documentation></xs:annotation>`;

const common = `  <xs:complexType name="Entity" abstract="true">
    ${documented("What all records have in common.")}
    <xs:sequence>
      <xs:element name="id" type="xs:long"/>
      <xs:element name="version" type="xs:int" minOccurs="0"/>
      <xs:element name="changed" type="xs:dateTime" minOccurs="0"/>
    </xs:sequence>
    <xs:attribute name="tenant" type="xs:string"/>
  </xs:complexType>`;

function types(i) {
  return `  <xs:simpleType name="${nameOf(i)}Status">
    ${documented(`The states that a record of ${nameOf(i)} can be in.`)}
    <xs:restriction base="xs:string">
      <xs:enumeration value="NEW"/>
      <xs:enumeration value="ACTIVE"/>
      <xs:enumeration value="CLOSED"/>
    </xs:restriction>
  </xs:simpleType>
  <xs:complexType name="${nameOf(i)}Record">
    ${documented(`A record of ${nameOf(i)} &amp; what belongs to it, as the service stores it.`)}
    <xs:complexContent>
      <xs:extension base="t:Entity">
        <xs:sequence>
          <xs:element name="status" type="t:${nameOf(i)}Status" minOccurs="0" maxOccurs="1"/>
          <xs:element name="name" type="xs:string" minOccurs="0" maxOccurs="1" nillable="true"/>
          <xs:element name="description" type="xs:string" minOccurs="0" maxOccurs="1" nillable="true"/>
          <xs:element name="amount" type="xs:decimal" minOccurs="1" maxOccurs="1"/>
          <xs:element name="validFrom" type="xs:date" minOccurs="0" maxOccurs="1"/>
          <xs:element name="validTo" type="xs:date" minOccurs="0" maxOccurs="1"/>
          <xs:element name="item" minOccurs="0" maxOccurs="unbounded">
            <xs:complexType>
              <xs:sequence>
                <xs:element name="quantity" type="xs:int"/>
                <xs:element name="price" type="xs:decimal"/>
                <xs:element name="note" type="xs:string" minOccurs="0"/>
              </xs:sequence>
              <xs:attribute name="sku" type="xs:string" use="required"/>
            </xs:complexType>
          </xs:element>
          <xs:element name="parent" type="t:${nameOf(i - (i % 10))}Record" minOccurs="0"/>
        </xs:sequence>
      </xs:extension>
    </xs:complexContent>
  </xs:complexType>
  <xs:complexType name="${nameOf(i)}Filter">
    ${documented(`Which records of ${nameOf(i)} are meant. Conditions that are missing accept any record.`)}
    <xs:sequence>
      <xs:choice>
        <xs:element name="id" type="xs:long" maxOccurs="unbounded"/>
        <xs:element name="text" type="xs:string"/>
      </xs:choice>
      <xs:element name="status" type="t:${nameOf(i)}Status" minOccurs="0" maxOccurs="unbounded"/>
      <xs:element name="changedAfter" type="xs:dateTime" minOccurs="0"/>
      <xs:element name="changedBefore" type="xs:dateTime" minOccurs="0"/>
      <xs:element name="sort" minOccurs="0">
        <xs:simpleType>
          <xs:restriction base="xs:string"><xs:pattern value="[a-z]{1,20}(:(asc|desc))?"/></xs:restriction>
        </xs:simpleType>
      </xs:element>
    </xs:sequence>
  </xs:complexType>`;
}

function messageElements(i) {
  return `  <xs:element name="${nameOf(i)}">
    <xs:complexType>
      <xs:sequence>
        <xs:element name="record" type="t:${nameOf(i)}Record"/>
        <xs:element name="filter" type="t:${nameOf(i)}Filter" minOccurs="0"/>
        <xs:element name="language" type="xs:language" minOccurs="0"/>
        <xs:element name="limit" type="xs:int" minOccurs="0"/>
      </xs:sequence>
    </xs:complexType>
  </xs:element>
  <xs:element name="${nameOf(i)}Response">
    <xs:complexType>
      <xs:sequence>
        <xs:element name="return" type="t:${nameOf(i)}Record" minOccurs="0" maxOccurs="unbounded"/>
      </xs:sequence>
    </xs:complexType>
  </xs:element>`;
}

function messages(i) {
  return `  <wsdl:message name="${nameOf(i)}Request"><wsdl:part name="parameters" element="m:${nameOf(i)}"/></wsdl:message>
  <wsdl:message name="${nameOf(i)}Response"><wsdl:part name="parameters" element="m:${nameOf(i)}Response"/></wsdl:message>`;
}

function operation(i) {
  return `    <wsdl:operation name="${nameOf(i)}">
      <wsdl:documentation>The operation ${nameOf(i)} reads or changes records, and returns those that it has changed.</wsdl:documentation>
      <wsdl:input message="tns:${nameOf(i)}Request"/>
      <wsdl:output message="tns:${nameOf(i)}Response"/>
      <wsdl:fault name="fault" message="tns:Fault"/>
    </wsdl:operation>`;
}

function bound(i, soap) {
  return `    <wsdl:operation name="${nameOf(i)}">
      <${soap}:operation soapAction="http://example.org/service/${nameOf(i)}" style="document"/>
      <wsdl:input><${soap}:body use="literal"/></wsdl:input>
      <wsdl:output><${soap}:body use="literal"/></wsdl:output>
      <wsdl:fault name="fault"><${soap}:fault name="fault" use="literal"/></wsdl:fault>
    </wsdl:operation>`;
}

function definitions(operations, content) {
  const all = (one) => Array.from({ length: operations }, (_, i) => one(i)).join("\n");
  const binding = (soap) => `  <wsdl:binding name="${soap}Binding" type="tns:Port">
    <${soap}:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
${all((i) => bound(i, soap))}
  </wsdl:binding>`;
  const port = (soap) =>
    `    <wsdl:port name="${soap}Port" binding="tns:${soap}Binding"><${soap}:address location="https://example.org/service"/></wsdl:port>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<wsdl:definitions name="Service" targetNamespace="http://example.org/service" ${namespaces}>
  <wsdl:types>
${content}
  </wsdl:types>
  <wsdl:message name="Fault"><wsdl:part name="fault" element="m:fault"/></wsdl:message>
${all(messages)}
  <wsdl:portType name="Port">
${all(operation)}
  </wsdl:portType>
${binding("soap")}
${binding("soap12")}
  <wsdl:service name="Service">
${port("soap")}
${port("soap12")}
  </wsdl:service>
</wsdl:definitions>
`;
}

const fault = '  <xs:element name="fault" type="xs:string"/>';
const range = (from, to) => Array.from({ length: to - from }, (_, i) => from + i);

/** One document with two schemas; 1,000 operations take 5 MB. */
export function generatedWsdl(operations) {
  const all = range(0, operations);
  const typesSchema = schemaOf("types", [common, ...all.map(types)].join("\n"));
  return definitions(
    operations,
    `${schemaOf("messages", [fault, ...all.map(messageElements)].join("\n"))}\n${typesSchema}`,
  );
}

/**
 * A WSDL and this number of schemas, each of which includes the next one and imports one of the other namespace, in circles.
 * Returns the texts by file name; the WSDL is `service.wsdl`.
 */
export function generatedFiles(operations, schemas) {
  const half = Math.floor(schemas / 2);
  const files = {
    "service.wsdl": definitions(operations, `<xs:schema ${xsd}>${reference("messages", 0)}</xs:schema>`),
  };
  for (const at of range(0, half)) {
    const own = range(Math.floor((operations * at) / half), Math.floor((operations * (at + 1)) / half));
    for (const [name, other, first, one] of [
      ["messages", "types", fault, messageElements],
      ["types", "messages", common, types],
    ]) {
      const references = `<xs:include schemaLocation="${name}${(at + 1) % half}.xsd"/>${reference(other, at)}`;
      files[`${name}${at}.xsd`] = schemaOf(
        name,
        [references, ...(at === 0 ? [first] : []), ...own.map(one)].join("\n"),
      );
    }
  }
  return files;
}

function reference(name, at) {
  return `<xs:import namespace="http://example.org/${name}" schemaLocation="${name}${at}.xsd"/>`;
}
