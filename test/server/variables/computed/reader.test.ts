import assert from "node:assert/strict";
import { computedReference } from "../../../../server/src/variables/computed/reader.ts";

/** The source and the steps of a reference, joined with ` # `. */
function parts(reference: string): string {
  const computed = computedReference(reference);
  if (!computed) return reference;
  return [computed.source, ...computed.steps.map(({ start, end }) => reference.slice(start, end))].join(" # ");
}

suite("a reference with steps", () => {
  test("the source ends at the first bar, and each step at the next one", () => {
    assert.equal(parts("chain | sign me | sha1 | HEX"), "chain # sign me # sha1 # HEX");
    assert.equal(parts('$file "./a.xml"|gzip|base64'), '$file "./a.xml" # gzip # base64');
    assert.equal(parts("a |"), "a # ");
  });

  test("a bar in double quotes is text", () => {
    assert.equal(parts('$concat a "|" b | md5'), '$concat a "|" b # md5');
    assert.equal(parts('$datetime "YYYY|MM"'), '$datetime "YYYY|MM"');
    assert.equal(parts('x | zip "a|\\"b" | base64'), 'x # zip "a|\\"b" # base64');
  });

  test("a bar behind a path is a union unless a bare name follows", () => {
    assert.equal(parts("l.response.body.//a | //b"), "l.response.body.//a | //b");
    assert.equal(parts("l.response.body.//a | @x"), "l.response.body.//a | @x");
    assert.equal(parts("l.response.body.//a | m:c"), "l.response.body.//a | m:c");
    assert.equal(parts("l.response.body.//a | sha265"), "l.response.body.//a # sha265");
    assert.equal(parts("l.response.body.//a | decode base64 | hex"), "l.response.body.//a # decode base64 # hex");
    assert.equal(parts("l.response.body.(//a | b) | hex"), "l.response.body.(//a | b) # hex");
    assert.equal(parts("l.response.body.//a[. = '|x '] | hex"), "l.response.body.//a[. = '|x '] # hex");
    assert.equal(parts("request.body.//a | b | hex"), "request.body.//a # b # hex");
  });
});
