import assert from "node:assert/strict";
import { analyze, outgoingOf, requestAt, sendingDirectives } from "../../server/src/languageService.ts";
import { request } from "../support/findings.ts";
import { fixedSending } from "../support/outgoing.ts";

function sent(text: string) {
  const analysis = analyze(text);
  const found = requestAt(analysis, 0);
  assert.ok(found);
  return outgoingOf(analysis, found, fixedSending);
}

suite("what a directive asks of the sender", () => {
  test("a time limit, in every unit and in any case", () => {
    const timeout = (value: string) => {
      const found = requestAt(analyze(`# @timeout ${value}\n${request()}`), 0);
      return found && sendingDirectives(found).timeout;
    };
    assert.deepEqual(["500ms", "30", "30S", "1.5s", "2m", "2min", "1H", "soon"].map(timeout), [
      500,
      30_000,
      30_000,
      1500,
      120_000,
      120_000,
      3_600_000,
      undefined,
    ]);
  });
});

suite("a request to port 0", () => {
  test("can't be sent: no connection can be made to it", () => {
    for (const text of [request({ Host: "h:0" }), request({ Host: "h" }, undefined, "POST http://h:0/s HTTP/1.1")]) {
      const result = sent(text);
      const codes = result.kind === "unsendable" ? result.problems.map(({ code }) => code) : [];
      assert.equal(codes.length, 1, codes.join());
      assert.match(codes[0] ?? "", /^(host|target)-invalid$/);
    }
  });
});

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
