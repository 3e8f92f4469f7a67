import { deepEqual, equal } from "node:assert/strict";
import { ShownViews } from "../../../../client/src/core/exchange/shownViews.ts";
import { memory } from "../../support.ts";

suite("the view of a tab", () => {
  test("is the formatted view until another is chosen, and is kept in the next window", () => {
    const stored = memory();
    const views = new ShownViews(stored);
    equal(views.of("a-1"), "formatted");
    views.set("a-1", "wire");
    equal(new ShownViews(stored).of("a-1"), "wire");
    views.set("a-1", "formatted");
    equal(new ShownViews(stored).of("a-1"), "formatted");
  });

  test("is remembered for the last hundred tabs", () => {
    const stored = memory();
    const views = new ShownViews(stored);
    for (let i = 0; i < 150; i++) views.set(`a-${i}`, "raw");
    const next = new ShownViews(stored);
    deepEqual([next.of("a-49"), next.of("a-50")], ["formatted", "raw"]);
  });

  test("is the formatted view if the stored value is invalid", () => {
    for (const value of ["x", [["a-1", "none"]], [["a-1"]], [7], null]) {
      equal(new ShownViews(memory({ "soaphttp.views": value })).of("a-1"), "formatted");
    }
  });
});
