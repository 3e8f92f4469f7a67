import assert from "node:assert/strict";
import { completionsAt, taken } from "../../support/completions.ts";
import { request } from "../../support/findings.ts";
import { around } from "../../support/resolver.ts";
import { testKeys } from "../../support/signing.ts";
import { hoverIn } from "../../support/structure.ts";

const resolver = around({ keys: testKeys });

const hoverAt = (source: string) => hoverIn(source, resolver)?.markdown ?? "";

suite("keys in the editor", () => {
  for (const name of ["$certificate", "$signature"]) {
    test(`names are offered after ${name}, with the subjects of their certificates`, () => {
      const at = (typed: string) => request({}, `<a>{{${name} ${typed}</a>`);
      const offered = completionsAt(at("|"), { resolver });
      assert.deepEqual(
        offered.map(({ label, note }) => [label, note?.split(",")[0]]),
        [
          ["me", 'CN=Zoë \\"me\\"'],
          ["ec256", "CN=ec256"],
          ["ec384", "CN=ec384"],
          ["ec521", "CN=ec521"],
          ["root", "CN=Root"],
        ],
      );
      assert.ok(taken(at("e|c}}"), "ec384", { resolver }).includes(`{{${name} ec384}}`));
      assert.deepEqual(completionsAt(at("|}}")), []);
    });

    test(`hover over ${name} shows the certificate of its key`, () => {
      const text = hoverAt(request({}, `<a>{{${name}| ec256}}</a>`));
      for (const line of [
        "Certificate: `CN=ec256`",
        "Issuer: `CN=Root,O=ACME\\, Inc.,C=DE`",
        "to 2100-",
        "Key: `P-256`",
      ])
        assert.ok(text.includes(line), text);
      assert.ok(!hoverAt(request({}, `<a>{{${name}| none}}</a>`)).includes("Certificate:"));
    });
  }

  test("hover over another variable shows no certificate", () => {
    assert.ok(!hoverAt(request({}, "<a>{{$guid|}}</a>")).includes("Certificate:"));
  });
});
