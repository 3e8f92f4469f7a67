import { lazily } from "../text/memoized.ts";
import { readDocument, type SourceElement } from "./document.ts";

/*
 * Schemas that WSDLs rely on, but that can't be fetched: the declarations that messages need of them, by the standards
 * that define the namespaces. Unprefixed names are XML Schema's; `t:` is the target namespace.
 */

const soapTypes = () => [
  ..."string boolean decimal float double duration dateTime time date gYearMonth gYear gMonthDay gDay gMonth".split(
    " ",
  ),
  ..."hexBinary base64Binary anyURI QName normalizedString token language Name NMTOKEN NCName ID IDREF ENTITY".split(
    " ",
  ),
  ..."integer nonPositiveInteger negativeInteger long int short byte nonNegativeInteger unsignedLong".split(" "),
  ..."unsignedInt unsignedShort unsignedByte positiveInteger".split(" "),
];

/** Types of SOAP encoding (1.1 section 5, 1.2 part 2 section 3), and for each an element that may be a reference. */
const soapEncodingTypes = lazily(() =>
  soapTypes()
    .map(
      (name) => `<complexType name="${name}"><simpleContent><extension base="${name}">
      <attributeGroup ref="t:commonAttributes"/></extension></simpleContent></complexType>
      <element name="${name}" type="t:${name}"/>`,
    )
    .join(""),
);

const anyContent = `<sequence><any namespace="##any" minOccurs="0" maxOccurs="unbounded" processContents="lax"/></sequence>`;
const otherAttributes = `<anyAttribute namespace="##other" processContents="lax"/>`;
const open = `${anyContent}<anyAttribute namespace="##any" processContents="lax"/>`;

const addressing = `
  <complexType name="EndpointReferenceType"><sequence>
    <element name="Address" type="t:AttributedURIType"/>
    <element ref="t:ReferenceParameters" minOccurs="0"/>
    <element ref="t:Metadata" minOccurs="0"/>
    <any namespace="##other" minOccurs="0" maxOccurs="unbounded" processContents="lax"/>
  </sequence>${otherAttributes}</complexType>
  <complexType name="ReferenceParametersType">${open}</complexType>
  <complexType name="MetadataType">${open}</complexType>
  <complexType name="AttributedURIType"><simpleContent><extension base="anyURI">${otherAttributes}</extension></simpleContent></complexType>
  <complexType name="RelatesToType"><simpleContent><extension base="anyURI">
    <attribute name="RelationshipType" type="anyURI"/>${otherAttributes}</extension></simpleContent></complexType>
  <element name="EndpointReference" type="t:EndpointReferenceType"/>
  <element name="ReferenceParameters" type="t:ReferenceParametersType"/>
  <element name="Metadata" type="t:MetadataType"/>
  <element name="MessageID" type="t:AttributedURIType"/>
  <element name="RelatesTo" type="t:RelatesToType"/>
  <element name="ReplyTo" type="t:EndpointReferenceType"/>
  <element name="From" type="t:EndpointReferenceType"/>
  <element name="FaultTo" type="t:EndpointReferenceType"/>
  <element name="To" type="t:AttributedURIType"/>
  <element name="Action" type="t:AttributedURIType"/>
  <attribute name="IsReferenceParameter" type="boolean"/>`;

const soapEncoding = (arrayAttributes: string) => `
  <attributeGroup name="commonAttributes">
    <attribute name="id" type="ID"/><attribute name="href" type="anyURI"/>${otherAttributes}
  </attributeGroup>
  ${arrayAttributes}
  <group name="Array">${anyContent}</group>
  <complexType name="Array"><group ref="t:Array" minOccurs="0"/>
    <attributeGroup ref="t:arrayAttributes"/><attributeGroup ref="t:commonAttributes"/></complexType>
  <element name="Array" type="t:Array"/>
  <group name="Struct">${anyContent}</group>
  <complexType name="Struct"><group ref="t:Struct" minOccurs="0"/><attributeGroup ref="t:commonAttributes"/></complexType>
  <element name="Struct" type="t:Struct"/>
  <simpleType name="base64"><restriction base="base64Binary"/></simpleType>
  ${soapEncodingTypes()}`;

