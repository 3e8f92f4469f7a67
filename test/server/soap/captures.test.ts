import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, findingsIn } from "../../support/findings.ts";

/*
 * Requests that real SOAP clients sent. The services accepted them, so none has an error. Two break a rule of SOAP and get a
 * warning.
 */
const folder = "test/fixtures/requests";
const warned: Readonly<Record<string, string>> = {
  // SOAP 1.2 part 1 section 5.1.1 doesn't allow encodingStyle on the Envelope.
  "soaplite-12.http": "soap-encoding-style-place",
  // A SOAP 1.2 envelope as text/xml.
  "pysimplesoap-12.http": "soap-version-media",
};

suite("requests of real clients", () => {
  const files = readdirSync(folder).filter((name) => name.endsWith(".http"));
  test("the requests are complete", () => assert.equal(files.length, 18));
  for (const file of files) {
    test(file, () => {
      const findings = findingsIn(readFileSync(join(folder, file), "utf8"));
      const errors = findings.filter(({ severity }) => severity === "error");
      assert.deepEqual(errors, [], describe(errors));
      const warning = warned[file];
      if (warning)
        assert.ok(
          findings.some(({ code }) => code === warning),
          describe(findings),
        );
    });
  }
});
