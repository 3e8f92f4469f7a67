import assert from "node:assert/strict";
import { expectClean, expectFix, expectRule, findingsIn, request } from "../../support/findings.ts";
import { sentAround } from "../../support/resolver.ts";

const definitions = "@user = ann\n@password = {{$secret pin}}\n";
const withAuth = (value: string, changes = {}) => `${definitions}# @auth ${value}\n${request(changes)}`;

const sent = (value: string, above = definitions) => {
  const { outgoing, secrets } = sentAround(`${above}# @auth ${value}\n${request()}`, {}, { secret: () => "s3cret" });
  const { authentication } = outgoing;
  assert.ok(authentication && authentication.scheme !== "negotiate");
  return { ...authentication, secrets };
};

suite("auth-invalid", () => {
  test("the rule is silent for digest and ntlm with user and password", () => {
    for (const value of [
      "digest user password",
      'digest user "p"',
      'ntlm "EU\\ann" password',
      "ntlm EU\\user password",
    ]) {
      const unused = /\buser\b/.test(value) ? [] : ["variable-unused"];
      const more = /password/.test(value) ? [] : ["variable-unused"];
      assert.deepEqual(
        findingsIn(withAuth(value)).map(({ code }) => code),
        [...unused, ...more],
        value,
      );
    }
  });

  test("the rule reports user and password of negotiate, and its fix removes them", () => {
    expectClean(`# @auth negotiate\n${request()}`);
    const text = (given: string) => `# @auth negotiate${given}\n${request()}`;
    expectRule("auth-invalid", text(' «"ann" "pin"»'));
    expectFix("auth-invalid", text(' "ann" "pin"'), 'Remove "ann" "pin"', text(""));
  });

  test("the rule reports an unknown scheme", () => {
    const [finding] = expectRule("auth-invalid", withAuth("«bearer» user password"));
    assert.equal(finding?.message, "bearer is not a scheme of @auth. Use digest, ntlm or negotiate.");
    expectRule("auth-invalid", withAuth("«Digest» user password"));
    expectRule("auth-invalid", `# «@auth»\n${request()}`);
    expectFix("auth-invalid", withAuth("NTLM user password"), "Change to ntlm", withAuth("ntlm user password"));
  });

  test("the fix changes Basic to its header", () => {
    const header = "Authorization: Basic {{$basic user password}}";
    expectFix(
      "auth-invalid",
      withAuth("basic user password"),
      `Change to ${header}`,
      `${definitions}${request().replace("\n\n", `\n${header}\n\n`)}`,
    );
  });

  test("the rule reports other than two arguments, and arguments that can't be read", () => {
    expectRule("auth-invalid", `# «@auth digest»\n${request()}`);
    expectRule("auth-invalid", `@user = a\n# «@auth digest user»\n${request()}`);
    expectRule("auth-invalid", `# «@auth ntlm "a" "b" "c"»\n${request()}`);
    expectRule("auth-invalid", `# @auth digest «"a»\n${request()}`);
    expectRule("auth-invalid", `# @auth ntlm «EU\\» "b"\n${request()}`);
  });

  test("the rule reports braces, and its fix removes them", () => {
    const text = (user: string) => `@user = a\n# @auth digest ${user} "p"\n${request()}`;
    expectRule("auth-invalid", text("«{{user}}»"), ["variable-unused"]);
    expectFix("auth-invalid", text("{{user}}"), "Remove {{ }}", text("user"));
  });

  test("the rule reports a second @auth, and a typed Authorization", () => {
    const first = '# @auth digest "a" "b"\n';
    expectRule("auth-invalid", `${first}# «@auth ntlm "a" "b"»\n${request()}`);
    const text = `${first}${request().replace("\n\n", "\n«Authorization»: x\n\n")}`;
    expectRule("auth-invalid", text);
    expectFix("auth-invalid", text, "Remove Authorization", `${first}${request()}`);
  });

  test("the rule reports unknown variables at their names", () => {
    expectRule("variable-undefined", `# @auth digest «nobody» "p"\n${request()}`);
    expectRule("variable-undefined", `# @auth ntlm EU\\«nobody» "p"\n${request()}`);
    expectClean(`@user = a\n# @auth ntlm EU\\user "p"\n${request()}`);
  });
});

suite("# @auth at sending", () => {
  test("@auth has the values of its variables", () => {
    assert.deepEqual(sent("digest user password"), {
      ...{ scheme: "digest", user: "ann", password: "s3cret", domain: "", secrets: ["s3cret"] },
    });
    assert.deepEqual(sent('digest "a\\b" "plain"', "").secrets, ["plain"]);
    assert.equal(sent('digest "a\\b" "plain"').user, "a\\b");
  });

  test("@auth negotiate has neither user nor password", () => {
    const { outgoing, secrets } = sentAround(`# @auth negotiate\n${request()}`, {}, { secret: () => "s3cret" });
    assert.deepEqual([outgoing.authentication, secrets], [{ scheme: "negotiate" }, []]);
  });

  test("@auth has a domain for ntlm only", () => {
    for (const value of ["ntlm EU\\user password", 'ntlm "EU\\ann" password']) {
      assert.deepEqual([sent(value).domain, sent(value).user], ["EU", "ann"], value);
    }
    assert.deepEqual([sent("ntlm user password").domain, sent("ntlm user password").user], ["", "ann"]);
    const inVariable = sent("ntlm user password", "@user = EU\\ann\n@password = x\n");
    assert.deepEqual([inVariable.domain, inVariable.user], ["EU", "ann"]);
  });

  test("@auth isn't sent with a user that would end the header", () => {
    const text = `@user = {{$secret pin}}\n# @auth digest user "p"\n${request()}`;
    assert.throws(() => sentAround(text, {}, { secret: () => "a\r\nX: 1" }), /variable-value-refused/);
  });
});
