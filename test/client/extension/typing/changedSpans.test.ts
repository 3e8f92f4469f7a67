import assert from "node:assert/strict";
import { changedSpans, type SpanChange } from "../../../../client/src/extension/typing/changedSpans.ts";
import { mark, marked } from "../../../support/marked.ts";

const change = (rangeOffset: number, rangeLength: number, text: string): SpanChange => ({
  rangeOffset,
  rangeLength,
  text,
});

/** Applies the changes to `before`, in which earlier changes are marked; `after` marks all changed spans. */
function expectChanged(before: string, changes: readonly SpanChange[], after: string): void {
  const { text, spans } = marked(before);
  const made = changes
    .toSorted((a, b) => b.rangeOffset - a.rangeOffset)
    .reduce(
      (now, one) => now.slice(0, one.rangeOffset) + one.text + now.slice(one.rangeOffset + one.rangeLength),
      text,
    );
  assert.equal(mark(made, changedSpans(changes, spans)), after);
}

suite("changed spans", () => {
  test("changed spans are those of insertions, replacements and deletions", () => {
    expectChanged("abc", [change(1, 0, "xy")], "a«xy»bc");
    expectChanged("abc", [change(1, 1, "xy")], "a«xy»c");
    expectChanged("abc", [change(1, 1, "")], "a«»c");
  });

  test("changed spans don't depend on the order of simultaneous changes", () => {
    const changes = [change(4, 1, ""), change(2, 0, "yy"), change(0, 1, "x")];
    expectChanged("abcdef", changes, "«x»b«yy»cd«»f");
    expectChanged("abcdef", changes.toReversed(), "«x»b«yy»cd«»f");
  });

  test("changed spans move with the text", () => {
    expectChanged("a«b»c«d»e", [change(2, 0, "xx")], "a«b»«xx»c«d»e");
    expectChanged("a«b»c«d»e", [change(0, 1, "")], "«»«b»c«d»e");
    expectChanged("«abc»", [change(1, 1, "xyz")], "«a«xyz»c»");
  });

  test("changed spans include the replacement of earlier spans", () => {
    expectChanged("a«bc»d", [change(0, 2, "x")], "«x»«c»d");
    expectChanged("a«bc»d", [change(2, 2, "xy")], "a«b«xy»»");
    expectChanged("a«b»c", [change(0, 3, "")], "«»«»");
  });
});
