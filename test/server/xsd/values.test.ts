import assert from "node:assert/strict";
import { builtInType } from "../../../server/src/xsd/builtInTypes.ts";
import { validateValue, valueKey } from "../../../server/src/xsd/values.ts";
import { compiled, prefixes, restriction } from "./support.ts";

suite("values of built-in types", () => {
  const cases: Readonly<Record<string, { readonly good: readonly string[]; readonly bad: readonly string[] }>> = {
    anySimpleType: { good: ["", "x", " y\n"], bad: [] },
    anyAtomicType: { good: ["x"], bad: [] },
    string: { good: ["", " \n", "x"], bad: [] },
    boolean: { good: ["true", "false", "0", "1", " true\n"], bad: ["", "TRUE", "yes", "2", "true false"] },
    decimal: { good: ["1", "-.5", "+1.", "00.10", "9".repeat(500)], bad: ["", ".", "1e2", "1,5", "INF", "- 1"] },
    integer: { good: ["0", "-0", "+12", "0".repeat(99)], bad: ["1.0", "1.", "", "1e1"] },
    long: {
      good: ["9223372036854775807", "-9223372036854775808"],
      bad: ["9223372036854775808", "-9223372036854775809"],
    },
    unsignedByte: { good: ["0", "255", "-0", "+1"], bad: ["256", "-1"] },
    negativeInteger: { good: ["-1"], bad: ["0", "-0", "1"] },
    float: { good: ["1", "1E4", "-1.e-3", "INF", "-INF", "NaN", ".5"], bad: ["+INF", "inf", "1e", "1e1.5", "0x1"] },
    duration: {
      good: ["P1Y", "-PT0.5S", "P0D", "P1Y2M3DT4H5M6.7S"],
      bad: ["P", "PT", "P1DT", "1D", "P1S", "PT1.S", "P-1D"],
    },
    dateTime: {
      good: ["2024-02-29T23:59:59.999Z", "2024-01-01T24:00:00", "-0001-01-01T00:00:00", "12024-01-01T00:00:00+14:00"],
      bad: [
        "2023-02-29T00:00:00",
        "2024-01-01T24:00:01",
        "2024-01-01",
        "0000-01-01T00:00:00",
        "2024-01-01T00:00:00+14:01",
      ],
    },
    date: {
      good: ["2000-02-29", "2024-01-15-05:00", " 2024-01-15 "],
      bad: ["1900-02-29", "2024-1-5", "02024-01-01", "15.01.2024"],
    },
    time: { good: ["00:00:00", "24:00:00", "10:30:00.5Z"], bad: ["10:30", "24:00:01", "10:60:00", "10:30:60"] },
    gMonthDay: { good: ["--02-29", "--12-31Z"], bad: ["--02-30", "--13-01", "02-29"] },
    gDay: { good: ["---31"], bad: ["---32", "---0"] },
    gMonth: { good: ["--12"], bad: ["--13", "--1"] },
    gYear: { good: ["2024", "-0044", "12345Z"], bad: ["24", "0000", "01234"] },
    gYearMonth: { good: ["2024-01"], bad: ["2024-00", "2024"] },
    hexBinary: { good: ["", "0aFF", " 0a "], bad: ["0", "0g", "0a 0b"] },
    base64Binary: {
      good: ["", "YQ==", "YW I=", "Y W\nJ j"],
      bad: ["@@", "YQ=", "YR==", "YWJ=", "=", "YQ==YQ==", "YW-_"],
    },
    anyURI: { good: ["", "a b", "http://ü.example/", "#x", "../y"], bad: ["%2", "a#b#c", "1:a", ":a"] },
    QName: { good: ["a", "t:a", " xs:int "], bad: ["x:a", "a:b:c", ":a", "1a", ""] },
    language: { good: ["de", "de-CH-1996"], bad: ["", "de_CH", "german99x"] },
    Name: { good: ["a:b", "_1", "é"], bad: ["1", "", "a b"] },
    NCName: { good: ["a", "a-1.b"], bad: ["a:b", "-a", ""] },
    NMTOKEN: { good: ["-1", "a:b"], bad: ["", "a b", "a,b"] },
    NMTOKENS: { good: ["a", " a\n b "], bad: ["", " ", "a ,"] },
    token: { good: ["", " a  b "], bad: [] },
    IDREFS: { good: ["a b"], bad: ["", "1 2"] },
    ENTITIES: { good: ["a"], bad: [""] },
    dateTimeStamp: { good: ["2024-01-15T00:00:00Z"], bad: ["2024-01-15T00:00:00"] },
    yearMonthDuration: { good: ["P1Y2M"], bad: ["P1D", "P1YT1S"] },
    dayTimeDuration: { good: ["P1DT1M"], bad: ["P1M", "P1Y"] },
  };
  for (const [name, { good, bad }] of Object.entries(cases)) {
    test(`xs:${name} accepts its values and refuses other texts`, () => {
      const type = builtInType(name);
      assert.ok(type);
      for (const text of good) assert.equal(validateValue(text, type, prefixes), undefined, JSON.stringify(text));
      for (const text of bad) assert.ok(validateValue(text, type, prefixes), JSON.stringify(text));
    });
  }

  for (const [name, texts] of [
    ["decimal", ["1", "+1.0", "01.", " 1 "]],
    ["decimal", ["0", "-0", "0.0", "+.0"]],
    ["float", ["1e3", "1000", "1000.00001"]],
    ["float", ["NaN", " NaN "]],
    ["double", ["0", "-0"]],
    ["boolean", ["1", "true"]],
    ["hexBinary", ["0aff", "0AFF"]],
    ["base64Binary", ["YWJj", "Y W J j"]],
    ["dateTime", ["2024-01-15T00:00:00Z", "2024-01-14T24:00:00.000Z", "2024-01-15T01:30:00+01:30"]],
    ["time", ["00:00:00", "24:00:00"]],
    ["date", ["2024-01-15Z", "2024-01-15+00:00", "2024-01-15-00:00"]],
    ["duration", ["P1Y", "P12M"]],
    ["duration", ["P1D", "PT24H", "PT1440M", "PT86400.0S"]],
    ["duration", ["-PT0.50S", "-PT0.5S"]],
    ["duration", ["P0D", "-P0D"]],
    ["NMTOKENS", ["a b", " a\tb "]],
  ] as const) {
    test(`the texts ${texts.join(", ")} are one value of xs:${name}`, () => {
      assert.deepEqual([...new Set(texts.map((text) => keyIn(name, text)))].length, 1);
    });
  }

  for (const [name, first, second] of [
    ["decimal", "1", "1.00000000000000000000000000000001"],
    ["string", "a", "a "],
    ["dateTime", "2024-01-15T00:00:00", "2024-01-15T00:00:00Z"],
    ["duration", "P1M", "P30D"],
    ["duration", "-PT0.5S", "PT0.5S"],
    ["double", "1000", "1000.00001"],
    ["QName", "a", "t:a"],
  ] as const) {
    test(`the texts ${first} and ${second} are two values of xs:${name}`, () =>
      assert.notEqual(keyIn(name, first), keyIn(name, second)));
  }

  test("a text that isn't a value has no key", () => assert.equal(keyIn("int", "a"), undefined));
});

