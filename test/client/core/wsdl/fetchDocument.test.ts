import assert from "node:assert/strict";
import { fetchDocument } from "../../../../client/src/core/wsdl/fetchDocument.ts";
import type { SendResult } from "../../../../client/src/transport/result.ts";
import type { SendOptions, TransportRequest } from "../../../../client/src/transport/transport.ts";
import { failure, response } from "../../support.ts";

const address = "https://example.org/calc?wsdl#part";

suite("fetching a WSDL from an address", () => {
  let sent: { readonly request: TransportRequest; readonly options: SendOptions } | undefined;
  setup(() => {
    sent = undefined;
  });

  const fetched = (result: SendResult, from = address, authorization?: string) =>
    fetchDocument(from, {
      transport: {
        capabilities: { seesWire: true, bodyOnGet: true, plainHttp: "anywhere", seesRedirects: true },
        send: async (request, options) => {
          sent = { request, options };
          return result;
        },
      },
      shell: "node",
      userAgent: "soaphttp/1",
      authorization,
      signal: new AbortController().signal,
    });

  test("the client sends a GET request that follows redirects on the same origin only", async () => {
    const document = await fetched(response("HTTP/1.1 200 OK\n\n<definitions/>"));
    assert.ok(document.kind === "bytes");
    assert.equal(new TextDecoder().decode(document.bytes), "<definitions/>");
    assert.equal(sent?.request.requestLine, "GET /calc?wsdl HTTP/1.1");
    assert.equal(sent?.request.absoluteRequestLine, "GET https://example.org/calc?wsdl HTTP/1.1");
    assert.equal(
      sent?.request.head,
      "Host: example.org\r\nUser-Agent: soaphttp/1\r\n" +
        "Accept: application/wsdl+xml, text/xml, application/xml, */*;q=0.1\r\nConnection: close\r\n",
    );
    assert.deepEqual([sent?.options.redirects, sent?.options.maxBytes], ["sameOrigin", 64_000_000]);
  });

  test("the client sends credentials in Authorization", async () => {
    await fetched(response("HTTP/1.1 200 OK\n\n<a/>"), address, "Basic eDp5");
    assert.match(sent?.request.head ?? "", /\r\nAuthorization: Basic eDp5\r\n/);
  });

  const pages = ["<!DOCTYPE html><title>Log in</title>", "\ufeff\n<HTML lang='en'>", "<?xml version='1.0'?>\n<html/>"];
  for (const page of pages) {
    test(`the failure says that the response is a web page: ${page.trim()}`, async () => {
      const document = await fetched(response(`HTTP/1.1 200 OK\n\n${page}`));
      assert.ok(document.kind === "refused");
      assert.match(document.why, /^The server responded with a web page, which may be a login page/);
    });
  }

  test("the client accepts XML with any media type", async () => {
    const text = "HTTP/1.1 200 OK\nContent-Type: text/html\n\n<?xml version='1.0'?><htmlish/>";
    assert.equal((await fetched(response(text))).kind, "bytes");
  });

  for (const schemes of ["", 'WWW-Authenticate: Negotiate\nWWW-Authenticate: Basic realm="a, b"\n']) {
    test(`the failure says that the server requires credentials: ${schemes.trim() || "without a header"}`, async () => {
      assert.deepEqual(await fetched(response(`HTTP/1.1 401 Unauthorized\n${schemes}\n`)), {
        kind: "credentials",
        why: "The server requires credentials (401 Unauthorized).",
      });
    });
  }

  test("the failure says which credentials a server accepts if they can't be entered", async () => {
    const text = 'HTTP/1.1 401 Unauthorized\nWWW-Authenticate: Digest realm="My, server", qop="auth", Negotiate\n\n';
    assert.deepEqual(await fetched(response(text)), {
      kind: "refused",
      why: "The server requires credentials (401 Unauthorized). It accepts only: digest, negotiate. Download it with your browser and save it beside the requests.",
    });
  });

  const responses: readonly (readonly [text: string, why: string])[] = [
    ["HTTP/1.1 404 Not Found\n\n", "The server responded with 404 Not Found."],
    [
      "HTTP/1.1 302 Found\nLocation: https://b.example/login\n\n",
      "The server redirects to https://b.example/login. Use that address if you trust it.",
    ],
  ];
  for (const [text, why] of responses) {
    test(`the failure explains ${text.split("\\n", 1)[0]}`, async () => {
      assert.deepEqual(await fetched(response(text)), { kind: "refused", why });
    });
  }

  const failures: readonly (readonly [SendResult, RegExp])[] = [
    [
      failure({ kind: "dns", host: "example.org", code: "ENOTFOUND" }),
      /^The DNS lookup found no host named example\.org\.$/,
    ],
    [
      failure({ kind: "cors", origin: undefined, probe: "responded", fieldNames: [], detail: "" }),
      /^The server doesn't allow this page to read it \(CORS\)\. Download it with your browser and save it beside/,
    ],
    [
      failure({ kind: "redirect-hidden" }),
      /^The server redirects to an address that the browser doesn't show\. Download/,
    ],
    [failure({ kind: "mixed-content", host: "a.example" }), /only for localhost and 127\.0\.0\.1\..* Download it with/],
    [
      failure({
        ...{ kind: "tls", reason: "self-signed", host: "a.example", code: "X", detail: "" },
        certificate: undefined,
      }),
      /^The certificate of a\.example is not signed .* soaphttp\.tls\.hosts/,
    ],
  ];
  for (const [result, why] of failures) {
    test(`the message explains the failure ${result.kind}`, async () => {
      const document = await fetched(result);
      assert.ok(document.kind === "refused");
      assert.match(document.why, why);
    });
  }

  for (const [wrong, why] of [
    ["calc.wsdl", "The address is not a URL."],
    ["ftp://example.org/calc.wsdl", "The address must begin with http:// or https://."],
    ["https://me:secret@example.org/?wsdl", "The address must not contain a user name or a password."],
  ] as const) {
    test(`the client sends nothing to ${wrong}`, async () => {
      assert.deepEqual(await fetched(response("HTTP/1.1 200 OK\n\n"), wrong), { kind: "refused", why });
      assert.equal(sent, undefined);
    });
  }
});
