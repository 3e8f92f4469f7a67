import assert from "node:assert/strict";
import { TLSSocket } from "node:tls";
import { nodeTransport } from "../../../../client/src/transport/node/node.ts";
import type { SendOptions } from "../../../../client/src/transport/transport.ts";
import { asLatin1 } from "../../../support/transport/bytes.ts";
import { makeCertificates } from "../../../support/transport/certificates.ts";
import { type RawService, startRawService } from "../../../support/transport/rawService.ts";
import { requestTo, sending } from "../../../support/transport/request.ts";

suite("redirects over sockets", () => {
  let first: RawService;
  let second: RawService;
  suiteSetup(async () => {
    second = await startRawService(async (connection) => {
      await connection.request();
      connection.end("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecond");
    });
    first = await startRawService(async (connection) => {
      const { target } = await connection.request();
      if (target === "/done") return connection.end("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfirst");
      const location =
        target === "/away" ? `http://127.0.0.1:${second.port}/x` : target === "/loop" ? "/loop" : "/done";
      return connection.end(`HTTP/1.1 307 Elsewhere\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`);
    });
  });
  suiteTeardown(async () => {
    await first.close();
    await second.close();
  });

  const send = (path: string, redirects: SendOptions["redirects"]) => {
    const request = requestTo(first, path, { lines: ["Authorization: Basic eDp5"] });
    return nodeTransport().send(request, sending({ redirects }));
  };

  for (const [redirects, path, status, attempts] of [
    ["never", "/here", 307, 0],
    ["sameOrigin", "/here", 200, 1],
    ["sameOrigin", "/away", 307, 0],
    ["always", "/away", 200, 1],
  ] as const) {
    test(`${path} leads to ${status} after ${attempts} redirects if they are followed: ${redirects}`, async () => {
      const result = await send(path, redirects);
      assert.ok(result.kind === "response");
      assert.deepEqual([result.status, result.redirects.length], [status, attempts]);
    });
  }

  test("each attempt keeps its own bytes, and credentials are sent only to the first origin", async () => {
    const result = await send("/away", "always");
    assert.ok(result.kind === "response");
    assert.equal(asLatin1(result.body), "second");
    assert.equal(result.url, `http://127.0.0.1:${second.port}/x`);
    const [attempt] = result.redirects;
    assert.deepEqual([attempt?.status, attempt?.url], [307, `http://127.0.0.1:${first.port}/away`]);
    assert.match(asLatin1(attempt?.wire?.sent ?? new Uint8Array(0)), /^Authorization: Basic eDp5\r$/m);
    const seen = second.connections.at(-1)?.text ?? "";
    assert.equal(asLatin1(result.wire?.sent ?? new Uint8Array(0)), seen);
    assert.equal(seen, `POST /x HTTP/1.1\r\nHost: 127.0.0.1:${second.port}\r\nContent-Length: 4\r\n\r\n<a/>`);
  });

  test("a client certificate is sent only to its host, not to the target of a redirect", async () => {
    const { ca, good, client } = makeCertificates();
    const seen: (string | undefined)[] = [];
    const secure = { ...good, ca, requestCert: true, rejectUnauthorized: false };
    const serve = (answer: () => string) =>
      startRawService(async (connection) => {
        await connection.request();
        const { socket } = connection;
        seen.push(socket instanceof TLSSocket ? socket.getPeerCertificate()?.subject?.CN?.toString() : undefined);
        connection.end(answer());
      }, secure);
    const there = await serve(() => "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    const location = `https://localhost:${there.port}/`;
    const here = await serve(() => `HTTP/1.1 307 Go\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`);
    try {
      const request = requestTo({ host: "localhost", port: here.port }, "/", { scheme: "https" });
      const tls = (_: string, port: number) => (port === here.port ? { ca, ...client } : { ca });
      const result = await nodeTransport().send(request, sending({ redirects: "always", tls }));
      assert.ok(result.kind === "response", result.kind);
      assert.deepEqual([result.redirects.length, seen], [1, ["client", undefined]]);
    } finally {
      await here.close();
      await there.close();
    }
  });

  for (const allowed of [undefined, false, true]) {
    test(`a redirect from https to http is ${allowed ? "followed" : "not followed"} if allowed is ${allowed ?? "missing"}`, async () => {
      const { ca, good } = makeCertificates();
      const answer = `HTTP/1.1 307 Go\r\nLocation: http://127.0.0.1:${second.port}/x\r\nContent-Length: 0\r\n\r\n`;
      const secure = await startRawService(async (connection) => {
        await connection.request();
        connection.end(answer);
      }, good);
      try {
        const asked: string[] = [];
        const mayGoUnencrypted = (url: string) => {
          asked.push(url);
          return allowed ?? false;
        };
        const before = second.connections.length;
        const result = await nodeTransport().send(
          requestTo({ host: "localhost", port: secure.port }, "/", { scheme: "https" }),
          sending({ redirects: "always", tls: () => ({ ca }), ...(allowed === undefined ? {} : { mayGoUnencrypted }) }),
        );
        assert.ok(result.kind === "response", result.kind);
        assert.deepEqual([result.status, second.connections.length - before], allowed ? [200, 1] : [307, 0]);
        assert.deepEqual(asked, allowed === undefined ? [] : [`http://127.0.0.1:${second.port}/x`]);
      } finally {
        await secure.close();
      }
    });
  }

  test("a redirect loop ends", async () => {
    const result = await send("/loop", "always");
    assert.ok(result.kind === "redirect");
    assert.deepEqual([result.reason, result.redirects.length, result.partial?.status], ["too-many", 20, 307]);
  });

  test("cancelling ends all attempts", async () => {
    const controller = new AbortController();
    controller.abort();
    const result = await nodeTransport().send(
      requestTo(first, "/loop"),
      sending({ redirects: "always", signal: controller.signal }),
    );
    assert.equal(result.kind, "cancelled");
  });
});
