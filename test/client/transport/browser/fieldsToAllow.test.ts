import assert from "node:assert/strict";
import { fieldsToAllow } from "../../../../client/src/transport/browser/cors.ts";

function asks(name: string, value: string): boolean {
  return fieldsToAllow([{ name, value }]).length > 0;
}

suite("fields that a service has to allow (WHATWG Fetch, CORS-safelisted request-header)", () => {
  for (const [name, value] of [
    ["Accept", "text/xml, */*;q=0.5"],
    ["accept-language", "de-CH, *;q=0.1"],
    ["Content-Language", "en"],
    ["Content-Type", "text/plain; charset=utf-8"],
    ["Content-Type", "application/x-www-form-urlencoded"],
    ["Content-Type", "Multipart/Form-Data"],
    ["Range", "bytes=0-99"],
    ["Range", "bytes=5-"],
    ["Host", "localhost:8000"],
    ["Content-Length", "84"],
  ] as const) {
    test(`the fields to allow don't include ${name}: ${value}`, () => assert.equal(asks(name, value), false));
  }

  for (const [name, value] of [
    ["Content-Type", "text/xml; charset=utf-8"],
    ["Content-Type", "application/soap+xml"],
    ["Content-Type", 'text/plain; a="b"'],
    ["SOAPAction", '""'],
    ["Authorization", "Basic eDp5"],
    ["Accept", '"quoted"'],
    ["Accept", "a".repeat(129)],
    ["Accept-Language", "de_CH"],
    ["Range", "bytes=-5"],
    ["Range", "bytes=0-1, 5-6"],
  ] as const) {
    test(`the fields to allow include ${name}: ${value.slice(0, 40)}`, () => assert.equal(asks(name, value), true));
  }

  test("the fields to allow include each name once, as first typed, in order", () => {
    const fields = ["X-B", "Accept", "X-A", "x-b"].map((name) => ({ name, value: "1" }));
    assert.deepEqual(fieldsToAllow(fields), ["X-B", "X-A"]);
  });
});
