import { describe } from "./descriptions.ts";

/*
 * WSDLs with shapes that a generated request, or a test of it, once was wrong for.
 */

/** A WSDL whose operation `Do` has an HTTP binding, with a part that is an element. */
export function httpWsdl(verb: string, element: string): string {
  return describe({ schema: '<xs:element name="root" type="xs:int"/>' })
    .replace(
      /<soap:binding [^>]*>/,
      `<http:binding verb="${verb}" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/"/>`,
    )
    .replace(
      /<soap:operation [^>]*>/,
      '<http:operation location="/do" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/"/>',
    )
    .replace('<soap:body use="literal"/>', '<mime:mimeXml part="body"/>')
    .replace('element="t:root"', `element="${element}"`);
}

const root = (content: string, more = "") =>
  `<xs:element name="root"><xs:complexType>${content}</xs:complexType>${more}</xs:element>`;
const sequence = (...elements: readonly string[]) => `<xs:sequence>${elements.join("")}</xs:sequence>`;

/** A reference to a key that has few values, and a key that has any. */
export const enumeratedReference = root(
  sequence(
    '<xs:element name="a" maxOccurs="2"><xs:complexType><xs:attribute name="ref" use="required" type="t:Code"/></xs:complexType></xs:element>',
    '<xs:element name="b" minOccurs="2" maxOccurs="2" type="xs:string"/>',
  ),
  `<xs:key name="k"><xs:selector xpath="t:b"/><xs:field xpath="."/></xs:key>
  <xs:keyref name="r" refer="t:k"><xs:selector xpath="t:a"/><xs:field xpath="@ref"/></xs:keyref>`,
).concat(
  '<xs:simpleType name="Code"><xs:restriction base="xs:string"><xs:enumeration value="only"/></xs:restriction></xs:simpleType>',
);

const encodedNode = describe({
  schema: `<xs:complexType name="Node">${sequence('<xs:element name="next" type="t:Node" form="unqualified"/>')}</xs:complexType>`,
  ...{ style: "rpc", parts: '<part name="p" type="t:Node"/>' },
  input: '<soap:body use="encoded" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/" namespace="urn:t"/>',
});

const inside = (name: string, content = "") => `<sp:${name}><wsp:Policy>${content}</wsp:Policy></sp:${name}>`;
const withPolicy = (more: string, others = "") =>
  describe({ schema: root(sequence('<xs:element name="a" type="xs:int"/>')) }).replace(
    "<soap:binding ",
    `<wsp:Policy xmlns:wsp="http://www.w3.org/ns/ws-policy"
  xmlns:sp="http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702">${inside("AsymmetricBinding", `<sp:IncludeTimestamp/>${more}`)}${others}</wsp:Policy><soap:binding `,
  );
const encrypted = `<sp:EncryptedParts><sp:Body/></sp:EncryptedParts>${inside("SignedEncryptedSupportingTokens", "<sp:UsernameToken/>")}`;
const line = `<xs:element name="line" maxOccurs="9"><xs:complexType>
  <xs:attribute name="id" type="xs:ID" use="required"/><xs:attribute name="of" type="xs:IDREF" use="required"/></xs:complexType></xs:element>`;
const twoParts = '<part name="a" element="t:a"/><part name="b" element="t:b"/>';

export const shapes: Readonly<Record<string, string>> = {
  "an undeclared part": describe({ schema: root(""), parts: '<part name="p" element="t:none"/>' }),
  "an undeclared part of an HTTP binding": httpWsdl("POST", "t:none"),
  "a part of a namespace without a schema": httpWsdl("POST", "xs:none"),
  "the method PUT": httpWsdl("PUT", "t:root"),
  "the method DELETE": httpWsdl("DELETE", "t:root"),
  "an abstract part": describe({ schema: '<xs:element name="root" type="xs:int" abstract="true"/>' }),
  "an abstract type of a required element": describe({
    schema: `${root(sequence('<xs:element name="a" type="t:A"/>'))}<xs:complexType name="A" abstract="true"/>`,
  }),
  "an abstract type of a part": describe({
    schema: '<xs:complexType name="A" abstract="true"/>',
    ...{ style: "rpc", parts: '<part name="p" type="t:A"/>', input: '<soap:body use="literal" namespace="urn:t"/>' },
  }),
  "a type that must contain itself": describe({
    schema: `<xs:element name="root" type="t:Node"/><xs:complexType name="Node">${sequence('<xs:element name="next" type="t:Node"/>')}</xs:complexType>`,
  }),
  "an encoded type that must contain itself": encodedNode,
  "many required elements": describe({
    schema: root(sequence('<xs:element name="a" type="xs:int" minOccurs="200" maxOccurs="200"/>')),
  }),
  "an optional element whose name isn't a name": describe({
    schema: root(
      sequence('<xs:element name="a" type="xs:int"/>', '<xs:element name="1" minOccurs="0" type="xs:int"/>'),
    ),
  }),
  "IDs and references in two parts": describe({
    schema:
      '<xs:element name="a" type="xs:IDREF"/><xs:element name="b"><xs:complexType><xs:attribute name="id" type="xs:ID" use="required"/></xs:complexType></xs:element>',
    parts: twoParts,
  }),
  "IDs and references in repeated elements": describe({
    schema: root(sequence(line, line.replace('"line"', '"other"'))),
  }),
  "a reference in a default value": describe({
    schema: root(sequence(line), "").replace('"xs:IDREF" use="required"', '"xs:IDREFS" default="other"'),
  }),
  "a reference to a key that has few values": describe({ schema: enumeratedReference }),
  "empty content": describe({ schema: root(sequence('<xs:element name="a"><xs:complexType/></xs:element>')) }),
  "a choice that is the whole content": describe({
    schema: root(`<xs:choice><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:choice>`),
  }),
  "a binding that is neither SOAP nor HTTP": describe({ schema: root("") })
    .replace(
      /<soap:binding [^>]*>/,
      '<c:binding repositoryID="IDL:x:1.0" xmlns:c="http://cxf.apache.org/bindings/corba"/>',
    )
    .replace(/<soap:operation [^>]*>/, ""),
  "a part whose type has an unqualified element": describe({
    schema: `<xs:complexType name="Order">${sequence('<xs:element name="id" type="xs:int" form="unqualified"/>')}</xs:complexType>`,
    parts: '<part name="order" type="t:Order"/>',
  }).replace(' soapAction="urn:do"', ""),
  "a brace in the action of SOAP 1.2": describe({ schema: root("") })
    .replaceAll("urn:do", "urn:{{var helper}}Action")
    .replaceAll("wsdl/soap/", "wsdl/soap12/"),
  "a policy that requires a signature": withPolicy(""),
  "a policy that requires a signature, then encryption": withPolicy("<sp:EncryptSignature/>", encrypted),
  "a policy that requires encryption, then a signature": withPolicy(
    "<sp:EncryptSignature/><sp:EncryptBeforeSigning/>",
    encrypted,
  ),
};
