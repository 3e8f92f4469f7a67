import { deepEqual, equal } from "node:assert/strict";
import type { TestReport } from "../../../../client/src/core/testing/report.ts";
import { VariantCounts } from "../../../../client/src/core/testing/variants.ts";
import { variantOf } from "../../../../server/src/text/variantName.ts";

const named = (name: string, outcome: TestReport["outcome"], ...failed: readonly string[]): TestReport => ({
  ...{
    file: "a.soaphttp",
    line: 1,
    name,
    title: undefined,
    outcome,
    why: undefined,
    duration: 1,
    attempts: 1,
    exchange: undefined,
  },
  results: failed.map((text) => ({ text, held: false, line: 1 })),
});

suite("tests that were made from a contract", () => {
  test("tests that were made from a contract are known by their names", () => {
    deepEqual(variantOf("Port.Add.invalid.maxInclusive.2"), {
      operation: "Port.Add",
      valid: false,
      kind: "maxInclusive",
    });
    for (const name of ["Add", "Add.valid", "valid.x.1", "Add.valid.x", "Add.other.x.1"])
      equal(variantOf(name), undefined);
  });

  test("tests that were made from a contract are counted for each operation by what the service did", () => {
    const counts = new VariantCounts();
    for (const test of [
      named("Add.valid.required.1", "passed"),
      named("Add.valid.choice.1", "failed", "no fault"),
      named("Add.valid.choice.2", "failed", "contract"),
      named("Add.invalid.type.1", "passed"),
      named("Add.invalid.type.2", "failed", "fault Client"),
      named("Sub.invalid.type.1", "noResponse"),
      named("Sub.valid.required.1", "passed"),
      named("other", "passed"),
    ]) {
      counts.add(test);
    }
    deepEqual(counts.lines(), [
      "Add: 1 valid accepted, 1 invalid refused, 1 invalid accepted, 1 valid refused, 1 accepted, but with a response that violates the contract",
      "Sub: 1 valid accepted, 0 invalid refused",
    ]);
  });
});
