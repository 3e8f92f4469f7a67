import assert from "node:assert/strict";
import { KeptResponses } from "../../../../server/src/mock/contract/keptResponses.ts";
import type { ServedRequest, ServedResponse } from "../../../../server/src/protocol/served.ts";
import { keptMockRequests, largestKeptMockRequest } from "../../../../server/src/text/limits.ts";

const request: ServedRequest = {
  method: "POST",
  target: "/calc",
  fields: [{ name: "Host", value: "h" }],
  body: Uint8Array.of(1, 2),
};
const response: ServedResponse = { source: "wsdl", bytes: new Uint8Array(0), closes: false };

/** How often a response is created for these requests. */
function created(...requests: readonly ServedRequest[]): number {
  const kept = new KeptResponses();
  let count = 0;
  for (const request of requests) {
    kept.get(request, () => {
      count++;
      return response;
    });
  }
  return count;
}

suite("Responses by a WSDL", () => {
  test("responses are created once for the same request", () => {
    assert.equal(created(request, { ...request, body: Uint8Array.of(1, 2) }, request), 1);
  });

  for (const [title, other] of [
    ["method", { method: "GET" }],
    ["target", { target: "/calc?" }],
    ["header", { fields: [{ name: "Host", value: "g" }] }],
    ["order of headers", { fields: [...request.fields, { name: "X", value: "" }] }],
    ["body", { body: Uint8Array.of(1, 3) }],
  ] as const) {
    test(`responses are created again for another ${title}`, () => {
      assert.equal(created(request, { ...request, ...other }), 2);
    });
  }

  test("responses are kept for some requests only, and for none with a large body", () => {
    const others = Array.from({ length: keptMockRequests }, (_, at) => ({ ...request, target: `/${at}` }));
    assert.equal(created(request, ...others, request), keptMockRequests + 2);
    const large = { ...request, body: new Uint8Array(largestKeptMockRequest + 1) };
    assert.equal(created(large, large), 2);
  });

  test("the cache finds a repeated request again soon after many different ones", () => {
    const others = Array.from({ length: 2000 }, (_, at) => ({ ...request, target: `/${at}` }));
    const same = Array.from({ length: 1000 }, () => request);
    const count = created(...others, ...same);
    assert.ok(count <= others.length + 16, `${count}`);
    assert.ok(count > others.length + 1, `${count}`);
  });

  test("responses are created again if they are large", () => {
    const kept = new KeptResponses();
    const create = () => ({ ...response, bytes: new Uint8Array(largestKeptMockRequest + 1) });
    assert.notEqual(kept.get(request, create), kept.get(request, create));
  });

  test("a request may have no response", () => {
    const kept = new KeptResponses();
    assert.equal(
      kept.get(request, () => undefined),
      undefined,
    );
    assert.equal(
      kept.get(request, () => response),
      undefined,
    );
  });
});
