import assert from "node:assert/strict";
import { allFields, formEdit, formOf } from "../../../../server/src/features/form/form.ts";
import { formContent } from "../../../../server/src/features/form/page.ts";
import { sectionAt, sectionsOfSegments } from "../../../../server/src/features/support/section.ts";
import { analyze } from "../../../../server/src/service/languageService.ts";
import { serviceWsdl } from "../../../support/contracts.ts";
import { request11 } from "../../../support/findings.ts";
import { around } from "../../../support/resolver.ts";

const names = (count: number, prefix: string) => Array.from({ length: count }, (_, at) => `${prefix}${at}`);
const sequence = (content: string) =>
  `<xs:element name="Order"><xs:complexType><xs:sequence>${content}</xs:sequence></xs:complexType></xs:element>`;
const optional = (all: readonly string[]) =>
  all.map((name) => `<xs:element name="${name}" type="xs:int" minOccurs="0"/>`).join("");
const order = (content: string) => `<o:Order>${content}</o:Order>`;
const long = names(300, "x".repeat(1000));

/** The schema and the payload of each case. */
const cases: Readonly<Record<string, readonly [schema: string, payload: string]>> = {
  "100,000 elements that are counted": [
    sequence('<xs:element name="item" type="xs:int" minOccurs="0" maxOccurs="150000"/>'),
    order("<o:item>1</o:item>".repeat(100_000)),
  ],
  "100,000 elements that aren't declared": [sequence(""), order("<o:i>1</o:i>".repeat(100_000))],
  "50,000 elements in each other": [
    '<xs:element name="Order" type="t:N"/><xs:complexType name="N"><xs:sequence><xs:element name="n" type="t:N" minOccurs="0"/></xs:sequence></xs:complexType>',
    order("<o:n>".repeat(50_000) + "</o:n>".repeat(50_000)),
  ],
  "names of 1,000 characters": [
    sequence(optional(long)),
    order(long.map((name) => `<o:${name}>1</o:${name}>`).join("")),
  ],
  "5,000 optional elements": [
    sequence(optional(names(5_000, "c"))),
    order(
      names(5_000, "c")
        .map((name) => `<o:${name}>1</o:${name}>`)
        .join(""),
    ),
  ],
  "a choice of 5,000 elements": [
    sequence(`<xs:choice maxOccurs="unbounded">${optional(names(5_000, "c"))}</xs:choice>`),
    order("<o:c7>1</o:c7>".repeat(1_000)),
  ],
  "50 elements with 2,000 of a choice that is counted": [
    `<xs:element name="Order"><xs:complexType><xs:sequence><xs:element name="part" type="t:Part" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element><xs:complexType name="Part"><xs:choice minOccurs="1000" maxOccurs="3000">${optional(names(100, "c"))}</xs:choice></xs:complexType>`,
    order(`<o:part>${"<o:c7>1</o:c7>".repeat(2_000)}</o:part>`.repeat(50)),
  ],
  "5,000 attributes": [
    `<xs:element name="Order"><xs:complexType>${names(5_000, "a")
      .map((name) => `<xs:attribute name="${name}" type="xs:int"/>`)
      .join("")}</xs:complexType></xs:element>`,
    `<o:Order ${names(5_000, "a")
      .map((name) => `${name}="1"`)
      .join(" ")}/>`,
  ],
};

suite("forms of hostile requests", () => {
  for (const [title, [schema, payload]] of Object.entries(cases))
    test(`the form shows some of the fields, and edits each of them: ${title}`, () => {
      const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:o="urn:t"><s:Body>${payload}</s:Body></s:Envelope>`;
      const text = `# @wsdl ./s.wsdl\n${request11({ SOAPAction: '"urn:Order"' }, body)}`;
      const resolver = around({ files: { "/w/a/b/s.wsdl": serviceWsdl(schema) } });
      const section = sectionAt(sectionsOfSegments(analyze(text, undefined, resolver)), 0);
      assert.ok(section?.kind === "message" && section.message);
      const form = formOf(section.message, { open: {}, shown: {} });
      assert.ok(form.kind === "form");
      const fields = [...allFields(form.fields)];
      assert.ok(fields.length > 1 && fields.length < 300, `${fields.length} fields`);
      assert.ok(formContent(form, new Map()).toString().length < 300_000);
      assert.equal(new Set(fields.map(({ id }) => id)).size, fields.length);
      for (const { id, set, remove } of fields.slice(0, 5)) {
        if (set) assert.ok(formEdit(section.message, form, { id, act: "set", value: "2" }));
        if (remove) assert.ok(formEdit(section.message, form, { id, act: "remove" }));
      }
    });
});
