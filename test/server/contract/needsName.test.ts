import { deepEqual, ok } from "node:assert/strict";
import { endpointName } from "../../../server/src/contract/find.ts";
import { needsName } from "../../../server/src/contract/needsName.ts";
import type { Endpoint } from "../../../server/src/wsdl/operations.ts";
import { contractOf } from "../../support/contracts.ts";
import { describe } from "./descriptions.ts";

function endpointsOf(wsdl: string): readonly Endpoint[] {
  return contractOf(wsdl).endpoints;
}

const times = (count: number, made: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => made(at)).join("");

/** A WSDL whose operations have the same payload, at ports with these addresses. */
function wsdlOf(operations: number, addresses: readonly string[]): string {
  return describe({ schema: '<xs:element name="root"/>' })
    .replace(/<operation[\s\S]*?<\/operation>/g, (one) => times(operations, (at) => one.replace('"Do"', `"Do${at}"`)))
    .replace(/<port .*?<\/port>/, (one) =>
      addresses.map((address, at) => one.replace('"P"', `"P${at}"`).replace("http://h/s", address)).join(""),
    );
}

/** The names of the endpoints whose requests must name them. */
function namedIn(wsdl: string): readonly string[] {
  const all = endpointsOf(wsdl);
  return all.filter((one) => needsName(all, one)).map(endpointName);
}

suite("the name of an operation in its request", () => {
  test("a request names its operation if others at its address have the same payload and action", () => {
    deepEqual(namedIn(wsdlOf(1, ["http://h/a", "http://h/b"])), []);
    deepEqual(namedIn(wsdlOf(1, ["http://h/a", "http://h/a"])), []);
    deepEqual(namedIn(wsdlOf(2, ["http://h/a", "http://h/b"])), ["S/P0/Do0", "S/P0/Do1", "S/P1/Do0", "S/P1/Do1"]);
    const actions = wsdlOf(2, ["http://h/a"]);
    let at = 0;
    deepEqual(namedIn(actions.replace(/urn:do/g, () => `urn:do${at++}`)), []);
  });

  test("an address that isn't a URL may belong to any port", () => {
    deepEqual(namedIn(wsdlOf(2, ["http://h/a", "none"])).length, 4);
  });

  for (const [name, addresses] of [
    ["different addresses", (at: number) => `http://h/${at}`],
    ["the same address", () => "http://h/a"],
    ["no addresses", () => ""],
  ] as const)
    test(`an operation isn't compared with each other one: 100 operations at 100 ports with ${name}`, () => {
      const all = endpointsOf(
        wsdlOf(
          100,
          Array.from({ length: 100 }, (_, at) => addresses(at)),
        ),
      );
      let reads = 0;
      const counted = all.map(({ port, operation }) => ({
        port,
        get operation() {
          reads++;
          return operation;
        },
      }));
      ok(counted.every((one) => needsName(counted, one)));
      ok(reads < 60 * all.length, `${reads} for ${all.length}`);
    });
});
