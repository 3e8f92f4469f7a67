import assert from "node:assert/strict";
import { readQuestion } from "../../../server/src/text/asked.ts";
import { request } from "../../support/findings.ts";
import { messagesAround, sentAround } from "../../support/resolver.ts";

suite("questions", () => {
  const text = request({ "X-A": '{{$ask "Customer number"}}', "X-B": '{{$ask "Colour" red "dark green"}}' });
  const answering = (answers: Readonly<Record<string, string>>) => ({
    secret: (name: string) => answers[readQuestion(name)?.text ?? ""],
  });

  test("A question is sent as its answer, which is no secret", () => {
    const { outgoing, secrets, errors } = sentAround(
      text,
      {},
      answering({ "Customer number": "4711", Colour: "dark green" }),
    );
    assert.deepEqual(
      outgoing.fields.filter(({ name }) => name.startsWith("X-")).map(({ value }) => value),
      ["4711", "dark green"],
    );
    assert.deepEqual([secrets, errors], [[], []]);
  });

  test("An answer that is none of the choices is an error", () => {
    assert.throws(
      () => sentAround(text, {}, answering({ "Customer number": "4711", Colour: "blue" })),
      /must be one of these: red, dark green/,
    );
  });

  test("A question needs a text in double quotes", () => {
    for (const wrong of ["$ask", "$ask Colour", '$ask ""', '$ask " " red'])
      assert.match(messagesAround(request({ "X-A": `{{${wrong}}}` }), {}).join(), /Use \{\{\$ask "question"/, wrong);
    assert.deepEqual(messagesAround(text, {}), []);
  });
});
