import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type {
  CapturedText,
  LoadedMock,
  MockDecision,
  ServedRequestMessage,
} from "../../../server/src/protocol/mockProtocol.ts";
import type { CalledResponse } from "../../../server/src/protocol/served.ts";
import { startTestServer, type TestServer } from "../../support/server.ts";

const base64 = (text: string) => Buffer.from(text).toString("base64");
const request = (body: string): ServedRequestMessage => ({
  method: "POST",
  target: "/calc",
  fields: [
    { name: "Host", value: "h" },
    { name: "Content-Type", value: "text/plain" },
  ],
  body: base64(body),
});

suite("mock services over LSP", () => {
  let server: TestServer;
  setup(async () => {
    server = await startTestServer({});
    const text = "# @name two\n# @when body contains 2\nHTTP/1.1 204 No Content\n\n";
    const files = [{ uri: "file:///w/a.soapmock", name: "a.soapmock", text }];
    assert.deepEqual(
      (await server.request<LoadedMock>("soaphttp/mock/load", { id: 1, files, wsdls: [] })).problems,
      [],
    );
  });

  const decided = (number: number, body: string) =>
    server.request<MockDecision>("soaphttp/mock/respond", { id: 1, number, request: request(body) });
  const captured = (of: number | ServedRequestMessage) =>
    server.request<CapturedText>("soaphttp/mock/captured", { id: 1, request: of });

  test("the server decides the response with one message", async () => {
    const { response } = await decided(1, "2");
    assert.deepEqual([response?.source, response?.response, response?.status], ["file", "a.soapmock#two", 204]);
    const why = "No response matches. a.soapmock#two is the closest, but body contains 2 doesn't hold.";
    const misses = [{ name: "a.soapmock#two", checks: [{ text: "@when body contains 2", holds: false }] }];
    assert.deepEqual(await decided(2, "3"), { whyNone: why, misses });
  });

  test("the server writes a request as text by its number, once", async () => {
    await decided(1, "one");
    await decided(2, "two");
    assert.match((await captured(2)).text, /\n\ntwo\n*$/);
    assert.match((await captured(1)).text, /\n\none\n*$/);
    assert.equal((await captured(1)).text, "");
  });

  test("the server writes a request that had no response", async () => {
    assert.match((await captured(request("refused"))).text, /\n\nrefused\n*$/);
  });

  test("the server says which expectations about calls hold", async () => {
    const text = "# @name once\n# @expect called 1\nHTTP/1.1 204 No Content\n\n";
    const files = [{ uri: "file:///w/b.soapmock", name: "b.soapmock", text }];
    await server.request<LoadedMock>("soaphttp/mock/load", { id: 1, files, wsdls: [] });
    const held = async () =>
      (await server.request<readonly CalledResponse[]>("soaphttp/mock/called", { id: 1 })).flatMap(({ results }) =>
        results.map((result) => result.held),
      );
    assert.deepEqual(await held(), [false]);
    await decided(1, "");
    assert.deepEqual(await held(), [true]);
  });

  test("the server responds nothing for a service that is unknown", async () => {
    const params = { id: 9, number: 1, request: request("") };
    assert.deepEqual(await server.request<MockDecision>("soaphttp/mock/respond", params), {});
    assert.equal((await server.request<CapturedText>("soaphttp/mock/captured", { id: 9, request: 1 })).text, "");
  });

  test("the log says why a request is refused, also if its Fault would be sent elsewhere", async () => {
    const bytes = readFileSync("samples/calculator.wsdl").toString("base64");
    const other = await startTestServer({}, {}, { readFile: () => ({ kind: "bytes", bytes }) });
    await other.request<LoadedMock>("soaphttp/mock/load", { id: 1, files: [], wsdls: ["file:///w/calculator.wsdl"] });
    const header = `<a:Action>urn:x</a:Action><a:MessageID>urn:1</a:MessageID><a:ReplyTo><a:Address>http://h/r</a:Address></a:ReplyTo>`;
    const envelope = `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:a="http://www.w3.org/2005/08/addressing"><s:Header>${header}</s:Header><s:Body><Unknown/></s:Body></s:Envelope>`;
    const fields = [{ name: "Content-Type", value: "application/soap+xml" }];
    const sent = { ...request(envelope), target: "/calc12", fields };
    const { response } = await other.request<MockDecision>("soaphttp/mock/respond", {
      id: 1,
      number: 1,
      request: sent,
    });
    assert.match(
      response?.problem ?? "",
      /<Unknown>.+ The response is not sent to http:\/\/h\/r: only soaphttp mock and soaphttp test do that\.$/,
    );
  });
});
