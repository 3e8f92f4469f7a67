import assert from "node:assert/strict";
import { describe, requestOf } from "../descriptions.ts";

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

suite("a sample of a large schema:", () => {
  const numbered = (n: number, text: (at: number) => string, separator = "") =>
    Array.from({ length: n }, (_, at) => text(at)).join(separator);
  const root = (content: string) => `<xs:element name="root"><xs:complexType>${content}</xs:complexType></xs:element>`;
  const simple = (content: string) =>
    `<xs:element name="root"><xs:simpleType><xs:restriction base="xs:string">${content}</xs:restriction></xs:simpleType></xs:element>`;
  const cases: Readonly<Record<string, readonly [schema: string, written: RegExp]>> = {
    "a choice of 150,000 elements": [
      root(`<xs:choice>${numbered(150_000, (at) => `<xs:element name="e${at}" type="xs:int"/>`)}</xs:choice>`),
      /<t:e0>1<\/t:e0>/,
    ],
    "150,000 required attributes": [
      root(numbered(150_000, (at) => `<xs:attribute name="a${at}" type="xs:int" use="required"/>`)),
      / a149999="1"/,
    ],
    "5,000 types that extend each other": [
      `<xs:complexType name="T0"/>${numbered(5_000, (at) => `<xs:complexType name="T${at + 1}"><xs:complexContent><xs:extension base="t:T${at}"><xs:sequence><xs:element name="e${at}" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`)}<xs:element name="root" type="t:T5000"/>`,
      /<t:e4999>1<\/t:e4999>/,
    ],
    "5,000 unions of each other": [
      `<xs:simpleType name="T0"><xs:restriction base="xs:int"/></xs:simpleType>${numbered(5_000, (at) => `<xs:simpleType name="T${at + 1}"><xs:union memberTypes="t:T${at}"/></xs:simpleType>`)}<xs:element name="root" type="t:T5000"/>`,
      /<t:root>1<\/t:root>/,
    ],
    "5,000 patterns that hold together": [
      `<xs:simpleType name="T0"><xs:restriction base="xs:string"/></xs:simpleType>${numbered(5_000, (at) => `<xs:simpleType name="T${at + 1}"><xs:restriction base="t:T${at}"><xs:pattern value="a*"/></xs:restriction></xs:simpleType>`)}<xs:element name="root" type="t:T5000"/>`,
      /<t:root>/,
    ],
    "a pattern of 150,000 optional characters": [simple(`<xs:pattern value="${"a?".repeat(150_000)}"/>`), /<t:root>/],
    "a pattern of 50,000 alternatives": [
      simple(`<xs:pattern value="${numbered(50_000, (at) => `.*-${at}`, "|")}"/>`),
      /<t:root>/,
    ],
  };
  for (const [title, [schema, written]] of Object.entries(cases)) {
    test(title, () => assert.match(requestOf(describe({ schema }), "required"), written));
  }
});
