import { qualified, specify, unqualified } from "./verdicts.ts";

const inNamespace = (namespace: string, content: string) => qualified(content).replaceAll("urn:t", namespace);
const type =
  '<xs:complexType name="T"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType>';

specify("schemas of several documents", {
  include: {
    schema: qualified('<xs:include schemaLocation="b.xsd"/><xs:element name="r" type="t:T"/>'),
    files: { "b.xsd": qualified(`${type}<xs:include schemaLocation="main.xsd"/>`) },
    valid: `<t:r><t:a>1</t:a></t:r>`,
    invalid: `<t:r><t:a>x</t:a></t:r>  <t:r/>`,
  },
  "include of a schema without a target namespace": {
    schema: qualified('<xs:include schemaLocation="b.xsd"/><xs:element name="r" type="t:T"/>'),
    files: {
      "b.xsd": unqualified(
        `${type}<xs:element name="s" type="T"/><xs:element name="u"><xs:complexType><xs:sequence><xs:element ref="s"/></xs:sequence></xs:complexType></xs:element>`,
      ),
    },
    valid: `<t:r><a>1</a></t:r>  <t:s><a>1</a></t:s>  <t:u><t:s><a>1</a></t:s></t:u>`,
    invalid: `<t:r><t:a>1</t:a></t:r>  <s><a>1</a></s>  <t:u><s><a>1</a></s></t:u>`,
  },
  import: {
    schema: qualified(
      '<xs:import namespace="urn:b" schemaLocation="b.xsd"/><xs:import schemaLocation="c.xsd"/><xs:element name="r"><xs:complexType><xs:sequence><xs:element ref="b:e" xmlns:b="urn:b"/><xs:element ref="n"/></xs:sequence></xs:complexType></xs:element>',
    ),
    files: {
      "b.xsd": inNamespace("urn:b", '<xs:element name="e" type="xs:int"/>'),
      "c.xsd": unqualified('<xs:element name="n" type="xs:date"/>'),
    },
    valid: `<t:r xmlns:b="urn:b"><b:e>1</b:e><n>2000-01-01</n></t:r>`,
    invalid: `
      <t:r xmlns:b="urn:b"><b:e>x</b:e><n>2000-01-01</n></t:r>  <t:r><t:e>1</t:e><n>2000-01-01</n></t:r>
      <t:r xmlns:b="urn:b"><b:e>1</b:e><n>x</n></t:r>
    `,
  },
  "several documents of one namespace": {
    schema: qualified(
      '<xs:import namespace="urn:b" schemaLocation="b.xsd"/><xs:import namespace="urn:b" schemaLocation="c.xsd"/><xs:element name="r"><xs:complexType><xs:choice xmlns:b="urn:b"><xs:element ref="b:e"/><xs:element ref="b:f"/></xs:choice></xs:complexType></xs:element>',
    ),
    files: {
      "b.xsd": inNamespace("urn:b", '<xs:element name="e" type="xs:int"/>'),
      "c.xsd": inNamespace("urn:b", '<xs:element name="f" type="xs:date"/>'),
    },
    valid: `<t:r xmlns:b="urn:b"><b:e>1</b:e></t:r>  <t:r xmlns:b="urn:b"><b:f>2000-01-01</b:f></t:r>`,
    invalid: `<t:r xmlns:b="urn:b"><b:f>1</b:f></t:r>`,
  },
  "import of a schema for a namespace that also has a built-in one": {
    schema: qualified(
      '<xs:import namespace="http://www.w3.org/XML/1998/namespace" schemaLocation="xml.xsd"/><xs:element name="r"><xs:complexType><xs:anyAttribute/></xs:complexType></xs:element>',
    ),
    files: {
      "xml.xsd": inNamespace("http://www.w3.org/XML/1998/namespace", '<xs:attribute name="lang" type="xs:int"/>'),
    },
    valid: `<t:r xml:lang="1"/>`,
    invalid: `<t:r xml:lang="en"/>  <t:r xml:base="a"/>`,
  },
  "redefine of a type by extension": {
    schema: qualified(
      `<xs:redefine schemaLocation="b.xsd"><xs:complexType name="T"><xs:complexContent><xs:extension base="t:T"><xs:sequence><xs:element name="b"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType></xs:redefine>`,
    ),
    files: { "b.xsd": qualified(`${type}<xs:element name="r" type="t:T"/>`) },
    valid: `<t:r><t:a>1</t:a><t:b/></t:r>`,
    invalid: `<t:r><t:a>1</t:a></t:r>  <t:r><t:b/></t:r>`,
  },
  "redefine of a type by restriction": {
    schema:
      qualified(`<xs:redefine schemaLocation="b.xsd"><xs:simpleType name="S"><xs:restriction base="t:S"><xs:maxInclusive value="9"/></xs:restriction></xs:simpleType>
      <xs:complexType name="T"><xs:complexContent><xs:restriction base="t:T"><xs:sequence><xs:element name="a" type="xs:byte"/></xs:sequence></xs:restriction></xs:complexContent></xs:complexType></xs:redefine>`),
    files: {
      "b.xsd": qualified(
        `${type}<xs:element name="r" type="t:T"/><xs:simpleType name="S"><xs:restriction base="xs:int"><xs:minInclusive value="1"/></xs:restriction></xs:simpleType><xs:element name="s" type="t:S"/>`,
      ),
    },
    valid: `<t:r><t:a>1</t:a></t:r>  <t:s>9</t:s>`,
    invalid: `<t:r><t:a>1000</t:a></t:r>  <t:s>10</t:s>  <t:s>0</t:s>`,
  },
  "redefine of groups": {
    schema: qualified(`<xs:redefine schemaLocation="b.xsd">
      <xs:group name="G"><xs:sequence><xs:group ref="t:G"/><xs:element name="b"/></xs:sequence></xs:group>
      <xs:group name="H"><xs:sequence><xs:element name="a" type="xs:byte"/></xs:sequence></xs:group>
      <xs:attributeGroup name="A"><xs:attributeGroup ref="t:A"/><xs:attribute name="y" type="xs:int"/></xs:attributeGroup></xs:redefine>`),
    files: {
      "b.xsd":
        qualified(`<xs:group name="G"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:group><xs:group name="H"><xs:sequence><xs:element name="a" type="xs:int" minOccurs="0"/></xs:sequence></xs:group>
      <xs:attributeGroup name="A"><xs:attribute name="x" type="xs:int"/></xs:attributeGroup><xs:element name="r"><xs:complexType><xs:group ref="t:G"/><xs:attributeGroup ref="t:A"/></xs:complexType></xs:element><xs:element name="s"><xs:complexType><xs:group ref="t:H"/></xs:complexType></xs:element>`),
    },
    valid: `<t:r x="1" y="1"><t:a>1</t:a><t:b/></t:r>  <t:s><t:a>1</t:a></t:s>`,
    invalid: `
      <t:r><t:a>1</t:a></t:r>  <t:r z="1"><t:a>1</t:a><t:b/></t:r>  <t:r y="a"><t:a>1</t:a><t:b/></t:r>  <t:s/>
      <t:s><t:a>1000</t:a></t:s>
    `,
  },
  "redefine of a schema without a target namespace": {
    schema: qualified(
      `<xs:redefine schemaLocation="b.xsd"><xs:complexType name="T"><xs:complexContent><xs:extension base="t:T"><xs:sequence><xs:element name="b"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType></xs:redefine>`,
    ),
    files: { "b.xsd": unqualified(`${type}<xs:element name="r" type="T"/>`) },
    valid: `<t:r><a>1</a><t:b/></t:r>`,
    invalid: `<t:r><a>1</a></t:r>  <r><a>1</a><t:b/></r>`,
  },
  "redefine of a redefinition": {
    schema: qualified(
      `<xs:redefine schemaLocation="b.xsd"><xs:simpleType name="S"><xs:restriction base="t:S"><xs:maxInclusive value="9"/></xs:restriction></xs:simpleType></xs:redefine><xs:element name="r" type="t:S"/>`,
    ),
    files: {
      "b.xsd": qualified(
        `<xs:redefine schemaLocation="c.xsd"><xs:simpleType name="S"><xs:restriction base="t:S"><xs:minInclusive value="5"/></xs:restriction></xs:simpleType></xs:redefine>`,
      ),
      "c.xsd": qualified('<xs:simpleType name="S"><xs:restriction base="xs:int"/></xs:simpleType>'),
    },
    valid: `<t:r>5</t:r>  <t:r>9</t:r>`,
    invalid: `<t:r>4</t:r>  <t:r>10</t:r>  <t:r>a</t:r>`,
  },
  "with a document type and entities": {
    schema: qualified(
      `<xs:import namespace="urn:b" schemaLocation="b.xsd"/><xs:element name="r"><xs:complexType><xs:sequence><xs:element ref="b:e" xmlns:b="urn:b"/></xs:sequence></xs:complexType></xs:element>`,
    ),
    files: {
      "b.xsd": `<?xml version="1.0"?><!DOCTYPE xs:schema PUBLIC "-//W3C//DTD XMLSCHEMA 200102//EN" "XMLSchema.dtd" [<!ENTITY int "xs:int"><!ATTLIST xs:schema id ID #IMPLIED>]>${inNamespace("urn:b", '<xs:element name="e" type="&int;"/>')}`,
    },
    valid: `<t:r><b:e xmlns:b="urn:b">1</b:e></t:r>`,
    invalid: `<t:r><b:e xmlns:b="urn:b">a</b:e></t:r>`,
  },
  "of a prefix of its own, and of none": {
    schema: `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t"><xs:include schemaLocation="b.xsd"/></xs:schema>`,
    files: {
      "b.xsd": `<schema xmlns="http://www.w3.org/2001/XMLSchema" xmlns:own="urn:t" targetNamespace="urn:t"><element name="r" type="own:S"/><simpleType name="S"><restriction base="int"/></simpleType></schema>`,
    },
    valid: `<t:r>1</t:r>`,
    invalid: `<t:r>a</t:r>`,
  },
});
