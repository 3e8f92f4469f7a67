import assert from "node:assert/strict";
import { ownResponse, responsesOf } from "../../../client/src/mock/responses.ts";
import type { ServedRequest, ServedResponse } from "../../../server/src/protocol/served.ts";
import { asLatin1 } from "../../support/transport/bytes.ts";

const request: ServedRequest = { method: "POST", target: "/", fields: [], body: new Uint8Array(0) };
const responseOf = (source: ServedResponse["source"]): ServedResponse => ({ ...ownResponse(404), source });
const nothing = { fromFiles: () => undefined, byContract: () => undefined };

suite("the sources of responses", () => {
  const sources = async (files: boolean, upstream: boolean, wsdl: boolean, later: boolean) => {
    const of = (is: boolean, source: ServedResponse["source"]) => () => {
      const response = is ? responseOf(source) : undefined;
      return later ? Promise.resolve(response) : response;
    };
    const respond = responsesOf(
      { fromFiles: of(files, "file"), byContract: of(wsdl, "wsdl") },
      { upstream: upstream ? async () => responseOf("upstream") : undefined, cors: "*" },
    );
    return (await respond(request)).source;
  };

  for (const later of [false, true]) {
    test(`files come first, then the service passed on to, then the WSDLs, else 404${later ? ", also later" : ""}`, async () => {
      assert.equal(await sources(true, true, true, later), "file");
      assert.equal(await sources(false, true, true, later), "upstream");
      assert.equal(await sources(false, false, true, later), "wsdl");
      assert.equal(await sources(false, false, false, later), "service");
    });
  }

  test("what a file passes on is the other service's response, also if the file responds later", async () => {
    const forward = { edit: () => ({ body: new Uint8Array(0) }) };
    const given = { ...responseOf("file"), response: "a.soapmock#on", forward };
    for (const fromFiles of [() => given, async () => given]) {
      const upstream = async () => responseOf("upstream");
      const { source, response } = await responsesOf({ ...nothing, fromFiles }, { upstream, cors: undefined })(request);
      assert.deepEqual([source, response], ["upstream", "a.soapmock#on"]);
    }
  });

  test("no promise is needed if every source responds at once", () => {
    const response = responsesOf(nothing, { upstream: undefined, cors: "*" })(request);
    assert.equal("status" in response && response.status, 404);
  });

  test("a request without a response gets 404, and the log says why no file responds", async () => {
    const respond = responsesOf({ ...nothing, whyNone: () => "Nearly." }, { upstream: undefined, cors: undefined });
    const { status, problem } = await respond(request);
    assert.deepEqual([status, problem], [404, "Nearly."]);
  });
});

suite("responses that are sent elsewhere", () => {
  const callback = { contentType: "text/xml", soapAction: "", body: new Uint8Array(0) };
  const respond = async (to: string, fields: ServedRequest["fields"] = []) =>
    responsesOf(
      { fromFiles: () => undefined, byContract: () => ({ ...responseOf("wsdl"), callback: { ...callback, to } }) },
      { upstream: undefined, cors: "*", callbacks: new Set(["::2"]) },
    )({ ...request, fields });

  test("responses are sent to this machine and to allowed hosts, but not for a request of a web page", async () => {
    for (const to of ["http://127.0.0.1:1/a", "http://[::1]/", "https://localhost/", "http://[::2]:80/"])
      assert.equal((await respond(to)).callback?.to, to);
    const { callback, problem } = await respond("http://127.0.0.1:1/a", [{ name: "origin", value: "http://page" }]);
    assert.deepEqual(
      [callback, problem],
      [undefined, "The response is not sent to http://127.0.0.1:1/a, because the request comes from a web page."],
    );
  });

  test("the log doesn't get longer than a line because of an address", async () => {
    for (const to of [`http://other/${"a".repeat(10_000)}`, `http://${"a".repeat(10_000)}/`, "x".repeat(10_000)]) {
      const { problem = "" } = await respond(to);
      assert.ok(problem.includes("…") && problem.length < 500, problem);
    }
  });
});

suite("CORS preflight requests", () => {
  const preflight = (...more: readonly (readonly [string, string])[]): ServedRequest => {
    const asked = [["Origin", "http://page.example"], ["Access-Control-Request-Method", "POST"], ...more];
    return { ...request, method: "OPTIONS", fields: asked.map(([name = "", value = ""]) => ({ name, value })) };
  };
  const responseTo = async (given: ServedRequest, cors: string | undefined = "*", responder = nothing) =>
    asLatin1((await responsesOf(responder, { upstream: undefined, cors })(given)).bytes);

  test("preflight requests allow the headers that are asked for", async () => {
    assert.equal(
      await responseTo(preflight(["Access-Control-Request-Headers", "content-type,soapaction"])),
      "HTTP/1.1 204 No Content\r\nAccess-Control-Allow-Methods: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\n" +
        "Access-Control-Allow-Headers: content-type,soapaction\r\nAccess-Control-Max-Age: 600\r\n\r\n",
    );
  });

  test("preflight requests allow a page on the internet to call this machine, if it asks", async () => {
    const response = await responseTo(preflight(["Access-Control-Request-Private-Network", "true"]));
    assert.match(response, /\r\nAccess-Control-Allow-Private-Network: true\r\n/);
  });

  test("preflight requests copy only names of headers", async () => {
    const response = await responseTo(preflight(["Access-Control-Request-Headers", "a: b\xe9"]));
    assert.doesNotMatch(response, /Allow-Headers/);
  });

  test("preflight requests get the response of a file, if there is one", async () => {
    const files = { ...nothing, fromFiles: () => responseOf("file") };
    assert.match(await responseTo(preflight(), "*", files as never), /^HTTP\/1\.1 404/);
  });

  test("preflight requests are like other requests without CORS", async () => {
    const respond = responsesOf(nothing, { upstream: undefined, cors: undefined });
    assert.equal((await respond(preflight())).status, 404);
    assert.equal((await respond({ ...request, method: "OPTIONS" })).status, 404);
  });
});
