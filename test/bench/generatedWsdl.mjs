// WSDLs like the ones of large services: documented types that extend and contain each other, wrapped operations with
// faults, and a binding and a port for each SOAP version.

const nouns = "Order Customer Invoice Shipment Contract Product Account Payment Address Project".split(" ");
const verbs = "Get Create Update Delete Find List Approve Cancel Export Import".split(" ");
const nameOf = (i) => `${verbs[i % 10]}${nouns[Math.floor(i / 10) % 10]}${i}`;
const range = (from, to) => Array.from({ length: to - from }, (_, i) => from + i);
const xsd = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"';
const schemaNamespaces = 'xmlns:m="http://example.org/messages" xmlns:t="http://example.org/types"';
const documented = (text) => `<xs:annotation><xs:documentation>${text}</xs:documentation></xs:annotation>`;
const sequence = (...lines) => `<xs:sequence>\n          ${lines.join("\n          ")}\n        </xs:sequence>`;
const element = (name, type, more = "") => `<xs:element name="${name}" type="${type}"${more}/>`;
const optional = ' minOccurs="0" maxOccurs="1"';
const repeated = ' minOccurs="0" maxOccurs="unbounded"';
const nillable = `${optional} nillable="true"`;

const schemaOf = (name, content) =>
  `<xs:schema ${xsd} ${schemaNamespaces} targetNamespace="http://example.org/${name}" elementFormDefault="qualified">
${content}
</xs:schema>`;

const common = `  <xs:complexType name="Entity" abstract="true">
    ${documented("The parts of all records.")}
        ${sequence(element("id", "xs:long"), element("version", "xs:int", optional), element("changed", "xs:dateTime", optional))}
    <xs:attribute name="tenant" type="xs:string"/>
  </xs:complexType>`;
const fault = '  <xs:element name="fault" type="xs:string"/>';

function types(i) {
  const item = sequence(
    element("quantity", "xs:int"),
    element("price", "xs:decimal"),
    element("note", "xs:string", optional),
  );
  const record = sequence(
    element("status", `t:${nameOf(i)}Status`, optional),
    element("name", "xs:string", nillable),
    element("description", "xs:string", nillable),
    element("amount", "xs:decimal", ' minOccurs="1" maxOccurs="1"'),
    element("validFrom", "xs:date", optional),
    element("validTo", "xs:date", optional),
    `<xs:element name="item"${repeated}><xs:complexType>
        ${item}
        <xs:attribute name="sku" type="xs:string" use="required"/>
      </xs:complexType></xs:element>`,
    element("parent", `t:${nameOf(i - (i % 10))}Record`, optional),
  );
  const filter = sequence(
    `<xs:choice>${element("id", "xs:long", ' maxOccurs="unbounded"')}${element("text", "xs:string")}</xs:choice>`,
    element("status", `t:${nameOf(i)}Status`, repeated),
    element("changedAfter", "xs:dateTime", optional),
    element("changedBefore", "xs:dateTime", optional),
    `<xs:element name="sort"${optional}><xs:simpleType>
        <xs:restriction base="xs:string"><xs:pattern value="[a-z]{1,20}(:(asc|desc))?"/></xs:restriction>
      </xs:simpleType></xs:element>`,
  );
  const states = ["NEW", "ACTIVE", "CLOSED"].map((state) => `<xs:enumeration value="${state}"/>`);
  return `  <xs:simpleType name="${nameOf(i)}Status">
    ${documented(`The states that a record of ${nameOf(i)} can be in.`)}
    <xs:restriction base="xs:string">${states.join("")}</xs:restriction>
  </xs:simpleType>
  <xs:complexType name="${nameOf(i)}Record">
    ${documented(`A record of ${nameOf(i)} &amp; its parts, as the service stores it.`)}
    <xs:complexContent><xs:extension base="t:Entity">
        ${record}
    </xs:extension></xs:complexContent>
  </xs:complexType>
  <xs:complexType name="${nameOf(i)}Filter">
    ${documented(`Selects records of ${nameOf(i)}. Conditions that are missing accept any record.`)}
        ${filter}
  </xs:complexType>`;
}

