import assert from "node:assert/strict";
import { bodyPart, fitting, lengthOf, maxResult, slice } from "../../../client/src/agents/results.ts";
import { type ObjectSchema, whyInvalid } from "../../../client/src/agents/schema.ts";
import { namedSecrets, showsSecrets } from "../../../client/src/agents/secrets.ts";
import { tools } from "../../../client/src/agents/tools.ts";

const schema: ObjectSchema = {
  type: "object",
  properties: {
    text: { type: "string", minLength: 1 },
    count: { type: "integer", minimum: 1 },
    flag: { type: "boolean" },
    values: { type: "object", additionalProperties: { type: "string" } },
  },
  required: ["text"],
  additionalProperties: false,
};

suite("the arguments of tools", () => {
  test("a tool accepts complete arguments, and arguments without the optional ones", () => {
    assert.equal(whyInvalid({ text: "x" }, schema), undefined);
    assert.equal(whyInvalid({ text: "x", count: 1, flag: false, values: { a: "" } }, schema), undefined);
  });

  for (const [given, why] of [
    [{}, "The argument text is missing."],
    [{ text: "" }, "The argument text is empty."],
    [{ text: null }, "The argument text must be a string."],
    [{ text: "x", count: 0 }, "The argument count must be an integer of at least 1."],
    [{ text: "x", count: 1.5 }, "The argument count must be an integer of at least 1."],
    [{ text: "x", count: "1" }, "The argument count must be an integer of at least 1."],
    [{ text: "x", flag: 1 }, "The argument flag must be true or false."],
    [{ text: "x", values: [] }, "The argument values must be an object."],
    [{ text: "x", values: { a: {} } }, "The argument values.a must be a string."],
    [{ text: "x", constructor: 1 }, "The argument constructor is unknown. Use text, count, flag, values."],
    [{ text: "x", "\u001b[31m": 1 }, 'The argument "\\u001b[31m" is unknown. Use text, count, flag, values.'],
  ] as const) {
    test(`arguments are refused with the field: ${JSON.stringify(given)}`, () =>
      assert.equal(whyInvalid(given, schema), why));
  }

  test("the message about an unknown field is short, however long its name is", () => {
    assert.ok((whyInvalid({ text: "x", ["y".repeat(100_000)]: 1 }, schema) ?? "").length < 200);
  });
});

suite("the descriptions of tools", () => {
  for (const { name, description, inputSchema, outputSchema } of tools) {
    test(`the description of ${name} says when to use it and what to do next, and describes each argument`, () => {
      assert.match(description, /Use it /);
      assert.match(description, /Next, /);
      assert.equal(inputSchema.additionalProperties, false);
      for (const [argument, schema] of Object.entries(inputSchema.properties ?? {})) {
        assert.ok((schema.description ?? "").endsWith("."), argument);
      }
      for (const required of outputSchema.required ?? []) assert.ok(required in (outputSchema.properties ?? {}));
    });
  }
});

suite("the bounds of results", () => {
  test("a bound never cuts a character in half", () => {
    assert.equal(slice("a\u{1F600}b", 0, 2), "a");
    assert.equal(slice("a\u{1F600}b", 2, 4), "\u{1F600}b");
  });

  test("a result leaves out the items that exceed its bound", () => {
    assert.ok(lengthOf(fitting(Array(1000).fill("x".repeat(1000)), 900, 0)) <= maxResult);
    assert.equal(fitting(["a", "b", "c"], 2, 0).length, 2);
    assert.ok(lengthOf(bodyPart("\u0001".repeat(50_000), 0, 30_000)) <= 30_000);
  });
});

suite("secrets recognized by their names", () => {
  test("secrets are found in headers, parameters, elements and JSON", () => {
    const text = [
      "POST /a?token=abcd&x=1 HTTP/1.1",
      "Authorization: Bearer efgh",
      "X-Other: no",
      "",
      '<w:Password Type="x">ijkl</w:Password><pin><![CDATA[mnop]]></pin><name>Ann</name>{"apiKey": "qrst"}',
    ].join("\n");
    assert.deepEqual([...namedSecrets(text)].sort(), ["Bearer efgh", "abcd", "ijkl", "mnop", "qrst"]);
  });

  test("references to variables and empty values don't count as secrets", () => {
    const text = "Authorization: Bearer {{token}}\n<Password>{{$secret password}}</Password><Password/><pin></pin>";
    assert.deepEqual(namedSecrets(text), []);
    assert.ok(!showsSecrets(text, []));
    assert.ok(showsSecrets("<pin>1</pin>", []));
    assert.ok(showsSecrets("a value", ["value"]));
  });

  test("finding secrets takes linear time", () => {
    namedSecrets("<a><![CDATA[".repeat(100_000));
    namedSecrets("<a ".repeat(100_000));
    namedSecrets('"'.repeat(100_000));
  });
});
