import assert from "node:assert/strict";
import { builtInType } from "../../../../server/src/xsd/builtInTypes.ts";
import { sampleOf, sampleValue } from "../../../../server/src/xsd/sample/values.ts";
import { compiled, restriction } from "../support.ts";

suite("sample values", () => {
  for (const [name, expected] of [
    ["string", "quantity"],
    ["anySimpleType", "quantity"],
    ["int", "1"],
    ["decimal", "1"],
    ["negativeInteger", "-1"],
    ["double", "1"],
    ["boolean", "true"],
    ["date", "2024-01-15"],
    ["dateTime", "2024-01-15T10:30:00"],
    ["dateTimeStamp", "2024-01-15T10:30:00Z"],
    ["time", "10:30:00"],
    ["gYear", "2024"],
    ["gMonthDay", "--01-15"],
    ["duration", "P1D"],
    ["yearMonthDuration", "P1M"],
    ["hexBinary", "7175616E74697479"],
    ["base64Binary", "cXVhbnRpdHk="],
    ["anyURI", "http://example.com/quantity"],
    ["QName", "quantity"],
    ["language", "quantity"],
    ["ID", "quantity"],
    ["NMTOKENS", "quantity"],
  ] as const) {
    test(`the sample of xs:${name} is ${expected}`, () => {
      const type = builtInType(name);
      assert.ok(type);
      assert.deepEqual(sampleOf(type, "quantity"), { value: expected, valid: true, scope: undefined });
    });
  }

  const cases: readonly (readonly [base: string, facets: readonly string[], expected: string])[] = [
    ["string", ["enumeration=small", "enumeration=large"], "small"],
    ["string", ["enumeration=small", "enumeration=large", "pattern=l.*"], "large"],
    ["string", ["maxLength=3"], "qua"],
    ["string", ["minLength=12"], "quantityquan"],
    ["string", ["length=0"], ""],
    ["string", ["pattern=[A-Z]{2}-[0-9]{4}"], "AB-4567"],
    ["string", ["pattern=[a-z ]*"], "quantity"],
    ["string", ["pattern=.*", "maxLength=4"], "quan"],
    ["string", ["pattern=[0-9]*", "minLength=12"], "111111111111"],
    ["string", ["pattern=\\d*"], "1"],
    ["string", ["pattern=(a{0})"], ""],
    ["language", ["maxLength=2"], "qu"],
    ["int", ["minInclusive=1000000"], "1000000"],
    ["int", ["minExclusive=41", "maxExclusive=43"], "42"],
    ["integer", ["maxInclusive=-123456789012345678901234567890"], "-123456789012345678901234567890"],
    ["decimal", ["minExclusive=0.1", "maxExclusive=0.2"], "0.11"],
    ["decimal", ["minExclusive=99.99", "fractionDigits=2"], "100"],
    ["int", ["pattern=[5-9][0-9]{3}"], "5234"],
    ["decimal", ["pattern=\\d+\\.\\d{2}"], "1.00"],
    ["double", ["minExclusive=1e10", "maxExclusive=2e10"], "10000009536.743164"],
    ["date", ["minInclusive=2030-06-01"], "2030-06-01"],
    ["date", ["minExclusive=2030-12-31"], "2031-01-01"],
    ["dateTime", ["maxExclusive=2000-01-01T00:00:00Z"], "1999-12-31T23:59:59Z"],
    ["gYear", ["minExclusive=2030"], "2031"],
    ["time", ["pattern=.*Z"], "10:30:00Z"],
    ["duration", ["minInclusive=P400D"], "P1Y2M3DT4H5M6S"],
    ["duration", ["minExclusive=P40Y"], "P481MT0S"],
    ["hexBinary", ["length=2"], "7175"],
    ["base64Binary", ["maxLength=2"], "cXU="],
    ["anyURI", ["maxLength=5"], "quant"],
    ["NMTOKENS", ["minLength=2"], "quantity quantity"],
    ["NMTOKENS", ["pattern=[a-c] [0-9]"], "a 3"],
    ["boolean", ["pattern=0|1"], "1"],
  ];
  for (const [base, facets, expected] of cases) {
    test(`the sample of xs:${base} with ${facets.join(", ").slice(0, 80)} is ${expected}`, () => {
      assert.equal(sampleValue(compiled(restriction(`xs:${base}`, facets)).type, "quantity"), expected);
    });
  }

  test("a union has a value of its first member that has one", () => {
    const { type } = compiled('<xs:simpleType name="type"><xs:union memberTypes="xs:date xs:int"/></xs:simpleType>');
    assert.equal(sampleValue(type, "quantity"), "2024-01-15");
  });

  test("an enumerated QName comes with the scope of its prefix", () => {
    const { scope, value, valid } = sampleOf(compiled(restriction("xs:QName", ["enumeration=t:a"])).type, "quantity");
    assert.deepEqual([value, valid, scope?.declared.get("t")], ["t:a", true, "urn:t"]);
  });

  test("the sample says that there is no value", () => {
    const { type } = compiled(restriction("xs:int", ["minInclusive=5", "pattern=[a-z]"]));
    assert.deepEqual(sampleOf(type, "quantity"), { value: "1", valid: false, scope: undefined });
  });

  test("the search for a sample ends soon where the facets leave nothing, or ask for too much", () => {
    for (const facets of [
      ["minLength=1000000000"],
      ["pattern=([a-z]{1,50}[0-9]{1,50}){50}", "maxLength=10"],
      ["pattern=[a-z]{1000000}"],
      ["pattern=(a|b|c|d)*e", "minLength=100000"],
    ]) {
      sampleOf(compiled(restriction("xs:string", facets)).type, "quantity");
    }
  });
});
