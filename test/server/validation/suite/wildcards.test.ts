import { qualified, specify } from "./verdicts.ts";

const any = (attributes: string) =>
  qualified(`<xs:import namespace="urn:o" schemaLocation="o.xsd"/><xs:element name="g" type="xs:int"/>
  <xs:element name="r"><xs:complexType><xs:sequence><xs:any ${attributes}/></xs:sequence></xs:complexType></xs:element>`);
const anyAttribute = (attributes: string) =>
  qualified(`<xs:import namespace="urn:o" schemaLocation="o.xsd"/><xs:attribute name="g" type="xs:int"/>
  <xs:element name="r"><xs:complexType><xs:attribute name="own" type="xs:int"/><xs:anyAttribute ${attributes}/></xs:complexType></xs:element>`);
const files = {
  "o.xsd": `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:o"><xs:element name="g" type="xs:int"/><xs:attribute name="g" type="xs:int"/></xs:schema>`,
};
const r = (content: string) => `<t:r xmlns:o="urn:o" xmlns:p="urn:p">${content}</t:r>`;
const ra = (attributes: string) => `<t:r xmlns:o="urn:o" xmlns:p="urn:p" ${attributes}/>`;

specify("wildcards for elements", {
  "##any, strict": {
    ...{ schema: any(""), files },
    valid: `${r("<t:g>1</t:g>")}  ${r("<o:g>1</o:g>")}  ${r('<p:x xsi:type="xs:int">1</p:x>')}`,
    invalid: `
      ${r("<o:g>a</o:g>")}  ${r("<p:x/>")}  ${r("<o:x/>")}  ${r("<x/>")}  ${r("")}  ${r("<o:g>1</o:g><o:g>1</o:g>")}
      ${r('<p:x xsi:type="xs:int">a</p:x>')}
    `,
  },
  "##any, lax": {
    ...{ schema: any('processContents="lax" maxOccurs="2"'), files },
    valid: `${r("<p:x>text<y/></p:x>")}  ${r("<x/><o:g>1</o:g>")}  ${r("<o:x/>")}`,
    invalid: `
      ${r("<o:g>a</o:g>")}  ${r("<p:x><o:g>a</o:g></p:x>")}  ${r('<p:x xsi:type="xs:int">a</p:x>')}
      ${r("<x/><x/><x/>")}
    `,
  },
  "##any, skip": {
    ...{ schema: any('processContents="skip"'), files },
    valid: `${r("<o:g>a</o:g>")}  ${r("<x/>")}  ${r('<p:x xsi:type="xs:int">a</p:x>')}  ${r("<x><t:g>a</t:g></x>")}`,
    invalid: `${r("")}  ${r("text")}`,
  },
  "##other": {
    ...{ schema: any('namespace="##other" processContents="lax"'), files },
    valid: `${r("<p:x/>")}  ${r("<o:g>1</o:g>")}`,
    invalid: `${r("<t:g>1</t:g>")}  ${r("<x/>")}  ${r("<o:g>a</o:g>")}`,
  },
  "##local": {
    ...{ schema: any('namespace="##local" processContents="lax"'), files },
    valid: `${r("<x/>")}`,
    invalid: `${r("<t:g>1</t:g>")}  ${r("<p:x/>")}`,
  },
  "##targetNamespace": {
    ...{ schema: any('namespace="##targetNamespace"'), files },
    valid: `${r("<t:g>1</t:g>")}`,
    invalid: `${r("<o:g>1</o:g>")}  ${r("<x/>")}  ${r("<t:x/>")}`,
  },
  "a list": {
    ...{ schema: any('namespace="##targetNamespace urn:p ##local" processContents="lax"'), files },
    valid: `${r("<t:g>1</t:g>")}  ${r("<p:x/>")}  ${r("<x/>")}`,
    invalid: `${r("<o:g>1</o:g>")}  ${r("<t:g>a</t:g>")}`,
  },
  "##other, without a target namespace": {
    schema:
      '<xs:element name="r"><xs:complexType><xs:sequence><xs:any namespace="##other" processContents="skip"/></xs:sequence></xs:complexType></xs:element>',
    valid: `<r><t:x/></r>`,
    invalid: `<r><x/></r>`,
  },
  "repeated, between elements": {
    schema:
      '<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="a"/><xs:any namespace="urn:t" processContents="skip" minOccurs="0" maxOccurs="unbounded"/><xs:element name="b"/></xs:sequence></xs:complexType></xs:element>',
    valid: `<r><a/><b/></r>  <r><a/><t:x/><t:y/><b/></r>`,
    invalid: `<r><a/><x/><b/></r>  <r><a/><t:x/></r>  <r><t:x/><b/></r>`,
  },
  "in a choice": {
    schema:
      '<xs:element name="g" type="xs:int"/><xs:element name="r"><xs:complexType><xs:choice><xs:element name="a" type="xs:int"/><xs:any namespace="urn:t" processContents="lax"/></xs:choice></xs:complexType></xs:element>',
    valid: `<r><a>1</a></r>  <r><t:a>x</t:a></r>`,
    invalid: `<r><a>x</a></r>  <r><g>1</g></r>`,
  },
});

