import { documentsOf } from "./support.ts";

const add = `<xs:element name="Add"><xs:complexType><xs:sequence>
  <xs:element name="parameters"><xs:complexType><xs:sequence>
    <xs:element name="first" type="xs:int"/><xs:element name="second" type="xs:int"/><xs:element name="third" type="xs:int" minOccurs="0"/>
  </xs:sequence></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element>`;
const inside = (content: string) => `<Add><parameters>${content}</parameters></Add>`;

suite("one mistake, one problem", () => {
  test("a name in the wrong namespace is one problem", () => {
    documentsOf(add)`
      ${inside('<«first» xmlns="">1</first><second>2</second>')} | element-namespace
      ${inside('<«x:first» xmlns:x="urn:x">one</x:first><second>2</second>').replace(">one<", ">«one»<")} | element-namespace value
    `;
  });

  test("an undeclared prefix is reported by another rule", () => {
    documentsOf(add)`${inside("<p:first>1</p:first><second>2</second>")}`;
  });

  test("elements in another order are one problem", () => {
    documentsOf(add)`
      ${inside("<«second»>2</second><first>1</first>")} | element-order
      ${inside("<first>1</first><«third»>3</third><second>2</second>")} | element-order
      ${inside("<«third»>3</third><second>2</second><first>x</first>").replace(">x<", ">«x»<")} | element-order value
    `;
  });

  test("a missing wrapper is one problem", () => {
    documentsOf(add)`
      <Add><«first»>1</first><second>2</second></Add> | element-wrapper-missing
      <Add><«first»>1</first><second>«x»</second></Add> | element-wrapper-missing value
    `;
  });

  test("an extra wrapper is one problem", () => {
    documentsOf(add)`
      <Add><«Add»><parameters><first>1</first><second>2</second></parameters></Add></Add> | element-wrapper-extra
      <Add><«request»><parameters><first>1</first><second>«x»</second></parameters></request></Add> | element-wrapper-extra value
    `;
  });

  test("a wrapper around one of the elements is one problem", () => {
    documentsOf(add)`
      ${inside("<«pair»><first>1</first></pair><second>2</second>")} | element-wrapper-extra
      ${inside("<first>1</first><«pair»><second>2</second></pair><third>3</third>")} | element-wrapper-extra
      ${inside("<«pair»><first>1</first></pair>").replace("<parameters", "<«parameters»")} | element-missing element-wrapper-extra
    `;
  });

  test("a misspelled name is one problem", () => {
    documentsOf(add)`${inside("<«frist»>1</frist><second>2</second>")} | element-unexpected`;
  });

  test("an unknown element in place of a required one is one problem", () => {
    documentsOf(add)`${inside("<first>1</first><«number»><x/></number>")} | element-unexpected`;
  });

  test("an unknown element among the others is one problem", () => {
    documentsOf(add)`${inside("<first>1</first><«number»/><second>2</second>")} | element-unexpected`;
  });

  test("a missing element before others is one problem", () => {
    documentsOf(add)`${inside("<«second»>2</second><third>3</third>")} | element-missing`;
  });

  test("an abstract element is one problem, whatever it contains", () => {
    const head = `<xs:element name="r"><xs:complexType><xs:sequence><xs:element ref="t:head"/></xs:sequence></xs:complexType></xs:element>
      <xs:element name="head" abstract="true" type="t:Base"/><xs:element name="one" type="t:One" substitutionGroup="t:head"/>
      <xs:complexType name="Base" abstract="true"><xs:sequence><xs:element name="id" type="xs:int"/></xs:sequence></xs:complexType>
      <xs:complexType name="One"><xs:complexContent><xs:extension base="t:Base"><xs:sequence><xs:element name="n" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`;
    documentsOf(head)`<r><«head»><id>x</id><n>1</n></head></r> | element-abstract`;
  });

  test("an abstract, unknown or unrelated type is one problem, whatever is in the element", () => {
    const types = `<xs:element name="r" type="t:Base"/><xs:complexType name="Other"/>
      <xs:complexType name="Base" abstract="true"><xs:sequence><xs:element name="id" type="xs:int"/></xs:sequence></xs:complexType>`;
    documentsOf(types)`
      <«r»><n>1</n></r> | type-abstract
      <r xsi:type="«t:None»"><n>1</n></r> | type-unknown
      <r xsi:type="«t:Other»"><n>1</n></r> | type-not-derived
    `;
  });

  test("elements of another branch of a choice are one problem", () => {
    const element = (name: string) => `<xs:element name="${name}" type="xs:int"/>`;
    const pair = (...names: readonly string[]) => `<xs:sequence>${names.map(element).join("")}</xs:sequence>`;
    const choice = `<xs:element name="r"><xs:complexType><xs:sequence><xs:choice>${pair("a", "b")}${pair("c", "d")}</xs:choice>
      ${element("e")}</xs:sequence></xs:complexType></xs:element>`;
    documentsOf(choice)`
      <r><a>1</a><b>1</b><«c»>1</c><d>1</d><e>1</e></r> | element-alternative
      <r><a>1</a><b>1</b><e>1</e><«c»>1</c></r> | element-alternative
      <r><c>1</c><d>1</d><«a»>«x»</a><e>1</e></r> | element-alternative value
    `;
  });

  test("a validation reports no more than 100 problems", () => {
    const many = `<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="a" type="xs:int" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>`;
    const wrong = "<a>«x»</a>".repeat(100);
    documentsOf(many)`<r>${wrong}<a>x</a></r> | ${Array.from({ length: 100 }, () => "value").join(" ")}`;
  });
});
