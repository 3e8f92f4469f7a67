import assert from "node:assert/strict";
import { expectClean, expectFix, expectRule, request } from "../../support/findings.ts";

const basic = (credentials: string) => request({ Authorization: `Basic ${credentials}` });

suite("authorization-basic", () => {
  test("reports credentials that are not base64, without showing them", () => {
    const [finding] = expectRule("authorization-basic", basic("«alice:secret»"));
    assert.ok(!finding?.message.includes("secret"));
    expectRule("authorization-basic", basic("«alice secret»"));
  });

  test("encodes user and password", () => {
    expectFix("authorization-basic", basic("alice:secret"), "Encode as Base64", basic("YWxpY2U6c2VjcmV0"));
    expectFix("authorization-basic", basic("alice secret"), "Encode as Base64", basic("YWxpY2U6c2VjcmV0"));
  });

  test("encodes as UTF-8", () => {
    expectFix("authorization-basic", basic("zoë:é"), "Encode as Base64", basic("em/DqzrDqQ=="));
  });

  test("ignores encoded credentials, other schemes and variables", () => {
    expectClean(basic("YWxpY2U6c2VjcmV0"));
    expectClean(request({ Authorization: "Bearer a:b" }));
    expectClean(`@login = YWxpY2U6c2VjcmV0\n${basic("{{login}}")}`);
    const [finding] = expectRule("authorization-basic", `@login = alice:secret\n${basic("«{{login}}»")}`);
    assert.deepEqual(finding?.fixes?.(), []);
  });
});
