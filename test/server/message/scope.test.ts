import assert from "node:assert/strict";
import { parseDocument } from "../../../server/src/format/document.ts";
import { fileScope } from "../../../server/src/message/scope.ts";
import { emptyResolver } from "../../../server/src/resources/resolver.ts";

const scope = (text: string) => fileScope(parseDocument(text));
const text = (source: string, name: string) => {
  const value = scope(source).lookup(name);
  return value.kind === "text" ? value.text : value.kind;
};

suite("the variables of a file", () => {
  test("may use others, defined before or after them, in any segment", () => {
    assert.equal(text("@a = 1{{b}}3\n###\n@b = 2\n", "a"), "123");
  });

  test("have the value of the last definition everywhere", () => {
    assert.equal(text("@a = {{b}}\n@b = 1\n@b = 2\n", "a"), "2");
  });

  test("have no value without a definition, nor have variables that use them", () => {
    assert.equal(text("@a = {{b}}\n", "b"), "undefined");
    assert.equal(text("@a = {{b}}\n", "a"), "broken");
    assert.equal(text("", "__proto__"), "undefined");
  });

  test("report the names of a cycle; variables that lead into it are broken", () => {
    const found = scope("@a = {{b}}\n@b = {{c}}\n@c = {{b}}\n");
    assert.deepEqual(found.lookup("b"), { kind: "cycle", names: new Set(["b", "c"]) });
    assert.equal(found.lookup("a").kind, "cycle");
    assert.deepEqual(scope("@a = {{a}}\n").lookup("a"), { kind: "cycle", names: new Set(["a"]) });
  });

  test("may form a chain as long as the file", () => {
    const chain = Array.from({ length: 20000 }, (_, i) => `@a${i} = {{a${i + 1}}}\n`).join("");
    assert.equal(text(`${chain}@a20000 = end\n`, "a0"), "end");
  });

  test("are broken if their values grow exponentially", () => {
    const doubling = Array.from({ length: 100 }, (_, i) => `@a${i} = {{a${i + 1}}}{{a${i + 1}}}\n`).join("");
    assert.equal(text(`${doubling}@a100 = 1234567890\n`, "a0"), "broken");
    assert.equal(text(`${doubling}@a100 = 1234567890\n`, "a98"), "1234567890".repeat(4));
  });

  test("have the same key if they have the same values", () => {
    assert.equal(scope("@a = 1\n").key, scope("\n@a = 1\n###\n").key);
    assert.notEqual(scope("@a = 1\n").key, scope("@a = 2\n").key);
  });

  test("are read once for all sendings", () => {
    let reads = 0;
    const file = () => {
      reads++;
      return { kind: "bytes", bytes: new TextEncoder().encode("user,city\nann,Ulm\n") } as const;
    };
    const text = "@greeting = Hello {{user}}\n###\n# @data ./rows.csv\nGET / HTTP/1.1\n";
    const read = fileScope(parseDocument(text), { ...emptyResolver, file });
    const sent = ["ann", "bob"].map((user) => {
      const values = new Map([["user", { text: user, secret: false }]]);
      return read.forSending({
        now: new Date(0),
        guid: () => "",
        random: () => 0,
        nonce: "",
        secret: () => undefined,
        values,
      });
    });
    assert.deepEqual(
      sent.map((one) => one.lookup("greeting")).map((value) => (value.kind === "text" ? value.text : value.kind)),
      ["Hello ann", "Hello bob"],
    );
    assert.equal(read.lookup("greeting").kind, "atSending");
    assert.equal(reads, 1);
  });
});
