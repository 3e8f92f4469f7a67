import assert from "node:assert/strict";
import { hoverVariable } from "../../../server/src/features/hover/variable.ts";
import { sectionsOfSegments } from "../../../server/src/features/support/section.ts";
import { analyze } from "../../../server/src/service/languageService.ts";
import { around } from "../../support/resolver.ts";
import { request, secured, testKeys, timestamp } from "../../support/signing.ts";

test("the hover of a signature says what it signs, and with which certificate", () => {
  const text = request(secured(`${timestamp}{{$signature ec256 keyInfo=Thumbprint}}`));
  const [section] = sectionsOfSegments(analyze(text, undefined, around({ keys: testKeys })));
  assert.ok(section?.kind === "message");
  const { markdown = "" } = hoverVariable(section, text.indexOf("$signature")) ?? {};
  assert.match(markdown, /It signs Body \(\\?#Body\), Timestamp \(\\?#TS\)\./);
  assert.match(markdown, /ecdsa\\?-sha256.*CN=ec256/);
});

test("the hover of an option of a signature says what it is for", () => {
  const text = request(secured(`${timestamp}{{$signature ec256 keyInfo=Thumbprint c14n=inclusive}}`));
  const [section] = sectionsOfSegments(analyze(text, undefined, around({ keys: testKeys })));
  assert.ok(section?.kind === "message");
  const hover = hoverVariable(section, text.indexOf("c14n="));
  assert.match(hover?.markdown ?? "", /canonicalization of SignedInfo/);
  assert.doesNotMatch(
    hoverVariable(section, text.indexOf("inclusive"))?.markdown ?? "",
    /canonicalization of SignedInfo/,
  );
});

test("The hover of an encryption says what it encrypts, in which order and for whom, and the hover of an option what it is for", () => {
  const hoverOf = (security: string, at: string) => {
    const text = request(secured(`${timestamp}${security}`));
    const [section] = sectionsOfSegments(analyze(text, undefined, around({ keys: testKeys })));
    assert.ok(section?.kind === "message");
    return hoverVariable(section, text.indexOf(at))?.markdown ?? "";
  };
  const encryption = "{{$encrypted me algorithm=aes128-cbc}}";
  const signature = "{{$signature me keyInfo=Thumbprint}}";
  const first = hoverOf(`${encryption}${signature}`, "$encrypted");
  for (const text of ["It encrypts Body.", "First signed", "aes128-cbc. Its key: rsa-oaep-mgf1p", "Recipient: CN=Zoë"])
    assert.ok(first.replaceAll("\\", "").includes(text), first);
  assert.match(hoverOf(`${signature}${encryption}`, "$encrypted"), /First encrypted: the signature above/);
  assert.match(hoverOf(encryption, "algorithm="), /encrypts the parts/);
});
