import assert from "node:assert/strict";
import { ensureDebianPackages, ensureProgram } from "../support/debian.mjs";

suite("packages of Debian", () => {
  test("packages of Debian don't include those that a stack from npm needs", () => {
    assert.equal(ensureDebianPackages([]), undefined);
  });

  test("packages aren't installed if the program is there", () => {
    assert.equal(ensureProgram(process.execPath, "no-such-package"), undefined);
  });
});
