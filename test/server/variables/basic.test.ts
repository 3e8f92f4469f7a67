import assert from "node:assert/strict";
import { parseDocument } from "../../../server/src/format/document.ts";
import { fileScope } from "../../../server/src/message/fileScope.ts";
import { expectRule, findingsIn, request } from "../../support/findings.ts";
import { fixedSending } from "../../support/outgoing.ts";
import { sentAround } from "../../support/resolver.ts";

const withBasic = (value: string, above = "") => above + request({ Authorization: `Basic {{${value}}}` });

/** The text that is encoded in the Authorization header. */
function sent(value: string, above = "", pin = "s3cret"): string {
  const { outgoing } = sentAround(withBasic(value, above), {}, { secret: () => pin });
  const authorization = outgoing.fields.find(({ name }) => name === "Authorization")?.value ?? "";
  return Buffer.from(authorization.replace("Basic ", ""), "base64").toString("utf8");
}

suite("{{$basic user password}}", () => {
  test("$basic is Base64 of user and password in UTF-8", () => {
    assert.equal(sent('$basic "Jürgen" "p:€"'), "Jürgen:p:€");
    assert.equal(sent('$basic "" ""'), ":");
  });

  test("$basic takes names of variables and texts in double quotes", () => {
    assert.equal(sent("$basic user password", "@user = ann\n@password = {{$secret pin}}\n"), "ann:s3cret");
    assert.equal(sent(String.raw`$basic "a\"b" "c\d}}{"`), String.raw`a"b:c\d}}{`);
  });

  test("$basic is secret, and so is its password, wherever it comes from", () => {
    const { secrets } = sentAround(withBasic("$basic user password", "@user = ann\n@password = plain\n"), {});
    assert.deepEqual([...secrets].sort(), ["YW5uOnBsYWlu", "plain"]);
  });

  test("$basic uses its arguments: they are reported if undefined, and count as used", () => {
    expectRule("variable-undefined", withBasic("$basic «user» «password»"));
    expectRule("variable-undefined", withBasic("$basic «user» password", "@password = x\n"));
    assert.deepEqual(findingsIn(withBasic("$basic a b", "@a = 1\n@b = 2\n")), []);
  });

  test("$basic may be the value of a variable", () => {
    assert.equal(sent("auth", '@auth = {{$basic user "x"}}\n@user = ann\n'), "ann:x");
    const scope = fileScope(parseDocument('@a = {{$basic a "x"}}\n'));
    assert.equal(scope.lookup("a").kind, "cycle");
    const chain = Array.from({ length: 20_000 }, (_, i) => `@a${i} = {{a${i + 1}}}\n`).join("");
    assert.equal(sent('$basic a0 "x"', `${chain}@a20000 = ann\n`), "ann:x");
  });

  test("$basic needs two arguments", () => {
    for (const args of ["", ' "a"', ' "a" "b" "c"', ' "a" "b']) {
      const [finding] = expectRule(
        "variable-undefined",
        withBasic(`$basic${args}`).replace("{{", "«{{").replace("}}", "}}»"),
      );
      assert.match(finding?.message ?? "", /Use \{\{\$basic user password\}\}|double quotes/);
    }
  });

  test("$basic refuses a user with a colon or a control character, before sending and at sending", () => {
    const [colon] = expectRule(
      "basic-user-colon",
      `@user = a:b\n${request({ Authorization: 'Basic «{{$basic user "x"}}»' })}`,
    );
    assert.match(colon?.message ?? "", /colon/);
    assert.throws(() => sent('$basic user "x"', "@user = {{$secret pin}}\n", "a:b"), /basic-user-colon/);
    assert.throws(() => sent('$basic user "x"', "@user = {{$secret pin}}\n", "a\u0007b"), /control character/);
    const elsewhere = `${withBasic("auth")}\n###\n@auth = {{$basic "a:b" "x"}}\n`;
    assert.throws(() => sentAround(elsewhere, {}), /variable-undefined/);
  });

  test("$basic takes a user with characters behind the control characters", () => {
    assert.equal(sent('$basic user "x"', "@user = {{$secret pin}}\n", "a\u00a0b"), "a\u00a0b:x");
    assert.throws(() => sent('$basic user "x"', "@user = {{$secret pin}}\n", "a\u009fb"), /control character/);
  });

  test("$basic has a known length before sending if its arguments have one", () => {
    const scope = fileScope(parseDocument("@user = {{$guid}}\n"));
    const value = scope.lookup('$basic user "x"');
    assert.ok(value.kind === "atSending");
    assert.equal(value.sample?.length, Buffer.from(`${fixedSending.guid()}:x`).toString("base64").length);
    assert.deepEqual(scope.lookup('$basic "a" missing').kind, "broken");
  });
});
