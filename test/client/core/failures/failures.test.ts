import { deepEqual, equal, match, ok } from "node:assert/strict";
import { failureText } from "../../../../client/src/core/exchange/details.ts";
import { explain, failureTitle } from "../../../../client/src/core/failures/failures.ts";
import { formatTime } from "../../../../client/src/core/text/quantities.ts";
import type {
  FailureFacts,
  Framing,
  ProtocolFailure,
  Stage,
  TlsReason,
} from "../../../../client/src/transport/result.ts";
import { hexLines } from "../../../../server/src/text/bytes.ts";
import { failure, received } from "../../support.ts";

const node = "node";
const browser = "browser";
const local = [
  { address: "127.0.0.1", port: 9 },
  { address: "::1", port: 9 },
];
const certificate = {
  subject: "CN=old.example",
  issuer: "CN=Example CA",
  names: ["DNS:old.example", "IP Address:10.0.0.1"],
  validFrom: "Nov 21 02:09:00 2023 GMT",
  validTo: "Nov 21 02:09:00 2024 GMT",
  fingerprint256: "00:11",
};
const tls = (reason: TlsReason): FailureFacts => ({
  kind: "tls",
  reason,
  code: "CODE",
  detail: "it said",
  host: "shop.example",
  certificate,
});
const cors = (fieldNames: readonly string[]): FailureFacts => ({
  kind: "cors",
  origin: "https://a.example",
  probe: "responded",
  fieldNames,
  detail: "Failed to fetch",
});
const timeout = (parts: Partial<FailureFacts & { kind: "timeout" }>): FailureFacts => ({
  kind: "timeout",
  stage: "response",
  limit: 60_000,
  declaredLength: 295,
  bodyLength: 295,
  sentAll: true,
  ...parts,
});

