// WSDLs like the ones of large services: documented types that extend and contain each other, wrapped operations with
// faults, and a binding and a port for each SOAP version.
import { wsdlOf } from "../support/calculator/wsdl.mjs";
import { range } from "./messages.mjs";

const nouns = "Order Customer Invoice Shipment Contract Product Account Payment Address Project".split(" ");
const verbs = "Get Create Update Delete Find List Approve Cancel Export Import".split(" ");
const nameOf = (i) => `${verbs[i % 10]}${nouns[Math.floor(i / 10) % 10]}${i}`;
const namespaces = `xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:m="http://example.org/messages" xmlns:t="http://example.org/types"`;
const documented = (text) => `<xs:annotation><xs:documentation>${text}</xs:documentation></xs:annotation>`;
const optional = ' minOccurs="0" maxOccurs="1"';
const occurrences = {
  "": "",
  "?": optional,
  "*": ' minOccurs="0" maxOccurs="unbounded"',
  "~": `${optional} nillable="true"`,
};

/** The schemas by the last part of their namespaces: what comes first, and what each operation needs. */
const schemas = {
  messages: ["[fault xs:string]", wrappers],
  types: [
    `  <xs:complexType name="Entity" abstract="true">
    ${documented("The parts of all records.")}
    <xs:sequence>[id xs:long] [version xs:int?] [changed xs:dateTime?]</xs:sequence>
    <xs:attribute name="tenant" type="xs:string"/>
  </xs:complexType>`,
    types,
  ],
};

function types(i) {
  const name = nameOf(i);
  return `  <xs:simpleType name="${name}Status">
    ${documented(`The states that a record of ${name} can be in.`)}
    <xs:restriction base="xs:string"><xs:enumeration value="NEW"/><xs:enumeration value="ACTIVE"/><xs:enumeration value="CLOSED"/></xs:restriction>
  </xs:simpleType>
  <xs:complexType name="${name}Record">
    ${documented(`A record of ${name} &amp; its parts, as the service stores it.`)}
    <xs:complexContent><xs:extension base="t:Entity"><xs:sequence>
        [status t:${name}Status?] [name xs:string~] [description xs:string~] [amount xs:decimal] [validFrom xs:date?] [validTo xs:date?]
        <xs:element name="item" minOccurs="0" maxOccurs="unbounded"><xs:complexType>
          <xs:sequence>[quantity xs:int] [price xs:decimal] [note xs:string?]</xs:sequence>
          <xs:attribute name="sku" type="xs:string" use="required"/>
        </xs:complexType></xs:element> [parent t:${nameOf(i - (i % 10))}Record?]
    </xs:sequence></xs:extension></xs:complexContent>
  </xs:complexType>
  <xs:complexType name="${name}Filter">
    ${documented(`Selects records of ${name}. Conditions that are missing accept any record.`)}
    <xs:sequence>
        <xs:choice><xs:element name="id" type="xs:long" maxOccurs="unbounded"/> [text xs:string]</xs:choice>
        [status t:${name}Status*] [changedAfter xs:dateTime?] [changedBefore xs:dateTime?]
        <xs:element name="sort"${optional}><xs:simpleType>
          <xs:restriction base="xs:string"><xs:pattern value="[a-z]{1,20}(:(asc|desc))?"/></xs:restriction>
        </xs:simpleType></xs:element>
    </xs:sequence>
  </xs:complexType>`;
}

function wrappers(i) {
  const name = nameOf(i);
  return `  <xs:element name="${name}"><xs:complexType><xs:sequence>
    [record t:${name}Record] [filter t:${name}Filter?] [language xs:language?] [limit xs:int?]
  </xs:sequence></xs:complexType></xs:element>
  <xs:element name="${name}Response"><xs:complexType><xs:sequence>
    [return t:${name}Record*]
  </xs:sequence></xs:complexType></xs:element>`;
}

/**
 * A schema, or the part of it that has these operations. `[name type]` is an element: with `?` it is optional, with `*` it
 * repeats, with `~` it can be nil. `referred`: includes and imports.
 */
function schema(name, operations, referred = []) {
  const [first, part] = schemas[name];
  const content = [...referred, ...(operations[0] === 0 ? [first] : []), ...operations.map(part)].join("\n");
  const elements = content.replace(/ *\[(\w+) (\S+?)([?*~]?)\]/g, (_, name, type, occurs) => {
    return `\n          <xs:element name="${name}" type="${type}"${occurrences[occurs]}/>`;
  });
  return `<xs:schema ${namespaces} targetNamespace="http://example.org/${name}" elementFormDefault="qualified">
${elements}
</xs:schema>`;
}

function definitions(operations, schema) {
  const about = (name) => `The operation ${name} reads or changes records, and returns the changed ones.`;
  const abouts = Object.fromEntries(range(operations).map((i) => [nameOf(i), about(nameOf(i))]));
  const addresses = { 1.1: "https://example.org/service", 1.2: "https://example.org/service" };
  const [name, namespace] = ["Service", "http://example.org/messages"];
  return wsdlOf({ name, namespace, schema, abouts, fault: "fault", addresses });
}

/** Returns a WSDL with two schemas in one document. With 1,000 operations, it has 5 MB. */
export function generatedWsdl(operations) {
  const parts = Object.keys(schemas).map((name) => schema(name, range(operations)));
  return definitions(operations, parts.join("\n"));
}

/**
 * A WSDL and this number of schemas, each of which includes the next one and imports one of the other namespace, in circles.
 * Returns the texts by file name; the WSDL is `service.wsdl`.
 */
export function generatedFiles(operations, count) {
  const half = Math.floor(count / 2);
  const share = (at) => Math.floor((operations * at) / half);
  const imported = (name, at) =>
    `<xs:import namespace="http://example.org/${name}" schemaLocation="${name}${at}.xsd"/>`;
  const files = range(half).flatMap((at) =>
    Object.keys(schemas).map((name, index, names) => {
      const referred = [`<xs:include schemaLocation="${name}${(at + 1) % half}.xsd"/>`, imported(names[1 - index], at)];
      return [`${name}${at}.xsd`, schema(name, range(share(at + 1) - share(at), share(at)), referred)];
    }),
  );
  const service = definitions(operations, `<xs:schema ${namespaces}>${imported("messages", 0)}</xs:schema>`);
  return { "service.wsdl": service, ...Object.fromEntries(files) };
}
