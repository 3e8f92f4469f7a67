import assert from "node:assert/strict";
import { ReadExchange } from "../../../server/src/evaluation/evaluate.ts";
import type { ResponseFacts } from "../../../server/src/protocol/protocol.ts";
import {
  analyze,
  checkResponse,
  evaluateRequest,
  expectsSignature,
  hostCertificates,
  LastExchanges,
  mayBeSigned,
  requestAt,
  verificationLines,
  verifyPresented,
  verifyResponse,
} from "../../../server/src/service/languageService.ts";
import { keyFile } from "../../support/keyFiles.ts";
import { fixedSending } from "../../support/outgoing.ts";
import { request, secured, signedMessage, testKeys, timestamp, token } from "../../support/signing.ts";
import { received } from "../response/captured.ts";

const now = new Date("2027-03-01T12:35:00Z");
const sentAt = { now: new Date("2027-03-01T12:34:56Z") };
const fields = [{ name: "Content-Type", value: "text/xml; charset=utf-8" }];

async function response(security = `${timestamp}${token("ec256")}{{$signature ec256}}`): Promise<string> {
  return (await signedMessage(request(secured(security)), sentAt)).body;
}

async function expectation(xml: string) {
  const analysis = analyze(`# @expect signature\n${request(secured(""))}`);
  const info = requestAt(analysis, 0);
  assert.ok(info && expectsSignature(info));
  const body = new TextEncoder().encode(xml);
  const message = { fields, body, status: 200, reason: "OK" };
  const exchange = new ReadExchange({ request: { fields, body }, response: message, total: 1 });
  const verification = await verifyResponse(exchange.response, hostCertificates(testKeys), now);
  return evaluateRequest(analysis, info, true, exchange, fixedSending, new LastExchanges(), verification).results;
}

suite("# @expect signature", () => {
  test("the expectation holds for a valid and trusted signature over the Body", async () => {
    assert.deepEqual(
      (await expectation(await response())).map(({ text, held }) => [text, held]),
      [["signature", true]],
    );
  });

  test("the result says why the expectation doesn't hold", async () => {
    const why = async (xml: string) => (await expectation(xml))[0]?.why;
    assert.equal(await why(secured("")), "The response has no signature.");
    assert.match((await why((await response()).replace("<m:a>1", "<m:a>2"))) ?? "", /^The digest of Body \(#Body\)/);
    assert.equal(
      await why((await response()).replace(/(<ds:Transform Algorithm="[^"#]*#)/, "$1STR-Transform")),
      "Signature of Body not verified: the transform STR-Transform isn't supported.",
    );
    const encrypted = '<e:EncryptedData xmlns:e="http://www.w3.org/2001/04/xmlenc#"/>';
    assert.equal(await why(secured(encrypted)), "Signatures are not verified: the response is encrypted.");
    const others = await response(`${timestamp}${token("ec256")}{{$signature ec256 parts="Timestamp"}}`);
    assert.match((await why(others)) ?? "", /^No valid signature covers the Body/);
  });
});

suite("the findings of a signed response", () => {
  test("findings are at the elements of the shown text", async () => {
    const body = (await response()).replace("<m:a>1", "<m:a>2");
    const verification = await verifyResponse(
      { fields, body: new TextEncoder().encode(body) },
      hostCertificates(testKeys),
      now,
    );
    // As it is shown, formatted.
    const text = `HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n\r\n${body.replaceAll("><", ">\n<")}`;
    const [found] = checkResponse(text, undefined, undefined, undefined, [], verification).filter(
      ({ code }) => code === "signature-invalid",
    );
    assert.equal(text.slice(found?.at.start, found?.at.end), "ds:Signature");
    assert.match(
      verificationLines(verification).join("\n"),
      /^Signature of Body invalid: CN=ec256 \(ecdsa-sha256\), trusted\. Covers nothing\./,
    );
  });

  test("findings are looked for only where there may be a signature, in UTF-16 too", () => {
    assert.ok(mayBeSigned({ body: Buffer.from("<ds:Signature/>", "utf16le") }));
    assert.ok(!mayBeSigned({ body: keyFile("me.p12") }));
  });

  test("findings say that a signature isn't verified because the rest of the response isn't read", async () => {
    const head = "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n\r\n";
    const lines = async (body: string, facts: Partial<ResponseFacts>) =>
      (await verifyPresented(received(head, body, facts), async () => hostCertificates(testKeys), now)).lines;
    const signed = await response();
    assert.match((await lines(signed, {}))[0] ?? "", /^Signature of Body valid/);
    assert.deepEqual(await lines(signed, { leftOut: 1 }), [
      "Signatures aren't verified, because only the first 5 MB are read. Use soaphttp send instead.",
    ]);
    const incomplete = "Signatures aren't verified, because the response is incomplete.";
    assert.deepEqual(await lines(signed, { truncated: true }), [incomplete]);
    assert.deepEqual(await lines("<a/>", { leftOut: 1 }), []);
  });
});
