import assert from "node:assert/strict";
import { ensureDebianPackages, ensureProgram } from "../support/debian.mjs";

suite("packages of Debian", () => {
  test("the packages of Debian don't include the packages that a stack needs from npm", () => {
    assert.equal(ensureDebianPackages([]), undefined);
  });

  test("packages aren't installed if the program is there", () => {
    assert.equal(ensureProgram(process.execPath, "no-such-package"), undefined);
  });
});
