import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { complete } from "../../../server/src/features/completion/completion.ts";
import { sectionAt, sectionsOfSegments } from "../../../server/src/features/support/section.ts";
import { analyze } from "../../../server/src/service/languageService.ts";
import { evaluated } from "../../support/evaluation.ts";
import { request } from "../../support/findings.ts";
import { findingsAround } from "../../support/resolver.ts";

const packed = gzipSync('<d n="1"><e>5</e></d>').toString("base64");
const response = `<r><sum>abc</sum><doc>${packed}</doc><a>x</a><a>y</a><password>s3cret</password></r>`;
const hash = createHash("sha256").update("abc").digest("hex");

/** The result of an expectation for the response. */
function resultOf(expectation: string, definitions = "") {
  const text = `${definitions}# @expect ${expectation}\n${request()}`;
  const [result, ...others] = evaluated(text, { body: response }).results;
  assert.ok(result && others.length === 0);
  return result;
}

suite("steps behind the path of # @expect", () => {
  test("The expectation compares the result of the steps", () => {
    for (const expectation of [
      `//sum | sha256 | hex = "${hash}"`,
      "//doc | decode base64 | decode gzip | xpath //e = 5",
      "//doc | decode base64 | decode gzip | xpath /d[@n=1]/e > 4",
      "//sum | upper contains B",
      "//a | upper count 2",
      "//a | upper = Y",
      "//none | upper absent",
      '//sum | replace "b=" "x" = "abc"',
      "//sum|//none = abc",
      "//r/(sum | none) = abc",
    ])
      assert.deepEqual([expectation, resultOf(expectation).held], [expectation, true]);
    assert.equal(resultOf("//sum | hmac sha256 key | hex exists", "@key = k\n").held, true);
  });

  test("The result says what the steps gave, or why they failed", () => {
    assert.equal(resultOf("//sum | upper = abd").actual, "ABC");
    assert.equal(resultOf("//sum | decode base64 | decode gzip exists").held, false);
    assert.match(resultOf("//doc | decode gzip exists").why ?? "", /decode gzip/);
    assert.match(resultOf("//sum | sha256 exists").why ?? "", /^The value is 32 bytes/);
  });

  test("The result of steps that use a secret isn't shown", () => {
    const { held, actual } = resultOf("//password | upper = x");
    assert.equal(held, false);
    assert.doesNotMatch(actual ?? "", /S3CRET/);
  });

  test("Steps are checked at their places", () => {
    const findingsOf = (steps: string) => {
      const text = `# @expect //a | b//c | ${steps} = 5\n${request()}`;
      return findingsAround(text, {}).flatMap(({ code, at, message }) =>
        /^(?:step|value|variable-un)/.test(code) ? [`${text.slice(at.start, at.end)} ${code}: ${message}`] : [],
      );
    };
    assert.deepEqual(findingsOf("sha265 | hex"), [
      "sha265 step-unknown: The step sha265 is unknown. Did you mean sha256?",
    ]);
    assert.deepEqual(findingsOf("sha256 | upper"), ["upper step-input: upper needs text, but sha256 gives bytes."]);
    assert.deepEqual(findingsOf("hmac sha256 nokey | hex"), [
      "nokey variable-undefined: The variable nokey isn't defined. Searched in: this file.",
    ]);
    assert.deepEqual(findingsOf("sha256 | hex"), []);
  });

  test("Completion offers steps after a bar, also in # @set", () => {
    for (const directive of ["# @expect //a | sha", "# @set x = //a | hex | sha"]) {
      const text = `${directive}\n${request()}`;
      const sections = sectionsOfSegments(analyze(text));
      const offset = directive.length;
      const section = sectionAt(sections, offset);
      assert.ok(section);
      const labels = complete({ section, trigger: undefined }, offset - section.start).map(({ label }) => label);
      assert.ok(labels.includes("sha256"), `${directive}: ${labels.join(" ")}`);
    }
  });
});
