import assert from "node:assert/strict";
import net, { createServer } from "node:net";
import zlib from "node:zlib";
import { latin1 } from "../../../support/transport/bytes.ts";
import { makeCertificates } from "../../../support/transport/certificates.ts";
import { closedPort, RawConnection } from "../../../support/transport/rawService.ts";
import { ended, ok, refusedBadRequest, serving } from "./served.ts";

const hello = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";

suite("mock service: requests", () => {
  test("the service gives the responder the request as received", async () => {
    await serving({}, async ({ received, requests }) => {
      const text =
        "POST /calc?x=%e9 HTTP/1.1\r\nhOST: h\r\nX-A:  b \r\nx-a:\r\nContent-Length: 3\r\nConnection: close\r\n\r\n\xe9\0\n";
      assert.equal(await received(text), hello);
      assert.deepEqual(
        requests.map((one) => ({ ...one, body: Uint8Array.from(one.body) })),
        [
          {
            method: "POST",
            target: "/calc?x=%e9",
            fields: [
              { name: "hOST", value: "h" },
              { name: "X-A", value: "b" },
              { name: "x-a", value: "" },
              { name: "Content-Length", value: "3" },
              { name: "Connection", value: "close" },
            ],
            body: latin1("\xe9\0\n"),
          },
        ],
      );
    });
  });

  for (const [title, head, body] of [
    ["a body in chunks", "Transfer-Encoding: Chunked", "3;a=b\r\nabc\r\n2\r\nde\r\n0\r\nTrailer: x\r\n\r\n"],
    ["a body without Content-Encoding", "Content-Encoding: identity\r\nContent-Length: 5", "abcde"],
  ] as const) {
    test(`the service reads ${title}`, async () => {
      await serving({}, async ({ received, requests }) => {
        await received(`POST / HTTP/1.1\r\nHost: h\r\n${head}\r\nConnection: close\r\n\r\n${body}`);
        assert.equal(Buffer.from(requests[0]?.body ?? []).toString(), "abcde");
      });
    });
  }

  for (const [coding, coded] of [
    ["gzip", zlib.gzipSync("abcde")],
    ["x-gzip", zlib.gzipSync("abcde")],
    ["deflate", zlib.deflateSync("abcde")],
    ["deflate", zlib.deflateRawSync("abcde")],
    ["br", zlib.brotliCompressSync("abcde")],
    ["GZIP, br", zlib.brotliCompressSync(zlib.gzipSync("abcde"))],
  ] as const) {
    test(`the service decodes a body with Content-Encoding: ${coding}`, async () => {
      await serving({}, async ({ received, requests }) => {
        const head = `POST / HTTP/1.1\r\nHost: h\r\nContent-Encoding: ${coding}\r\nContent-Length: ${coded.length}`;
        await received(Buffer.concat([latin1(`${head}\r\nConnection: close\r\n\r\n`), coded]));
        assert.equal(Buffer.from(requests[0]?.body ?? []).toString(), "abcde");
      });
    });
  }

  test("the service reads the same requests from bytes that arrive one by one", async () => {
    const text =
      "\r\nPOST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nxy" +
      "POST /b HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nzz\r\n0\r\n\r\nGET /c HTTP/1.1\r\nHost: h\r\n\r\n";
    await serving({}, async ({ connect, requests }) => {
      const connection = await connect();
      for (const byte of latin1(text)) {
        connection.write(Uint8Array.of(byte));
        await new Promise((resolve) => setImmediate(resolve));
      }
      await connection.until((all) => all === hello.repeat(3));
      assert.deepEqual(
        requests.map(({ target, body }) => [target, Buffer.from(body).toString()]),
        [
          ["/a", "xy"],
          ["/b", "zz"],
          ["/c", ""],
        ],
      );
      connection.end();
      assert.equal(await ended(connection), "end");
    });
  });

  test("the service accepts the whole URL in the request line, as for a proxy", async () => {
    await serving({}, async ({ received, requests }) => {
      for (const target of ["http://h:80/calc?x", "http://h", "http://h?x", "*"]) {
        await received(`OPTIONS ${target} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`);
      }
      assert.deepEqual(
        requests.map(({ target }) => target),
        ["/calc?x", "/", "/?x", "*"],
      );
    });
  });

  test("the service sends 100 Continue if the client waits for it", async () => {
    await serving({}, async ({ connect }) => {
      const head = "POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\n";
      const connection = await connect(head);
      await connection.until((text) => text === "HTTP/1.1 100 Continue\r\n\r\n");
      connection.write("xy");
      await connection.until((text) => text === `HTTP/1.1 100 Continue\r\n\r\n${hello}`);
      connection.socket.destroy();
    });
  });

  test("the service keeps the connection open, and closes it if the client asks for that", async () => {
    const get = (version: string, more = "") => `GET / HTTP/1.${version}\r\nHost: h\r\n${more}\r\n`;
    await serving({}, async ({ received, requests }) => {
      assert.equal(await received(get("1") + get("1", "Connection: Close\r\n") + get("1")), hello.repeat(2));
      assert.equal(await received(get("0", "Connection: keep-alive\r\n") + get("0") + get("0")), hello.repeat(2));
      assert.equal(requests.length, 4);
    });
  });

  test("the service responds to pipelined requests in order, however long each response takes", async () => {
    const respond = ({ target }: { readonly target: string }) => {
      const later = Number(target.slice(1)) % 3;
      const response = ok(target);
      return later === 0
        ? response
        : new Promise<typeof response>((resolve) => setTimeout(() => resolve(response), 20 * (3 - later)));
    };
    await serving({ respond }, async ({ received, exchanges }) => {
      const targets = Array.from({ length: 30 }, (_, at) => `/${at}`);
      const text = targets.map((target) => `GET ${target} HTTP/1.1\r\nHost: h\r\n\r\n`).join("");
      const connection = await received(`${text}GET /end HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`);
      assert.deepEqual(connection.match(/\/\w+$|\/\d+(?=HTTP)/g), [...targets, "/end"]);
      assert.equal(exchanges.length, 31);
    });
  });

  test("the service responds to thousands of requests in one piece", async () => {
    await serving({}, async ({ received }) => {
      const text = "GET / HTTP/1.1\r\nHost: h\r\n\r\n".repeat(20_000);
      const all = await received(`${text}GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`);
      assert.equal(all.length, hello.length * 20_001);
    });
  });

  test("the service responds to a client that has ended its side of the connection", async () => {
    const respond = () => new Promise<ReturnType<typeof ok>>((resolve) => setTimeout(() => resolve(ok("hello")), 50));
    await serving({ respond }, async ({ connect }) => {
      const connection = await connect("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
      connection.end();
      await connection.until((text) => text === hello);
      assert.equal(await ended(connection), "end");
    });
  });
});

suite("mock service: refused requests", () => {
  const good = ["POST / HTTP/1.1", "Host: h", "Content-Length: 2"];
  for (const [title, lines, body = "xy"] of [
    ["a line that isn't HTTP", ["hello"]],
    ["TLS on a port for http", ["\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03"]],
    ["a missing version", ["GET /", "Host: h"]],
    ["another version", ["PRI * HTTP/2.0"]],
    ["a target that isn't a path", ["GET calc HTTP/1.1", "Host: h"]],
    ["two spaces in the request line", ["GET  / HTTP/1.1", "Host: h"]],
    ["a byte of ISO-8859-1 in the target", ["GET /\xe9 HTTP/1.1", "Host: h"]],
    ["CONNECT", ["CONNECT h:443 HTTP/1.1", "Host: h:443"]],
    ["no Host", ["POST / HTTP/1.1", "Content-Length: 2"]],
    ["an empty Host", ["POST / HTTP/1.1", "Host:", "Content-Length: 2"]],
    ["two Hosts", [...good, "host: h"]],
    ["a Host with a path", ["POST / HTTP/1.1", "Host: h/calc", "Content-Length: 2"]],
    ["a Host with a user", ["POST / HTTP/1.1", "Host: me@h", "Content-Length: 2"]],
    ["two Content-Lengths", [...good, "Content-Length: 2"]],
    ["a list of Content-Lengths", ["POST / HTTP/1.1", "Host: h", "Content-Length: 2, 2"]],
    ["a negative Content-Length", ["POST / HTTP/1.1", "Host: h", "Content-Length: -2"]],
    ["Content-Length beside Transfer-Encoding", [...good, "Transfer-Encoding: chunked"], "0\r\n\r\n"],
    ["Content-Length beside an empty Transfer-Encoding", [...good, "Transfer-Encoding:"]],
    ["neither of them on POST", ["POST / HTTP/1.1", "Host: h"]],
    ["an unknown Transfer-Encoding", ["POST / HTTP/1.1", "Host: h", "Transfer-Encoding: gzip, chunked"], "0\r\n\r\n"],
    ["chunks in HTTP/1.0", ["POST / HTTP/1.0", "Host: h", "Transfer-Encoding: chunked"], "0\r\n\r\n"],
    ["a chunk whose size isn't a number", ["POST / HTTP/1.1", "Host: h", "Transfer-Encoding: chunked"], "x\r\n"],
    ["a chunk that is too long", ["POST / HTTP/1.1", "Host: h", "Transfer-Encoding: chunked"], "1\r\nxy\r\n"],
    ["a line without a colon", [...good, "X"]],
    ["a space before a colon", [...good, "X : y"]],
    ["a folded line", [...good, " x"]],
    ["a control character in a value", [...good, "X: \x01"]],
    ["CR in a value", [...good, "X: a\rb"]],
    ["a damaged gzip body", [...good, "Content-Encoding: gzip"]],
  ] as readonly (readonly [string, readonly string[], string?])[]) {
    test(`the service responds with 400 to ${title}`, async () => {
      await serving({}, async ({ received, requests, exchanges }) => {
        assert.equal(await received(`${lines.join("\r\n")}\r\n\r\n${body}`), refusedBadRequest);
        assert.deepEqual(requests, []);
        assert.deepEqual(
          exchanges.map(({ response: { source, status } }) => ({ source, status })),
          [{ source: "service", status: 400 }],
        );
        assert.match(exchanges[0]?.response.problem ?? "", /^[A-Z].*\.$/s);
      });
    });
  }

  test("the service responds with 400 to lines that end with LF, without waiting for more", async () => {
    await serving({}, async ({ received }) => {
      assert.equal(await received("GET / HTTP/1.1\nHost: h\n\n"), refusedBadRequest);
    });
  });

  test("the service responds with 400 if the client ends its side within a request", async () => {
    await serving({}, async ({ connect }) => {
      const connection = await connect("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nxy");
      connection.end();
      await connection.until((text) => text === refusedBadRequest);
    });
  });

  test("the service responds to the requests before the one that it refuses", async () => {
    await serving({}, async ({ received }) => {
      const get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";
      assert.equal(await received(`${get}${get}bad\r\n\r\n${get}`), hello.repeat(2) + refusedBadRequest);
    });
  });

  const empty = (line: string) => `HTTP/1.1 ${line}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
  const post = (...lines: readonly string[]) => `${["POST / HTTP/1.1", "Host: h", ...lines].join("\r\n")}\r\n\r\n`;

  test("the service responds with 413 to a Content-Length over the limit, without waiting for the body", async () => {
    await serving({ maxBody: 10 }, async ({ received }) => {
      const text = post("Content-Length: 11", "Expect: 100-continue");
      assert.equal(await received(text), empty("413 Content Too Large"));
      assert.equal(await received(post("Content-Length: 99999999999999999999")), empty("413 Content Too Large"));
    });
  });

  test("the service responds with 413 to chunks over the limit", async () => {
    await serving({ maxBody: 10 }, async ({ received }) => {
      const text = `${post("Transfer-Encoding: chunked")}6\r\nabcdef\r\n`;
      assert.equal(await received(`${text}5\r\nabcde\r\n`), empty("413 Content Too Large"));
      assert.equal(
        await received(`${post("Transfer-Encoding: chunked")}fffffffffffff\r\n`),
        empty("413 Content Too Large"),
      );
    });
  });

  test("the service accepts a body of exactly the limit", async () => {
    await serving({ maxBody: 10 }, async ({ received }) => {
      assert.equal(await received(`${post("Content-Length: 10", "Connection: close")}0123456789`), hello);
      const chunks = "a\r\n0123456789\r\n0\r\n\r\n";
      assert.equal(await received(`${post("Transfer-Encoding: chunked", "Connection: close")}${chunks}`), hello);
    });
  });

  for (const [coding, compress] of [
    ["gzip", zlib.gzipSync],
    ["deflate", zlib.deflateSync],
    ["br", zlib.brotliCompressSync],
  ] as const) {
    test(`the service responds with 413 to a ${coding} body that is larger than the limit when decoded`, async () => {
      const bomb = compress(Buffer.alloc(30_000_000));
      await serving({}, async ({ received }) => {
        const head = post(`Content-Length: ${bomb.length}`, `Content-Encoding: ${coding}`);
        const all = await Promise.all(Array.from({ length: 20 }, () => received(Buffer.concat([latin1(head), bomb]))));
        assert.deepEqual(new Set(all), new Set([empty("413 Content Too Large")]));
      });
    });
  }

  test("the service responds with 431 to a header section over 64 KB", async () => {
    await serving({}, async ({ received }) => {
      const head = (length: number) => post("Content-Length: 0", "Connection: close", `X: ${"x".repeat(length)}`);
      const rest = head(0).length;
      assert.equal(await received(head(65_536 - rest)), hello);
      assert.equal(await received(head(65_537 - rest)), empty("431 Request Header Fields Too Large"));
      assert.equal(await received(`GET /${"x".repeat(70_000)}`), empty("431 Request Header Fields Too Large"));
      assert.equal(await received(post(...Array(2001).fill("X: y"))), empty("431 Request Header Fields Too Large"));
    });
  });

  test("the service responds with 415 to an unknown Content-Encoding, without waiting for the body", async () => {
    await serving({}, async ({ received }) => {
      const status = empty("415 Unsupported Media Type");
      assert.equal(await received(post("Content-Length: 2", "Content-Encoding: compress")), status);
      assert.equal(await received(post("Content-Length: 2", `Content-Encoding: ${"br, ".repeat(6)}`)), status);
    });
  });

  test("the service responds with 417 to an unknown Expect", async () => {
    await serving({}, async ({ received }) => {
      assert.equal(await received(post("Content-Length: 2", "Expect: money")), empty("417 Expectation Failed"));
    });
  });

  test("the service responds with 408 to a request that isn't complete in time, even if bytes keep arriving", async () => {
    await serving({ timeout: 300 }, async ({ connect }) => {
      for (const start of ["", post("Content-Length: 5000"), `${post("Transfer-Encoding: chunked")}5000\r\n`]) {
        const connection = await connect(`${start}G`);
        const timer = setInterval(() => connection.write("x"), 20);
        await connection.until((text) => text === empty("408 Request Timeout"));
        clearInterval(timer);
        connection.socket.destroy();
      }
    });
  });

  test("the service closes a connection without a request after the time limit, without a response", async () => {
    await serving({ timeout: 100 }, async ({ received }) => {
      assert.equal(await received(""), "");
      assert.equal(await received("GET / HTTP/1.1\r\nHost: h\r\n\r\n"), hello);
    });
  });

  test("the service closes a connection without a TLS handshake after the time limit, and doesn't say that it has no certificate", async () => {
    const { ca, good } = makeCertificates();
    const refused: string[] = [];
    const secure = { cert: good.cert, key: good.key, ca, requestCert: true };
    await serving({ timeout: 100, secure, onRefused: (why) => refused.push(why) }, async ({ port }) => {
      const silent = net.connect({ port, host: "127.0.0.1", allowHalfOpen: true });
      await ended(new RawConnection(silent));
      const http = net.connect({ port, host: "127.0.0.1" });
      http.write("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
      await ended(new RawConnection(http));
    });
    assert.deepEqual(refused, []);
  });

  test("the service responds with 503 to the client after the last one that may connect", async () => {
    await serving({ maxConnections: 2 }, async ({ connect, received }) => {
      const open = [await connect(), await connect()];
      assert.equal(await received("GET / HTTP/1.1\r\nHost: h\r\n\r\n"), empty("503 Service Unavailable"));
      open[0]?.socket.destroy();
      open[1]?.write("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
      await open[1]?.until((text) => text === hello);
      assert.equal(await received("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"), hello);
      open[1]?.socket.destroy();
    });
  });

  test("the service serves 200 connections at the same time, while others send slowly", async () => {
    await serving({}, async ({ connect }) => {
      const slow = await Promise.all(Array.from({ length: 200 }, () => connect("POST / HTTP/1.1\r\nHos")));
      const fast = await Promise.all(Array.from({ length: 200 }, () => connect("GET / HTTP/1.1\r\nHost: h\r\n\r\n")));
      await Promise.all(fast.map((one) => one.until((text) => text === hello)));
      for (const one of slow) one.write("t: h\r\nContent-Length: 0\r\n\r\n");
      await Promise.all(slow.map((one) => one.until((text) => text === hello)));
      for (const one of [...slow, ...fast]) one.socket.destroy();
    });
  });

  test("the service responds with 500 if the response can't be created", async () => {
    for (const respond of [
      () => {
        throw new Error("broken");
      },
      () => Promise.reject(new Error("broken")),
    ]) {
      await serving({ respond }, async ({ received, exchanges }) => {
        assert.equal(await received("GET / HTTP/1.1\r\nHost: h\r\n\r\n"), empty("500 Internal Server Error"));
        assert.equal(exchanges[0]?.response.problem, "The response can't be created: Error: broken");
      });
    }
  });

  test("the service can't listen on a port that is in use", async () => {
    const port = await closedPort();
    const other = createServer().listen(port, "127.0.0.1");
    await assert.rejects(
      serving({ port }, async () => {}),
      { code: "EADDRINUSE" },
    );
    other.close();
  });
});
