import assert from "node:assert/strict";
import { codesOf, findingsIn, request } from "../../support/findings.ts";
import { sentAround } from "../../support/resolver.ts";
import { rulesIn } from "../../support/ruleExamples.ts";

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
      const unused = ["user", "password"].flatMap((name) =>
        new RegExp(`\\b${name}\\b`).test(value) ? [] : ["variable-unused"],
      );
      assert.deepEqual(codesOf(findingsIn(withAuth(value))), unused, value);
    }
  });
});

const header = "Authorization: Basic {{$basic user password}}";

rulesIn((value) => withAuth(value))`
  auth-invalid
    an unknown scheme | «bearer» user password
      says bearer is not a scheme of @auth. Use digest, ntlm or negotiate.
    a scheme with a capital letter | «Digest» user password
    a scheme in capitals | «NTLM» user password
      → Change to ntlm | ntlm user password
`;

rulesIn((directive) => `# ${directive}\n${request()}`)`
  auth-invalid
    negotiate alone | @auth negotiate
    user and password of negotiate | @auth negotiate «"ann" "pin"»
      → Remove "ann" "pin" | @auth negotiate
    a missing scheme | «@auth»
    digest without user and password | «@auth digest»
    three arguments | «@auth ntlm "a" "b" "c"»
    an argument without its closing quote | @auth digest «"a»
    a domain without a user | @auth ntlm «EU\\» "b"
    a second @auth | @auth digest "a" "b"⏎# «@auth ntlm "a" "b"»

  variable-undefined
    an unknown user at its name | @auth digest «nobody» "p"
    an unknown user in a domain at its name | @auth ntlm EU\\«nobody» "p"
`;

rulesIn((text) => text)`
  auth-invalid
    Basic, and changes it to its header | ${withAuth("«basic» user password")}
      → Change to ${header} | ${definitions}${request().replace("\n\n", `\n${header}\n\n`)}
    a user without a password | @user = a⏎# «@auth digest user»⏎${request()}
    braces | @user = a⏎# @auth digest «{{user}}» "p"⏎${request()} | besides variable-unused
      → Remove {{ }} | @user = a⏎# @auth digest user "p"⏎${request()}
    a typed Authorization | # @auth digest "a" "b"⏎${request().replace("\n\n", "\n«Authorization»: x\n\n")}
      → Remove Authorization | # @auth digest "a" "b"⏎${request()}
    a user in a domain | @user = a⏎# @auth ntlm EU\\user "p"⏎${request()}
`;

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
