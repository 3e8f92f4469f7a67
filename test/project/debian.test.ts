import assert from "node:assert/strict";
import { ensureDebianPackages, ensureProgram } from "../support/debian.mjs";

suite("packages of Debian", () => {
  test("are none of those that a stack from npm needs", () => {
    assert.equal(ensureDebianPackages([]), undefined);
  });

  test("aren't asked for if the program is there", () => {
    assert.equal(ensureProgram(process.execPath, "no-such-package"), undefined);
  });
});
