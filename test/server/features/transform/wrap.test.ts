import assert from "node:assert/strict";
import { wrapInEnvelope } from "../../../../server/src/features/transform/wrap.ts";
import { expectClean, request, request11 } from "../../../support/findings.ts";
import { offeredAt, transformed } from "./transforming.ts";

const wrapped = (source: string, version = "1.2") =>
  transformed(wrapInEnvelope, source, `Wrap the selection in a SOAP ${version} Envelope`);

const lines = (namespace: string, content: string) =>
  [`<soap:Envelope xmlns:soap="${namespace}">`, "  <soap:Body>", content, "  </soap:Body>", "</soap:Envelope>"].join(
    "\n",
  );
const envelope12 = (content: string) => lines("http://www.w3.org/2003/05/soap-envelope", content);
const envelope11 = (content: string) => lines("http://schemas.xmlsoap.org/soap/envelope/", content);

const a = '<a xmlns="urn:a"/>';
const b = '<b xmlns="urn:b"/>';

suite("wrapping a selection in an envelope", () => {
  test("the action uses the version of the media type", () => {
    assert.equal(wrapped(request({}, `«${a}»`)), request({}, envelope12(a)));
    assert.equal(wrapped(request11({}, `«${a}»`), "1.1"), request11({}, envelope11(a)));
    assert.deepEqual(offeredAt(wrapInEnvelope, request({}, `«${a}»`)), ["Wrap the selection in a SOAP 1.2 Envelope"]);
    expectClean(wrapped(request({}, `«${a}»`)));
  });

  test("the action offers both versions without a media type", () => {
    const source = request({ "Content-Type": undefined }, `«${a}»`);
    assert.equal(offeredAt(wrapInEnvelope, source).length, 2);
    assert.equal(wrapped(`«${a}»`, "1.1"), envelope11(a));
  });

  test("the action wraps two elements and the text between them", () => {
    assert.equal(wrapped(request({}, `«${a} ${b}\n»`)), `${request({}, envelope12(`${a} ${b}`))}\n`);
    expectClean(wrapped(request({}, `«${a} ${b}\n»`)));
  });

  test("the action keeps an XML declaration before the envelope", () => {
    const result = wrapped(request({}, `«<?xml version="1.0"?>\n${a}»`));
    assert.equal(result, request({}, `<?xml version="1.0"?>\n${envelope12(a)}`));
    expectClean(result);
  });

  test("the action isn't offered inside an envelope, for a part of an element or without a selection", () => {
    for (const body of ["<«a/»>", "<a>«<b/>»</a>", "|<a/>", "«text»", envelope12("«<a/>»"), "«<a>»</a>"]) {
      assert.deepEqual(offeredAt(wrapInEnvelope, request({}, body)), [], body);
    }
  });
});
