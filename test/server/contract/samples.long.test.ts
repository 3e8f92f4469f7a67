import assert from "node:assert/strict";
import { describe, requestOf } from "./descriptions.ts";

suite("a sample ends where the schema has no end:", () => {
  const self = `<xs:complexType name="Self"><xs:sequence><xs:element name="a" type="t:Self"/><xs:element name="b" type="t:Self"/>
    </xs:sequence></xs:complexType><xs:element name="root" type="t:Self"/>`;
  const circle = Array.from({ length: 12 }, (_, type) => {
    const others = Array.from({ length: 12 }, (__, other) => `<xs:element name="e${other}" type="t:T${other}"/>`);
    return `<xs:complexType name="T${type}"><xs:sequence>${others.join("")}</xs:sequence></xs:complexType>`;
  });
  const doubled = Array.from({ length: 60 }, (_, type) => {
    const next = type === 59 ? "xs:int" : `t:T${type + 1}`;
    return `<xs:complexType name="T${type}"><xs:sequence><xs:element name="e" type="${next}" minOccurs="2" maxOccurs="2"/>
      </xs:sequence></xs:complexType>`;
  });
  const deep = Array.from({ length: 5_000 }, (_, type) => {
    const next = type === 4_999 ? "xs:int" : `t:T${type + 1}`;
    return `<xs:complexType name="T${type}"><xs:sequence><xs:element name="e" type="${next}"/></xs:sequence></xs:complexType>`;
  });
  const start = '<xs:element name="root" type="t:T0"/>';
  const cases: Readonly<Record<string, string>> = {
    "a type that requires itself": self,
    "types that require each other": circle.join("") + start,
    "content that doubles at each level": doubled.join("") + start,
    "very deep content": deep.join("") + start,
    "an element that has to occur 999,999,999 times": `<xs:element name="root"><xs:complexType><xs:sequence>
      <xs:element name="a" type="xs:int" minOccurs="999999999" maxOccurs="999999999"/></xs:sequence></xs:complexType></xs:element>`,
  };
  for (const [title, schema] of Object.entries(cases)) {
    test(title, () => {
      const request = requestOf(describe({ schema }), "optional");
      assert.match(request, /<t:root>/);
      assert.ok(request.length < 10_000_000);
    });
  }
});
