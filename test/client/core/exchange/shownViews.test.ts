import { deepEqual, equal } from "node:assert/strict";
import { setShownView, shownView } from "../../../../client/src/core/exchange/responsePath.ts";
import { memory } from "../../support.ts";

suite("the view of a tab", () => {
  test("the view of a tab is the formatted view until another is chosen, and is kept in the next window", () => {
    const stored = memory();
    equal(shownView(stored, "a-1"), "formatted");
    setShownView(stored, "a-1", "wire");
    equal(shownView(stored, "a-1"), "wire");
    setShownView(stored, "a-1", "formatted");
    equal(shownView(stored, "a-1"), "formatted");
  });

  test("the view of a tab is remembered for the last hundred tabs", () => {
    const stored = memory();
    for (let i = 0; i < 150; i++) setShownView(stored, `a-${i}`, "raw");
    deepEqual([shownView(stored, "a-49"), shownView(stored, "a-50")], ["formatted", "raw"]);
  });

  test("the view of a tab is the formatted view if the stored value is invalid", () => {
    for (const value of ["x", [["a-1", "none"]], [["a-1"]], [7], null]) {
      equal(shownView(memory({ "soaphttp.views": value }), "a-1"), "formatted");
    }
  });
});
