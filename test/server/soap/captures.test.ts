import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, findingsIn } from "../../support/findings.ts";

/*
 * Requests as real SOAP clients sent them. They work, so nothing in them may be called an error, but for two that
 * break a rule of SOAP and find services that don't mind.
 */
const folder = "test/fixtures/requests";
const broken: Readonly<Record<string, string>> = {
  // SOAP 1.2 part 1 section 5.1.1 keeps encodingStyle off the Envelope.
  "soaplite-12.http": "soap-encoding-style-place",
  // A SOAP 1.2 envelope as text/xml.
  "pysimplesoap-12.http": "soap-version-media",
};

suite("requests of real clients", () => {
  const files = readdirSync(folder).filter((name) => name.endsWith(".http"));
  test("are there", () => assert.equal(files.length, 18));
  for (const file of files) {
    test(file, () => {
      const errors = findingsIn(readFileSync(join(folder, file), "utf8")).filter(
        ({ severity }) => severity === "error",
      );
      const expected = broken[file] ? [broken[file]] : [];
      assert.deepEqual(
        errors.map(({ code }) => code),
        expected,
        describe(errors),
      );
    });
  }
});
