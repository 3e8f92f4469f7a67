import assert from "node:assert/strict";
import { isPlainValue } from "../../../server/src/xsd/plainValues.ts";
import { validateValue } from "../../../server/src/xsd/values.ts";
import { Random } from "../../fuzz/random.ts";
import { lexicalForms } from "./lexicalForms.ts";
import { randomType } from "./randomTypes.ts";
import { compiled, prefixes, restriction } from "./support.ts";

suite("values that are plain", () => {
  const types = [
    ...["string", "token", "boolean", "int", "decimal", "unsignedByte", "date", "dateTime"].map((name) =>
      restriction(`xs:${name}`, []),
    ),
    restriction("xs:decimal", ["totalDigits=3", "fractionDigits=1", "minExclusive=-1", "maxInclusive=1.5"]),
    restriction("xs:string", ["length=2"]),
    restriction("xs:token", ["minLength=1", "pattern=[a-z]*"]),
    restriction("xs:token", ["enumeration= a  b ", "enumeration=c"]),
    restriction("xs:date", ["minInclusive=2000-01-01"]),
  ];

  test("plain values are found for the common forms", () => {
    const plain = [
      "text",
      "a token",
      "true",
      "-12",
      "12.50",
      "200",
      "2026-11-22",
      "2026-11-22T10:00:00",
      "1.4",
      "ab",
      "abc",
      "c",
    ];
    for (const [at, value] of plain.entries())
      assert.equal(isPlainValue(value, compiled(types[at] ?? "").type), true, value);
  });

  test("plain values are values of their types", () => {
    const random = new Random(1);
    const all = [...types, ...Array.from({ length: 300 }, () => randomType(random))];
    let count = 0;
    for (const source of all) {
      const { type } = compiled(source);
      for (const value of lexicalForms) {
        if (!isPlainValue(value, type)) continue;
        count++;
        assert.equal(validateValue(value, type, prefixes), undefined, `${value} of ${source}`);
      }
    }
    assert.ok(count > 1_000, `${count} values`);
  });
});
