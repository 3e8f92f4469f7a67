import assert from "node:assert/strict";
import { Random } from "../../../fuzz/random.ts";
import { importAll } from "../../../support/imported.ts";

const resources: readonly object[] = [
  { _id: "wrk_1", _type: "workspace", name: "Calc", description: "About" },
  {
    _id: "fld_1",
    _type: "request_group",
    parentId: "wrk_1",
    name: "Inner",
    environment: { a: { b: [1] } },
    headers: [{ name: "X-A", value: "1" }],
    authentication: { type: "basic", username: "me", password: "x" },
  },
  {
    _id: "req_1",
    _type: "request",
    parentId: "fld_1",
    name: "One",
    url: "http://h/:id?a=1",
    method: "POST",
    headers: [{ name: "X-B", value: "{{ _.a }}", disabled: false }],
    parameters: [{ name: "a", value: "{% uuid %}", disabled: true }],
    pathParameters: [{ name: "id", value: "1" }],
    body: { mimeType: "multipart/form-data", params: [{ name: "f", type: "file", fileName: "a.bin" }] },
    authentication: { type: "apikey", key: "k", value: "v", addTo: "header" },
    preRequestScript: "insomnia.sendRequest();",
    afterResponseScript: "insomnia.response.to.have.status(200);",
    metaSortKey: 1,
  },
  { _id: "req_2", _type: "grpc_request", parentId: "fld_1", name: "Two" },
  { _id: "env_1", _type: "environment", parentId: "wrk_1", name: "Base", data: { a: "1", token: "x" } },
  { _id: "env_2", _type: "environment", parentId: "env_1", name: "Test", data: { a: "{{ b }}" } },
  { _id: "uts_1", _type: "unit_test_suite", parentId: "wrk_1", name: "Suite" },
  { _id: "ut_1", _type: "unit_test", parentId: "uts_1", name: "Test", code: "1" },
];

const strange: readonly unknown[] = [
  null,
  true,
  -1e300,
  "",
  "__proto__",
  "a\r\nX: 1\0",
  "{{ _['",
  "{% response 'body' %}",
  "b64::!::46b",
  "\ud800",
  "../../x",
  "http://[",
  [],
  [[1], null],
  {},
  { type: {} },
];

/** The value with some parts replaced by strange ones. */
function changed(value: unknown, random: Random): unknown {
  if (random.below(25) === 0) return random.pick(strange.map((one) => ({ one }))).one;
  if (Array.isArray(value)) return value.map((one) => changed(one, random));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, changed(one, random)]));
}

suite("hostile Insomnia exports", () => {
  test("exports of version 4 are imported or refused, whatever their values are", function () {
    this.timeout(60_000);
    for (let seed = 1; seed <= 500; seed++) {
      const random = new Random(seed);
      const some = resources.map((one) => changed(one, random));
      const sources = importAll({ "a.json": { _type: "export", __export_format: 4, resources: some } });
      assert.equal(sources.length, 1, `seed ${seed}`);
      for (const { path } of sources.flatMap((one) => ("files" in one ? one.files : []))) {
        assert.doesNotMatch(path, /(?:^|\/)\.\.?(?:\/|$)|^\/|[\0\r\n]/, `seed ${seed}`);
      }
    }
  });

  test("exports of version 5 are imported or refused, whatever their values are", function () {
    this.timeout(60_000);
    const [, folder, request] = resources;
    const { _type: _, ...own } = {
      ...request,
      meta: { id: "req_1", sortKey: 1 },
      scripts: { afterResponse: "a" },
    } as Record<string, unknown>;
    const root = {
      name: "Calc",
      collection: [{ ...folder, meta: { id: "fld_1" }, children: [own] }],
      environments: { name: "Base", data: { a: 1 }, subEnvironments: [{ name: "Test", data: { a: 2 } }] },
      testSuites: [{ name: "Suite", tests: [{ name: "Test", code: "1" }] }],
      cookieJar: { cookies: [{ key: "a" }] },
      spec: { contents: {} },
      certificates: [{ host: "h" }],
    };
    for (let seed = 1; seed <= 500; seed++) {
      const random = new Random(seed);
      const lines = Object.entries(root).map(([key, value]) => `${key}: ${JSON.stringify(changed(value, random))}`);
      const sources = importAll({ "a.yaml": ["type: collection.insomnia.rest/5.0", ...lines].join("\n") });
      assert.equal(sources.length, 1, `seed ${seed}`);
    }
  });
});
