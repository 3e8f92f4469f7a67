import assert from "node:assert/strict";
import { analyze, outgoingOf, requestAt } from "../../server/src/languageService.ts";
import { request } from "../support/findings.ts";
import { fixedSending } from "../support/outgoing.ts";

function sent(text: string) {
  const analysis = analyze(text);
  const found = requestAt(analysis, 0);
  assert.ok(found);
  return outgoingOf(analysis, found, fixedSending);
}

suite("a request with a secret", () => {
  test("the author is asked for it", () => {
    assert.deepEqual(sent(request({ Authorization: "Bearer {{$secret a b}}" })), { kind: "secrets", wanted: ["a b"] });
  });

  test("nobody is asked for one that stands above the request and that it doesn't use", () => {
    const definitions = "@auth = Bearer {{$secret a}}\n@twice = {{auth}}\n";
    const other = `\n###\n${request({ Authorization: "{{twice}}" })}`;
    assert.equal(sent(`${definitions}${request()}${other}`).kind, "message");
    assert.deepEqual(sent(`${definitions}${request({ "X-A": "{{twice}}" })}${other}`), {
      kind: "secrets",
      wanted: ["a"],
    });
  });

  test("nobody is asked where the request can't be sent with it either", () => {
    const result = sent(request({ Authorization: "Bearer {{$secret a}}", "X-A": "{{none}}" }));
    assert.deepEqual(result.kind === "unsendable" && result.problems.map(({ code }) => code), ["variable-undefined"]);
  });
});
