import assert from "node:assert/strict";
import { writtenRequest } from "../../server/src/mock/write/capturedRequest.ts";
import { requestWithoutSecrets } from "../../server/src/mock/write/messageText.ts";
import { MockExchanges } from "../../server/src/mockService/mockExchanges.ts";
import type { ServedRequest } from "../../server/src/protocol/served.ts";
import { TestedMock } from "../support/mock.ts";
import { bytesOfRequest, sentBytes, upstream } from "../support/mockExchanges.ts";
import { modelOf } from "./mockModel.ts";
import { randomFile, randomRequest } from "./mockRequests.ts";
import { effort, Random } from "./random.ts";

suite("a mock service and random requests", () => {
  test("a captured request sends the same bytes, or is a comment", () => {
    let comments = 0;
    const count = 600 * effort;
    for (let seed = 1; seed <= count; seed++) {
      const request = randomRequest(new Random(seed));
      const { text: captured = "" } = new MockExchanges(() => []).captured(request);
      if (/^### .*\n# This message can't be written/.test(captured)) comments++;
      else {
        const shown = requestWithoutSecrets(request, (text) => text);
        const expected = bytesOfRequest({ ...shown, ...writtenRequest(shown) });
        assert.equal(sentBytes(captured), expected, `seed ${seed}`);
      }
    }
    assert.ok(comments < count / 4, `${comments} comments`);
  });

  test("a recorded service that is served alone responds the same way", () => {
    let comments = 0;
    const count = 200 * effort;
    for (let seed = 1; seed <= count; seed++) {
      const random = new Random(seed);
      const service = new MockExchanges(() => []);
      const requests = Array.from({ length: 3 }, (_, index) => withOwnPath(randomRequest(random), index));
      const recorded = requests.map((request, index) => service.recorded(request, upstream(`response ${index}`)));
      if (recorded.some((text) => text?.includes("# This message can't be written"))) comments++;
      const mock = new TestedMock({ "a.soapmock": recorded.join("") });
      for (const [index, request] of requests.entries()) {
        const body = request.method === "HEAD" ? "" : `response ${index}`;
        if (recorded[index] !== undefined) assert.equal(mock.body(request), body, `seed ${seed}, request ${index}`);
        else assert.ok(mock.respond(request), `seed ${seed}, request ${index}`);
      }
    }
    assert.equal(comments, 0);
  });

  test("no request makes a service fail", () => {
    const mock = new TestedMock({ "a.soapmock": everything, "rows.csv": "a,b\n1,2\n" });
    const strict = new TestedMock({
      "a.soapmock": "# @when path *\n# @when path /[never]\n# @when //*:a = 1\n# @hang\n",
    });
    for (let seed = 1; seed <= 600 * effort; seed++) {
      const request = randomRequest(new Random(seed));
      const response = mock.respond(request);
      assert.ok(response && [200, 500].includes(response.status ?? 0), `seed ${seed}`);
      assert.ok(response.operation !== "");
      assert.match(strict.whyNone(request) ?? "", /^No response matches\./, `seed ${seed}`);
    }
  });

  test("no file makes a service fail: a file with errors isn't served, and every other file responds", () => {
    let served = 0;
    for (let seed = 1; seed <= 400 * effort; seed++) {
      const random = new Random(seed);
      const mock = new TestedMock({});
      const problems = mock.load({ "a.soapmock": randomFile(random), "rows.csv": "a,b\n1,2\n" });
      assert.ok(problems.every(({ line, column, message }) => line > 0 && column > 0 && message !== ""));
      for (let at = 0; at < 3; at++) {
        const request = randomRequest(random);
        const response = mock.respond(request);
        assert.ok(!response || problems.length === 0, `seed ${seed}`);
        if (response) served++;
        else assert.notEqual(mock.whyNone(request), "");
      }
    }
    assert.ok(served > 50, `${served} responses`);
  });

  test("counting the findings of a request never fails", () => {
    for (let seed = 1; seed <= 300 * effort; seed++) {
      const { errors, warnings } = new MockExchanges(() => []).captured(randomRequest(new Random(seed)));
      assert.ok(errors >= 0 && warnings >= 0);
    }
  });

  test("each response is the one that a simple model predicts", () => {
    for (let seed = 1; seed <= 200 * effort; seed++) {
      const random = new Random(seed);
      const { files, next } = modelOf(random);
      const mock = new TestedMock(files);
      for (let at = 0; at < 12; at++) {
        const { request, expected } = next();
        assert.equal(
          mock.body(request),
          expected,
          `seed ${seed}, request ${at}: ${request}\n${JSON.stringify(files, null, 1)}`,
        );
      }
    }
  });
});

/** Responses with all conditions and values, none of which depends on others. */
const everything = [
  "when operation Add",
  "when //*:a = 1",
  'when //c:b matches "^[a-c]+$"',
  "when $..b exists",
  "when header X-Any contains a",
  "when path */*",
  "when query a exists",
  "when version 1.2",
  "when body contains <",
  "when variable seen = {{request.headers.X-Any}}",
  "data rows.csv where a = //*:a",
  "set seen = //*:b",
  "otherwise",
]
  .map(
    (line) => `###
# @${line}
HTTP/1.1 200 OK
Content-Type: text/xml
X-Any: {{request.headers.X-Any}}{{request.query.a}}{{request.method}}
Content-Length: {{$contentLength}}

<a b="{{request.body.//*:a}}">{{request.body}}<![CDATA[{{request.path}}]]><!--{{request.headers.SOAPAction}}-->{{seen}}{{b}}</a>
`,
  )
  .join("");

/** A request with parameters has a path of its own: no condition says that there are no others. */
function withOwnPath(request: ServedRequest, index: number): ServedRequest {
  const target = request.target.replace(/^[^?]*(?=\?)/, `/${index}`);
  return { ...request, target };
}
