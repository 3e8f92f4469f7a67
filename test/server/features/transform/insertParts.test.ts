import assert from "node:assert/strict";
import { insertMissingParts, wrapInEnvelope } from "../../../../server/src/features/transform/insertParts.ts";
import { envelope11, envelope12, expectClean, findingsIn, request, request11 } from "../../../support/findings.ts";
import { offeredAt, transformed } from "./transforming.ts";

const inserted = (source: string) => transformed(insertMissingParts, source, "Insert missing parts");

suite("inserting missing parts", () => {
  test("the action completes a pasted URL and envelope", () => {
    const source = `POST http://h:81/s\n\n${envelope12}`;
    assert.deepEqual(offeredAt(insertMissingParts, source), [
      "Insert missing parts: HTTP/1.1, Host, Content-Type, Content-Length",
    ]);
    assert.equal(inserted(source), request({ Host: "h:81" }, envelope12, "POST http://h:81/s HTTP/1.1"));
    expectClean(inserted(source));
  });

  test("the action adds media type and SOAPAction for SOAP 1.1", () => {
    const result = inserted(`POST http://h/s HTTP/1.1\n\n${envelope11}`);
    assert.match(result, /^Content-Type: text\/xml; charset=utf-8$/m);
    assert.match(result, /^SOAPAction: ""$/m);
    expectClean(result);
  });

  test("the action adds the empty line before the envelope with the line endings of the file", () => {
    const result = inserted(`POST http://h/s HTTP/1.1\r\nHost: h\r\n${envelope12}\r\n`);
    expectClean(result);
    assert.doesNotMatch(result, /[^\r]\n/);
  });

  test("the action adds an envelope with Content-Length", () => {
    const result = inserted("POST http://h/s HTTP/1.1\nHost: h");
    expectClean(result);
    assert.match(result, /<soap:Body>/);
  });

  test("the action adds a placeholder for an unknown host", () => {
    const result = inserted(`POST /s HTTP/1.1\n\n${envelope12}`);
    const codes = findingsIn(result).map(({ code }) => code);
    assert.deepEqual(codes, ["placeholder"]);
  });

  test("the action completes the request at the cursor and keeps its headers", () => {
    const first = "POST http://h/a HTTP/1.1\n\n<a/>\n### b\n";
    const result = inserted(`${first}|POST http://h/b HTTP/1.1\nX-Own: 1\n\n${envelope12}\n`);
    assert.ok(result.startsWith(first));
    assert.match(result, /\/b HTTP\/1\.1\nHost: h\nX-Own: 1\nContent-Type: .*\nContent-Length: 84\n\n/);
  });

  test("the action isn't offered for a single missing part, which has its own fix", () => {
    assert.deepEqual(offeredAt(insertMissingParts, request({ Host: undefined })), []);
    assert.deepEqual(offeredAt(insertMissingParts, request()), []);
  });
});

const wrapped = (source: string, version = "1.2") =>
  transformed(wrapInEnvelope, source, `Wrap the selection in a SOAP ${version} Envelope`);

const lines = (namespace: string, content: string) =>
  [`<soap:Envelope xmlns:soap="${namespace}">`, "  <soap:Body>", content, "  </soap:Body>", "</soap:Envelope>"].join(
    "\n",
  );
const in12 = (content: string) => lines("http://www.w3.org/2003/05/soap-envelope", content);
const in11 = (content: string) => lines("http://schemas.xmlsoap.org/soap/envelope/", content);

const a = '<a xmlns="urn:a"/>';
const b = '<b xmlns="urn:b"/>';

suite("wrapping a selection in an envelope", () => {
  test("the action uses the version of the media type", () => {
    assert.equal(wrapped(request({}, `«${a}»`)), request({}, in12(a)));
    assert.equal(wrapped(request11({}, `«${a}»`), "1.1"), request11({}, in11(a)));
    assert.deepEqual(offeredAt(wrapInEnvelope, request({}, `«${a}»`)), ["Wrap the selection in a SOAP 1.2 Envelope"]);
    expectClean(wrapped(request({}, `«${a}»`)));
  });

  test("the action offers both versions without a media type", () => {
    const source = request({ "Content-Type": undefined }, `«${a}»`);
    assert.equal(offeredAt(wrapInEnvelope, source).length, 2);
    assert.equal(wrapped(`«${a}»`, "1.1"), in11(a));
  });

  test("the action wraps two elements and the text between them", () => {
    assert.equal(wrapped(request({}, `«${a} ${b}\n»`)), `${request({}, in12(`${a} ${b}`))}\n`);
    expectClean(wrapped(request({}, `«${a} ${b}\n»`)));
  });

  test("the action keeps an XML declaration before the envelope", () => {
    const result = wrapped(request({}, `«<?xml version="1.0"?>\n${a}»`));
    assert.equal(result, request({}, `<?xml version="1.0"?>\n${in12(a)}`));
    expectClean(result);
  });

  test("the action isn't offered inside an envelope, for a part of an element or without a selection", () => {
    for (const body of ["<«a/»>", "<a>«<b/>»</a>", "|<a/>", "«text»", in12("«<a/>»"), "«<a>»</a>"]) {
      assert.deepEqual(offeredAt(wrapInEnvelope, request({}, body)), [], body);
    }
  });
});
