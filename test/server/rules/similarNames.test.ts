import assert from "node:assert/strict";
import { expectFix, request } from "../../support/findings.ts";
import { messagesAround } from "../../support/resolver.ts";

suite("names of variables that don't exist", () => {
  const withName = (name: string) => `@orderId = 7\n${request({ X: name })}`;

  test("a name that is like another one is replaced by it", () => {
    const text = withName("{{ordrId}}");
    assert.deepEqual(messagesAround(text, {}), ["The variable ordrId isn't defined. Did you mean orderId?"]);
    expectFix("variable-undefined", text, "Replace with orderId", withName("{{orderId}}"));
  });

  test("short names that differ in half of their letters aren't alike", () => {
    assert.deepEqual(messagesAround(`@ab = 1\n${request({ X: "{{ac}}" })}`, {}), [
      "The variable ac isn't defined. Searched in: this file.",
    ]);
  });

  test("built-in variables of other tools are replaced by ours", () => {
    for (const [theirs, ours] of [
      ["$uuid", "$guid"],
      ["$random.uuid", "$guid"],
      ["$randomUUID", "$guid"],
      ["$isoTimestamp", "$datetime iso8601"],
      ["$timestam", "$timestamp"],
      ["$proccessEnv HOME", "$processEnv HOME"],
      ['$datetim "YYYY" -1 d', '$datetime "YYYY" -1 d'],
    ] as const) {
      const text = withName(`{{${theirs}}}`);
      assert.deepEqual(messagesAround(text, {}), [`{{${theirs}}} has no value. Did you mean {{${ours}}}?`]);
      expectFix("variable-undefined", text, `Replace with ${ours}`, withName(`{{${ours}}}`));
    }
  });
});
