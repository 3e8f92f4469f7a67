import assert from "node:assert/strict";
import { mutationsOf, withMutants } from "./mutations.ts";

suite("mutations of a source", () => {
  const mutated = (text: string) =>
    mutationsOf("a.ts", text).map(({ start, end, after }) => text.slice(0, start) + after + text.slice(end));

  test("a mutation changes an operator to its opposite", () => {
    assert.deepEqual(mutated("const a = b < c;"), ["const a = (b) <= (c);"]);
    assert.deepEqual(mutated("const a = b ?? c;"), ["const a = (b) && (c);"]);
  });

  test("a mutation makes a condition always true or always false", () => {
    assert.deepEqual(mutated("if (a) b();"), ["if (true) b();", "if (false) b();"]);
    assert.deepEqual(mutated("a = b ? c : d;"), ["a = true ? c : d;", "a = false ? c : d;"]);
  });

  test("mutations change numbers, Booleans, negations and calls of methods", () => {
    assert.deepEqual(mutated("a(1, true);"), ["a((1 + 1), true);", "a(1, false);"]);
    assert.deepEqual(mutated("a = !b;"), ["a = (b);"]);
    assert.deepEqual(mutated("a = b.trim();"), ["a = b;"]);
  });

  test("mutations keep imports, types and texts", () => {
    assert.deepEqual(mutated('import { a } from "./a.ts"; type B = "<" | 1 | true; const c: B = "a < b";'), []);
  });

  test("a mutation in a source is turned on by its number", () => {
    const text = "a?.b().c(d < e);";
    const mutants = new Map(mutationsOf("a.ts", text).entries());
    assert.deepEqual(
      [...mutants.values()].map(({ after }) => after),
      ["a?.b()", "a.c(d < e)", "(d) <= (e)"],
    );
    const [, removed, operator] = [...mutants.values()];
    assert.ok(removed && operator);
    assert.equal(
      withMutants(text, new Map([[1, operator]])),
      "a?.b().c((globalThis.mutant(1) ? ((d) <= (e)) : (d < e)));",
    );
    assert.equal(
      withMutants(text, new Map([[2, removed]])),
      `(globalThis.mutant(2) ? (a.c(d < e)) : (${text.slice(0, -1)}));`,
    );
  });
});
