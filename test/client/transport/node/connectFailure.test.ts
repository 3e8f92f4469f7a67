import assert from "node:assert/strict";
import { connectFailure } from "../../../../client/src/transport/node/connectFailure.ts";

const context = { host: "service.test", port: 80, stage: "tcp", certificate: undefined } as const;

function errorWith(facts: object): Error {
  return Object.assign(new Error("connect failed"), facts);
}

suite("the cause of a failed connection", () => {
  test("the cause lists the addresses that refused it, as far as the error has them", () => {
    const refused = (facts: object) => connectFailure(errorWith({ code: "ECONNREFUSED", ...facts }), context);
    const known = { address: "127.0.0.1", port: 80 };
    assert.deepEqual(refused(known), { kind: "refused", addresses: [known] });
    for (const facts of [
      {},
      { address: "127.0.0.1" },
      { port: 80 },
      { ...known, port: "80" },
      { ...known, address: 1 },
    ]) {
      assert.deepEqual(refused(facts), { kind: "refused", addresses: [] }, JSON.stringify(facts));
    }
  });

  test("the cause lists each address of a name with several", () => {
    const all = [
      { address: "127.0.0.1", port: 80 },
      { address: "::1", port: 80 },
    ];
    const errors = all.map((one) => errorWith({ code: "ECONNREFUSED", ...one }));
    assert.deepEqual(connectFailure(new AggregateError(errors), context), { kind: "refused", addresses: all });
  });

  test("the cause is a proxy if the address in the error isn't that of the service", () => {
    const failure = connectFailure(errorWith({ code: "ECONNREFUSED", address: "10.0.0.1", port: 3128 }), context);
    assert.equal(failure.kind === "proxy" && failure.proxy, "10.0.0.1:3128");
  });
});
