import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { readSignatureOptions } from "../../../server/src/security/signatureOptions.ts";
import { signatureOptions } from "../../../server/src/security/signatureOptionTable.ts";
import { labelsAt } from "../../support/completions.ts";
import { request, secured } from "../../support/signing.ts";

const docs = readFileSync("docs/credentials.md", "utf8");

suite("the options of a signature", () => {
  for (const { name, choices = [], several } of signatureOptions) {
    test(`${name} is in the docs and in suggestions, and each of its values is read`, () => {
      const row = docs
        .split("\n")
        .find((line) => line.startsWith("| `") && line.split("|")[1]?.includes(`\`${name}\``));
      assert.ok(row !== undefined, "The docs have no row.");
      assert.ok(labelsAt(request(secured("{{$signature me |}}"))).includes(name));
      const offered = labelsAt(
        request(secured(`{{$signature me ${name}=${several ? '"' : ""}|${several ? '"' : ""}}}`)),
      );
      for (const choice of choices) {
        assert.deepEqual(readSignatureOptions(`$signature me ${name}=${choice} policy="urn:p sha1 AA=="`).problems, []);
        assert.ok(offered.includes(choice), `${choice} isn't offered.`);
      }
      if (choices.length > 0) {
        const [problem] = readSignatureOptions(`$signature me ${name}=misspelled`).problems;
        assert.equal(problem?.kind, "choice");
      }
    });
  }

  test("the names of elements are offered as parts", () => {
    const text = request(secured('{{$signature me parts="|"}}'));
    assert.deepEqual(labelsAt(text).slice(0, 1), ["Body"]);
  });
});
