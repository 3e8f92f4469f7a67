import assert from "node:assert/strict";
import type { Collection, CollectionRequest, Folder } from "../../../../server/src/import/collection.ts";
import { Ledger } from "../../../../server/src/import/ledger.ts";
import { secretsInHeader } from "../../../../server/src/import/write/secretPlaces.ts";
import { withSecretVariables } from "../../../../server/src/import/write/secrets.ts";

const ledger = new Ledger();

function request(value: string): CollectionRequest {
  return {
    kind: "request",
    item: ledger.add("request", "request", ["Add"]),
    name: "Add",
    preamble: [{ kind: "comment", text: "about" }],
    method: "POST",
    target: ["http://h/calc?page=1"],
    headers: [{ name: "X-API-Key", value: [value] }],
    body: { kind: "text", text: ["<a b='1'>", { kind: "variable", name: "x" }, "</a>"] },
  };
}

function collection(...values: readonly string[]): Collection {
  const entries = values.map((value) => ({ name: "Calc", comments: [], variables: [], steps: [request(value)] }));
  const tests: Folder = { name: "tests", entries: [] };
  const empty = { variables: [], environments: [], wsdls: [], mocks: [], files: [] };
  return { name: "Calc", ledger, requests: { name: "requests", entries }, tests, ...empty };
}

suite("the credentials of a collection", () => {
  test("the value of Authorization is a credential behind its scheme, and as a whole without one", () => {
    const credential = (value: string) =>
      secretsInHeader("Authorization", value).map(({ start, end }) => value.slice(start, end));
    assert.deepEqual(credential("Bearer k3y"), ["k3y"]);
    assert.deepEqual(credential("k3y"), ["k3y"]);
  });

  test("a part without a credential stays the same object", () => {
    const read = collection("?");
    assert.equal(withSecretVariables(read).requests, read.requests);
  });

  test("a credential that a variable of the collection has is that variable, unless it is another text in an environment", () => {
    const secret = { name: "key", value: ["s3cr3t-value"], isSecret: true };
    const other = { ...secret, value: ["other-s3cr3t"] };
    const inHeader = (given: Pick<Collection, "variables"> & Partial<Collection>) => {
      const [entry] = withSecretVariables({ ...collection("s3cr3t-value"), ...given }).requests.entries;
      assert.ok(entry && "steps" in entry && entry.steps[0]?.kind === "request");
      return entry.steps[0].headers[0]?.value;
    };
    const variable = (name: string) => [{ kind: "variable", name }];
    assert.deepEqual(inHeader({ variables: [secret] }), variable("key"));
    assert.deepEqual(inHeader({ variables: [{ ...secret, value: ["s3cr3t-value", "!"] }] }), variable("x-api-key"));
    assert.deepEqual(
      inHeader({
        variables: [secret],
        environments: [{ item: ledger.add("environment", "dev", []), name: "dev", variables: [other] }],
      }),
      variable("x-api-key"),
    );
  });

  test("only the parts of a request that contain a credential become other objects", () => {
    const read = collection("?", "s3cr3t-value");
    const written = withSecretVariables(read);
    assert.equal(written.requests.entries[0], read.requests.entries[0]);
    const [, before] = read.requests.entries;
    const [, after] = written.requests.entries;
    assert.ok(before && after && "steps" in before && "steps" in after);
    const [was, is] = [before.steps[0], after.steps[0]];
    assert.ok(was?.kind === "request" && is?.kind === "request");
    assert.deepEqual(is.headers[0]?.value, [{ kind: "variable", name: "x-api-key" }]);
    assert.equal(is.body, was.body);
    assert.equal(is.preamble, was.preamble);
  });
});
