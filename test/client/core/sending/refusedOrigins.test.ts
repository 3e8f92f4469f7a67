import { deepEqual, equal } from "node:assert/strict";
import { noteCors, wasRefused } from "../../../../client/src/core/sending/browserNote.ts";
import { memory } from "../../support.ts";

suite("origins whose responses the browser has refused because of CORS", () => {
  const address = { scheme: "https", host: "example.org", port: 443 } as const;
  const url = "https://example.org/calc?x";

  test("origins are known by scheme, host and port after a response was refused, also in the next window", () => {
    const stored = memory();
    equal(wasRefused(stored, address), false);
    noteCors(stored, { kind: "cors", url });
    const others = [{ ...address, port: 8443 }, { ...address, scheme: "http", port: 80 } as const, undefined];
    deepEqual(
      [address, ...others].map((one) => wasRefused(stored, one)),
      [true, false, false, false],
    );
  });

  test("origins are unknown again after a response", () => {
    const stored = memory();
    noteCors(stored, { kind: "cors", url });
    noteCors(stored, { kind: "refused", url });
    equal(wasRefused(stored, address), true);
    noteCors(stored, { kind: "response", url });
    equal(wasRefused(stored, address), false);
  });
});
