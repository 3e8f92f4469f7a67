import { deepEqual, equal, match } from "node:assert/strict";
import { detailLines, messageFacts, summary } from "../../../../client/src/core/exchange/details.ts";
import { formatTime } from "../../../../client/src/core/text/quantities.ts";
import type { AuthenticationProblem } from "../../../../client/src/transport/exchangeFacts.ts";
import { facts, failure, received, response } from "../../support.ts";

suite("the facts of an exchange", () => {
  test("the summary shows status, time and size", () => {
    equal(summary(response(`HTTP/1.1 200 OK\n\n${"x".repeat(1434)}`)), "200 OK · 132 ms · 1.4 KB");
    equal(summary(response("HTTP/1.1 500 \n\n")), "500 · 132 ms · 0 B");
    equal(summary(failure({ kind: "refused", addresses: [] })), "132 ms");
    equal(summary(response("\n\n", { framing: "http09" })), "HTTP/0.9 · 132 ms · 0 B");
  });

  test("the details show all known facts that are not in the response's text", () => {
    const interim = received("HTTP/1.1 100 Continue\n\n");
    const result = response("HTTP/1.1 200 OK\nContent-Encoding: gzip\n\n<envelope/>", {
      url: "https://shop.example/calc",
      rawBody: new Uint8Array(9),
      content: { kind: "decoded", codings: ["gzip"] },
      informational: [interim],
      trailers: [{ name: "X-Check", value: "ok" }],
      problems: ["lf-line-ends"],
      timings: { ...facts.timings, dns: undefined, tcp: undefined },
      redirects: [
        {
          url: "http://shop.example/calc",
          method: "POST",
          status: 307,
          location: "https://shop.example/calc",
          message: interim,
          wire: undefined,
        },
      ],
      changes: [
        { kind: "replaced", name: "Host", typed: "a", sent: undefined },
        { kind: "replaced", name: "Host", typed: "a", sent: "b:8000" },
        { kind: "replaced", name: "X-Key", typed: "k1", sent: "k1, k2" },
        { kind: "dropped", name: "Cookie", typed: "b=1" },
        { kind: "added", name: "Proxy-Authorization", sent: "Basic c2VjcmV0", secret: true },
        { kind: "body-dropped", bytes: 1 },
        { kind: "request-line", typed: "POST /calc HTTP/1.1", sent: "POST http://shop.example/calc HTTP/1.1" },
      ],
      tls: {
        version: "TLSv1.3",
        cipher: "TLS_AES_256_GCM_SHA384",
        certificate: undefined,
        verified: false,
        verifyError: "CERT_HAS_EXPIRED",
      },
    });
    deepEqual(detailLines({ result, at: 0 }), [
      "POST https://shop.example/calc",
      `sent            ${formatTime(0)}`,
      "address         127.0.0.1 port 8000",
      "first byte      120 ms",
      "download        12 ms",
      "total           132 ms",
      "body            11 bytes, 9 bytes as received",
      "content coding  gzip, decoded",
      "before          HTTP/1.1 100 Continue",
      "trailer         X-Check: ok",
      "framing         lines of the header section end with",
      "                LF instead of CRLF",
      "TLS             TLSv1.3 TLS_AES_256_GCM_SHA384",
      "not verified    CERT_HAS_EXPIRED",
      "redirected      307 http://shop.example/calc →",
      "                https://shop.example/calc",
      "not as typed    Host was replaced by the browser's own",
      "not as typed    Host: a was sent as b:8000",
      "not as typed    X-Key was sent with another value",
      "not as typed    Cookie was not sent",
      "not as typed    Proxy-Authorization was added",
      "not as typed    the body (1 byte) was not sent",
      "not as typed    request line “POST /calc HTTP/1.1” was",
      "                sent as “POST http://shop.example/calc",
      "                HTTP/1.1”",
    ]);
  });

  test("a response without a content coding has no fact about one", () => {
    deepEqual(messageFacts(response("HTTP/1.1 200 OK\n\n")), []);
  });

  test("the details say whether the service refused the credentials, or didn't prove itself", () => {
    const last = (authenticationProblem: AuthenticationProblem) =>
      detailLines({ result: response("HTTP/1.1 401 \n\n", { authenticationProblem }), at: 0 }).join("\n");
    match(last({ kind: "refused" }), /^refused {9}The service refused user or password\.$/m);
    match(last({ kind: "unproven", scheme: "digest" }), /^unproven {8}The service didn't prove /m);
  });

  test("the details list what the browser hides", () => {
    const lines = detailLines({
      result: response("HTTP/1.1 200 OK\n\n", { known: { hidden: ["framing", "trailers"] } }),
      at: 0,
    });
    match(
      lines.join("\n"),
      /\nhidden {10}the browser does not show: how the end\n {16}of the body was determined, trailers$/,
    );
  });
});
