import assert from "node:assert/strict";
import { anySimpleType, builtInType } from "../../../server/src/xsd/builtInTypes.ts";
import { validateValue } from "../../../server/src/xsd/values.ts";
import { messagesOf } from "../../support/findings.ts";
import { compiled, prefixes, restriction } from "./support.ts";

const valuesOf = <T>(facets: readonly { readonly value: T }[] | undefined) => facets?.map(({ value }) => value);

suite("simple types of a schema", () => {
  test("types add patterns, replace enumerations and tighten bounds of their base", () => {
    const base = restriction("xs:int", ["minInclusive=0", "maxInclusive=100", "pattern=[0-9]+"]).replace(
      '"type"',
      '"base"',
    );
    const { type, problems } = compiled(
      `${restriction("t:base", ["maxInclusive=50", "pattern=.", "enumeration=7", "enumeration=8"])}${base}`,
    );
    assert.deepEqual(problems, []);
    const { facets } = type;
    assert.deepEqual([facets.minInclusive?.value, facets.maxInclusive?.value], ["0", "50"]);
    assert.deepEqual(valuesOf(facets.patterns), [["[\\-+]?[0-9]+"], ["[0-9]+"], ["."]]);
    assert.deepEqual(valuesOf(facets.enumeration), ["7", "8"]);
    assert.equal(type.base?.name?.local, "base");
    assert.equal(facets.maxInclusive?.source?.local, "maxInclusive");
  });

  test("types join the patterns of one step as alternatives", () => {
    const { type } = compiled(restriction("xs:string", ["pattern=a", "pattern=b"]));
    assert.deepEqual(valuesOf(type.facets.patterns), [["a", "b"]]);
  });

  test("types read a tab or a line break in an attribute as a space, but not a reference to one", () => {
    const written = '<xs:pattern value="a\tb\r\nc"/><xs:enumeration value="a\nb"/><xs:enumeration value="a&#10;b"/>';
    const source = `<xs:simpleType name="type"><xs:restriction base="xs:string">${written}</xs:restriction></xs:simpleType>`;
    for (const doctype of ["", "<!DOCTYPE xs:schema>"]) {
      const { facets } = compiled(source.replace("b\r\nc", "b\r\nc|a\\sb"), doctype).type;
      assert.deepEqual(valuesOf(facets.patterns), [["a b c|a\\sb"]]);
      assert.deepEqual(valuesOf(facets.enumeration), ["a b", "a\nb"]);
    }
  });

  test("types may contain anonymous types in restrictions, lists and unions", () => {
    const { type, problems } = compiled(
      `<xs:simpleType name="type"><xs:restriction><xs:simpleType><xs:list><xs:simpleType><xs:union memberTypes="xs:int"><xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value="many"/></xs:restriction></xs:simpleType></xs:union></xs:simpleType></xs:list></xs:simpleType><xs:maxLength value="2"/></xs:restriction></xs:simpleType>`,
    );
    assert.deepEqual(problems, []);
    assert.equal(validateValue("1 many", type, prefixes), undefined);
    assert.equal(validateValue("1 few", type, prefixes)?.kind, "item");
    assert.equal(validateValue("1 2 3", type, prefixes)?.kind, "limit");
  });

  test("types read a union of unions as one of all members, each once", () => {
    const { type } = compiled(
      '<xs:simpleType name="type"><xs:union memberTypes="t:other xs:date xs:int"/></xs:simpleType><xs:simpleType name="other"><xs:union memberTypes="xs:int xs:boolean"/></xs:simpleType>',
    );
    assert.ok(type.variety.kind === "union");
    assert.deepEqual(
      type.variety.members.map(({ name }) => name?.local),
      ["int", "boolean", "date"],
    );
  });

  for (const [title, simpleType] of [
    [
      "base",
      '<xs:simpleType name="type"><xs:restriction base="xs:unknown"><xs:totalDigits value="1"/></xs:restriction></xs:simpleType>',
    ],
    ["item type", '<xs:simpleType name="type"><xs:list itemType="t:unknown"/></xs:simpleType>'],
    ["member type", '<xs:simpleType name="type"><xs:union memberTypes="xs:int t:unknown"/></xs:simpleType>'],
  ] as const) {
    test(`types accept any value where the ${title} is unknown`, () => {
      const { type, problems } = compiled(simpleType);
      assert.deepEqual(problems, []);
      assert.equal(validateValue("any thing", type, prefixes), undefined);
    });
  }

  for (const [title, simpleType, message] of [
    [
      "nothing",
      '<xs:simpleType name="type"/>',
      "simpleType must contain restriction, list or union. Any value is accepted.",
    ],
    [
      "a union of nothing",
      '<xs:simpleType name="type"><xs:union/></xs:simpleType>',
      "A union must have member types. Any value is accepted.",
    ],
    [
      "a list of lists",
      '<xs:simpleType name="type"><xs:list itemType="xs:NMTOKENS"/></xs:simpleType>',
      "A list can't contain lists. Any value is accepted.",
    ],
  ] as const) {
    test(`the schema reports ${title}`, () => {
      const { type, problems } = compiled(simpleType);
      assert.deepEqual(messagesOf(problems), [message]);
      assert.equal(type, anySimpleType);
    });
  }

  const wrong: readonly (readonly [base: string, facets: readonly string[], message: string])[] = [
    ["int", ["length=1"], "length can't be used for this type. It is ignored."],
    ["string", ["minInclusive=1"], "minInclusive can't be used for this type. It is ignored."],
    ["boolean", ["enumeration=true"], "enumeration can't be used for this type. It is ignored."],
    ["NMTOKENS", ["totalDigits=1"], "totalDigits can't be used for this type. It is ignored."],
    ["string", ["maxLength=x"], "maxLength must be an integer of at least 0. It is ignored."],
    ["string", ["maxLength=-1"], "maxLength must be an integer of at least 0. It is ignored."],
    ["decimal", ["totalDigits=0"], "totalDigits must be an integer of at least 1. It is ignored."],
    ["int", ["maxInclusive=many"], "many isn't a value of the base type. It is ignored."],
    ["int", ["maxInclusive=2147483648"], "maxInclusive is 2147483647 in the base type. 2147483648 is ignored."],
    ["date", ["minInclusive=2024-02-30"], "2024-02-30 isn't a value of the base type. It is ignored."],
    ["int", ["enumeration=x"], "x isn't a value of the base type. It is ignored."],
    ["integer", ["fractionDigits=1"], "fractionDigits is 0 in the base type. 1 is ignored."],
    ["string", ["maxLength=1", "maxLength=2"], "maxLength may occur only once. This one is ignored."],
    ["string", ["pattern=("], "( isn't a regular expression of XML Schema. It is ignored."],
    ["token", ["whiteSpace=preserve"], "whiteSpace is collapse in the base type. preserve is ignored."],
    ["token", ["whiteSpace=none"], "whiteSpace must be preserve, replace or collapse. It is ignored."],
    ["string", ["minLength=3", "maxLength=2"], "maxLength conflicts with minLength; maxLength is ignored."],
    ["string", ["length=3", "minLength=4"], "length conflicts with minLength; length is ignored."],
    [
      "date",
      ["maxInclusive=2024-01-01", "minInclusive=2024-01-02"],
      "maxInclusive conflicts with minInclusive; maxInclusive is ignored.",
    ],
    [
      "decimal",
      ["minExclusive=1.5", "maxExclusive=1.0"],
      "maxExclusive conflicts with minExclusive; maxExclusive is ignored.",
    ],
    ["unsignedByte", ["minInclusive=256"], "minInclusive conflicts with maxInclusive; minInclusive is ignored."],
    ["string", ["assertion=1"], "assertion is ignored: it is part of XML Schema 1.1."],
  ];
  for (const [base, facets, message] of wrong) {
    test(`the schema reports ${facets.join(" and ")} of xs:${base}`, () => {
      const { problems } = compiled(restriction(`xs:${base}`, facets));
      assert.deepEqual(messagesOf(problems), [message]);
    });
  }

  test("the schema reports a facet without a value, at its element", () => {
    const { problems } = compiled(
      '<xs:simpleType name="type"><xs:restriction base="xs:string"><xs:length/></xs:restriction></xs:simpleType>',
    );
    assert.deepEqual(
      problems.map(({ source, message }) => [source.local, message]),
      [["length", "length must have the attribute value. It is ignored."]],
    );
  });

  for (const [title, base, facets, value] of [
    ["a pattern can't be read", "xs:string", ["pattern=a", "pattern=["], "b"],
    ["no value of an enumeration is right", "xs:int", ["enumeration=one"], "1"],
  ] as const) {
    test(`types refuse nothing where ${title}`, () => {
      assert.equal(validateValue(value, compiled(restriction(base, facets)).type, prefixes), undefined);
    });
  }

  test("types bound the types that a value is tried for", () => {
    const member = '<xs:simpleType><xs:restriction base="xs:NMTOKEN"/></xs:simpleType>';
    const { type, problems } = compiled(
      `<xs:simpleType name="type"><xs:union>${member.repeat(1001)}</xs:union></xs:simpleType>`,
    );
    assert.ok(problems.some(({ message }) => message === "This union has too many members. Any value is accepted."));
    validateValue("x", type, prefixes);
  });

  test("types that are nested very deep are reported, not thrown", () => {
    const depth = 20_000;
    const { problems } = compiled(
      `<xs:simpleType name="type">${"<xs:list><xs:simpleType>".repeat(depth)}${"</xs:simpleType></xs:list>".repeat(depth)}</xs:simpleType>`,
    );
    assert.ok(problems.some(({ message }) => message === "This type is nested too deeply. Any value is accepted."));
  });

  test("the schema finds built-in types by name, and no others", () => {
    assert.equal(builtInType("int")?.base?.name?.local, "long");
    assert.equal(builtInType("toString"), undefined);
    assert.equal(builtInType("anyType"), undefined);
  });
});
