import { deepEqual, equal } from "node:assert/strict";
import { supplied } from "../../../../client/src/core/sending/prepare.ts";
import type { OutgoingResult } from "../../../../server/src/protocol/protocol.ts";
import { outgoing } from "../../support.ts";

const message: OutgoingResult = { kind: "message", message: outgoing() };

/** A server that requests these secrets, one after the other, and keeps the values it received last. */
function server(...names: readonly string[]) {
  let last: Readonly<Record<string, string>> = {};
  let asked = 0;
  const ask = async (given: Readonly<Record<string, string>>): Promise<OutgoingResult> => {
    // Serialized, as between client and server.
    last = JSON.parse(JSON.stringify(given));
    if (++asked > names.length + 1) throw new Error("asked again and again");
    const wanted = names.find((name) => !Object.hasOwn(last, name));
    return wanted === undefined ? message : { kind: "secrets", names: [wanted] };
  };
  return { ask, given: () => last, asked: () => asked };
}

suite("the secrets of a request", () => {
  test("secrets are passed when the server requests them, with any name", async () => {
    const { ask, given } = server("a", "__proto__", "toString");
    equal(await supplied(ask, async (name) => `<${name}>`), message);
    deepEqual(Object.entries(given()), [
      ["a", "<a>"],
      ["__proto__", "<__proto__>"],
      ["toString", "<toString>"],
    ]);
  });

  test("a secret without a value is not requested again", async () => {
    const { ask, asked } = server("a");
    equal(await supplied(ask, async () => undefined), undefined);
    equal(asked(), 1);
  });
});
