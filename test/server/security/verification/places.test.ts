import assert from "node:assert/strict";
import { isMoved, placesOf } from "../../../../server/src/security/verification/places.ts";
import { readEnvelope } from "../../../../server/src/soap/envelope.ts";
import { parseXml } from "../../../../server/src/xml/parser.ts";
import { elements } from "../../../../server/src/xml/query.ts";

suite("the place of a signed element", () => {
  const isMovedIn = (content: string, local: string) => {
    const document = parseXml(
      `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${content}</s:Body></s:Envelope>`,
    );
    const envelope = readEnvelope(document);
    const element = [...elements(document)].findLast((one) => one.local === local);
    assert.ok(envelope && element);
    return isMoved(placesOf(envelope), element);
  };

  test("a Body inside another Body has been moved", () => {
    assert.equal(isMovedIn("<w><s:Body/></w>", "Body"), true);
  });

  test("a Fault in the Body is at its place", () => {
    assert.equal(isMovedIn("<s:Fault><faultcode>s:Client</faultcode></s:Fault>", "Fault"), false);
  });
});
