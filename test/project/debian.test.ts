import assert from "node:assert/strict";
import { ensureDebianPackages, ensureProgram } from "../support/debian.mjs";

suite("packages of Debian", () => {
  test("don't include those that a stack from npm needs", () => {
    assert.equal(ensureDebianPackages([]), undefined);
  });

  test("aren't installed if the program is there", () => {
    assert.equal(ensureProgram(process.execPath, "no-such-package"), undefined);
  });
});
