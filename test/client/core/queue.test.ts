import assert from "node:assert/strict";
import { queue } from "../../../client/src/core/queue.ts";

suite("a queue of tasks", () => {
  test("a task begins when the task before it has ended, even if that failed, and gives its own result", async () => {
    const inTurn = queue();
    const events: string[] = [];
    const task = (name: string, end: () => string) => async () => {
      events.push(`${name} begins`);
      await Promise.resolve();
      events.push(`${name} ends`);
      return end();
    };
    const fail = () => {
      throw new Error("no");
    };
    const [first, second, third] = [
      inTurn(task("first", () => "1")),
      inTurn(task("second", fail)),
      inTurn(task("third", () => "3")),
    ];
    await assert.rejects(second, { message: "no" });
    assert.deepEqual([await first, await third], ["1", "3"]);
    assert.deepEqual(
      events,
      ["first", "second", "third"].flatMap((name) => [`${name} begins`, `${name} ends`]),
    );
  });
});
