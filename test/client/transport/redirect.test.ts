import assert from "node:assert/strict";
import { changesBetween, followRedirect, requestLineChange } from "../../../client/src/transport/redirect.ts";
import type { TransportRequest } from "../../../client/src/transport/transport.ts";
import type { SecretUse } from "../../../server/src/protocol/protocol.ts";
import { requestTo } from "../../support/transport/request.ts";

const lines = [
  "Content-Type: text/xml",
  "Authorization: Basic eDp5",
  "  folded",
  "cookie : a=b",
  "X-Other: kept",
  "SOAPAction: urn:x",
];
const post = requestTo({ host: "a.example", port: 80 }, "/dir/s?q", { lines });

suite("following a redirect", () => {
  for (const [location, url] of [
    ["/t", "http://a.example:80/t"],
    ["t?x=1#f", "http://a.example:80/dir/t?x=1"],
    ["?only", "http://a.example:80/dir/s?only"],
    ["//b.example/t", "http://b.example:80/t"],
    ["https://b.example/t", "https://b.example:443/t"],
    ["https://b.example:8443", "https://b.example:8443/"],
    ["http://[::1]:81/", "http://[::1]:81/"],
    ["/a b", "http://a.example:80/a%20b"],
  ] as const) {
    test(`the Location ${location} is resolved to ${url}`, () => {
      const { scheme, host, port, target } = follow(post, 307, location);
      assert.equal(`${scheme}://${host}:${port}${target}`, url);
    });
  }

  for (const location of ["", "ftp://b.example/", "http://", "javascript:alert(1)", "http://user:secret@b.example/"]) {
    test(`a redirect to the Location ${location} is not followed`, () => {
      const result = followRedirect(post, { status: 307, fields: [{ name: "Location", value: location }] });
      assert.notEqual(result.kind, "follow");
    });
  }

  test("a redirect without Location is not followed", () => {
    assert.equal(followRedirect(post, { status: 302, fields: [] }).kind, "location-missing");
  });

  for (const status of [307, 308]) {
    test(`a redirect with ${status} to the same origin changes only the target`, () => {
      const next = follow(post, status, "/t");
      assert.deepEqual(next, {
        ...post,
        target: "/t",
        requestLine: "POST /t HTTP/1.1",
        absoluteRequestLine: "POST http://a.example/t HTTP/1.1",
      });
    });
  }

  for (const status of [301, 302, 303]) {
    test(`a redirect with ${status} changes a POST to a GET without the body and its headers`, () => {
      const next = follow(post, status, "/t");
      assert.deepEqual([next.method, next.requestLine, next.body.length], ["GET", "GET /t HTTP/1.1", 0]);
      assert.doesNotMatch(next.head, /^content-/im);
      assert.match(next.head, /^Authorization: Basic eDp5\r\n {2}folded\r\ncookie : a=b\r\nX-Other: kept\r\n/m);
      assert.deepEqual(
        next.fields.map(({ name }) => name),
        ["Host", "Authorization", "cookie", "X-Other", "SOAPAction"],
      );
    });
  }

  test("a redirect keeps GET and HEAD", () => {
    for (const method of ["GET", "HEAD"]) {
      const request = requestTo({ host: "a.example", port: 80 }, "/s", { method, body: "" });
      assert.equal(follow(request, 302, "/t").method, method);
    }
  });

  for (const [name, location] of [
    ["host", "http://b.example/t"],
    ["port", "http://a.example:81/t"],
    ["scheme", "https://a.example/t"],
  ] as const) {
    test(`a redirect to another ${name} replaces Host, and removes Authorization and Cookie with their folded lines`, () => {
      const next = follow(post, 308, location);
      assert.equal(
        next.head,
        `Host: ${new URL(location).host}\r\nContent-Type: text/xml\r\nX-Other: kept\r\nSOAPAction: urn:x\r\nContent-Length: 4\r\n`,
      );
      assert.equal(next.body, post.body);
      assert.equal(
        next.fields.some(({ name }) => /authorization|cookie/i.test(name)),
        false,
      );
    });
  }

  for (const name of [
    "X-API-Key",
    "x-auth-token",
    "Proxy-Authorization",
    "X-Session-Id",
    "Ocp-Apim-Subscription-Key",
  ]) {
    test(`${name} is not sent to another origin`, () => {
      const request = requestTo({ host: "a.example", port: 80 }, "/s", {
        lines: [`${name}: s3cret`, "  s3cret", "X-Other: kept"],
      });
      const away = follow(request, 307, "http://b.example/t");
      assert.doesNotMatch(away.head, /s3cret/);
      assert.deepEqual(
        away.fields.filter((field) => field.value.includes("s3cret")),
        [],
      );
      assert.match(follow(request, 307, "/t").head, /s3cret\r\n {2}s3cret/);
    });
  }

  test("a redirect removes secrets in malformed lines too", () => {
    const head = " X-API-Key: s3cret\r\nAuthorization s3cret\r\nX API Key: s3cret\r\nHost: a.example\r\n";
    const next = follow({ ...post, head }, 307, "http://b.example/t");
    assert.equal(next.head, "Host: b.example\r\n");
  });

  suite("a redirect of a request with secrets", () => {
    const source = { from: "secrets", name: "tok" } as const;
    const use = (place: SecretUse["place"], header?: string): SecretUse => ({
      place,
      source,
      ...(header && { header }),
    });
    const away = "http://b.example/t";
    const headers = { ...post, secretUses: [use("header", "X-Other"), use("header", "host"), use("login")] };

    test("a redirect to another origin has nothing of # @tls, not even back at its own origin", () => {
      const request = { ...post, tls: { key: "me", servername: "a" } };
      assert.deepEqual(follow(request, 307, "/t").tls, request.tls);
      const other = follow(request, 307, "http://a.example:81/t");
      assert.equal(other.tls, undefined);
      assert.equal(follow(other, 307, "http://a.example:80/t").tls, undefined);
    });

    test("a redirect to another origin drops a header with a secret, whatever its name", () => {
      for (const status of [302, 307]) {
        const next = follow(headers, status, away);
        assert.doesNotMatch(next.head, /X-Other/);
        assert.match(next.head, /^Host: b\.example\r\n/);
        assert.ok(!next.fields.some(({ name }) => name === "X-Other"));
        assert.deepEqual(next.secretUses, []);
        assert.deepEqual(
          changesBetween(headers, next).find((one) => one.kind === "dropped" && one.name === "X-Other"),
          { kind: "dropped", name: "X-Other", typed: "kept", sources: [source] },
        );
      }
    });

    test("a redirect to the same origin keeps a header with a secret, and knows its new place", () => {
      const next = follow({ ...headers, secretUses: [...headers.secretUses, use("body")] }, 302, "/t");
      assert.match(next.head, /X-Other: kept/);
      assert.deepEqual(next.secretUses, headers.secretUses);
    });

    for (const [place, statuses] of [
      ["target", [301, 302, 303, 307, 308]],
      ["body", [307, 308]],
    ] as const) {
      test(`a redirect to another origin isn't followed if the ${place} contains a secret`, () => {
        const request = { ...post, secretUses: [use(place)] };
        for (const status of statuses) {
          const result = followRedirect(request, { status, fields: [{ name: "Location", value: away }] });
          assert.deepEqual(result, { kind: "secrets", location: away, place, sources: [source] });
          assert.equal(follow(request, status, "/t").target, "/t");
        }
      });
    }

    test("a redirect that changes the POST to a GET is followed without the body and its secret", () => {
      assert.equal(follow({ ...post, secretUses: [use("body")] }, 302, away).body.length, 0);
    });

    test("a secret host doesn't prevent a redirect", () => {
      assert.equal(follow({ ...post, secretUses: [use("host")] }, 307, away).host, "b.example");
    });
  });

  for (const [from, location, unencrypted] of [
    ["https", "http://a.example/t", true],
    ["https", "/t", false],
    ["https", "https://b.example/t", false],
    ["http", "http://b.example/t", false],
  ] as const) {
    test(`a redirect from ${from} to ${location} has ${unencrypted ? "no encryption" : "no loss of encryption"}`, () => {
      const request = requestTo({ host: "a.example", port: 443 }, "/s", { scheme: from });
      const result = followRedirect(request, { status: 307, fields: [{ name: "location", value: location }] });
      assert.equal(result.kind === "follow" && result.unencrypted, unencrypted);
    });
  }

  test("the changes report a request line that differs from the typed one", () => {
    const typed = { ...post, typedRequestLine: "POST http://a.example/s HTTP/1.1" };
    assert.deepEqual(requestLineChange(typed, "POST /s HTTP/1.1"), [
      { kind: "request-line", typed: "POST http://a.example/s HTTP/1.1", sent: "POST /s HTTP/1.1" },
    ]);
    assert.deepEqual(requestLineChange(typed, "POST http://a.example/s HTTP/1.1"), []);
    assert.deepEqual(requestLineChange(post, post.requestLine), []);
  });

  test("the changes report all differences from the author's request", () => {
    assert.deepEqual(changesBetween(post, follow(post, 302, "http://b.example/t")), [
      { kind: "replaced", name: "Host", typed: "a.example:80", sent: "b.example" },
      { kind: "dropped", name: "Content-Type", typed: "text/xml" },
      { kind: "dropped", name: "Authorization", typed: "Basic eDp5" },
      { kind: "dropped", name: "cookie", typed: "a=b" },
      { kind: "dropped", name: "Content-Length", typed: "4" },
      { kind: "body-dropped", bytes: 4 },
    ]);
  });
});

function follow(request: TransportRequest, status: number, location: string): TransportRequest {
  const result = followRedirect(request, { status, fields: [{ name: "location", value: location }] });
  if (result.kind !== "follow") throw new Error(result.kind);
  return result.request;
}
