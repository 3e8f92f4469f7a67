import { documentsOf } from "./support.ts";

const add = `<xs:element name="Add"><xs:complexType><xs:sequence>
  <xs:element name="parameters"><xs:complexType><xs:sequence>
    <xs:element name="first" type="xs:int"/><xs:element name="second" type="xs:int"/><xs:element name="third" type="xs:int" minOccurs="0"/>
  </xs:sequence></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element>`;
const inside = (content: string) => `<Add><parameters>${content}</parameters></Add>`;

suite("one mistake, one problem", () => {
  test("a name in the wrong namespace", () => {
    documentsOf(add, {
      invalid: [
        [inside('<«first» xmlns="">1</first><second>2</second>'), "element-namespace"],
        [
          inside('<«x:first» xmlns:x="urn:x">one</x:first><second>2</second>').replace(">one<", ">«one»<"),
          "element-namespace",
          "value",
        ],
      ],
    });
  });

  test("a prefix that isn't declared is another rule's", () => {
    documentsOf(add, { valid: [inside("<p:first>1</p:first><second>2</second>")] });
  });

  test("elements in another order", () => {
    documentsOf(add, {
      invalid: [
        [inside("<«second»>2</second><first>1</first>"), "element-order"],
        [inside("<first>1</first><«third»>3</third><second>2</second>"), "element-order"],
        [
          inside("<«third»>3</third><second>2</second><first>x</first>").replace(">x<", ">«x»<"),
          "element-order",
          "value",
        ],
      ],
    });
  });

  test("a missing wrapper", () => {
    documentsOf(add, {
      invalid: [
        ["<Add><«first»>1</first><second>2</second></Add>", "element-wrapper-missing"],
        ["<Add><«first»>1</first><second>«x»</second></Add>", "element-wrapper-missing", "value"],
      ],
    });
  });

  test("a wrapper too much", () => {
    documentsOf(add, {
      invalid: [
        [
          "<Add><«Add»><parameters><first>1</first><second>2</second></parameters></Add></Add>",
          "element-wrapper-extra",
        ],
        [
          "<Add><«request»><parameters><first>1</first><second>«x»</second></parameters></request></Add>",
          "element-wrapper-extra",
          "value",
        ],
      ],
    });
  });

  test("a wrapper around one of the elements", () => {
    documentsOf(add, {
      invalid: [
        [inside("<«pair»><first>1</first></pair><second>2</second>"), "element-wrapper-extra"],
        [inside("<first>1</first><«pair»><second>2</second></pair><third>3</third>"), "element-wrapper-extra"],
        [
          inside("<«pair»><first>1</first></pair>").replace("<parameters", "<«parameters»"),
          "element-missing",
          "element-wrapper-extra",
        ],
      ],
    });
  });

  test("a misspelled name", () => {
    documentsOf(add, {
      invalid: [[inside("<«frist»>1</frist><second>2</second>"), "element-unexpected"]],
    });
  });

  test("an unknown element in place of a required one", () => {
    documentsOf(add, {
      invalid: [[inside("<first>1</first><«number»><x/></number>"), "element-unexpected"]],
    });
  });

  test("an unknown element among the others", () => {
    documentsOf(add, {
      invalid: [[inside("<first>1</first><«number»/><second>2</second>"), "element-unexpected"]],
    });
  });

  test("a missing element before others", () => {
    documentsOf(add, {
      invalid: [[inside("<«second»>2</second><third>3</third>"), "element-missing"]],
    });
  });

  test("no more than 100 problems", () => {
    const many = `<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="a" type="xs:int" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>`;
    const wrong = "<a>«x»</a>".repeat(100);
    documentsOf(many, { invalid: [[`<r>${wrong}<a>x</a></r>`, ...Array.from({ length: 100 }, () => "value")]] });
  });
});
