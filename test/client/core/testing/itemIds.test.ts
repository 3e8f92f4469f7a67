import { deepEqual, equal } from "node:assert/strict";
import { itemIds } from "../../../../client/src/core/testing/itemIds.ts";

suite("the ids of tests", () => {
  test("the ids of tests are their names, so that they stay while other tests are inserted", () => {
    deepEqual(itemIds(["login", "add"]), ["login", "add"]);
    deepEqual(itemIds(["new", "login", "add"]).slice(1), ["login", "add"]);
  });

  test("the ids of tests are unique", () => {
    equal(new Set(itemIds(["a", "a", "b", "a"])).size, 4);
  });
});
