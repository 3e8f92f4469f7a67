import assert from "node:assert/strict";
import { Arguments } from "../../../../client/src/cli/arguments.ts";
import { overridden, overrideOptions, readOverrides } from "../../../../client/src/cli/send/overrides.ts";
import type { TransportRequest } from "../../../../client/src/transport/transport.ts";

const typed: TransportRequest = {
  ...{ scheme: "http", host: "a.example", port: 8080, method: "POST", target: "/calc?x=1" },
  requestLine: "POST /calc?x=1 HTTP/1.1",
  typedRequestLine: "POST /calc?x=1 HTTP/1.1",
  absoluteRequestLine: "POST http://a.example:8080/calc?x=1 HTTP/1.1",
  head: "Host: a.example:8080\r\nX-Run: 1\r\nx-run : 2\r\nContent-Length: 0\r\n",
  emptyLine: true,
  fields: [
    { name: "Host", value: "a.example:8080" },
    { name: "X-Run", value: "1" },
    { name: "x-run", value: "2" },
    { name: "Content-Length", value: "0" },
  ],
  authentication: undefined,
  secretUses: [],
  body: new Uint8Array(0),
};

function read(...args: readonly string[]) {
  const given = new Arguments(args, overrideOptions);
  const overrides = readOverrides(given);
  return { problem: given.problem, ...overridden(typed, overrides) };
}

suite("--endpoint and --header", () => {
  test("--endpoint changes scheme, host, port and Host, and its path is in front of the target", () => {
    const { request, changes } = read("--endpoint", "https://[::1]:9443/v2/");
    assert.deepEqual([request.scheme, request.host, request.port], ["https", "::1", 9443]);
    assert.equal(request.requestLine, "POST /v2/calc?x=1 HTTP/1.1");
    assert.equal(request.absoluteRequestLine, "POST https://[::1]:9443/v2/calc?x=1 HTTP/1.1");
    assert.equal(request.target, "/v2/calc?x=1");
    assert.match(request.head, /^Host: \[::1\]:9443\r\nX-Run: 1\r\n/);
    assert.deepEqual(request.fields[0], { name: "Host", value: "[::1]:9443" });
    assert.deepEqual(changes, ["It is sent to https://[::1]:9443/v2/ (--endpoint)."]);
    const plain = read("--endpoint", "http://b.example").request;
    assert.deepEqual([plain.host, plain.port, plain.target], ["b.example", 80, "/calc?x=1"]);
    assert.match(plain.head, /^Host: b\.example\r\n/);
  });

  test("--header replaces all headers of the name, or is behind the last one", () => {
    const { request, changes, secrets } = read("--header", "X-RUN: 7", "--header", "Authorization: Bearer s3cr3t");
    assert.equal(
      request.head,
      "Host: a.example:8080\r\nX-RUN: 7\r\nContent-Length: 0\r\nAuthorization: Bearer s3cr3t\r\n",
    );
    assert.deepEqual(
      request.fields.map(({ name }) => name),
      ["Host", "X-RUN", "Content-Length", "Authorization"],
    );
    assert.deepEqual(changes, [
      "The header X-RUN is that of --header.",
      "The header Authorization is that of --header.",
    ]);
    assert.deepEqual(secrets, ["Bearer s3cr3t"]);
  });

  test("values that can't be sent are refused without showing them", () => {
    const wrong = (...args: readonly string[]) => read(...args).problem;
    for (const url of ["a.example", "ftp://a.example", "https://user:s3cr3t@a.example/", "http://a.example/?x"])
      assert.match(wrong("--endpoint", url) ?? "", /^Invalid value for --endpoint/);
    assert.equal(wrong("--header", "s3cr3t"), 'Invalid value for --header. Use "NAME: VALUE".');
    assert.equal(wrong("--header", "X A: s3cr3t"), 'Invalid value for --header. Use "NAME: VALUE".');
    assert.equal(wrong("--header", "X: s3cr3t\r\nY: 1"), "The value of --header X must consist of ASCII characters.");
    assert.match(wrong("--header", "Content-Length: 1") ?? "", /can't change Content-Length/);
  });
});
