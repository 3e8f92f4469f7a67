// The WSDL 1.1 document of the sample service, document/literal, for one version of SOAP or both.

export const namespace = "http://example.org/calc";

const bindingNamespaces = {
  1.1: "http://schemas.xmlsoap.org/wsdl/soap/",
  1.2: "http://schemas.xmlsoap.org/wsdl/soap12/",
};

/** Each operation's documentation, and its request and response fields as XML Schema types. */
const operations = {
  Add: {
    about: "Adds two numbers.",
    request: { a: "xs:double", b: "xs:double" },
    response: { result: "xs:double" },
  },
  Fail: {
    about: "Always responds with a Fault.",
    request: { message: "xs:string" },
    response: { result: "xs:string" },
  },
  Slow: {
    about: "Responds after some seconds.",
    request: { seconds: "xs:double" },
    response: { result: "xs:string" },
  },
  Large: {
    about: "Responds with this number of bytes.",
    request: { bytes: "xs:int" },
    response: { data: "xs:string" },
  },
  Login: {
    about: "Responds with a token, which Add accepts in the header Authorization: Bearer TOKEN.",
    request: { user: "xs:string", password: "xs:string" },
    response: { token: "xs:string" },
  },
};

/** @param {Partial<Record<"1.1" | "1.2", string>>} addresses the absolute URL of the service for each version of SOAP */
export function wsdl(addresses) {
  const names = Object.keys(operations);
  const schema = `    <xs:schema targetNamespace="${namespace}" elementFormDefault="qualified">
${names.map(elements).join("\n")}
    </xs:schema>`;
  const abouts = Object.fromEntries(names.map((name) => [name, operations[name].about]));
  return wsdlOf({ name: "Calculator", namespace, schema, abouts, addresses });
}

function elements(name) {
  const { request, response } = operations[name];
  return `${element(name, request)}\n${element(`${name}Response`, response)}`;
}

function element(name, fields) {
  const inner = Object.entries(fields).map(([field, type]) => `<xs:element name="${field}" type="${type}"/>`);
  return `      <xs:element name="${name}">
        <xs:complexType><xs:sequence>${inner.join("")}</xs:sequence></xs:complexType>
      </xs:element>`;
}

/**
 * Returns a WSDL 1.1 document, document/literal. Each operation takes the element of its name, responds with the one whose name
 * ends with Response, and has a fault with the element `fault` if that is given.
 * @param {{ name: string, namespace: string, schema: string, abouts: Record<string, string>, fault?: string,
 *   addresses: Partial<Record<"1.1" | "1.2", string>> }} given `abouts`: the documentation of each operation
 */
export function wsdlOf({ name: service, namespace, schema, abouts, fault, addresses }) {
  const names = Object.keys(abouts);
  const versions = Object.keys(addresses).sort();
  // Only several ports need distinct names.
  const suffix = (version) => (versions.length > 1 ? version.replace(".", "") : "");
  const message = (name, payload) =>
    `  <wsdl:message name="${name}"><wsdl:part name="parameters" element="tns:${payload}"/></wsdl:message>`;
  const operation = (name) => `    <wsdl:operation name="${name}">
      <wsdl:documentation>${abouts[name]}</wsdl:documentation>
      <wsdl:input message="tns:${name}Input"/>
      <wsdl:output message="tns:${name}Output"/>${fault ? '\n      <wsdl:fault name="fault" message="tns:Fault"/>' : ""}
    </wsdl:operation>`;
  const boundFault = '\n      <wsdl:fault name="fault"><soap:fault name="fault" use="literal"/></wsdl:fault>';
  const bound = (name) => `    <wsdl:operation name="${name}">
      <soap:operation soapAction="${namespace}/${name}"/>
      <wsdl:input><soap:body use="literal"/></wsdl:input>
      <wsdl:output><soap:body use="literal"/></wsdl:output>${fault ? boundFault : ""}
    </wsdl:operation>`;
  const binding = (
    version,
  ) => `  <wsdl:binding name="${service}Binding${suffix(version)}" type="tns:${service}PortType" xmlns:soap="${bindingNamespaces[version]}">
    <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
${names.map(bound).join("\n")}
  </wsdl:binding>`;
  const port = (
    version,
  ) => `    <wsdl:port name="${service}Port${suffix(version)}" binding="tns:${service}Binding${suffix(version)}">
      <soap:address xmlns:soap="${bindingNamespaces[version]}" location="${addresses[version]}"/>
    </wsdl:port>`;
  const messages = names.flatMap((name) => [
    message(`${name}Input`, name),
    message(`${name}Output`, `${name}Response`),
  ]);
  return `<?xml version="1.0" encoding="utf-8"?>
<wsdl:definitions name="${service}" targetNamespace="${namespace}" xmlns:tns="${namespace}"
    xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <wsdl:types>
${schema}
  </wsdl:types>
${[...messages, ...(fault ? [message("Fault", fault)] : [])].join("\n")}
  <wsdl:portType name="${service}PortType">
${names.map(operation).join("\n")}
  </wsdl:portType>
${versions.map(binding).join("\n")}
  <wsdl:service name="${service}">
${versions.map(port).join("\n")}
  </wsdl:service>
</wsdl:definitions>
`;
}
