import assert from "node:assert/strict";
import { isSimilar, nearest } from "../../../server/src/text/similar.ts";

suite("similar names", () => {
  test("a name is similar to one with another case, another prefix or one other letter", () => {
    assert.ok(isSimilar("soap:Envelope", "SOAP-ENV:envelope"));
    assert.ok(isSimilar("Evelope", "Envelope"));
    assert.ok(isSimilar("Bdoy", "Body"));
    assert.ok(!isSimilar("Header", "Body"));
  });

  test("a common prefix doesn't make names more similar", () => {
    assert.ok(isSimilar("soap:Bady", "soap:Body"));
    assert.ok(!isSimilar("soap:Bads", "soap:Body"));
  });

  test("names of two letters and very long names are never similar, unless they differ only in case", () => {
    assert.ok(!isSimilar("ab", "ac"));
    assert.ok(isSimilar("AB", "ab"));
    assert.ok(!isSimilar("a".repeat(81), "a".repeat(81)));
  });

  test("the nearest word is the one with the fewest changed letters, the first one of several", () => {
    assert.equal(nearest("fromat", ["form", "format", "reformat"]), "format");
    assert.equal(nearest("tes", ["test", "tea"]), "test");
    assert.equal(nearest("FORMAT", ["format"]), "format");
  });

  test("a word that is only begun is nearer than one with two other letters", () => {
    assert.equal(nearest("bas", ["cms", "base64", "base64url"]), "base64");
    assert.equal(nearest("env", ["format", "environments"]), "environments");
    assert.equal(nearest("tes", ["testing", "tesa"]), "tesa");
    assert.equal(nearest("ba", ["base64"]), undefined);
  });

  test("no word is near if more than a third of the letters differ", () => {
    assert.equal(nearest("environment", ["format", "timeout"]), undefined);
    assert.equal(nearest("enviromnents", ["environments"]), "environments");
    assert.equal(nearest("abc", []), undefined);
  });
});