suite("failure messages", () => {
  const titles: readonly (readonly [FailureFacts, string])[] = [
    [{ kind: "dns", host: "nowhere.invalid", code: "ENOTFOUND" }, "unknown host nowhere.invalid"],
    [{ kind: "dns", host: "shop.example", code: "EAI_AGAIN" }, "name lookup failed: shop.example"],
    [{ kind: "refused", addresses: local }, "connection refused"],
    [{ kind: "unreachable", code: "EHOSTUNREACH", addresses: local, detail: "connect EHOSTUNREACH" }, "not reachable"],
    [{ kind: "unreachable", code: "fetch", addresses: [], detail: "Failed to fetch" }, "not reachable"],
    [tls("expired"), "the certificate has expired"],
    [tls("not-yet-valid"), "the certificate is not valid yet"],
    [tls("self-signed"), "the certificate is self-signed"],
    [tls("unknown-issuer"), "the certificate's issuer is not trusted"],
    [tls("wrong-host"), "the certificate is for another host"],
    [tls("revoked"), "the certificate was revoked"],
    [tls("no-common-version"), "no common TLS version"],
    [tls("no-common-cipher"), "no common cipher"],
    [tls("client-certificate"), "a client certificate is required"],
    [tls("not-tls"), "no TLS on this port"],
    [tls("closed"), "connection closed during the TLS handshake"],
    [tls("other"), "TLS failed"],
    [timeout({}), "timed out after 1 min 0 s"],
    [timeout({ stage: "body", limit: 600_000, whole: true }), "the response didn't end within 10 min 0 s"],
    [timeout({ declaredLength: 299 }), "the service waits for 4 bytes more"],
    [timeout({ declaredLength: 296 }), "the service waits for 1 byte more"],
    [timeout({ declaredLength: 299, stage: "tcp", sentAll: false }), "timed out after 1 min 0 s"],
    [
      {
        kind: "proxy",
        reason: "connect-refused",
        proxy: "proxy:3128",
        response: received("HTTP/1.1 407 Proxy Authentication Required\n\n"),
        code: undefined,
        detail: "",
      },
      "the proxy refused the connection",
    ],
    [{ kind: "proxy", reason: "unreachable", code: "ECONNREFUSED", detail: "" }, "the proxy is not reachable"],
    [{ kind: "proxy", reason: "invalid", detail: "x" }, "unsupported proxy"],
    [{ kind: "reset", stage: "response", how: "reset", code: "ECONNRESET" }, "connection reset"],
    [{ kind: "reset", stage: "response", how: "closed", code: undefined }, "connection closed without a response"],
    [{ kind: "truncated", stage: "head", how: "closed", expected: undefined, got: 0 }, "cut off in the header section"],
    [{ kind: "truncated", stage: "body", how: "closed", expected: 299, got: 10 }, "cut off, received 10 of 299 bytes"],
    [{ kind: "truncated", stage: "body", how: "reset", expected: undefined, got: 10 }, "cut off after 10 bytes"],
    [cors(["Content-Type"]), "blocked by CORS"],
    [{ kind: "mixed-content", host: "10.0.0.1" }, "the browser blocks http to 10.0.0.1"],
    [{ kind: "cancelled", stage: "response" }, "cancelled"],
    [{ kind: "too-large", limit: 52_428_800, what: "decoded" }, "stopped after 50 MB"],
    [{ kind: "redirect-hidden", secretFields: [] }, "a redirect"],
    [{ kind: "redirect", reason: "too-many", location: "/again" }, "too many redirects"],
    [{ kind: "redirect", reason: "location-invalid", location: "mailto:x" }, "a redirect that can't be followed"],
    [
      { kind: "unsendable", reason: "client-certificate", detail: "not enough data" },
      "the client certificate can't be used",
    ],
    [
      { kind: "unsendable", reason: "passphrase-missing", detail: "mac verify failure" },
      "the client certificate needs a passphrase",
    ],
    [
      { kind: "unsendable", reason: "passphrase-wrong", detail: "bad decrypt" },
      "the passphrase of the client certificate is wrong",
    ],
    [{ kind: "unsendable", reason: "address", detail: "bad host" }, "the address is not valid"],
    [{ kind: "unsendable", reason: "fetch", detail: "bad header" }, "the browser can't send this request"],
  ];
  for (const [what, title] of titles) {
    test(`the failure ${what.kind} has the title: ${title}`, () => {
      const words = explain(failure(what), node);
      equal(words.title, title);
      match(words.cause, /\.$|: /, "the cause is a sentence");
      ok(what.kind === "cancelled" || words.remedies.length > 0, "something can be done");
      for (const said of [words.cause, ...words.remedies]) {
        ok(!/undefined|\{\d\}|null/.test(said), `nothing is left open in: ${said}`);
      }
    });
  }

  test("messages differ for every protocol error", () => {
    const reasons: readonly ProtocolFailure["reason"][] = [
      "not-http",
      "http09",
      "status-line",
      "head-too-large",
      "too-many-fields",
      "too-many-informational",
      "chunk-size",
      "chunk-size-too-large",
      "chunk-line-too-long",
      "chunk-end",
      "trailers-too-large",
    ];
    const causes = reasons.map(
      (reason) => explain(failure({ kind: "protocol", reason, bytes: new Uint8Array(3), at: 7 }), node).cause,
    );
    equal(new Set(causes).size, reasons.length);
  });

  test("messages name what the service may wait for, rather than that it may hang", () => {
    for (const [missing, cause, remedy] of [
      ["body", /The request has no body/, /Add a SOAP envelope/],
      ["chunks", /isn't a complete sequence of chunks/, /Correct the chunks/],
    ] as const) {
      const explained = explain(failure(timeout({ missing })), node);
      match(explained.cause, cause);
      match(explained.remedies[0] ?? "", remedy);
      ok(!explained.remedies.join().includes("busy or hang"));
      match(explain(failure(timeout({ missing, sentAll: false })), node).remedies[0] ?? "", /busy or hang/);
    }
  });

  test("messages name the stage of a timeout", () => {
    const stages: readonly Stage[] = ["connect", "dns", "proxy", "tls", "send", "response", "head", "body"];
    const causes = stages.map((stage) => explain(failure(timeout({ stage })), node).cause);
    equal(new Set(causes).size, stages.length);
  });

  test("messages show the declared, the actual and the correct Content-Length when the service waits for more bytes", () => {
    const { cause, remedies } = explain(failure(timeout({ declaredLength: 299 })), node);
    match(cause, /Content-Length is 299, but the body has 295 bytes\. The service was waiting for the missing 4 bytes/);
    match(remedies.join(), /Change Content-Length to 295/);
  });

  test("messages list the addresses that refused the connection, and explain localhost", () => {
    const { cause, remedies } = explain(failure({ kind: "refused", addresses: local }), node);
    match(cause, /127\.0\.0\.1:9, \[::1\]:9/);
    match(remedies.join(), /localhost is that machine/);
    const elsewhere = explain(failure({ kind: "refused", addresses: [] }, { url: "http://shop.example:81/x" }), node);
    match(elsewhere.cause, /http:\/\/shop\.example:81\./);
    ok(!elsewhere.remedies.join().includes("localhost"));
  });

  test("messages distinguish a proxy that requires credentials from one that denies access", () => {
    const proxy = (answer: string) =>
      explain(
        failure({
          kind: "proxy",
          reason: "connect-refused",
          proxy: "proxy:3128",
          response: received(`${answer}\n\n`),
          code: undefined,
          detail: "",
        }),
        node,
      );
    match(proxy("HTTP/1.1 407 Proxy Authentication Required").remedies.join(), /user name and a password/);
    const forbidden = proxy("HTTP/1.1 403 Forbidden");
    match(forbidden.cause, /proxy:3128 .* HTTP\/1\.1 403 Forbidden/);
    ok(!forbidden.remedies.join().includes("password"));
  });

  test("messages quote the data of an invalid certificate", () => {
    const until = `shop.example was valid until ${formatTime("Nov 21 02:09:00 2024 GMT")}.`;
    ok(explain(failure(tls("expired")), node).cause.includes(until));
    match(explain(failure(tls("unknown-issuer")), node).cause, /CN=Example CA/);
    match(
      explain(failure(tls("wrong-host")), node).cause,
      /goes to shop\.example.* valid for old\.example, 10\.0\.0\.1/,
    );
  });

  test("messages name the command to set a passphrase, and how to convert an old pfx file", () => {
    const remedies = (reason: "passphrase-wrong" | "client-certificate", detail: string) =>
      explain(failure({ kind: "unsendable", reason, detail }), node).remedies.join("\n");
    match(remedies("passphrase-wrong", "mac verify failure"), /command “Set Passphrase of Client Certificate”/);
    match(remedies("client-certificate", "Unsupported PKCS12 PFX data"), /^ {4}openssl pkcs12 -legacy/m);
    ok(!remedies("client-certificate", "not enough data").includes("openssl"));
  });

  test("messages explain a truncated body by its framing", () => {
    const cut = { kind: "truncated", stage: "body", how: "reset", got: 10 } as const;
    const said = (framing: Framing, expected?: number) => {
      const partial = received("HTTP/1.1 200 OK\n\n0123456789", { framing });
      const { cause, remedies } = explain(failure({ ...cut, expected }, { partial }), node);
      return [cause, ...remedies].join(" ");
    };
    match(
      said("content-length", 299),
      /was reset after 10 bytes of the body, but Content-Length is 299\. .*its Content-Length may be wrong/,
    );
    match(said("chunked"), /before the last chunk of the response, after 10 bytes of its body/);
    match(said("close"), /was reset after 10 bytes of the body\. The response doesn't specify its length/);
    match(said("hidden"), /was reset after 10 bytes of the body\. The browser doesn't show its full length/);
    for (const framing of ["chunked", "close"] as const) ok(!said(framing).includes("Content-Length is wrong"));
    for (const framing of ["close", "hidden"] as const) ok(!said(framing).includes("last chunk"));
  });

  test("messages list the headers that CORS requires, and the hosts without CORS", () => {
    const { remedies } = explain(failure(cors(["Content-Type", "X-Own"]), { method: "PUT" }), browser);
    const all = remedies.join("\n");
    match(all, /Access-Control-Allow-Origin: https:\/\/a\.example/);
    match(all, /Access-Control-Allow-Methods: POST, GET, PUT$/m);
    match(all, /Access-Control-Allow-Headers: Content-Type, X-Own$/m);
    match(all, /local network/);
    match(all, /desktop/);
    ok(
      !explain(failure(cors([])), browser)
        .remedies.join("\n")
        .includes("Access-Control-Allow-Headers"),
    );
  });

  test("messages suggest Copy as cURL for what the browser blocks", () => {
    for (const facts of [cors([]), { kind: "mixed-content", host: "10.0.0.1" } as const]) {
      match(explain(failure(facts), browser).remedies.join("\n"), /: “Copy as cURL” copies/);
    }
  });
});

suite("the document for a failure", () => {
  test("the document shows the cause, the remedies and the details", () => {
    const at = Date.UTC(2026, 0, 2, 3, 4, 5);
    const text = failureText(failure({ kind: "refused", addresses: local }), at, node);
    deepEqual(text.split("\n"), [
      "No response: connection refused",
      "",
      "No service is listening at 127.0.0.1:9, [::1]:9.",
      "",
      "What to do",
      "- Start the service.",
      "- Correct the host or the port in the request.",
      "- Requests are sent from the machine that the",
      "  workspace is on: localhost is that machine.",
      "",
      "Details",
      "POST http://localhost:8000/calc",
      `sent            ${formatTime(at)}`,
      "address         127.0.0.1 port 8000",
      "name lookup     1 ms",
      "TCP connection  2 ms",
      "first byte      120 ms",
      "download        12 ms",
      "total           132 ms",
      "",
    ]);
  });

  test("the document says that the response is incomplete", () => {
    const cut = failure(
      { kind: "truncated", stage: "body", how: "closed", expected: 299, got: 10 },
      { partial: received("HTTP/1.1 200 OK\n\n0123456789") },
    );
    equal(failureTitle(cut, node), "Incomplete response: cut off, received 10 of 299 bytes");
  });

  test("the document shows the bytes of a response that is not HTTP", () => {
    const bytes = new TextEncoder().encode("SSH-2.0-OpenSSH_9.2\r\n");
    const text = failureText(failure({ kind: "protocol", reason: "not-http", bytes, at: 0 }), 0, node);
    match(text, /^000000 {2}53 53 48 2d .* {2}SSH-2\.0-OpenSSH_$/m);
    match(text, /^000010 {2}39 2e 32 0d 0a {35}9\.2\.\.$/m);
    deepEqual(hexLines(new Uint8Array()), []);
  });

  test("the document shows the received bytes of an incomplete header section", () => {
    const bytes = new TextEncoder().encode("HTTP/1.1 200 OK\r\nContent-Ty");
    const cut = { kind: "truncated", stage: "head", how: "closed", expected: undefined, got: 0, bytes } as const;
    const shown =
      /\nReceived, from byte 0\n000000 {2}48 54 54 50 .* {2}HTTP\/1\.1 200 OK\.\n000010 {2}0a .* {2}\.Content-Ty\n$/;
    match(failureText(failure(cut), 0, node), shown);
    const wire = { sent: new Uint8Array(3), received: bytes };
    match(failureText(failure(timeout({ stage: "head" }), { wire }), 0, node), shown);
    const partial = received("HTTP/1.1 200 OK\n\n<a");
    ok(!failureText(failure(timeout({ stage: "body" }), { wire, partial }), 0, node).includes("Received, from"));
    ok(!failureText(failure(timeout({})), 0, node).includes("Received, from"));
  });

  test("the document numbers the bytes of an invalid chunk from the start of the response", () => {
    const bytes = new TextEncoder().encode("xyz\r\n");
    const text = failureText(failure({ kind: "protocol", reason: "chunk-size", bytes, at: 300 }), 0, node);
    match(text, /\nReceived, from byte 300\n00012c {2}78 79 7a 0d 0a/);
  });

  test("the document shows the rejected certificate", () => {
    match(failureText(failure(tls("expired")), 0, node), /^certificate {5}CN=old\.example$/m);
  });
});
