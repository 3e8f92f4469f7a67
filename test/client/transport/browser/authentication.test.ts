import assert from "node:assert/strict";
import { fetchArguments } from "../../../../client/src/transport/browser/fetchRequest.ts";
import { requestTo } from "../../../support/transport/request.ts";

suite("# @auth in a browser", () => {
  test("the transport lets the browser answer challenges, and passes it neither user nor password", () => {
    const place = { host: "localhost", port: 80 };
    const plain = fetchArguments(requestTo(place, "/s"), "never");
    const authentication = { scheme: "digest", user: "ann", password: "secret", domain: "" } as const;
    const own = fetchArguments({ ...requestTo(place, "/s"), authentication }, "never");
    assert.ok(plain.kind === "prepared" && own.kind === "prepared");
    assert.deepEqual([plain.init.credentials, own.init.credentials], ["omit", "include"]);
    assert.doesNotMatch(JSON.stringify([own.url, own.init.headers]), /ann|secret/);
  });
});
