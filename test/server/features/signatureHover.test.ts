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
