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
  const versions = Object.keys(addresses).sort();
  return `<?xml version="1.0" encoding="utf-8"?>
<wsdl:definitions name="Calculator" targetNamespace="${namespace}" xmlns:tns="${namespace}"
    xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <wsdl:types>
    <xs:schema targetNamespace="${namespace}" elementFormDefault="qualified">
${names.map(elements).join("\n")}
    </xs:schema>
  </wsdl:types>
${names.map(messages).join("\n")}
  <wsdl:portType name="CalculatorPortType">
${names.map(portOperation).join("\n")}
  </wsdl:portType>
${versions.map((version, index) => binding(version, suffix(versions, index))).join("\n")}
  <wsdl:service name="Calculator">
${versions.map((version, index) => port(addresses[version], version, suffix(versions, index))).join("\n")}
  </wsdl:service>
</wsdl:definitions>
`;
}

/** Returns the suffix of a port's name. Only several ports need distinct names. */
function suffix(versions, index) {
  return versions.length > 1 ? versions[index].replace(".", "") : "";
}

function binding(version, suffix) {
  const names = Object.keys(operations);
  return `  <wsdl:binding name="CalculatorBinding${suffix}" type="tns:CalculatorPortType" xmlns:soap="${bindingNamespaces[version]}">
    <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
${names.map(boundOperation).join("\n")}
  </wsdl:binding>`;
}

function port(address, version, suffix) {
  return `    <wsdl:port name="CalculatorPort${suffix}" binding="tns:CalculatorBinding${suffix}">
      <soap:address xmlns:soap="${bindingNamespaces[version]}" location="${address}"/>
    </wsdl:port>`;
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

function messages(name) {
  return `  <wsdl:message name="${name}Input"><wsdl:part name="parameters" element="tns:${name}"/></wsdl:message>
  <wsdl:message name="${name}Output"><wsdl:part name="parameters" element="tns:${name}Response"/></wsdl:message>`;
}

function portOperation(name) {
  return `    <wsdl:operation name="${name}">
      <wsdl:documentation>${operations[name].about}</wsdl:documentation>
      <wsdl:input message="tns:${name}Input"/>
      <wsdl:output message="tns:${name}Output"/>
    </wsdl:operation>`;
}

function boundOperation(name) {
  return `    <wsdl:operation name="${name}">
      <soap:operation soapAction="${namespace}/${name}"/>
      <wsdl:input><soap:body use="literal"/></wsdl:input>
      <wsdl:output><soap:body use="literal"/></wsdl:output>
    </wsdl:operation>`;
}
