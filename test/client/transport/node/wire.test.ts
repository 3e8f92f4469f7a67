import assert from "node:assert/strict";
import http from "node:http";
import net from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { nodeTransport } from "../../../../client/src/transport/node/node.ts";
import type { SendResult } from "../../../../client/src/transport/result.ts";
import type { Progress, SendOptions } from "../../../../client/src/transport/transport.ts";
import { skip } from "../../../support/skip.mjs";
import { asLatin1, latin1 } from "../../../support/transport/bytes.ts";
import { type RawConnection, type RawService, startRawService } from "../../../support/transport/rawService.ts";
import { requestTo, sending, withHead } from "../../../support/transport/request.ts";

suite("bytes on the socket", () => {
  let service: RawService;
  teardown(() => service.close());

  const start = async (answer: (connection: RawConnection) => unknown) => {
    service = await startRawService(answer);
    return service;
  };

  const answering = (text: string) =>
    start(async (connection) => {
      await connection.request();
      connection.end(text);
    });

  suite("the request is sent as typed", () => {
    for (const [name, requestLine, head, body] of [
      ["a correct request", "POST /s HTTP/1.1", "Host: h\r\nContent-Length: 4\r\n", "<a/>"],
      ["no headers", "POST /s HTTP/1.1", "", "<a/>"],
      ["no Content-Length", "POST /s HTTP/1.1", "Host: h\r\n", "<a/>"],
      ["a wrong Content-Length", "POST /s HTTP/1.1", "Host: h\r\nContent-Length: 2\r\n", "<a/>"],
      ["two Content-Lengths", "POST /s HTTP/1.1", "Content-Length: 4\r\nContent-Length: 5\r\n", "<a/>"],
      ["a space before the colon", "POST /s HTTP/1.1", "Host : h\r\n", "<a/>"],
      ["no colon", "POST /s HTTP/1.1", "Host\r\n", "<a/>"],
      ["a folded field", "POST /s HTTP/1.1", "Host: h\r\nA: b\r\n  c\r\n", "<a/>"],
      ["a character outside ASCII", "POST /s HTTP/1.1", "Host: h\r\nA: €\r\n", "<a/>"],
      ["a control character", "POST /s HTTP/1.1", "Host: h\r\nA: \x01\r\n", "<a/>"],
      ["a lowercase method", "post /s HTTP/1.1", "Host: h\r\n", "<a/>"],
      ["a space in the target", "POST /a b HTTP/1.1", "Host: h\r\n", "<a/>"],
      ["no version", "POST /s", "Host: h\r\n", "<a/>"],
      ["Transfer-Encoding with a plain body", "POST /s HTTP/1.1", "Transfer-Encoding: chunked\r\n", "<a/>"],
      ["GET with a body", "GET /s HTTP/1.1", "Host: h\r\n", "<a/>"],
      ["order, case and duplicates of fields", "POST /s HTTP/1.1", "b: 1\r\nHOST: h\r\na: 2\r\nB: 3\r\n", "<a/>"],
      ["no body", "POST /s HTTP/1.1", "Host: h\r\n", ""],
      ["bytes that aren't valid UTF-8", "POST /s HTTP/1.1", "Host: h\r\n", "\xff\xfe<\0"],
    ] as const) {
      test(`a request is sent as typed: ${name}`, async () => {
        const expected = asLatin1(new TextEncoder().encode(`${requestLine}\r\n${head}\r\n`)) + body;
        await start(async (connection) => {
          await connection.until((text) => text.length >= expected.length);
          connection.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        });
        const result = await send(withHead(requestTo(service, "/s", { body: latin1(body) }), requestLine, head));
        assert.equal(result.kind, "response");
        assert.equal(service.connections[0]?.text, expected);
        assert.equal(asLatin1(result.wire?.sent ?? latin1("")), expected);
        assert.deepEqual(result.changes, []);
      });
    }

    test("a request is sent with a body of 5 MB", async () => {
      const body = new Uint8Array(5_000_000).map((_, index) => index * 31);
      await answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
      const result = await send(requestTo(service, "/s", { body }));
      assert.equal(result.kind, "response");
      assert.ok(service.connections[0]?.received.equals(result.wire?.sent ?? latin1("")));
      assert.ok(service.connections[0]?.received.subarray(-body.length).equals(body));
    });

    test("a request has nothing before the author's bytes", async () => {
      await start(async (connection) => {
        await connection.until((text) => text.length > 0);
        assert.equal(connection.text[0], "Z");
        connection.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
      });
      const result = await send(withHead(requestTo(service, "/s"), "Z", ""));
      assert.equal(result.kind, "response");
    });
  });

  suite("the response is kept as received", () => {
    const answers = async (text: string, method = "POST", options: Partial<SendOptions> = {}) => {
      await answering(text);
      const result = await send(requestTo(service, "/s", { method }), options);
      assert.equal(asLatin1(result.wire?.received ?? latin1("")), text);
      return result;
    };

    const responseTo = async (...given: Parameters<typeof answers>) => {
      const result = await answers(...given);
      assert.ok(result.kind === "response", result.kind);
      return result;
    };

    test("a 100 Continue is informational, not the response", async () => {
      const result = await responseTo(
        "HTTP/1.1 100 Continue\r\nA: b\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx",
      );
      assert.deepEqual(
        [result.status, result.informational.map(({ statusLine }) => statusLine)],
        [200, ["HTTP/1.1 100 Continue"]],
      );
      assert.equal(asLatin1(result.head), "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n");
    });

    test("a response has its trailers", async () => {
      const result = await responseTo(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\nT: v\r\n\r\n",
      );
      assert.deepEqual([...result.trailers], [{ name: "T", value: "v" }]);
    });

    test("a response lists what is wrong with its line endings, Content-Lengths and Transfer-Encoding", async () => {
      const result = await responseTo(
        "HTTP/1.1 200 OK\nContent-Length: 1\nContent-Length: 2\nTransfer-Encoding: chunked\n\n1\nx\n0\n\n",
      );
      assert.deepEqual([...result.problems].sort(), ["lf-line-ends", "transfer-encoding-with-content-length"]);
      assert.deepEqual([...result.contentLengths], ["1", "2"]);
    });

    test("bytes after a 101 response are surplus", async () => {
      const result = await responseTo("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\nraw");
      assert.deepEqual([result.status, asLatin1((await result.settled).surplus)], [101, "raw"]);
    });

    test("a response with too many headers is a failure with the first bytes", async () => {
      const result = await answers(`HTTP/1.1 200 OK\r\n${"A: b\r\n".repeat(2500)}`);
      assert.ok(result.kind === "protocol");
      assert.deepEqual([result.reason, result.at, result.bytes.length], ["too-many-fields", 0, 1024]);
    });

    test("an endless header section is stopped at the limit", async () => {
      await start(async (connection) => {
        await connection.request();
        connection.write("HTTP/1.1 200 OK\r\nA: ");
        while (!connection.socket.destroyed) {
          connection.write("x".repeat(10_000));
          await delay(1);
        }
      });
      const result = await send(requestTo(service, "/s"));
      assert.ok(result.kind === "protocol");
      assert.deepEqual([result.reason, result.limit], ["head-too-large", 64 * 1024]);
      assert.ok((result.wire?.received.length ?? 0) < 2_000_000);
    });

    test("a large header section is read if the options allow it", async () => {
      const head = `HTTP/1.1 200 OK\r\nA: ${"x".repeat(100_000)}\r\nContent-Length: 0\r\n\r\n`;
      const result = await responseTo(head, "POST", { maxHeadBytes: 100_100 });
      assert.equal(result.fields[0]?.value.length, 100_000);
    });

    test("a HEAD response has no body", async () => {
      const result = await responseTo("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n", "HEAD");
      assert.equal(result.framing, "none");
    });

    test("an HTTP/0.9 response is a failure that contains all of it", async () => {
      const result = await answers("<html>one</html>\n<html>two</html>");
      assert.ok(result.kind === "protocol");
      assert.deepEqual([result.reason, result.partial?.framing], ["http09", "http09"]);
      assert.equal(asLatin1(result.partial?.body ?? latin1("")), "<html>one</html>\n<html>two</html>");
    });

    test("a response that isn't HTTP is a failure with its first bytes", async () => {
      const result = await answers("SSH-2.0-OpenSSH_9.2\r\n");
      assert.ok(result.kind === "protocol");
      assert.deepEqual([result.reason, asLatin1(result.bytes)], ["not-http", "SSH-2.0-OpenSSH_9.2\r\n"]);
    });

    test("a truncated gzip body is decoded as far as possible", async () => {
      const whole = gzipSync(
        Array.from({ length: 9000 }, (_, index) => (index * 7919 + index * index) % 100_003).join(),
      );
      const cut = asLatin1(whole.subarray(0, whole.length - 200));
      const result = await answers(
        `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${cut.length}\r\n\r\n${cut}`,
      );
      assert.ok(result.kind === "response" && result.content.kind === "broken");
      assert.ok(result.body.length > 40_000, `${result.body.length}`);
      assert.equal(asLatin1(result.rawBody ?? latin1("")), cut);
    });

    test("a damaged gzip body is decoded up to the damage", async () => {
      const whole = gzipSync(
        Array.from({ length: 1500 }, (_, index) => (index * 7919 + index * index) % 100_003).join(),
      );
      const damaged = Uint8Array.from(whole);
      damaged.fill(0xff, Math.floor(whole.length * 0.8), Math.floor(whole.length * 0.8) + 8);
      const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${whole.length}\r\n\r\n`;
      const result = await answers(head + asLatin1(damaged));
      assert.ok(result.kind === "response" && result.content.kind === "broken");
      assert.ok(result.body.length > 4000, `${result.body.length}`);
    });

    test("an unknown coding leaves the body as received", async () => {
      const result = await answers("HTTP/1.1 200 OK\r\nContent-Encoding: gzip, snappy\r\nContent-Length: 2\r\n\r\nzz");
      assert.ok(result.kind === "response" && result.content.kind === "unsupported");
      assert.deepEqual([result.content.coding, asLatin1(result.body)], ["snappy", "zz"]);
    });
  });

  suite("a truncated response", () => {
    const whole = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
    for (const how of ["closed", "reset"] as const) {
      test(`a response that is ${how} at any of its ${whole.length} bytes is truncated`, async () => {
        await start(async (connection) => {
          const { target } = await connection.request();
          const cut = Number(target.slice(1));
          if (how === "closed") connection.end(whole.slice(0, cut));
          else connection.write(whole.slice(0, cut));
        });
        // Node takes a reset that arrives together with bytes for the end of the connection.
        const reset = () => how === "reset" && service.connections.at(-1)?.reset();
        const onProgress = ({ receivedBytes }: Progress) => receivedBytes > 0 && reset();
        for (let cut = 1; cut < whole.length; cut++) {
          const result = await send(requestTo(service, `/${cut}`), { onProgress });
          assert.ok(result.kind === "truncated", `cut at ${cut}: ${result.kind}`);
          const inHead = cut < whole.indexOf("hello");
          const facts = [result.stage, result.how, result.expected, result.got];
          assert.deepEqual(
            facts,
            inHead ? ["head", how, undefined, 0] : ["body", how, 5, cut - whole.indexOf("hello")],
            `cut at ${cut}`,
          );
          assert.equal(asLatin1(result.wire?.received ?? latin1("")), whole.slice(0, cut));
          assert.equal(
            result.bytes && asLatin1(result.bytes),
            inHead ? whole.slice(0, cut) : undefined,
            `cut at ${cut}`,
          );
        }
      });
    }

    for (const how of ["closed", "reset"] as const) {
      test(`a connection that is ${how} without any bytes is a reset`, async () => {
        await start(async (connection) => {
          await connection.request();
          if (how === "closed") connection.end();
          else connection.reset();
        });
        const result = await send(requestTo(service, "/"));
        assert.ok(result.kind === "reset");
        assert.deepEqual([result.how, result.stage], [how, "response"]);
      });
    }
  });

  suite("after the response", () => {
    const answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    const serve = (after: (connection: RawConnection) => unknown) =>
      start(async (connection) => {
        await connection.request();
        connection.write(answer);
        await after(connection);
      });

    test("bytes that arrive with the response are surplus", async () => {
      await answering(`${answer}HTTP/1.1 400 Bad Request\r\n\r\n`);
      const result = await send(requestTo(service, "/"));
      assert.ok(result.kind === "response");
      assert.equal(asLatin1((await result.settled).surplus), "HTTP/1.1 400 Bad Request\r\n\r\n");
    });

    test("bytes that arrive later are surplus, and the response doesn't wait for them", async () => {
      let answered = false;
      await serve(async (connection) => {
        while (!answered) await delay(50);
        connection.end("late");
      });
      const result = await send(requestTo(service, "/"));
      answered = true;
      assert.ok(result.kind === "response");
      assert.equal(result.surplus.length, 0);
      const settled = await result.settled;
      assert.deepEqual([asLatin1(settled.surplus), settled.closed], ["late", true]);
      assert.equal(asLatin1(settled.received ?? latin1("")), `${answer}late`);
    });

    test("a longer wait for bytes after the response ends with the connection", async () => {
      let answered = false;
      await serve(async (connection) => {
        while (!answered) await delay(50);
        await delay(400);
        connection.end("very late");
      });
      const result = await send(requestTo(service, "/"), { surplusWait: 60_000 });
      answered = true;
      assert.ok(result.kind === "response");
      assert.equal(asLatin1((await result.settled).surplus), "very late");
    });

    test("bytes after those that arrived with the response are still surplus if the client doesn't wait", async () => {
      await start(async (connection) => {
        await connection.request();
        connection.write(`${answer}more`);
        setTimeout(() => connection.end("later"), 40);
      });
      const result = await send(requestTo(service, "/"), { surplusWait: 0 });
      assert.ok(result.kind === "response");
      assert.equal(asLatin1((await result.settled).surplus), "morelater");
    });

    test("the connection that the service keeps open is closed after the response if the client doesn't wait", async () => {
      await serve(() => {});
      const result = await send(requestTo(service, "/"), { surplusWait: 0 });
      assert.ok(result.kind === "response");
      const { surplus, closed } = await result.settled;
      assert.deepEqual([surplus.length, closed], [0, false]);
      const { socket } = service.connections[0] ?? assert.fail("no connection");
      while (!socket.destroyed && !socket.readableEnded) await delay(10);
    });

    test("a reset right after the response doesn't truncate it", async () => {
      await serve((connection) => setImmediate(() => connection.reset()));
      for (let times = 0; times < 20; times++) {
        const result = await send(requestTo(service, "/"));
        assert.ok(result.kind === "response", result.kind);
        assert.deepEqual([asLatin1(result.body), (await result.settled).closed], ["ok", true]);
      }
    });

    test("a reset after an HTTP/1.0 response looks like a truncated response", async () => {
      await start(async (connection) => {
        await connection.request();
        connection.write("HTTP/1.0 200 OK\r\n\r\nok");
      });
      const reset = () => service.connections[0]?.reset();
      const onProgress = ({ receivedBytes }: Progress) => receivedBytes > 0 && reset();
      const result = await send(requestTo(service, "/"), { onProgress });
      assert.ok(result.kind === "truncated", result.kind);
      assert.deepEqual([result.how, asLatin1(result.partial?.body ?? latin1(""))], ["reset", "ok"]);
    });

    test("the client closes a connection that the service keeps open", async () => {
      await serve(() => {});
      const result = await send(requestTo(service, "/"));
      assert.ok(result.kind === "response");
      assert.equal((await result.settled).closed, false);
      await service.connections[0]?.until((_) => service.connections[0]?.socket.readableEnded === true).catch(() => {});
      assert.equal(service.connections[0]?.text.startsWith("POST / "), true);
    });
  });

  for (const [body, head, missing] of [
    ["", "Content-Length: 0\r\n", "body"],
    ["zz\r\n", "Transfer-Encoding: chunked\r\n", "chunks"],
    ["4\r\n<a/>\r\n", "Transfer-Encoding: chunked\r\n", "chunks"],
    ["4\r\n<a/>\r\n0\r\n\r\n", "Transfer-Encoding: chunked\r\n", undefined],
    ["<a/>", "Content-Length: 4\r\n", undefined],
  ] as const) {
    test(`a timeout says what the service may wait for: ${missing ?? "nothing"}, after ${JSON.stringify(body)}`, async () => {
      await start((connection) => connection.request());
      const [name = "", value = ""] = head.trim().split(": ");
      const request = { ...requestTo(service, "/"), fields: [{ name, value }], body: new TextEncoder().encode(body) };
      const result = await send(withHead(request, "POST / HTTP/1.1", head), { timeout: 200 });
      assert.deepEqual(result.kind === "timeout" && [result.stage, result.missing], ["response", missing]);
    });
  }

  test("a timeout contains the declared and the actual length if Content-Length is too large", async () => {
    await start((connection) => connection.request());
    const request = { ...requestTo(service, "/"), fields: [{ name: "Content-Length", value: "40" }] };
    const result = await send(withHead(request, "POST / HTTP/1.1", "Content-Length: 40\r\n"), { timeout: 200 });
    assert.ok(result.kind === "timeout");
    assert.deepEqual(
      [result.stage, result.declaredLength, result.bodyLength, result.sentAll],
      ["response", 40, 4, true],
    );
  });

  test("the body is sent to a service that responds to Expect: 100-continue only after it", async () => {
    await answering("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    const result = await send(requestTo(service, "/", { lines: ["Expect: 100-continue"] }));
    assert.deepEqual([result.kind, service.connections[0]?.text.endsWith("<a/>")], ["response", true]);
  });

  test("the host's connection pool never contains our connection", async function () {
    // An address of this machine that isn't a loopback address: those have their own agent.
    if (process.platform === "win32") skip(this, "Windows can't connect to 0.0.0.0");
    await start((connection) => connection.request().then(() => connection.write("HTTP/1.1 204 No Content\r\n\r\n")));
    const result = await send(requestTo({ host: "0.0.0.0", port: service.port }, "/"));
    assert.equal(result.kind, "response");
    assert.deepEqual(
      [http.globalAgent.sockets, http.globalAgent.freeSockets],
      [{}, {}].map((none) => Object.assign(Object.create(null), none)),
    );
  });

  test("a connection established after the timeout is closed", async () => {
    await start(() => {});
    let late: net.Socket | undefined;
    const transport = nodeTransport(async () => {
      await delay(200);
      const socket = net.connect(service.port, "127.0.0.1");
      late = socket;
      return { kind: "connected", socket, proxied: false, absoluteForm: false, proxyAuthorization: undefined };
    });
    const result = await transport.send(requestTo(service, "/"), sending({ timeout: 100 }));
    assert.equal(result.kind === "timeout" && result.stage, "connect");
    while (late === undefined) await delay(20);
    await delay(0);
    assert.equal(late.destroyed, true);
  });

  test("an empty host or an invalid port is unsendable", async () => {
    await start(() => {});
    for (const place of [
      { host: "", port: 80 },
      { host: "127.0.0.1", port: 70_000 },
    ]) {
      const result = await send(requestTo(place, "/"));
      assert.equal(result.kind, "unsendable", JSON.stringify(place));
    }
  });
});

function send(request: ReturnType<typeof requestTo>, options = {}): Promise<SendResult> {
  return nodeTransport().send(request, sending(options));
}
