import assert from "node:assert/strict";
import { analyze, diagnose } from "../../server/src/service/languageService.ts";
import { describe } from "../support/findings.ts";
import { goodRequests } from "./goodRequests.ts";
import { attempts, table, total } from "./repair.ts";

/** The minimum share of reported mistakes that the preferred fixes repair. */
const minimumShare = 0.9;

suite("a correct request with one mistake", () => {
  for (const [name, text] of Object.entries(goodRequests)) {
    test(`${name} is correct without the mistake`, () => {
      const findings = diagnose(analyze(text)).filter(({ severity }) => severity === "error" || severity === "warning");
      assert.equal(describe(findings), "nothing");
    });
  }

  test("a request is repaired by the preferred fixes for nine of ten mistakes", () => {
    const made = attempts(1, 8);
    const { share, of } = total(made);
    assert.ok(of > 500, `only ${of} mistakes were noticed`);
    assert.ok(share >= minimumShare, `${(share * 100).toFixed(1)} %:\n${table(made)}`);
  });
});
