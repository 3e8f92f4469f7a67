import { deepEqual } from "node:assert/strict";
import { addRespondingOrigin, hasResponded } from "../../../../client/src/core/sending/browserNote.ts";
import { memory } from "../../support.ts";

suite("origins that have responded", () => {
  test("are remembered by scheme, host and port, also in the next window", () => {
    const stored = memory();
    addRespondingOrigin(stored, "https://example.org/calc?x");
    const address = { scheme: "https", host: "example.org", port: 443 } as const;
    const others = [{ ...address, port: 8443 }, { ...address, scheme: "http", port: 80 } as const, undefined];
    deepEqual(
      [address, ...others].map((one) => hasResponded(stored, one)),
      [true, false, false, false],
    );
  });
});