suite("values of restricted types", () => {
  const cases: readonly (readonly [
    base: string,
    facets: readonly string[],
    good: readonly string[],
    bad: readonly string[],
  ])[] = [
    ["string", ["length=2"], ["ab", "  ", "𝒳𝒳"], ["a", "abc", "𝒳"]],
    ["string", ["minLength=1", "maxLength=3"], ["a", "abc"], ["", "abcd"]],
    ["token", ["maxLength=3"], [" a  b "], ["abcd"]],
    ["hexBinary", ["length=2"], ["0aff"], ["0a", "0aff00"]],
    ["base64Binary", ["length=3"], ["YWJj", "Y W J j"], ["YWI="]],
    ["NMTOKENS", ["length=2"], ["a b"], ["a", "a b c"]],
    ["QName", ["length=1"], ["t:long"], []],
    ["decimal", ["totalDigits=3"], ["0.123", "12.30", "00100", "-999", "0"], ["1234", "0.1234", "12.34"]],
    ["decimal", ["fractionDigits=1"], ["1.5", "1.50"], ["1.55"]],
    ["decimal", ["minInclusive=0.5", "maxExclusive=1e0"], ["0.5", "7"], ["0.49"]],
    [
      "decimal",
      ["minExclusive=-1", "maxExclusive=1"],
      ["-0.99999999999999999999", "0"],
      ["-1", "1.0", "1.00000000000000000001"],
    ],
    [
      "integer",
      ["maxInclusive=123456789012345678901234567890"],
      ["123456789012345678901234567890"],
      ["123456789012345678901234567891"],
    ],
    ["double", ["minInclusive=1", "maxInclusive=INF"], ["1", "INF", "1e308"], ["0.9", "NaN", "-INF"]],
    ["float", ["enumeration=NaN", "enumeration=1"], ["NaN", "1.0"], ["2"]],
    ["date", ["minInclusive=2024-01-15"], ["2024-01-15", "2024-01-16", "2024-01-16Z"], ["2024-01-14", "2024-01-15Z"]],
    [
      "dateTime",
      ["maxExclusive=2024-01-15T12:00:00Z"],
      ["2024-01-15T13:59:59+02:00", "2024-01-14T21:59:59"],
      ["2024-01-15T14:00:00+02:00", "2024-01-15T11:00:00"],
    ],
    [
      "dateTime",
      ["minInclusive=2024-01-15T12:00:00.25"],
      ["2024-01-15T12:00:00.25", "2024-01-15T12:00:00.3"],
      ["2024-01-15T12:00:00.2499", "2024-01-15T12:00:00"],
    ],
    ["duration", ["minInclusive=P1M"], ["P1M", "P32D"], ["P31D", "P30D"]],
    ["gYear", ["minInclusive=-0002"], ["0001", "-0002"], ["-0003"]],
    ["decimal", ["enumeration=1.0"], ["1", "01.00"], ["1.1"]],
    ["string", ["enumeration=a", "enumeration=b"], ["a", "b"], ["A", " a", ""]],
    ["token", ["enumeration=a b"], [" a  b "], ["ab"]],
    ["dateTime", ["enumeration=2024-01-15T00:00:00Z"], ["2024-01-15T01:00:00+01:00"], ["2024-01-15T00:00:00"]],
    ["QName", ["enumeration=t:a"], ["t:a"], ["a", "xs:a"]],
    ["NOTATION", ["enumeration=t:a"], ["t:a"], ["xs:a"]],
    ["string", ["pattern=a+", "pattern=b"], ["aa", "b"], ["ab", ""]],
    ["int", ["pattern=[0-9]{4}"], ["0012"], ["12", "12345"]],
    ["string", ["whiteSpace=collapse", "enumeration=a b"], ["\ta\n b"], ["a"]],
    ["boolean", ["pattern=true|false"], ["true"], ["1"]],
  ];
  for (const [base, facets, good, bad] of cases) {
    test(`xs:${base} with ${facets.join(", ")} accepts its values and refuses other texts`, () => {
      const { type } = compiled(restriction(`xs:${base}`, facets));
      for (const text of good) assert.equal(validateValue(text, type, prefixes), undefined, JSON.stringify(text));
      for (const text of bad) assert.ok(validateValue(text, type, prefixes), JSON.stringify(text));
    });
  }

  test("a list names the item that is wrong, and where it is", () => {
    const { type } = compiled('<xs:simpleType name="type"><xs:list itemType="xs:int"/></xs:simpleType>');
    const problem = validateValue(" 1\n x 2", type, prefixes);
    assert.ok(problem?.kind === "item");
    assert.deepEqual([problem.span, problem.problem.kind, problem.value], [{ start: 4, end: 5 }, "lexical", "x"]);
  });

  test("a union is of its first member that has the value, and names each member's problem", () => {
    const { type } = compiled(
      `<xs:simpleType name="type"><xs:union memberTypes="xs:int xs:boolean t:size"/></xs:simpleType>${restriction(
        "xs:string",
        ["enumeration=small", "enumeration=large"],
      ).replace('"type"', '"size"')}`,
    );
    for (const text of ["12", " true ", "large"]) assert.equal(validateValue(text, type, prefixes), undefined);
    assert.equal(valueKey("1", type, prefixes), valueKey("01", type, prefixes));
    assert.notEqual(valueKey("1", type, prefixes), valueKey("true", type, prefixes));
    const problem = validateValue("medium", type, prefixes);
    assert.ok(problem?.kind === "member");
    assert.deepEqual(
      problem.problems.map(({ kind }) => kind),
      ["lexical", "lexical", "enumeration"],
    );
  });

  test("the message says that only the whitespace around a value is wrong", () => {
    const { type } = compiled(restriction("xs:string", ["enumeration=a"]));
    assert.equal(validateValue("\n a ", type, prefixes)?.kind, "space");
    assert.equal(validateValue("\n b ", type, prefixes)?.kind, "enumeration");
  });

  test("the message says which prefix isn't declared", () => {
    const type = builtInType("QName");
    assert.ok(type);
    const problem = validateValue("x:a", type, prefixes);
    assert.ok(problem?.kind === "prefix");
    assert.equal(problem.prefix, "x");
  });

  test("values of any length take linear time", () => {
    const long = "9".repeat(1_000_000);
    for (const [name, text] of [
      ["decimal", `-${long}.${long}`],
      ["integer", long],
      ["dateTime", `${long}-01-01T00:00:00.${long}`],
      ["duration", `P${long}DT0.${long}S`],
      ["double", `1.${long}E10`],
      ["hexBinary", long],
      ["base64Binary", long],
      ["NMTOKENS", `${long} ${"a ".repeat(100_000)}`],
      ["anyURI", `${long}${"%20".repeat(100_000)}`],
    ] as const) {
      assert.ok(keyIn(name, text) !== undefined, name);
    }
  });
});

function keyIn(name: string, text: string): string | undefined {
  const type = builtInType(name);
  assert.ok(type);
  return valueKey(text, type, prefixes);
}
