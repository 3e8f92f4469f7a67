import assert from "node:assert/strict";
import { holdsInOrder, inTurns } from "../../../../client/src/extension/symbols/bounded.ts";

suite("concurrent work", () => {
  const never = () => false;

  test("concurrent work returns results in the order of the items", async () => {
    const later = async (item: number) => {
      for (let turn = 0; turn < 5 - item; turn++) await undefined;
      return item * 10;
    };
    assert.deepEqual(await inTurns([1, 2, 3, 4], 2, never, later), [10, 20, 30, 40]);
    assert.deepEqual(await inTurns([], 2, never, later), []);
  });

  test("concurrent work runs all items, but no more than the limit at once", async () => {
    let running = 0;
    let most = 0;
    const done = await inTurns([...Array(20).keys()], 3, never, async (item) => {
      most = Math.max(most, ++running);
      await undefined;
      running--;
      return item;
    });
    assert.equal(most, 3);
    assert.equal(done.length, 20);
  });

  test("concurrent work starts nothing after it was stopped", async () => {
    const begun: number[] = [];
    const done = await inTurns(
      [1, 2, 3, 4, 5],
      1,
      () => begun.length === 2,
      async (item) => begun.push(item),
    );
    assert.deepEqual(begun, [1, 2]);
    assert.equal(done.length, 2);
  });

  test("concurrent work fails if one item fails", async () => {
    await assert.rejects(
      inTurns([1], 1, never, async () => {
        throw new Error("no");
      }),
      /no/,
    );
  });
});

suite("a query", () => {
  test("a query matches the characters of a name in order, ignoring case and spaces", () => {
    assert.ok(holdsInOrder("Add numbers · POST /Add", "adnum"));
    assert.ok(holdsInOrder("Add numbers · POST /Add", "ADD post"));
    assert.ok(holdsInOrder("anything", ""));
    assert.ok(!holdsInOrder("Add", "dda"));
    assert.ok(!holdsInOrder("Add", "addd"));
  });
});
