import assert from "node:assert/strict";
import { documentPreview } from "../../../server/src/analysis/documentPreview.ts";
import { analyze } from "../../../server/src/service/languageService.ts";
import { around } from "../../support/resolver.ts";
import { testKeys } from "../../support/signing.ts";

const dotenv = "PASS=s3cr3t&1";
const preview = (body: string, definitions = "") => {
  const files = { "/w/.env": dotenv, "/w/a/b/any.bin": Uint8Array.of(200, 1) };
  const text = `${definitions}# @document order\n\n${body}\n###\nGET / HTTP/1.1\nHost: h\n`;
  return documentPreview(analyze(text, undefined, around({ keys: testKeys, files })), 0);
};

suite("the preview of a document", () => {
  test("The preview has the values of variables, and samples of generated values with the same length", () => {
    assert.equal(preview("<o>{{a}}</o>", "@a = 1 < 2\n"), "<o>1 &lt; 2</o>");
    assert.match(preview("<o>{{$guid}}</o>") ?? "", /^<o>[0-9a-f-]{36}<\/o>$/);
    assert.match(preview('<o Id="x">{{$signature me}}</o>') ?? "", /<SignatureValue>[0A]+=*<\/SignatureValue>/);
  });

  test("The preview shows no secret, and no value that a step computes from a secret", () => {
    assert.equal(preview("<o>{{$dotenv PASS}}</o>"), "<o>[redacted]</o>");
    assert.equal(preview("<o>{{$dotenv PASS | sha256 | hex}}</o>"), "<o>[redacted]</o>");
    assert.equal(preview("<o>{{$secret pin}}</o>"), "<o>{{$secret pin}}</o>");
  });

  test("A variable without a value stays as typed in the preview", () => {
    assert.equal(preview("<o>{{nothing}}{{a}}</o>", "@a = 1\n"), "<o>{{nothing}}1</o>");
  });

  test("The preview shows bytes as hexadecimal digits, and says that a document is empty", () => {
    assert.equal(preview('{{$file "./any.bin"}}'), "c801");
    assert.equal(preview("< ./any.bin"), "c801");
    assert.equal(preview(""), "The document is empty.");
  });
});
