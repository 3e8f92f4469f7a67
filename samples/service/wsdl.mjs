// The WSDL 1.1 document of the sample service, document/literal, for one version of SOAP.

export const namespace = "http://example.org/calc";

const bindingNamespaces = {
  1.1: "http://schemas.xmlsoap.org/wsdl/soap/",
  1.2: "http://schemas.xmlsoap.org/wsdl/soap12/",
};

/** Each operation's request and response fields, as XML Schema types. */
const operations = {
  Add: { request: { a: "xs:double", b: "xs:double" }, response: { result: "xs:double" } },
  Fail: { request: { message: "xs:string" }, response: { result: "xs:string" } },
  Slow: { request: { seconds: "xs:double" }, response: { result: "xs:string" } },
  Large: { request: { bytes: "xs:int" }, response: { data: "xs:string" } },
};

/**
 * @param {"1.1" | "1.2"} version the SOAP version of the binding
 * @param {string} address the absolute URL of the service
 */
export function wsdl(version, address) {
  const names = Object.keys(operations);
  return `<?xml version="1.0" encoding="utf-8"?>
<wsdl:definitions name="Calculator" targetNamespace="${namespace}" xmlns:tns="${namespace}"
    xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="${bindingNamespaces[version]}"
    xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <wsdl:types>
    <xs:schema targetNamespace="${namespace}" elementFormDefault="qualified">
${names.map(elements).join("\n")}
    </xs:schema>
  </wsdl:types>
${names.map(messages).join("\n")}
  <wsdl:portType name="CalculatorPortType">
${names.map(portOperation).join("\n")}
  </wsdl:portType>
  <wsdl:binding name="CalculatorBinding" type="tns:CalculatorPortType">
    <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
${names.map(boundOperation).join("\n")}
  </wsdl:binding>
  <wsdl:service name="Calculator">
    <wsdl:port name="CalculatorPort" binding="tns:CalculatorBinding">
      <soap:address location="${address}"/>
    </wsdl:port>
  </wsdl:service>
</wsdl:definitions>
`;
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
