import { deepEqual, equal, match, ok } from "node:assert/strict";
import {
  followingOf,
  followText,
  messageThatFollows,
  whyWithheld,
} from "../../../../client/src/core/exchange/following.ts";
import { toTransportRequest } from "../../../../client/src/core/exchange/transportRequest.ts";
import { outgoing, received, response } from "../../support.ts";

const head = [
  "Host: localhost:8000",
  "Content-Type: text/xml",
  "Authorization: Basic eDp5",
  "Cookie: a=b",
  "X-Kept: 1",
  "Content-Length: 4",
];
const message = outgoing({
  head: head.map((line) => `${line}\r\n`).join(""),
  fields: head.map((line) => ({ name: line.split(": ")[0] ?? "", value: line.split(": ")[1] ?? "" })),
  body: btoa("<a/>"),
});

const redirect = (status: number, location: string) =>
  response(`HTTP/1.1 ${status} Elsewhere\nLocation: ${location}\n\n`);

function follow(status: number, location: string) {
  const following = followingOf({ message, result: redirect(status, location) });
  ok(following);
  const next = messageThatFollows(message, following);
  const { requestLine, head: fields, body } = toTransportRequest(next);
  const [title, tooltip] = followText(following);
  return { next, title, tooltip, wire: `${requestLine}\r\n${fields}\r\n${new TextDecoder().decode(body)}` };
}

suite("following a redirect from its response", () => {
  for (const status of [307, 308]) {
    test(`a redirect with ${status} is followed with the same bytes, and the lens says so`, () => {
      const { wire, title, tooltip, next } = follow(status, "/next?x");
      equal(wire, `POST /next?x HTTP/1.1\r\n${message.head}\r\n<a/>`);
      deepEqual(
        [title, tooltip],
        ["Follow", "Send the same POST with the same bytes to http://localhost:8000/next?x."],
      );
      deepEqual(next.changes, [`This follows a redirect (${status}) to http://localhost:8000.`]);
      equal(next.soapVersion, "1.2");
    });
  }

  for (const status of [301, 302, 303]) {
    test(`a redirect with ${status} is followed with a GET without the body, and the lens says so`, () => {
      const { wire, title, tooltip, next } = follow(status, "/next");
      equal(
        wire,
        "GET /next HTTP/1.1\r\nHost: localhost:8000\r\nAuthorization: Basic eDp5\r\nCookie: a=b\r\nX-Kept: 1\r\n\r\n",
      );
      deepEqual(
        [title, tooltip],
        [
          "Follow as GET",
          `Send GET without a body to http://localhost:8000/next: a redirect with ${status} changes POST to it.`,
        ],
      );
      deepEqual([next.method, next.target, next.soapVersion], ["GET", "/next", undefined]);
      deepEqual(next.changes.slice(1), [
        "POST became GET, without the body.",
        "Removed headers: Content-Type, Content-Length.",
      ]);
    });
  }

  test("following a redirect doesn't send credentials to another origin, and redacts their values", () => {
    const { wire, tooltip, next } = follow(308, "https://other.example/x");
    deepEqual([next.scheme, next.host, next.port], ["https", "other.example", 443]);
    equal(
      wire,
      "POST /x HTTP/1.1\r\nHost: other.example\r\nContent-Type: text/xml\r\nX-Kept: 1\r\nContent-Length: 4\r\n\r\n<a/>",
    );
    match(
      tooltip,
      /another origin: headers with secrets and the client certificate of localhost are not sent to it\.$/,
    );
    deepEqual(next.changes.slice(1), ["Removed headers: Authorization, Cookie."]);
    ok(!JSON.stringify(next).includes("eDp5"));
  });

  test("following isn't offered if another origin would get a secret, and a note says why", () => {
    const source = { from: "process", name: "LEAK" } as const;
    const exchange = {
      message: { ...message, secretUses: [{ place: "body" as const, source }] },
      result: redirect(307, "https://other.example/x"),
    };
    equal(followingOf(exchange), undefined);
    equal(
      whyWithheld(exchange),
      "The redirect to https://other.example/x can't be followed: it is another origin, and the body contains the environment variable LEAK. To send the request there, change its address.",
    );
    ok(followingOf({ ...exchange, result: redirect(302, "https://other.example/x") }));
    equal(whyWithheld({ ...exchange, result: redirect(307, "/x") }), undefined);
  });

  test("a note says which header is not sent because of its secret", () => {
    const source = { from: "dotenv", name: "api key" } as const;
    const secretUses = [{ place: "header" as const, header: "X-Kept", source }];
    const typed = { ...message, secretUses };
    const following = followingOf({ message: typed, result: redirect(307, "https://other.example/x") });
    ok(following);
    const next = messageThatFollows(typed, following);
    equal(next.changes.at(-1), "X-Kept was not sent to another origin: it contains the value “api key” of .env.");
    deepEqual(next.secretUses, []);
  });

  test("following starts from the last redirect that was already followed", () => {
    const first = { status: 307, message: received("HTTP/1.1 307 A\nLocation: https://other.example/a\n\n") };
    const result = {
      ...redirect(302, "b"),
      redirects: [{ ...first, url: "", method: "POST", location: "", wire: undefined }],
    };
    const following = followingOf({ message, result });
    ok(following);
    deepEqual(
      [following.before.host, following.request.requestLine, following.sameOrigin],
      ["other.example", "GET /b HTTP/1.1", true],
    );
    ok(!following.request.head.includes("Authorization"));
  });

  test("following isn't possible without a redirect status, a Location and an http address", () => {
    for (const result of [
      response("HTTP/1.1 200 OK\nLocation: /x\n\n"),
      response("HTTP/1.1 304 Not Modified\nLocation: /x\n\n"),
      response("HTTP/1.1 302 Found\n\n"),
      redirect(302, "ftp://x/"),
    ]) {
      equal(followingOf({ message, result }), undefined);
    }
  });
});
