import { Contract, ContractDocuments } from "../../server/src/contract/contract.ts";

export interface SampleWsdl {
  readonly namespace?: string;
  readonly operations?: readonly string[];
  /** The SOAP action of an operation; `urn:NAME` by default. */
  readonly action?: (operation: string) => string;
  readonly address?: string;
  readonly versions?: readonly ("1.1" | "1.2")[];
  /** The payload of all operations, instead of an element of the operation's name. */
  readonly payload?: string;
}

/** The text of a WSDL with the service `Calc`, whose operations have a parameter `a`. */
export function sampleWsdl(given: SampleWsdl = {}): string {
  const { namespace = "urn:calc", operations = ["Add"], versions = ["1.1"], payload } = given;
  const { action = (name) => `urn:${name}`, address = "http://localhost:8080/calc" } = given;
  const element = (name: string) => payload ?? name;
  const elements = [...new Set(operations.map(element))];
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:soap11="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/"
  xmlns:tns="${namespace}" targetNamespace="${namespace}">
<types><xs:schema targetNamespace="${namespace}" elementFormDefault="qualified">
${elements.map((name) => `<xs:element name="${name}"><xs:complexType><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType></xs:element>`).join("\n")}
</xs:schema></types>
${operations.map((name) => `<message name="${name}"><part name="parameters" element="tns:${element(name)}"/></message>`).join("\n")}
<portType name="Calc">
${operations.map((name) => `<operation name="${name}"><documentation>Does ${name}.</documentation><input message="tns:${name}"/></operation>`).join("\n")}
</portType>
${versions.map((version) => binding(version, operations, action)).join("\n")}
<service name="Calc">
${versions.map((version) => `<port name="Calc${soap(version)}" binding="tns:Calc${soap(version)}"><${soap(version)}:address location="${address}"/></port>`).join("\n")}
</service>
</definitions>
`;
}

function binding(version: string, operations: readonly string[], action: (name: string) => string): string {
  const of = soap(version);
  return `<binding name="Calc${of}" type="tns:Calc">
<${of}:binding transport="http://schemas.xmlsoap.org/soap/http" style="document"/>
${operations.map((name) => `<operation name="${name}"><${of}:operation soapAction="${action(name)}"/><input><${of}:body use="literal"/></input></operation>`).join("\n")}
</binding>`;
}

function soap(version: string): string {
  return version === "1.2" ? "soap12" : "soap11";
}

/** A WSDL with the service `Shop`: each global element of a schema with the namespace `urn:t` (prefix `t`) is a payload. */
export function serviceWsdl(schema: string, attributes = 'elementFormDefault="qualified"'): string {
  const names = [...schema.matchAll(/^<xs:element name="(\w+)"/gm)].map(([, name = ""]) => name);
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:soap11="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:t" targetNamespace="urn:t">
<types><xs:schema targetNamespace="urn:t" ${attributes}>
${schema}
</xs:schema></types>
${names.map((name) => `<message name="${name}"><part name="parameters" element="t:${name}"/></message>`).join("\n")}
<portType name="Shop">
${names.map((name) => `<operation name="${name}"><input message="t:${name}"/></operation>`).join("\n")}
</portType>
<binding name="Shop" type="t:Shop"><soap11:binding transport="http://schemas.xmlsoap.org/soap/http" style="document"/>
${names.map((name) => `<operation name="${name}"><soap11:operation soapAction="urn:${name}"/><input><soap11:body use="literal"/></input></operation>`).join("\n")}
</binding>
<service name="Shop"><port name="Shop" binding="t:Shop"><soap11:address location="http://localhost/s"/></port></service>
</definitions>
`;
}

/** The contract of a WSDL, or of files by their URIs, the WSDL first. */
export function contractOf(files: string | Readonly<Record<string, string | Uint8Array>>): Contract {
  const encoder = new TextEncoder();
  const read = new Map(
    Object.entries(typeof files === "string" ? { "file:///w.wsdl": files } : files).map(([uri, content]) => {
      return [uri, { bytes: typeof content === "string" ? encoder.encode(content) : content }];
    }),
  );
  const [uri = ""] = read.keys();
  return new Contract(uri, (one) => read.get(one), new ContractDocuments());
}