function messageElements(i) {
  const request = sequence(
    element("record", `t:${nameOf(i)}Record`),
    element("filter", `t:${nameOf(i)}Filter`, optional),
    element("language", "xs:language", optional),
    element("limit", "xs:int", optional),
  );
  const wrapper = (name, content) =>
    `  <xs:element name="${name}"><xs:complexType>\n        ${content}\n  </xs:complexType></xs:element>`;
  const response = sequence(element("return", `t:${nameOf(i)}Record`, repeated));
  return `${wrapper(nameOf(i), request)}\n${wrapper(`${nameOf(i)}Response`, response)}`;
}

function definitions(operations, content) {
  const all = (part) => range(0, operations).map(nameOf).map(part).join("\n");
  const message = (name, payload) =>
    `  <wsdl:message name="${name}"><wsdl:part name="parameters" element="m:${payload}"/></wsdl:message>`;
  const operation = (name) => `    <wsdl:operation name="${name}">
      <wsdl:documentation>The operation ${name} reads or changes records, and returns the changed ones.</wsdl:documentation>
      <wsdl:input message="tns:${name}Request"/>
      <wsdl:output message="tns:${name}Response"/>
      <wsdl:fault name="fault" message="tns:Fault"/>
    </wsdl:operation>`;
  const bound = (soap) => (name) =>
    `    <wsdl:operation name="${name}">
      <${soap}:operation soapAction="http://example.org/service/${name}" style="document"/>
      <wsdl:input><${soap}:body use="literal"/></wsdl:input>
      <wsdl:output><${soap}:body use="literal"/></wsdl:output>
      <wsdl:fault name="fault"><${soap}:fault name="fault" use="literal"/></wsdl:fault>
    </wsdl:operation>`;
  const binding = (soap) => `  <wsdl:binding name="${soap}Binding" type="tns:Port">
    <${soap}:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
${all(bound(soap))}
  </wsdl:binding>`;
  const port = (soap) =>
    `    <wsdl:port name="${soap}Port" binding="tns:${soap}Binding"><${soap}:address location="https://example.org/service"/></wsdl:port>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<wsdl:definitions name="Service" targetNamespace="http://example.org/service" xmlns:tns="http://example.org/service"
  xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" ${xsd} ${schemaNamespaces}>
  <wsdl:types>
${content}
  </wsdl:types>
${message("Fault", "fault")}
${all((name) => `${message(`${name}Request`, name)}\n${message(`${name}Response`, `${name}Response`)}`)}
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

/** Returns a WSDL with two schemas in one document. With 1,000 operations, it has 5 MB. */
export function generatedWsdl(operations) {
  const all = range(0, operations);
  const messagesSchema = schemaOf("messages", [fault, ...all.map(messageElements)].join("\n"));
  return definitions(operations, `${messagesSchema}\n${schemaOf("types", [common, ...all.map(types)].join("\n"))}`);
}

/**
 * A WSDL and this number of schemas, each of which includes the next one and imports one of the other namespace, in circles.
 * Returns the texts by file name; the WSDL is `service.wsdl`.
 */
export function generatedFiles(operations, schemas) {
  const half = Math.floor(schemas / 2);
  const imported = (name, at) =>
    `<xs:import namespace="http://example.org/${name}" schemaLocation="${name}${at}.xsd"/>`;
  const parts = [
    ["messages", "types", fault, messageElements],
    ["types", "messages", common, types],
  ];
  const files = range(0, half).flatMap((at) => {
    const own = range(Math.floor((operations * at) / half), Math.floor((operations * (at + 1)) / half));
    return parts.map(([name, other, first, part]) => {
      const included = `<xs:include schemaLocation="${name}${(at + 1) % half}.xsd"/>`;
      const content = [included, imported(other, at), ...(at === 0 ? [first] : []), ...own.map(part)];
      return [`${name}${at}.xsd`, schemaOf(name, content.join("\n"))];
    });
  });
  const service = definitions(operations, `<xs:schema ${xsd}>${imported("messages", 0)}</xs:schema>`);
  return { "service.wsdl": service, ...Object.fromEntries(files) };
}
