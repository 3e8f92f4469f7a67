import assert from "node:assert/strict";
import { gunzipSync, gzipSync } from "node:zlib";
import type { ResponseFacts } from "../../../server/src/protocol/protocol.ts";
import {
  analyze,
  checkResponse,
  computedOutgoing,
  hostCertificates,
  hostKeys,
  mayBeSigned,
  requestAt,
  verificationLines,
  verifyPresented,
  verifyResponse,
} from "../../../server/src/service/languageService.ts";
import { exchangeOf } from "../../support/evaluation.ts";
import { keyFile } from "../../support/keyFiles.ts";
import { fixedSending } from "../../support/outgoing.ts";
import { around } from "../../support/resolver.ts";
import {
  request,
  secured,
  signedMessage,
  testCompute,
  testKeys,
  timestamp,
  token,
  verifiedResults,
} from "../../support/signing.ts";
import { received } from "../response/captured.ts";

const now = new Date("2027-03-01T12:35:00Z");
const sentAt = { now: new Date("2027-03-01T12:34:56Z") };
const fields = [{ name: "Content-Type", value: "text/xml; charset=utf-8" }];

async function response(security = `${timestamp}${token("ec256")}{{$signature ec256}}`): Promise<string> {
  return (await signedMessage(request(secured(security)), sentAt)).body;
}

async function expectation(xml: string, of = "") {
  return verifiedResults(`# @expect signature${of}`, exchangeOf({ body: xml }), now);
}

suite("# @expect signature", () => {
  test("the expectation holds for a valid and trusted signature over the Body", async () => {
    assert.deepEqual(
      (await expectation(await response())).map(({ text, held }) => [text, held]),
      [["signature", true]],
    );
  });

  test("With a path, each element that it finds must be covered by the signature", async () => {
    const body = '<m:a Id="A"><m:b>1</m:b>{{$signature ec256 parts=#A}}</m:a><m:c><m:b>2</m:b></m:c>';
    const xml = (await signedMessage(request(secured("", { body })), sentAt)).body;
    const why = async (path: string) => (await expectation(xml, ` ${path}`)).map((one) => one.why ?? one.held).join();
    assert.equal(await why("//m:a"), "true");
    assert.equal(await why("//m:a/m:b"), "true");
    assert.equal(await why("//m:c"), "No trusted signature covers c.");
    assert.equal(await why("//m:b"), "No trusted signature covers b.");
    assert.equal(await why("//*:SignedInfo"), "No trusted signature covers SignedInfo.");
    assert.equal(await why("//m:none"), "Nothing was found.");
    assert.equal(await why("//m:a/@Id"), "//m:a/@Id must find elements.");
    const changed = xml.replace("<m:b>1", "<m:b>3");
    assert.match((await expectation(changed, " //m:a"))[0]?.why ?? "", /^The digest of a \(#A\)/);
  });

  test("With steps, the document that they give is verified", async () => {
    const signed = `# @document d\n\n<d xmlns="urn:d"><a>1</a>{{$signature ec256}}</d>\n###\n${request(secured("", { body: "<m:z>{{d | gzip | base64}}</m:z>" }))}`;
    const analysis = analyze(signed, undefined, around({ keys: testKeys }));
    const info = requestAt(analysis, signed.indexOf("POST"));
    assert.ok(info);
    const made = await computedOutgoing(analysis, info, { ...fixedSending, ...sentAt }, testCompute);
    assert.ok(made.kind === "message");
    const xml = new TextDecoder().decode(made.outgoing.body);
    const steps = "//m:z | decode base64 | decode gzip | xpath";
    const why = async (of: string, response = xml) =>
      (await expectation(response, ` ${of}`)).map((one) => one.why ?? one.held).join();
    assert.equal(await why(`${steps} /*`), "true");
    assert.equal(await why(`${steps} //*:a`), "true");
    assert.equal(await why(`${steps} //*:Signature`), "No trusted signature covers Signature.");
    assert.equal(await why("//m:z"), "The response has no signature.");
    const packed = /<m:z>(.*)<\/m:z>/.exec(xml)?.[1] ?? "";
    const changed = gunzipSync(Buffer.from(packed, "base64")).toString().replace("<a>1", "<a>2");
    const other = xml.replace(packed, gzipSync(changed).toString("base64"));
    assert.match(await why(`${steps} /*`, other), /^The digest of d/);
    assert.match(await why("//m:z | decode gzip"), /decode gzip/);
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
    const [finding] = checkResponse(text, undefined, undefined, undefined, [], verification).filter(
      ({ code }) => code === "signature-invalid",
    );
    assert.equal(text.slice(finding?.at.start, finding?.at.end), "ds:Signature");
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
      (await verifyPresented(received(head, body, facts), async () => hostKeys(testKeys, testCompute), now)).lines;
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
