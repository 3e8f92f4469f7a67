import assert from "node:assert/strict";
import { type BodyKind, bodyKind } from "../../../server/src/http/bodyKind.ts";

const cases: readonly (readonly [essence: string, text: string, kind: BodyKind])[] = [
  ["text/xml", "<a/>", "xml"],
  ["application/soap+xml", "no element", "xml"],
  ["application/xop+xml", "<a/>", "xml"],
  ["application/json", "{}", "json"],
  ["application/problem+json", "{}", "json"],
  ["text/html", "<p>", "html"],
  ["text/html", '<?xml version="1.0"?><html/>', "html"],
  ["text/plain", "Not found", "text"],
  ["text/plain", '<?xml version="1.0"?><a/>', "xml"],
  ["text/plain", '{"a": 1}', "text"],
  ["image/png", "PNG", "binary"],
  ["application/octet-stream", "abc", "binary"],
  ["application/octet-stream", '<?xml version="1.0"?><a/>', "xml"],
  ["", "<!DOCTYPE html><p>", "html"],
  ["", "<HTML><p>", "html"],
  ["", " [1]", "json"],
  ["", "plain", "text"],
  ["", "\u0001\u0002", "binary"],
  ["application/x-own", "a\0b", "binary"],
  ["application/x-own", "abc", "text"],
  // Bytes that are still encoded, or in an unknown charset.
  ["text/xml", "\u001f\ufffd\b\0\0", "binary"],
  ["text/xml", "<a>one \ufffd in a long text</a>", "xml"],
];

suite("the kind of a body", () => {
  for (const [essence, text, kind] of cases) {
    test(`${JSON.stringify(text)} as ${essence || "nothing"} is ${kind}`, () =>
      assert.equal(bodyKind(essence, text), kind));
  }

  test("a body is XML for an Envelope with any media type", () => {
    for (const essence of ["", "text/html", "text/plain", "application/json", "application/octet-stream"]) {
      for (const text of [
        "<s:Envelope xmlns:s='urn:s'/>",
        "\n<Envelope>",
        "<?xml version='1.0'?>\n<!-- c --><soap-env:Envelope\n>",
      ]) {
        assert.equal(bodyKind(essence, text), "xml");
      }
    }
    assert.equal(bodyKind("text/html", "<p>Envelope <Envelope></p>"), "html");
  });
});
