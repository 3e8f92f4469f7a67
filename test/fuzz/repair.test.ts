import assert from "node:assert/strict";
import { analyze, diagnose } from "../../server/src/languageService.ts";
import { describe } from "../support/findings.ts";
import { goodRequests } from "./goodRequests.ts";
import { attempts, table, total } from "./repair.ts";

/** Of the mistakes that are noticed, the share that the preferred fixes repair. */
const wanted = 0.9;

suite("a good request with one mistake in it", () => {
  for (const [name, text] of Object.entries(goodRequests)) {
    test(`${name} is good`, () => {
      const found = diagnose(analyze(text)).filter(({ severity }) => severity === "error" || severity === "warning");
      assert.equal(describe(found), "nothing");
    });
  }

  test("is good again after the preferred fixes, for nine mistakes of ten", () => {
    const made = attempts(1, 8);
    const { share, of } = total(made);
    assert.ok(of > 500, `only ${of} mistakes were noticed`);
    assert.ok(share >= wanted, `${(share * 100).toFixed(1)} %:\n${table(made)}`);
  });
});
