import assert from "node:assert/strict";
import { parseDocument } from "../../../server/src/format/document.ts";
import { fileScope } from "../../../server/src/message/fileScope.ts";
import type { VariableValue } from "../../../server/src/message/scope.ts";
import { emptyResolver } from "../../../server/src/resources/resolver.ts";
import type { ReceivedValue } from "../../../server/src/variables/sending.ts";
import { fixedSending } from "../../support/outgoing.ts";

const scope = (text: string) => fileScope(parseDocument(text));
const textOf = (value: VariableValue) => (value.kind === "text" ? value.text : value.kind);
const text = (source: string, name: string) => textOf(scope(source).lookup(name));

suite("the variables of a file", () => {
  test("variables may use others, defined before or after them, in any segment", () => {
    assert.equal(text("@a = 1{{b}}3\n###\n@b = 2\n", "a"), "123");
  });

  test("variables have the value of the last definition everywhere", () => {
    assert.equal(text("@a = {{b}}\n@b = 1\n@b = 2\n", "a"), "2");
  });

  test("variables have no value without a definition, nor have variables that use them", () => {
    assert.equal(text("@a = {{b}}\n", "b"), "undefined");
    assert.equal(text("@a = {{b}}\n", "a"), "broken");
    assert.equal(text("", "__proto__"), "undefined");
  });

  test("variables report the names of a cycle; variables that lead into it are broken", () => {
    const variables = scope("@a = {{b}}\n@b = {{c}}\n@c = {{b}}\n");
    assert.deepEqual(variables.lookup("b"), { kind: "cycle", names: new Set(["b", "c"]) });
    assert.equal(variables.lookup("a").kind, "cycle");
    assert.deepEqual(scope("@a = {{a}}\n").lookup("a"), { kind: "cycle", names: new Set(["a"]) });
  });

  test("variables may form a chain as long as the file", () => {
    const chain = Array.from({ length: 20000 }, (_, i) => `@a${i} = {{a${i + 1}}}\n`).join("");
    assert.equal(text(`${chain}@a20000 = end\n`, "a0"), "end");
  });

  test("variables are broken if their values grow exponentially", () => {
    const doubling = Array.from({ length: 100 }, (_, i) => `@a${i} = {{a${i + 1}}}{{a${i + 1}}}\n`).join("");
    assert.equal(text(`${doubling}@a100 = 1234567890\n`, "a0"), "broken");
    assert.equal(text(`${doubling}@a100 = 1234567890\n`, "a98"), "1234567890".repeat(4));
  });

  test("variables have the same key if they have the same values", () => {
    assert.equal(scope("@a = 1\n").variables.key, scope("\n@a = 1\n###\n").variables.key);
    assert.notEqual(scope("@a = 1\n").variables.key, scope("@a = 2\n").variables.key);
  });

  test("variables have the values of their own sending, also if they use each other", () => {
    const text = "@a = {{b}}!\n@b = {{c}}\n@c = 1\n@d = {{$guid}}\n@e = {{d}}\n";
    const read = scope(text);
    const sent = (guid: string, values = new Map<string, ReceivedValue>()) => {
      const sent = read.forSending({ ...fixedSending, guid: () => guid, values });
      return ["a", "e"].map((name) => textOf(sent.lookup(name)));
    };
    assert.deepEqual(sent("x"), ["1!", "x"]);
    assert.deepEqual(sent("y", new Map([["c", { text: "2", secret: false }]])), ["2!", "y"]);
    assert.deepEqual(sent("z"), ["1!", "z"]);
  });

  test("variables are looked up as secrets in each sending", () => {
    const definitions = new Map([["token", { text: "abc", origin: () => "a private environment", secret: true }]]);
    const read = fileScope(parseDocument("@header = Bearer {{token}}\n"), { ...emptyResolver, definitions });
    for (let time = 0; time < 2; time++) {
      const sent = read.forSending(fixedSending);
      assert.equal(textOf(sent.lookup("header")), "Bearer abc");
      assert.deepEqual(
        [...sent.secrets],
        ["abc", "Bearer abc"].map((value) => [value, [{ from: "private", name: "token" }]]),
      );
    }
  });

  test("variables of a response replace definitions only after it was received", () => {
    const read = scope("@a = {{b}}\n@b = before\n###\n# @set b = //x\nGET / HTTP/1.1\n");
    const sent = (values = new Map<string, ReceivedValue>()) =>
      textOf(read.forSending({ ...fixedSending, values }).lookup("a"));
    assert.equal(sent(), "before");
    assert.equal(sent(new Map([["b", { text: "after", secret: false }]])), "after");
  });

  for (const separator of [",", ";", "\t"]) {
    test(`variables include the columns of a data file that is separated by ${JSON.stringify(separator)}`, () => {
      const line = ["user", '"home,;\ttown"', "city"].join(separator);
      const file = () => ({ kind: "bytes", bytes: new TextEncoder().encode(`${line}\n1\n`) }) as const;
      const read = fileScope(parseDocument("# @data ./rows.csv\nGET / HTTP/1.1\n"), { ...emptyResolver, file });
      const kinds = ["user", "home,;\ttown", "city", "town"].map((name) => read.lookup(name).kind);
      assert.equal(new Set(kinds.slice(0, 3)).size, 1);
      assert.notEqual(kinds[3], kinds[0]);
    });
  }

  test("variables are read once for all sendings", () => {
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
        nonce: () => "",
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

  test("a value with more than 64 MB isn't inserted", () => {
    const ofLength = (length: number) =>
      scope("")
        .withValues(() => ({ kind: "text", text: "x".repeat(length), origin: "", secret: false }))
        .lookup("a");
    assert.equal(ofLength(64_000_000).kind, "text");
    assert.deepEqual(ofLength(64_000_001), { kind: "undefined", why: "The value has more than 64 MB." });
  });

  test("a check computes a value with steps once, a sending each time", () => {
    let reads = 0;
    const builtIn = () => {
      reads++;
      return { kind: "text", text: "x", origin: "", secret: false } as const;
    };
    const computed = fileScope(parseDocument(""), { ...emptyResolver, builtIn });
    const sending = computed.forSending(fixedSending);
    for (const one of [computed, computed, sending, sending]) assert.equal(textOf(one.lookup("$guid | hex")), "78");
    assert.equal(reads, 3);
  });
});
