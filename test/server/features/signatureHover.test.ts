import assert from "node:assert/strict";
import { hoverVariable } from "../../../server/src/features/hover/variable.ts";
import { sectionsOfSegments } from "../../../server/src/features/support/section.ts";
import { analyze } from "../../../server/src/service/languageService.ts";
import { around } from "../../support/resolver.ts";
import { request, secured, testKeys, timestamp } from "../../support/signing.ts";

/** The hover at a word of a request with this content of its security header. */
function hoverOf(security: string, at: string): string {
  const text = request(secured(`${timestamp}${security}`));
  const [section] = sectionsOfSegments(analyze(text, undefined, around({ keys: testKeys })));
  assert.ok(section);
  return hoverVariable(section, text.indexOf(at))?.markdown ?? "";
}

test("the hover of a signature says what it signs, and with which certificate", () => {
  const markdown = hoverOf("{{$signature ec256 keyInfo=Thumbprint}}", "$signature");
  assert.match(markdown, /It signs Body \(\\?#Body\), Timestamp \(\\?#TS\)\./);
  assert.match(markdown, /ecdsa\\?-sha256.*CN=ec256/);
});

test("the hover of an option of a signature says what it is for", () => {
  const signature = "{{$signature ec256 keyInfo=Thumbprint c14n=inclusive}}";
  assert.match(hoverOf(signature, "c14n="), /canonicalization of SignedInfo/);
  assert.doesNotMatch(hoverOf(signature, "inclusive"), /canonicalization of SignedInfo/);
});

test("the hover of an encryption says what it encrypts, in which order and for whom, and the hover of an option what it is for", () => {
  const encryption = "{{$encrypted me algorithm=aes128-cbc}}";
  const signature = "{{$signature me keyInfo=Thumbprint}}";
  const first = hoverOf(`${encryption}${signature}`, "$encrypted");
  for (const text of ["It encrypts Body.", "First signed", "aes128-cbc. Its key: rsa-oaep-mgf1p", "Recipient: CN=Zoë"])
    assert.ok(first.replaceAll("\\", "").includes(text), first);
  assert.match(hoverOf(`${signature}${encryption}`, "$encrypted"), /First encrypted: the signature above/);
  assert.match(hoverOf(encryption, "algorithm="), /encrypts the parts/);
});
