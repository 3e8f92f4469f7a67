import assert from "node:assert/strict";
import { firstFailure } from "../../../../client/src/core/run/results.ts";
import { attemptOf } from "../../../../client/src/extension/send/sent.ts";
import { outgoing, response } from "../../support.ts";

suite("the attempt of a request that the editor sent", () => {
  test("The results of an attempt have no secrets: a file that imports it reports them without its exchange", () => {
    const message = outgoing({ secrets: ["hunter2"] });
    const exchange = { id: "1", from: "file:///a", label: "a", message, result: response("<a/>"), at: 0 };
    const comparison = { expected: "hunter2", actual: "not hunter2", diff: ["- hunter2", "+ not hunter2"] };
    const failed = { text: "//*:User = hunter2", range: undefined, held: false, ...comparison };
    const evaluation = { results: [failed], set: {}, range: undefined };
    const attempt = attemptOf({ exchange, evaluation, document: undefined }, "node");
    assert.ok(attempt.kind === "complete");
    assert.match(firstFailure(attempt.results) ?? "", /^\/\/\*:User = .+: Found not .+, expected .+/);
    assert.doesNotMatch(JSON.stringify(attempt.results), /hunter2/);
  });
});
