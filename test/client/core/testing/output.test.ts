import { deepEqual, doesNotMatch, equal, match } from "node:assert/strict";
import { expectationText } from "../../../../client/src/core/run/results.ts";
import { comparison, forTerminal, outputOf } from "../../../../client/src/core/testing/output.ts";
import { toBase64 } from "../../../../server/src/text/base64.ts";
import { shownAtEachEnd } from "../../../../server/src/text/limits.ts";
import { outgoing, response, runRequest } from "../../support.ts";

const request = runRequest(0, "add");
const result = { request, row: undefined, fileRow: undefined, why: undefined, results: [], duration: 12, attempts: 1 };

suite("the output of a test", () => {
  test("the output shows the outcome as a sign, and the duration", () => {
    equal(outputOf({ ...result, outcome: "passed", exchange: undefined }), "✓ add (12 ms)\r\n");
    const skipped = { ...result, outcome: "skipped", why: "later", attempts: 0, exchange: undefined } as const;
    equal(outputOf({ ...skipped, row: 2 }), "- add [2]\r\n    later\r\n");
  });

  test("the output has the title of a failed test if it says more than the name", () => {
    const titled = {
      ...result,
      request: { ...request, title: "add: a 101, above its maximum of 100" },
      exchange: undefined,
    };
    equal(outputOf({ ...titled, outcome: "passed" }), "✓ add (12 ms)\r\n");
    equal(outputOf({ ...titled, outcome: "failed" }), "✗ add (12 ms)\r\n    add: a 101, above its maximum of 100\r\n");
  });

  test("the output contains the exchange of a failure without its secrets", () => {
    const message = outgoing({
      head: "X-Token: t0p-secret\r\nX-Key: ab-cd\r\n",
      fields: [{ name: "X-Key", value: "ab-cd" }],
      secrets: ["t0p-secret"],
    });
    const sent = { id: "1", from: "file:///a", label: "add", message, result: response("<a/>"), at: 0 };
    const results = [{ text: "status 201", at: undefined, held: false, expected: "201", actual: "200" }];
    const output = outputOf({ ...result, outcome: "failed", results, exchange: sent });
    match(output, /✗ status 201\r\n {8}Found 200, expected 201\.\r\n/);
    match(output, /X-Token: /);
    doesNotMatch(output, /t0p-secret|ab-cd/);
  });

  test("the output contains no values of elements and JSON properties whose names suggest a secret", () => {
    const outputFor = (body: string) => {
      const sent = { id: "1", from: "file:///a", label: "a", message: outgoing({}), result: response(body), at: 0 };
      return outputOf({ ...result, outcome: "failed", exchange: sent });
    };
    const xml = outputFor("<r><m:token>t0p-secret</m:token><id>7</id></r>");
    match(xml, /<m:token>\[redacted\]<\/m:token><id>7</);
    match(outputFor('{"token":"t0p-secret","id":7}'), /\{"token":"\[redacted\]","id":7\}/);
  });

  test("the output contains no beginning of a secret that a long text is cut in", () => {
    const secret = "t0p-secret-value-of-many-letters";
    const long = `<r><a>${"x".repeat(shownAtEachEnd - 60)}</a><v>${secret}</v></r>`;
    const message = outgoing({ body: toBase64(new TextEncoder().encode(long)), secrets: [secret] });
    for (let shift = 0; shift < 60; shift += 10) {
      const received = response(`HTTP/1.1 200 OK\n\n${long.replace("<r>", `<r>${" ".repeat(shift)}`)}`);
      const sent = { id: "1", from: "file:///a", label: "a", message, result: received, at: 0 };
      equal(/.{20}t0p/.exec(outputOf({ ...result, outcome: "failed", exchange: sent }))?.[0], undefined);
    }
  });

  test("the output can't control the terminal", () => {
    equal(forTerminal("a\u001b[31mb\r\nc\u202ed\te\n"), "a\ufffd[31mb\r\nc\ufffdd\te\r\n");
  });
});

suite("a failed expectation", () => {
  test("the message of a failed expectation says what the response contained, and why", () => {
    equal(expectationText({ actual: "6", expected: "5" }), "Found 6, expected 5.");
    equal(expectationText({ actual: "", expected: "5" }), 'Found "", expected 5.');
    equal(expectationText({ why: "Nothing was found." }), "Nothing was found.");
    equal(expectationText({ why: "It differs.", diff: ["- 1", "+ 2"] }), "It differs.\n- expected, + found:\n- 1\n+ 2");
  });

  test("the message of a failed expectation compares two values or two bodies side by side", () => {
    deepEqual(comparison({ expected: "5", actual: "6" }), ["5", "6"]);
    deepEqual(comparison({ diff: ["  <a>", "- 1", "+ 2", "  </a>"] }), ["<a>\n1\n</a>", "<a>\n2\n</a>"]);
    equal(comparison({ actual: "6" }), undefined);
  });
});