specify("wildcards for attributes", {
  "##any, strict": {
    ...{ schema: anyAttribute(""), files },
    valid: `${ra("")}  ${ra('t:g="1" o:g="1" own="1"')}`,
    invalid: `${ra('o:g="a"')}  ${ra('p:x=""')}  ${ra('x=""')}  ${ra('own="a"')}  ${ra('o:x="1"')}`,
  },
  "##any, lax": {
    ...{ schema: anyAttribute('processContents="lax"'), files },
    valid: `${ra('p:x="" x="" o:g="1" xml:lang="1 2"')}`,
    invalid: `${ra('o:g="a"')}  ${ra('own="a"')}`,
  },
  "##any, skip": {
    ...{ schema: anyAttribute('processContents="skip"'), files },
    valid: `${ra('p:x="" x="" o:g="a"')}`,
    invalid: `${ra('own="a"')}`,
  },
  "##other": {
    ...{ schema: anyAttribute('namespace="##other" processContents="skip"'), files },
    valid: `${ra('p:x="" o:g=""')}`,
    invalid: `${ra('x=""')}  ${ra('t:g="1"')}`,
  },
  "##local and a list": {
    ...{ schema: anyAttribute('namespace="##local urn:p" processContents="lax"'), files },
    valid: `${ra('x="" p:x=""')}`,
    invalid: `${ra('t:g="1"')}  ${ra('o:g="1"')}`,
  },
  "that are joined by an extension, and cut by groups": {
    schema: `<xs:complexType name="B"><xs:anyAttribute namespace="urn:t" processContents="skip"/></xs:complexType>
      <xs:element name="r"><xs:complexType><xs:complexContent><xs:extension base="B"><xs:anyAttribute namespace="##local" processContents="skip"/></xs:extension></xs:complexContent></xs:complexType></xs:element>
      <xs:attributeGroup name="G"><xs:anyAttribute namespace="urn:t urn:u" processContents="skip"/></xs:attributeGroup>
      <xs:element name="s"><xs:complexType><xs:attributeGroup ref="G"/><xs:anyAttribute namespace="urn:t ##local" processContents="skip"/></xs:complexType></xs:element>`,
    valid: `<r t:x="" x=""/>  <s t:x=""/>`,
    invalid: `<r xmlns:u="urn:u" u:x=""/>  <s x=""/>  <s xmlns:u="urn:u" u:x=""/>`,
  },
  "that a restriction leaves out": {
    schema: `<xs:complexType name="B"><xs:anyAttribute processContents="skip"/></xs:complexType><xs:element name="r"><xs:complexType><xs:complexContent><xs:restriction base="B"><xs:attribute name="x"/></xs:restriction></xs:complexContent></xs:complexType></xs:element>`,
    valid: `<r x=""/>`,
    invalid: `<r y=""/>`,
  },
});
