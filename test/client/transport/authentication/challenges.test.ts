import assert from "node:assert/strict";
import { readChallenges } from "../../../../client/src/transport/authentication/challenges.ts";

suite("challenges of WWW-Authenticate", () => {
  const read = (value: string) =>
    readChallenges([{ name: "WWW-Authenticate", value }]).map(({ scheme, token, parameters }) => ({
      scheme,
      token,
      ...Object.fromEntries(parameters),
    }));

  test("a field has several challenges, with a token or with parameters", () => {
    assert.deepEqual(read('NTLM, Negotiate YQ==, Basic realm="a, b", charset=UTF-8'), [
      { scheme: "NTLM", token: undefined },
      { scheme: "Negotiate", token: "YQ==" },
      { scheme: "Basic", token: undefined, realm: "a, b", charset: "UTF-8" },
    ]);
  });

  test("a parameter may have blanks around its equals sign, and escapes in quotes", () => {
    assert.deepEqual(read('Digest realm = "a\\"b" , nonce\t=\tn1'), [
      { scheme: "Digest", token: undefined, realm: 'a"b', nonce: "n1" },
    ]);
  });

  test("the first of several parameters with the same name counts", () => {
    assert.deepEqual(read("Digest realm=a, Realm=b"), [{ scheme: "Digest", token: undefined, realm: "a" }]);
  });

  test("characters that can't be read are skipped", () => {
    assert.deepEqual(read('@, Basic realm="a'), [{ scheme: "Basic", token: undefined, realm: "a" }]);
  });
});
