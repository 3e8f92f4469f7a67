import { equal } from "node:assert/strict";
import { abortingWith } from "../../../../client/src/extension/send/abortingWith.ts";

suite("what is aborted with another signal", () => {
  test("is aborted when that is, and from the beginning where that has been", () => {
    const all = new AbortController();
    const before = abortingWith(all.signal);
    equal(before.signal.aborted, false);
    all.abort();
    equal(before.signal.aborted, true);
    equal(abortingWith(all.signal).signal.aborted, true);
  });

  test("is aborted alone", () => {
    const all = new AbortController();
    abortingWith(all.signal).abort();
    equal(all.signal.aborted, false);
    equal(abortingWith(undefined).signal.aborted, false);
  });
});
