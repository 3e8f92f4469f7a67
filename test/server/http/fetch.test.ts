import assert from "node:assert/strict";
import { changedByFetch, type FetchContext, fieldFate } from "../../../server/src/http/fetch.ts";

const context: FetchContext = { method: "POST", authority: "service.example:8000", bodyLength: 295 };

suite("what a browser does with a typed header", () => {
  for (const [line, expected] of [
    ["SOAPAction: urn:x", "kept"],
    ["Content-Type: text/xml", "kept"],
    ["Authorization: Basic eDp5", "kept"],
    ["Accept: text/xml", "kept"],
    ["Host: service.example:8000", "kept"],
    ["host: SERVICE.example:8000", "kept"],
    ["Host: other.example", "service.example:8000"],
    ["Content-Length: 295", "kept"],
    ["Content-Length: 300", "295"],
    ["Content-Length: 0295", "295"],
    ["Connection: keep-alive", "kept"],
    ["Connection: close", "keep-alive"],
    ["Accept-Encoding: gzip", "the browser's"],
    ["User-Agent: me", "the browser's"],
    ["Origin: http://me", "the browser's"],
    ["Cookie: a=b", "dropped"],
    ["Expect: 100-continue", "dropped"],
    ["Transfer-Encoding: chunked", "dropped"],
    ["Date: today", "dropped"],
    ["Proxy-Authorization: x", "dropped"],
    ["Sec-Fetch-Mode: x", "dropped"],
    ["Secret: x", "kept"],
    ["X-HTTP-Method-Override: PUT", "kept"],
    ["X-HTTP-Method-Override: TRACE", "dropped"],
    ["X-Method-Override: put, track", "dropped"],
    ["Na me: x", "dropped"],
    ["constructor: x", "kept"],
    ["X-Value: a\0b", "dropped"],
  ] as const) {
    test(`the browser's handling of ${JSON.stringify(line)} is: ${expected}`, () => {
      const fate = fieldFate(field(line), context);
      assert.equal(fate.kind === "replaced" ? (fate.sent ?? "the browser's") : fate.kind, expected);
    });
  }

  test("the browser drops Content-Length of a GET, which has no body", () => {
    assert.equal(fieldFate(field("Content-Length: 0"), { ...context, method: "GET" }).kind, "dropped");
  });

  test("the list contains only the headers that change, in their order", () => {
    const fields = ["Host: h", "A: b", "Cookie: c=d", "Content-Length: 295"].map(field);
    assert.deepEqual(changedByFetch(fields, context), [
      { kind: "replaced", name: "Host", typed: "h", sent: "service.example:8000" },
      { kind: "dropped", name: "Cookie", typed: "c=d" },
    ]);
  });

  test("the browser combines headers of the same name", () => {
    assert.deepEqual(changedByFetch(["A: 1", "B: 2", "a: 3"].map(field), context), [
      { kind: "replaced", name: "A", typed: "1", sent: "1, 3" },
      { kind: "dropped", name: "a", typed: "3" },
    ]);
  });
});

function field(line: string) {
  const colon = line.indexOf(":");
  return { name: line.slice(0, colon), value: line.slice(colon + 1).trim() };
}