/** Data types of UPnP state variables that have other names in XML Schema. */
const upnpTypes = () =>
  [
    ..."ui1=unsignedByte ui2=unsignedShort ui4=unsignedInt ui8=unsignedLong i1=byte i2=short i4=int i8=long".split(" "),
    ..."int=integer r4=float r8=double number=double float=double string=string date=date time=time time.tz=time".split(
      " ",
    ),
    ..."bin.base64=base64Binary bin.hex=hexBinary uri=anyURI uuid=string".split(" "),
  ]
    .map((one) => one.split("="))
    .map(([name, base]) => `<simpleType name="${name}"><restriction base="${base}"/></simpleType>`)
    .join("");

const schemas = lazily(
  (): Readonly<Record<string, string>> => ({
    "http://www.w3.org/XML/1998/namespace": `
    <attribute name="lang"><simpleType><union memberTypes="language">
      <simpleType><restriction base="string"><enumeration value=""/></restriction></simpleType></union></simpleType></attribute>
    <attribute name="space"><simpleType><restriction base="NCName">
      <enumeration value="default"/><enumeration value="preserve"/></restriction></simpleType></attribute>
    <attribute name="base" type="anyURI"/><attribute name="id" type="ID"/>
    <attributeGroup name="specialAttrs">
      <attribute ref="xml:base"/><attribute ref="xml:lang"/><attribute ref="xml:space"/><attribute ref="xml:id"/>
    </attributeGroup>`,
    "http://schemas.xmlsoap.org/soap/encoding/": soapEncoding(`
    <attribute name="arrayType" type="string"/><attribute name="offset" type="string"/><attribute name="position" type="string"/>
    <attribute name="root" type="boolean"/>
    <attributeGroup name="arrayAttributes"><attribute ref="t:arrayType"/><attribute ref="t:offset"/></attributeGroup>
    <attributeGroup name="arrayMemberAttributes"><attribute ref="t:position"/></attributeGroup>`),
    "http://www.w3.org/2003/05/soap-encoding": soapEncoding(`
    <attribute name="itemType" type="QName"/><attribute name="arraySize" type="string"/>
    <attribute name="nodeType" type="string"/><attribute name="id" type="ID"/><attribute name="ref" type="IDREF"/>
    <attributeGroup name="arrayAttributes"><attribute ref="t:itemType"/><attribute ref="t:arraySize"/></attributeGroup>`),
    "http://schemas.xmlsoap.org/soap/envelope/": `
    <attribute name="mustUnderstand" type="boolean"/><attribute name="actor" type="anyURI"/>
    <attribute name="encodingStyle" type="anyURI"/>`,
    "http://www.w3.org/2003/05/soap-envelope": `
    <attribute name="mustUnderstand" type="boolean"/><attribute name="role" type="anyURI"/>
    <attribute name="relay" type="boolean"/><attribute name="encodingStyle" type="anyURI"/>`,
    "http://www.w3.org/2005/08/addressing": addressing,
    "http://schemas.xmlsoap.org/ws/2004/08/addressing": `${addressing}
    <element name="ReferenceProperties" type="t:ReferenceParametersType"/>`,
    "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd": `
    <complexType name="SecurityHeaderType">${open}</complexType>
    <element name="Security" type="t:SecurityHeaderType"/>
    <complexType name="AttributedString"><simpleContent><extension base="string">
      <anyAttribute namespace="##any" processContents="lax"/></extension></simpleContent></complexType>
    <complexType name="PasswordString"><simpleContent><extension base="t:AttributedString">
      <attribute name="Type" type="anyURI"/></extension></simpleContent></complexType>
    <element name="Password" type="t:PasswordString"/>
    <complexType name="UsernameTokenType"><sequence><element name="Username" type="t:AttributedString"/>
      <any minOccurs="0" maxOccurs="unbounded" processContents="lax"/></sequence>
      <anyAttribute namespace="##any" processContents="lax"/></complexType>
    <element name="UsernameToken" type="t:UsernameTokenType"/>`,
    "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd": `
    <attribute name="Id" type="ID"/>
    <complexType name="AttributedDateTime"><simpleContent><extension base="string">
      <attribute ref="t:Id"/>${otherAttributes}</extension></simpleContent></complexType>
    <element name="Created" type="t:AttributedDateTime"/><element name="Expires" type="t:AttributedDateTime"/>
    <element name="Timestamp"><complexType><sequence><element ref="t:Created" minOccurs="0"/>
      <element ref="t:Expires" minOccurs="0"/></sequence><attribute ref="t:Id"/></complexType></element>`,
    "http://www.w3.org/2004/08/xop/include": `
    <complexType name="Include">${anyContent.replace("##any", "##other")}
      <attribute name="href" type="anyURI" use="required"/>${otherAttributes}</complexType>
    <element name="Include" type="t:Include"/>`,
    "http://www.w3.org/2005/05/xmlmime": `
    <attribute name="contentType"><simpleType><restriction base="string"><minLength value="3"/></restriction></simpleType></attribute>
    <attribute name="expectedContentTypes" type="string"/>
    <complexType name="base64Binary"><simpleContent><extension base="base64Binary">
      <attribute ref="t:contentType"/></extension></simpleContent></complexType>
    <complexType name="hexBinary"><simpleContent><extension base="hexBinary">
      <attribute ref="t:contentType"/></extension></simpleContent></complexType>`,
    "http://ws-i.org/profiles/basic/1.1/xsd": `<simpleType name="swaRef"><restriction base="anyURI"/></simpleType>`,
    "http://www.w3.org/2000/09/xmldsig#": `
    <complexType name="SignatureType">${open}</complexType><element name="Signature" type="t:SignatureType"/>
    <complexType name="KeyInfoType">${open}</complexType><element name="KeyInfo" type="t:KeyInfoType"/>
    <simpleType name="CryptoBinary"><restriction base="base64Binary"/></simpleType>
    <simpleType name="DigestValueType"><restriction base="base64Binary"/></simpleType>
    <element name="DigestValue" type="t:DigestValueType"/>
    <complexType name="X509DataType">${open}</complexType><element name="X509Data" type="t:X509DataType"/>`,
    "http://schemas.microsoft.com/2003/10/Serialization/": `
    <simpleType name="char"><restriction base="int"/></simpleType>
    <simpleType name="duration"><restriction base="duration"/></simpleType>
    <simpleType name="guid"><restriction base="string">
      <pattern value="[\\da-fA-F]{8}-[\\da-fA-F]{4}-[\\da-fA-F]{4}-[\\da-fA-F]{4}-[\\da-fA-F]{12}"/></restriction></simpleType>
    <attribute name="FactoryType" type="QName"/><attribute name="Id" type="ID"/><attribute name="Ref" type="IDREF"/>`,
    // UPnP Device Architecture 1.1, sections 2.5 and 3.2.2.
    "urn:schemas-upnp-org:service-1-0": `
    ${upnpTypes()}
    <simpleType name="char"><restriction base="string"><length value="1"/></restriction></simpleType>
    <simpleType name="fixed.14.4"><restriction base="decimal">
      <totalDigits value="18"/><fractionDigits value="4"/></restriction></simpleType>
    <simpleType name="boolean"><restriction base="token">
      ${["1", "0", "true", "false", "yes", "no"].map((value) => `<enumeration value="${value}"/>`).join("")}</restriction></simpleType>
    <simpleType name="dateTime"><union memberTypes="dateTime date"/></simpleType>
    <simpleType name="dateTime.tz"><union memberTypes="dateTime date"/></simpleType>`,
    "urn:schemas-upnp-org:control-1-0": `
    <element name="UPnPError"><complexType><sequence>
      <element name="errorCode" type="int"/><element name="errorDescription" type="string" minOccurs="0"/>
      <any namespace="##any" minOccurs="0" maxOccurs="unbounded" processContents="lax"/></sequence></complexType></element>`,
  }),
);

const read = new Map<string, SourceElement | undefined>();

export function isBuiltInSchema(namespace: string): boolean {
  return Object.hasOwn(schemas(), namespace);
}

export function builtInSchema(namespace: string): SourceElement | undefined {
  if (!read.has(namespace) && isBuiltInSchema(namespace)) {
    const declarations = `xmlns="http://www.w3.org/2001/XMLSchema" xmlns:t="${namespace}" targetNamespace="${namespace}"`;
    const text = `<schema ${declarations} elementFormDefault="qualified">${schemas()[namespace]}</schema>`;
    read.set(namespace, readDocument(namespace, text).root);
  }
  return read.get(namespace);
}
