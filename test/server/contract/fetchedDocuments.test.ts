import assert from "node:assert/strict";
import { Contracts } from "../../../server/src/contract/contracts.ts";
import { fetchedDocuments } from "../../../server/src/text/limits.ts";
import { sampleWsdl } from "../../support/contracts.ts";

suite("documents at addresses", () => {
  test("documents at addresses are bounded: a chain without an end stops, with a problem at the document that isn't read", () => {
    const include = (location: string) => `<xs:include schemaLocation="${location}"/>`;
    const main = "http://a.test/s?wsdl";
    const schema = '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">';
    const files = new Map<string, { readonly bytes: Uint8Array }>();
    const encode = (text: string) => ({ bytes: new TextEncoder().encode(text) });
    const contracts = new Contracts({
      get: (uri) => files.get(uri) ?? "pending",
      edition: (uri) => (files.has(uri) ? 1 : 0),
      get changes() {
        return files.size;
      },
    });
    for (;;) {
      const [next, ...others] = contracts.get(main).pending;
      if (next === undefined) break;
      assert.deepEqual(others, []);
      const text =
        next === main
          ? sampleWsdl().replace("<types>", `<types>${schema}${include("1")}</xs:schema>`)
          : `${schema}${include(String(files.size + 1))}</xs:schema>`;
      files.set(next, encode(text));
    }
    assert.equal(files.size, fetchedDocuments + 1);
    const [problem, ...others] = contracts.get(main).problems();
    assert.deepEqual(others, []);
    assert.equal(problem?.uri, `http://a.test/${fetchedDocuments}`);
    assert.match(problem?.message ?? "", /The WSDL has more than 500 documents at addresses\. This one is not read\./);
  });
});
