import assert from "node:assert/strict";
import { analyze, outgoingOf, requestAt } from "../../../server/src/service/languageService.ts";
import { references } from "../../../server/src/text/references.ts";
import { expectRule, findingsIn, request } from "../../support/findings.ts";
import { fixedSending } from "../../support/outgoing.ts";

const login = `# @name login\n${request({})}\n###\n`;
const path = "string-join(for-each(//*:id, function($x) «{» string($x) }))";

suite("reference-braces", () => {
  test("the rule reports a brace in a reference to an exchange or a built-in variable, which isn't sent", () => {
    for (const [typed, where] of [
      [`{{login.response.body.${path}}}`, "X"],
      [`{{$basic user «{»password}}}`, "Authorization"],
      [`{{$guid «}» }}`, "X"],
    ] as const) {
      const [finding] = expectRule("reference-braces", login + request({ [where]: typed }));
      assert.equal(finding?.message, "A reference can't contain braces, except in double quotes.");
      const text = login + request({ [where]: typed.replace(/[«»]/g, "") });
      assert.deepEqual(
        findingsIn(text).filter(({ code }) => code === "variable-undefined"),
        [],
      );
      const analysis = analyze(text);
      const found = requestAt(analysis, text.length - 5);
      assert.ok(found);
      assert.equal(outgoingOf(analysis, found, fixedSending).kind, "unsendable");
    }
  });

  test("texts in double quotes of any reference may contain braces", () => {
    const name = 'login.response.body.//a[. = "}}{"]';
    assert.deepEqual(
      references(`<a>{{${name}}}</a>`).map((one) => one.name),
      [name],
    );
    expectRule("reference-braces", login + request({ X: `{{${name}}}` }));
  });

  test("other braces stay text", () => {
    for (const text of ["{{#if}}", "{{user {x}}}", "{{x.y {}}}", "{{login.response.body.//a {"])
      assert.deepEqual(references(text), []);
  });

  test("unpaired quotes don't make reading references quadratic", () => {
    const read = (count: number) => references('{{$a"\\"'.repeat(count)).length;
    assert.equal(read(100_000), 0);
  });
});
