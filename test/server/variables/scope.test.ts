import assert from "node:assert/strict";
import { parseDocument } from "../../../server/src/document.ts";
import { fileScope } from "../../../server/src/variables/scope.ts";

const scope = (text: string) => fileScope(parseDocument(text));
const text = (source: string, name: string) => {
  const value = scope(source).lookup(name);
  return value.kind === "text" ? value.text : value.kind;
};

suite("the variables of a file", () => {
  test("a value may use others, defined before or after it, in any segment", () => {
    assert.equal(text("@a = 1{{b}}3\n###\n@b = 2\n", "a"), "123");
  });

  test("the last definition wins, everywhere", () => {
    assert.equal(text("@a = {{b}}\n@b = 1\n@b = 2\n", "a"), "2");
  });

  test("a name without a definition has no value, and what uses it none either", () => {
    assert.equal(text("@a = {{b}}\n", "b"), "undefined");
    assert.equal(text("@a = {{b}}\n", "a"), "broken");
    assert.equal(text("", "__proto__"), "undefined");
  });

  test("a cycle is named as it goes; what leads into it is broken", () => {
    const found = scope("@a = {{b}}\n@b = {{c}}\n@c = {{b}}\n");
    assert.deepEqual(found.lookup("b"), { kind: "cycle", names: new Set(["b", "c"]) });
    assert.equal(found.lookup("a").kind, "cycle");
    assert.deepEqual(scope("@a = {{a}}\n").lookup("a"), { kind: "cycle", names: new Set(["a"]) });
  });

  test("a chain as long as the file", () => {
    const chain = Array.from({ length: 20000 }, (_, i) => `@a${i} = {{a${i + 1}}}\n`).join("");
    assert.equal(text(`${chain}@a20000 = end\n`, "a0"), "end");
  });

  test("values that double with each line come to an end", () => {
    const doubling = Array.from({ length: 100 }, (_, i) => `@a${i} = {{a${i + 1}}}{{a${i + 1}}}\n`).join("");
    assert.equal(text(`${doubling}@a100 = 1234567890\n`, "a0"), "broken");
    assert.equal(text(`${doubling}@a100 = 1234567890\n`, "a98"), "1234567890".repeat(4));
  });

  test("two scopes of one key give the same values", () => {
    assert.equal(scope("@a = 1\n").key, scope("\n@a = 1\n###\n").key);
    assert.notEqual(scope("@a = 1\n").key, scope("@a = 2\n").key);
  });
});
