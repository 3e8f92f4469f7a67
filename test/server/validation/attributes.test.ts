import { documentsOf } from "./support.ts";

const withAttributes = (attributes: string, more = "") =>
  `<xs:element name="r"><xs:complexType>${attributes}</xs:complexType></xs:element>${more}`;

suite("attributes", () => {
  test("attributes are required, optional or prohibited", () => {
    const group = `<xs:attributeGroup name="g"><xs:attribute name="c"/></xs:attributeGroup>`;
    documentsOf(
      withAttributes(
        '<xs:attribute name="a" use="required"/><xs:attribute name="b" type="xs:int"/><xs:attributeGroup ref="t:g"/>',
        group,
      ),
    )`
      <r a=""/>  <r a="" b=" 1 " c=""/>
      <«r»/> | attribute-missing
      <r a="" b="«x»"/> | value
      <r a="" «bb»=""/> | attribute-unexpected
      <r a="" «xml:lang»="de"/> | attribute-unexpected
      <r a="" «xsi:other»="de"/> | attribute-unexpected
      <r «t:a»=""/> | attribute-namespace
    `;
    const restricted = `<xs:element name="r" type="t:less"/><xs:complexType name="more"><xs:attribute name="a"/><xs:attribute name="b"/></xs:complexType>
      <xs:complexType name="less"><xs:complexContent><xs:restriction base="t:more"><xs:attribute name="a" use="prohibited"/></xs:restriction></xs:complexContent></xs:complexType>`;
    documentsOf(restricted)`
      <r b=""/>
      <r «a»=""/> | attribute-unexpected
    `;
  });

  test("attributes are qualified by form, by default, and by reference", () => {
    const global = '<xs:attribute name="g" type="xs:int"/>';
    documentsOf(withAttributes('<xs:attribute name="a" form="qualified"/><xs:attribute ref="t:g"/>', global))`
      <r t:a="" t:g="1"/>
      <r «a»=""/> | attribute-namespace
      <r t:g="«x»"/> | value
    `;
  });

  test("a fixed value is compared by the type", () => {
    documentsOf(withAttributes('<xs:attribute name="a" type="xs:decimal" fixed="1.0"/>'))`
      <r/>  <r a="1"/>
      <r a="«2»"/> | fixed
    `;
    documentsOf(withAttributes('<xs:attribute ref="t:g"/>', '<xs:attribute name="g" fixed="x"/>'))`
      <r t:g="«y»"/> | fixed
    `;
  });

  test("simple types have no attributes except those of xsi", () => {
    documentsOf('<xs:element name="r" type="xs:string"/>')`
      <r xsi:schemaLocation="a b" xsi:noNamespaceSchemaLocation="c"/>
      <r «a»=""/> | attribute-unexpected
    `;
  });

  test("wildcards accept attributes by namespace, and validate them as processContents says", () => {
    const global = '<xs:attribute name="g" type="xs:int"/>';
    documentsOf(withAttributes('<xs:anyAttribute namespace="##other" processContents="skip"/>', global))`
      <r xml:lang=""/>
      <r «t:g»=""/> | attribute-unexpected
      <r «a»=""/> | attribute-unexpected
    `;
    documentsOf(withAttributes('<xs:anyAttribute processContents="lax"/>', global))`
      <r a="" t:g="1" t:h=""/>
      <r t:g="«x»"/> | value
    `;
    documentsOf(withAttributes("<xs:anyAttribute/>", global))`
      <r t:g="1"/>
      <r «a»=""/> | attribute-unexpected
    `;
  });

  test("wildcards of attribute groups are intersected, and the wildcards of extensions are added", () => {
    const groups = `<xs:attributeGroup name="a"><xs:anyAttribute namespace="urn:a urn:b" processContents="skip"/></xs:attributeGroup>
      <xs:attributeGroup name="b"><xs:anyAttribute namespace="urn:b urn:c" processContents="skip"/></xs:attributeGroup>`;
    const of = (name: string) => `<r xmlns:n="urn:${name}" n:x=""/>`;
    const not = (name: string) => `<r xmlns:n="urn:${name}" «n:x»=""/> | attribute-unexpected`;
    documentsOf(withAttributes('<xs:attributeGroup ref="t:a"/><xs:attributeGroup ref="t:b"/>', groups))`
      ${of("b")}
      ${not("a")}
      ${not("c")}
      ${not("d")}
    `;
    const extension = `<xs:element name="r" type="t:both"/><xs:complexType name="one"><xs:attributeGroup ref="t:a"/></xs:complexType>
      <xs:complexType name="both"><xs:complexContent><xs:extension base="t:one"><xs:attributeGroup ref="t:b"/></xs:extension></xs:complexContent></xs:complexType>${groups}`;
    documentsOf(extension)`
      ${of("a")}  ${of("b")}  ${of("c")}
      ${not("d")}
    `;
    documentsOf(
      extension.replace("extension base", "restriction base").replace("</xs:extension>", "</xs:restriction>"),
    )`
      ${of("b")}  ${of("c")}
      ${not("a")}
    `;
  });
});
