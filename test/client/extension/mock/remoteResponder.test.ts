import assert from "node:assert/strict";
import { RemoteResponder } from "../../../../client/src/extension/mock/remoteResponder.ts";
import { responsesOf } from "../../../../client/src/mock/responses.ts";
import type { LoadedMock } from "../../../../server/src/protocol/mockProtocol.ts";
import { requestOf } from "../../../support/mock.ts";
import { startTestServer, type TestServer } from "../../../support/server.ts";

suite("the responses of the language server", () => {
  let server: TestServer;
  const sent: string[] = [];
  setup(async () => {
    server = await startTestServer({});
    sent.length = 0;
    const text = "# @name two\n# @when body contains 2\nHTTP/1.1 204 No Content\n\n";
    const files = [{ uri: "file:///w/a.soapmock", name: "a.soapmock", text }];
    await server.request<LoadedMock>("soaphttp/mock/load", { id: 1, files, wsdls: [] });
  });

  const responder = () =>
    new RemoteResponder(
      {
        request: (type, params) => {
          const text = JSON.stringify(params);
          sent.push(text);
          return server.request(type.method, JSON.parse(text));
        },
      },
      1,
    );

  for (const [body, status, problem] of [
    ["2", 204, undefined],
    ["3", 404, "No response matches. a.soapmock#two is the closest, but body contains 2 doesn't hold."],
  ] as const) {
    test(`the client gets a body once, for the response ${status} and for the text of the request`, async () => {
      const remote = responder();
      const respond = responsesOf(remote, { upstream: undefined, cors: "*" });
      const request = requestOf(`POST /calc\nHost: h\n\n${body}`);
      const response = await respond(request);
      assert.deepEqual([response.status, response.problem], [status, problem]);
      assert.match((await remote.captured(request)).text, new RegExp(`\\n\\n${body}\\n*$`));
      assert.equal(sent.filter((one) => one.includes(Buffer.from(body).toString("base64"))).length, 1);
    });
  }
});
