import assert from "node:assert/strict";
import { describeProblem } from "../../../server/src/xsd/valueProblems.ts";
import { validateValue } from "../../../server/src/xsd/values.ts";
import { compiled, prefixes, restriction } from "./support.ts";

suite("what is wrong with a value, in words", () => {
  const cases: readonly (readonly [base: string, facets: readonly string[], value: string, message: string])[] = [
    ["int", [], "abc", "abc isn't a valid xs:int. Example: 1"],
    ["int", [], "", '"" isn\'t a valid xs:int. Example: 1'],
    ["int", [], "1.5", "1.5 isn't a valid xs:int. Example: 1"],
    ["date", [], "15.01.2024", "15.01.2024 isn't a valid xs:date. Example: 2024-01-15"],
    ["boolean", [], "yes", "yes isn't a valid xs:boolean. Example: true"],
    ["QName", [], "x:a", "The prefix x isn't declared."],
    ["int", [], "2147483648", "2147483648 is out of range. Expected at most 2147483647 (maxInclusive of type)."],
    ["decimal", ["minExclusive=0"], "0.0", "0.0 is out of range. Expected more than 0 (minExclusive of type)."],
    ["decimal", ["maxExclusive=1"], "1", "1 is out of range. Expected less than 1 (maxExclusive of type)."],
    [
      "date",
      ["minInclusive=2024-01-01"],
      "2023-01-01",
      "2023-01-01 is out of range. Expected at least 2024-01-01 (minInclusive of type).",
    ],
    ["decimal", ["totalDigits=2"], "123", "The value has 3 digits. Expected at most 2 (totalDigits of type)."],
    [
      "decimal",
      ["fractionDigits=0"],
      "1.25",
      "The value has 2 decimal places. Expected at most 0 (fractionDigits of type).",
    ],
    ["string", ["length=2"], "a", "The value has 1 character. Expected 2 (length of type)."],
    ["string", ["minLength=3"], "ab", "The value has 2 characters. Expected at least 3 (minLength of type)."],
    ["hexBinary", ["maxLength=1"], "0a0b", "The value has 2 bytes. Expected at most 1 (maxLength of type)."],
    ["base64Binary", ["minLength=2"], "YQ==", "The value has 1 byte. Expected at least 2 (minLength of type)."],
    ["NMTOKENS", ["minLength=2"], "a", "The value has 1 item. Expected at least 2 (minLength of type)."],
    ["NMTOKENS", ["maxLength=2"], "a b c", "The value has 3 items. Expected at most 2 (maxLength of type)."],
    ["string", ["pattern=[A-Z]+"], "abc", "abc doesn't match the pattern [A-Z]+ of type."],
    ["string", ["pattern=a", "pattern=b"], "c", "c matches none of the patterns of type: a, b"],
    ["string", ["enumeration=a"], "c", "c isn't a value of type. Expected a."],
    ["string", ["enumeration=a", "enumeration=b"], "c", "c isn't a value of type. Expected one of these: a, b"],
    [
      "string",
      ["a", "b", "c", "d", "e", "f"].map((value) => `enumeration=${value}`),
      "x",
      "x isn't a value of type. Expected one of these: a, b, c, d, e, …",
    ],
    ["string", ["enumeration=a"], " a\n", "Remove the whitespace around a."],
    ["NMTOKENS", ["maxLength=9"], "a ,", ", isn't a valid xs:NMTOKEN. Example: name"],
    ["int", [], "x".repeat(99), `${"x".repeat(40)}… isn't a valid xs:int. Example: 1`],
  ];
  for (const [base, facets, value, message] of cases) {
    test(message, () => assert.equal(described(restriction(`xs:${base}`, facets), value), message));
  }

  test("the message names the owner of an anonymous type", () => {
    const described = (simpleType: string, value: string) => {
      const { type } = compiled(simpleType);
      const problem = validateValue(value, { ...type, name: undefined }, prefixes);
      return problem && describeProblem(problem, "<owner>");
    };
    assert.equal(
      described(restriction("xs:string", ["enumeration=low", "enumeration=high"]), "urgent"),
      "urgent isn't a value of <owner>. Expected one of these: low, high",
    );
    assert.equal(
      described(restriction("xs:int", ["maxInclusive=9"]), "10"),
      "10 is out of range. Expected at most 9 (maxInclusive of <owner>).",
    );
    assert.equal(described(restriction("xs:string", ["pattern=a"]), "b"), "b doesn't match the pattern a of <owner>.");
  });

  test("the message names the types of a union", () => {
    assert.equal(
      described('<xs:simpleType name="type"><xs:union memberTypes="xs:int xs:date"/></xs:simpleType>', "x"),
      "x isn't a valid type. Expected a value of one of these types: xs:int, xs:date",
    );
  });

  test("the message joins the values of a union of enumerations", () => {
    const member = (value: string) =>
      `<xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value="${value}"/></xs:restriction></xs:simpleType>`;
    assert.equal(
      described(`<xs:simpleType name="type"><xs:union>${member("a")}${member("b")}</xs:union></xs:simpleType>`, "x"),
      "x isn't a value of type. Expected one of these: a, b",
    );
  });
});

function described(simpleType: string, value: string): string {
  const problem = validateValue(value, compiled(simpleType).type, prefixes);
  assert.ok(problem);
  return describeProblem(problem, "<owner>");
}
