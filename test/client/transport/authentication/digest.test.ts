import assert from "node:assert/strict";
import { readChallenges } from "../../../../client/src/transport/authentication/challenges.ts";
import { chooseDigest, digestAuthorization } from "../../../../client/src/transport/authentication/digest.ts";

const bodyless = { method: "GET", target: "/dir/index.html", body: new Uint8Array() };

function answer(
  value: string,
  login: { user: string; password: string },
  request = bodyless,
  clientNonce = "",
  count = 1,
) {
  const challenge = chooseDigest(readChallenges([{ name: "WWW-Authenticate", value }]));
  assert.ok(challenge, `no challenge in ${value}`);
  return digestAuthorization(challenge, login, request, { count, clientNonce });
}

const responseIn = (authorization: string) => /response="(\w+)"/.exec(authorization)?.[1];

suite("Digest authentication", () => {
  const mufasa = { user: "Mufasa", password: "Circle of Life" };
  const common =
    'realm="http-auth@example.org", qop="auth, auth-int", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"';
  const clientNonce = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ";

  test("Digest computes the examples of RFC 7616 section 3.9.1", () => {
    const md5 = answer(`Digest ${common}, algorithm=MD5`, mufasa, bodyless, clientNonce);
    assert.equal(responseIn(md5), "8ca523f5e9506fed4657c9700eebdbec");
    const sha256 = answer(`Digest ${common}, algorithm=SHA-256`, mufasa, bodyless, clientNonce);
    assert.equal(
      sha256,
      'Digest username="Mufasa", realm="http-auth@example.org", uri="/dir/index.html", algorithm=SHA-256, ' +
        'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", nc=00000001, ' +
        'cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", qop=auth, ' +
        'response="753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1", ' +
        'opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
    );
  });

  test("Digest computes the example of RFC 7616 section 3.9.2 as corrected by erratum 4897", () => {
    const challenge =
      'Digest realm="api@example.org", qop="auth", algorithm=SHA-512-256, nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", ' +
      'opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS", charset=UTF-8, userhash=true';
    const login = { user: "J\u00e4s\u00f8n Doe", password: "Secret, or not?" };
    const request = { ...bodyless, target: "/doe.json" };
    const sent = answer(challenge, login, request, "NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v");
    assert.equal(
      sent,
      'Digest username="793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b", realm="api@example.org", uri="/doe.json", ' +
        'algorithm=SHA-512-256, nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", nc=00000001, ' +
        'cnonce="NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v", qop=auth, ' +
        'response="3798d4131c277846293534c3edc11bd8a5e4cdcbff78b05db9d95eeb1cec68a5", ' +
        'opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS", userhash=true',
    );
  });

  test("a challenge isn't answered whose values can't be sent back", () => {
    const chosen = (parameters: string) =>
      chooseDigest(readChallenges([{ name: "WWW-Authenticate", value: `Digest ${parameters}` }]));
    assert.equal(chosen('realm="r", nonce="n", opaque="o"')?.opaque, "o");
    assert.equal(chosen('realm="r", nonce="n"')?.nonce, "n");
    for (const value of ["\u0007", "x".repeat(4097)])
      for (const name of ["realm", "nonce", "opaque"])
        assert.equal(chosen(`${name}="${value}", realm="r", nonce="n"`), undefined, name);
  });
});
