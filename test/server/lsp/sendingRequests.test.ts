import assert from "node:assert/strict";
import type { RequestsResult } from "../../../server/src/protocol/protocol.ts";
import { startTestServer, type TestServer } from "../../support/server.ts";

suite("the requests of a document over LSP", () => {
  let server: TestServer;
  setup(async () => {
    server = await startTestServer({});
  });
  teardown(() => server.close());

  const get = (path: string) => `GET ${path} HTTP/1.1\nHost: h\n`;

  test("are all of them, or only those that touch a line", async () => {
    const { uri } = server.open(`${get("/1")}\n###\n${get("/2")}\n###\n${get("/3")}`);
    const targets = async (line?: number) => {
      const { requests } = await server.request<RequestsResult>("soaphttp/requests", { uri, line });
      return requests.map(({ target }) => target);
    };
    assert.deepEqual(await targets(), ["/1", "/2", "/3"]);
    const separator = 3;
    const byLine = await Promise.all([0, 1, separator, separator + 1, 9, 99].map((line) => targets(line)));
    assert.deepEqual(byLine, [["/1"], ["/1"], ["/1", "/2"], ["/2"], ["/3"], ["/3"]]);
  });
});
