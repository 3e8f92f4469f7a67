import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defaultLimits, type ReaderState, ResponseReader } from "../../../client/src/transport/framing.ts";
import type { FramingProblem } from "../../../client/src/transport/result.ts";
import { asLatin1, latin1 } from "../../support/transport/bytes.ts";

const limits = { ...defaultLimits, head: 256 * 1024, body: 1000 };

interface Expected {
  readonly status?: number;
  readonly body?: string;
  readonly framing?: string;
  readonly surplus?: string;
  readonly problems?: readonly FramingProblem[];
  readonly trailers?: readonly string[];
  readonly informational?: readonly number[];
}

suite("response reader: complete messages", () => {
  // «» marks the body if it is contiguous in the message, ‹› the bytes after the message.
  complete("Content-Length", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n«hello»", { framing: "content-length" });
  complete("Content-Length 0", "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n«»", { status: 202 });
  complete("surplus", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n«hello»‹HTTP/1.1 400 Bad\r\n\r\n›", {});
  complete("no reason phrase", "HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n«»", {});
  complete("HTTP/1.0 with a length", "HTTP/1.0 500 Oh\r\nContent-Length: 1\r\n\r\n«x»", { status: 500 });
  complete("204 has no body", "HTTP/1.1 204 No Content\r\nContent-Length: 3\r\n\r\n«»‹abc›", {
    framing: "none",
    status: 204,
  });
  complete("304 has no body", "HTTP/1.1 304 Not Modified\r\nContent-Length: 3\r\n\r\n«»", {
    framing: "none",
    status: 304,
  });
  complete("LF alone", "HTTP/1.1 200 OK\nContent-Length: 2\n\n«ok»", { problems: ["lf-line-ends"] });
  complete("leading empty lines", "\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n«ok»", {
    problems: ["leading-empty-lines"],
  });
  complete("two equal lengths", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n«ok»", {});
  complete("a list of equal lengths", "HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\n\r\n«ok»", {});
  complete(
    "two lengths: uses the smaller",
    "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 2\r\n\r\n«ok»‹!!›",
    {
      problems: ["content-lengths-differ"],
    },
  );
  complete("a valid and an invalid length", "HTTP/1.1 200 OK\r\nContent-Length: x\r\nContent-Length: 2\r\n\r\n«ok»", {
    problems: ["content-length-invalid"],
  });
  complete("a field without a colon", "HTTP/1.1 200 OK\r\nnonsense\r\nContent-Length: 2\r\n\r\n«ok»", {
    problems: ["field-malformed"],
  });
  complete("NUL in a name and in a value", "HTTP/1.1 200 OK\r\nA\0: b\0c\r\nContent-Length: 2\r\n\r\n«ok»", {});
  complete(
    "CR alone doesn't end a line",
    "HTTP/1.1 200 OK\rX: y\r\nA: b\rContent-Length: 9\r\nContent-Length: 2\r\n\r\n«ok»",
    { problems: ["cr-alone"] },
  );
  complete("CR CR LF is one line ending", "HTTP/1.1 200 OK\r\r\nContent-Length: 2\r\r\n\r\r\n«ok»", {
    problems: ["cr-alone"],
  });
  complete("a folded field", "HTTP/1.1 200 OK\r\nContent-Length:\r\n 2\r\n\r\n«ok»", { problems: ["field-malformed"] });
  complete("a space before the colon", "HTTP/1.1 200 OK\r\nContent-Length : 2\r\n\r\n«ok»", {
    problems: ["field-malformed"],
  });
  complete(
    "1xx responses first",
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nA: b\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n«x»",
    {
      informational: [100, 103],
    },
  );
  complete("101 is final", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n«»‹raw›", {
    status: 101,
    framing: "none",
  });

  const chunkedHead = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n";
  complete("chunks", `${chunkedHead}\r\n5\r\nhello\r\n1\r\n!\r\n0\r\n\r\n`, { body: "hello!", framing: "chunked" });
  complete("chunk sizes in hexadecimal, with leading zeros", `${chunkedHead}\r\n000A\r\n0123456789\r\n0\r\n\r\n`, {
    body: "0123456789",
  });
  complete("chunk extensions", `${chunkedHead}\r\n2 ;a=b;c="d"\r\nok\r\n0;last\r\n\r\n`, { body: "ok" });
  complete("trailers", `${chunkedHead}\r\n2\r\nok\r\n0\r\nDigest: abc\r\nX:\r\n\r\n‹more›`, {
    body: "ok",
    trailers: ["Digest: abc", "X: "],
  });
  complete("a chunk extension of 10,000 bytes", `${chunkedHead}\r\n2;${"x".repeat(10_000)}\r\nok\r\n0\r\n\r\n`, {
    body: "ok",
  });
  complete("chunks with LF alone", `${chunkedHead}\r\n2\nok\n0\n\n`, { body: "ok" });
  complete("Transfer-Encoding with Content-Length", `${chunkedHead}Content-Length: 9\r\n\r\n2\r\nok\r\n0\r\n\r\n`, {
    body: "ok",
    problems: ["transfer-encoding-with-content-length"],
  });
  complete("Transfer-Encoding: gzip, Chunked", "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, Chunked\r\n\r\n0\r\n\r\n", {
    body: "",
  });

  complete("codings with parameters", `HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip;a=b, chunked ; c\r\n\r\n0\r\n\r\n`, {
    body: "",
    framing: "chunked",
  });

  complete(
    "Transfer-Encoding: identity is ignored",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\nContent-Length: 2\r\n\r\n«ok»",
    { framing: "content-length" },
  );

  test('the stage is "response" again after a 1xx response', () => {
    const stageAfter = (text: string) => {
      const { state } = read(text);
      return state.kind === "reading" ? state.stage : state.kind;
    };
    assert.equal(stageAfter("HTTP/1.1 100 Continue\r\n\r\n"), "response");
    assert.equal(stageAfter("HTTP/1.1 100 Continue\r\n\r\nH"), "head");
  });

  for (const [name, head] of [
    ["a length", "Content-Length: 4"],
    ["chunks", "Transfer-Encoding: chunked"],
  ]) {
    test(`bytes after a HEAD response with ${name} are surplus`, () => {
      const { state } = read(`HTTP/1.1 200 OK\r\n${head}\r\n\r\nbody`, { method: "HEAD" });
      assert.deepEqual(state, { kind: "complete", end: `HTTP/1.1 200 OK\r\n${head}\r\n\r\n`.length });
    });
  }

  test("a HEAD response has no body with any Content-Length", () => {
    const { state, message } = read("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n", { method: "HEAD" });
    assert.equal(state.kind, "complete");
    assert.deepEqual([message?.framing, message?.contentLengths], ["none", ["10"]]);
  });

  test("fields keep order, case and duplicates; surrounding spaces of values are removed", () => {
    const { message } = read("HTTP/1.1 200 OK\r\nb: 1\r\nB:\t2 \r\nA:  x y\r\nContent-Length: 0\r\n\r\n");
    const pairs = message?.fields.map(({ name, value }) => `${name}=${value}`);
    assert.deepEqual(pairs, ["b=1", "B=2", "A=x y", "Content-Length=0"]);
  });

  test("CR in a value becomes a space, so that it can't start another field", () => {
    const { message } = read("HTTP/1.1 200 O\rK\r\nA: b\rc\r\nContent-Length: 0\r\n\r\n");
    assert.deepEqual([message?.reason, message?.fields[0]?.value], ["O K", "b c"]);
  });

  test("field text is decoded as UTF-8 if valid, else as ISO-8859-1", () => {
    const { message } = read("HTTP/1.1 200 OK\r\nA: \xc3\xa9\r\nB: \xe9\r\nContent-Length: 0\r\n\r\n");
    assert.deepEqual(
      message?.fields.slice(0, 2).map(({ value }) => value),
      ["é", "é"],
    );
  });
});

suite("response reader: the end of the connection", () => {
  for (const [name, text, body] of [
    ["no length at all", "HTTP/1.1 200 OK\r\n\r\nall of it", "all of it"],
    ["HTTP/1.0", "HTTP/1.0 200 OK\r\nA: b\r\n\r\n<x/>", "<x/>"],
    ["a coding that isn't chunked", "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nzz", "zz"],
    ["identity", "HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\n\r\nzz", "zz"],
  ] as const) {
    test(`a body ends with the connection: ${name}`, () => {
      const { state, message, reader } = read(text);
      assert.equal(state.kind, "reading");
      assert.equal(reader.silence(), false);
      reader.end();
      assert.equal(reader.state.kind, "complete");
      assert.equal(asLatin1(reader.message(latin1(text))?.rawBody ?? latin1("")), body);
      assert.equal(message?.framing, "close");
    });
  }

  test("silence ends a body whose Content-Length isn't a number, too", () => {
    const text = "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\nsome";
    const { state, reader } = read(text);
    assert.equal(state.kind === "reading" && state.quiet, 1000);
    assert.equal(reader.silence(), true);
    assert.equal(reader.state.kind, "complete");
    assert.deepEqual(reader.message(latin1(text))?.problems, ["content-length-invalid"]);
  });

  for (const whole of [
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nA\r\n0123456789\r\n0\r\n",
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\nContent-Length: 1\n\nx",
  ]) {
    test(`a response is truncated when cut at any byte: ${JSON.stringify(whole.slice(0, 60))}`, () => {
      const headEnd = /(?<=HTTP\/1.1 200[\s\S]*?)\r?\n\r?\n/.exec(whole);
      for (let cut = 1; cut < whole.length; cut++) {
        const { reader, message } = read(whole.slice(0, cut));
        reader.end();
        const { state } = reader;
        assert.equal(state.kind, "truncated", `cut at ${cut}`);
        const inHead = headEnd !== null && cut < headEnd.index + headEnd[0].length;
        assert.equal(state.kind === "truncated" && state.stage, inHead ? "head" : "body", `cut at ${cut}`);
        assert.equal(message === undefined, inHead, `cut at ${cut}`);
      }
    });
  }

  for (const end of ["", "\r", "T: v\r\n", "T: v\r\n\r"]) {
    const text = `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n${end}`;
    for (const [what, finish] of [
      ["the connection's end", (reader: ResponseReader) => reader.end()],
      ["silence", (reader: ResponseReader) => assert.equal(reader.silence(), true)],
    ] as const) {
      test(`a response is complete, with a problem, after its last chunk, ${JSON.stringify(end)} and ${what}`, () => {
        const { state, reader } = read(text);
        assert.equal(state.kind, "reading");
        finish(reader);
        assert.deepEqual(reader.state, { kind: "complete", end: text.length });
        const message = reader.message(latin1(text));
        assert.equal(asLatin1(message?.rawBody ?? latin1("")), "ok");
        assert.deepEqual(message?.problems, ["chunked-end-missing"]);
      });
    }
  }

  test("a response with an incomplete trailer is truncated", () => {
    const { reader } = read("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nT: v");
    reader.end();
    assert.equal(reader.state.kind, "truncated");
  });

  test("an incomplete chunk is reported with its size and its received bytes", () => {
    const head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    assert.deepEqual(read(`${head}2\r\nok\r\nffff\r\nhello`).reader.chunk, { size: 0xffff, got: 5 });
    assert.equal(read(`${head}2\r\nok\r\n`).reader.chunk, undefined);
  });

  test("an incomplete body is reported with its declared and its received length", () => {
    const { reader } = read("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello");
    assert.deepEqual([reader.expected, reader.bodyLength], [10, 5]);
  });
});

suite("response reader: protocol errors", () => {
  protocol("another protocol's greeting", "SSH-2.0-OpenSSH_9.2\r\n", "not-http");
  protocol("bytes without a line ending", "\x16\x03\x01\x02", "not-http");
  protocol("an invalid status", "HTTP/1.1 OK 200\r\n", "status-line");
  protocol("a status of two digits", "HTTP/1.1 99 Low\r\n", "status-line");
  protocol("an HTTP/0.9 response", "<html>hello</html>", "http09");
  protocol("an HTTP/0.9 response after a byte order mark", "\xef\xbb\xbf<a/>", "http09");
  protocol("an invalid chunk size", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n", "chunk-size");
  protocol("a negative chunk size", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n", "chunk-size");
  protocol(
    "a chunk size over 2^48",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffff\r\n",
    "chunk-size-too-large",
  );
  protocol(
    "a chunk longer than its size",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n",
    "chunk-end",
  );
  protocol(
    "no line ending after a chunk",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabcdef",
    "chunk-end",
  );
  protocol(
    "an endless chunk line",
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;${"x".repeat(20_000)}`,
    "chunk-line-too-long",
  );
  protocol(
    "a chunk extension of 20,000 bytes",
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;${"x".repeat(20_000)}\r\nx\r\n0\r\n\r\n`,
    "chunk-line-too-long",
  );
  protocol(
    "a chunk size with a prefix",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0x2\r\nok\r\n0\r\n\r\n",
    "chunk-size",
  );
  protocol(
    "an empty line instead of a chunk size",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n0\r\n",
    "chunk-size",
  );
  protocol("a space before the status line", " HTTP/1.1 200 OK\r\n\r\n", "not-http");
  protocol("only the first letters of HTTP", "HTTQ/1.1 200 OK\r\n\r\n", "not-http");
  protocol("NUL in the version", "HTTP/1.\0 200 OK\r\n\r\n", "status-line");
  protocol("an endless header section", `HTTP/1.1 200 OK\r\nA: ${"x".repeat(300_000)}`, "head-too-large");
  protocol("an endless status line", `HTTP/1.1 200 ${"x".repeat(300_000)}`, "head-too-large");
  protocol("endless empty lines", "\r\n".repeat(200_000), "head-too-large");
  protocol("2,001 fields", `HTTP/1.1 200 OK\r\n${"A: b\r\n".repeat(2001)}`, "too-many-fields");
  test("2,000 fields are read", () => {
    const { reader } = read(`HTTP/1.1 200 OK\r\n${"A: b\r\n".repeat(2000)}\r\n`);
    reader.end();
    assert.equal(reader.state.kind, "complete");
  });
  protocol("endless 1xx responses", "HTTP/1.1 100 Continue\r\n\r\n".repeat(200), "too-many-informational");
  protocol(
    "endless trailers",
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n${"A: b\r\n".repeat(10_000)}`,
    "trailers-too-large",
  );

  test("an HTTP/0.9 response is all body, in any pieces", () => {
    const text = "<html>\r\nfirst</html>";
    for (let cut = 0; cut <= text.length; cut++) {
      const reader = new ResponseReader("POST", limits);
      for (const piece of [text.slice(0, cut), text.slice(cut)]) reader.push(latin1(piece));
      reader.end();
      const message = reader.message(latin1(text));
      assert.deepEqual([message?.framing, asLatin1(message?.rawBody ?? latin1(""))], ["http09", text], `cut at ${cut}`);
    }
  });

  test("the reader waits only 150 ms for the rest of a greeting", () => {
    const { state, reader } = read("220 mail ESMTP\r\n");
    assert.equal(state.kind === "reading" && state.quiet, 150);
    assert.equal(reader.silence(), true);
    assert.equal(reader.state.kind, "protocol");
  });
});

suite("response reader: body limit", () => {
  const big = "x".repeat(1001);
  for (const [name, text] of [
    ["Content-Length", `HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n${big}`],
    ["until close", `HTTP/1.1 200 OK\r\n\r\n${big}`],
    ["one chunk", `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n${big}\r\n0\r\n\r\n`],
    ["many chunks", `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${"1\r\nx\r\n".repeat(1001)}0\r\n\r\n`],
  ] as const) {
    test(`the first ${limits.body} bytes of a larger body are kept: ${name}`, () => {
      const { state, message } = read(text);
      assert.equal(state.kind, "too-large");
      assert.equal(message?.rawBody.length, limits.body);
      assert.equal(message?.truncated, true);
    });
  }

  test("the reader accepts a body of exactly the limit", () => {
    assert.equal(read(`HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n${"x".repeat(1000)}`).state.kind, "complete");
  });
});

suite("response reader: pieces", () => {
  const messages = [
    "\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nA: b\r\n c\r\nTransfer-Encoding: chunked\r\n\r\n3;e\r\nabc\r\n2\r\nde\r\n0\r\nT: u\r\n\r\nsurplus",
    "HTTP/1.1 200 OK\nContent-Length: 4\nContent-Length: 3\n\nabcd",
    "SSH-2.0-x\r\n",
    "  <a/>",
  ];
  for (const text of messages) {
    test(`the result is the same for any two pieces and byte by byte: ${JSON.stringify(text.slice(0, 40))}`, () => {
      const whole = outcome([text]);
      for (let cut = 1; cut < text.length; cut++) {
        assert.deepEqual(outcome([text.slice(0, cut), text.slice(cut)]), whole, `cut at ${cut}`);
      }
      assert.deepEqual(outcome([...text]), whole);
    });
  }

  test("leading spaces and many folded lines take linear time", () => {
    const reader = new ResponseReader("POST", limits);
    for (let count = 0; count < 200_000; count++) reader.push(latin1(" "));
    assert.equal(reader.state.kind, "reading");
    const { message } = read(`HTTP/1.1 200 OK\r\nA: b\r\n${" c\r\n".repeat(60_000)}Content-Length: 0\r\n\r\n`);
    assert.equal(message?.fields[0]?.value.length, 120_001);
  });

  for (const file of readdirSync(captured())) {
    test(`the captured response ${file} is read byte by byte`, () => {
      const text = asLatin1(readFileSync(captured(file)));
      const whole = outcome([text]);
      assert.match(whole.state, /complete/);
      assert.deepEqual(outcome([...text]), whole);
    });
  }

  test("SOAP::Lite's second response is surplus", () => {
    const text = asLatin1(readFileSync(captured("soaplite.cl-short.http")));
    assert.match(outcome([text]).surplus, /^HTTP\/1\.1 400 Bad Request\r\n/);
  });
});

function complete(name: string, marked: string, expected: Expected): void {
  test(`a message is read to its end: ${name}`, () => {
    const surplus = /‹([\s\S]*)›/.exec(marked)?.[1] ?? "";
    const body = expected.body ?? /«([\s\S]*)»/.exec(marked)?.[1];
    assert.notEqual(body, undefined, "the test says no body");
    const text = marked.replaceAll(/[«»‹›]/g, "");
    const { state, message } = read(text);
    assert.deepEqual(state, { kind: "complete", end: text.length - surplus.length });
    assert.equal(asLatin1(message?.rawBody ?? latin1("no message")), body);
    assert.equal(message?.status, expected.status ?? 200);
    assert.equal(message?.truncated, false);
    if (expected.framing !== undefined) assert.equal(message?.framing, expected.framing);
    assert.deepEqual(message?.problems, expected.problems ?? []);
    assert.deepEqual(
      message?.trailers.map(({ name, value }) => `${name}: ${value}`),
      expected.trailers ?? [],
    );
    assert.deepEqual(
      message?.informational.map(({ status }) => status),
      expected.informational ?? [],
    );
  });
}

function protocol(name: string, text: string, reason: string): void {
  test(`a response fails with ${reason}: ${name}`, () => {
    const { reader } = read(text);
    reader.end();
    const { state } = reader;
    assert.equal(state.kind === "protocol" ? state.reason : state.kind, reason);
  });
}

function read(text: string, { method = "POST" } = {}) {
  const reader = new ResponseReader(method, limits);
  const bytes = latin1(text);
  reader.push(bytes);
  const state: ReaderState = reader.state;
  return { reader, state, message: reader.message(bytes) };
}

function outcome(pieces: readonly string[]) {
  const reader = new ResponseReader("POST", { ...limits, body: 10_000 });
  for (const piece of pieces) reader.push(latin1(piece));
  const { state: before } = reader;
  reader.end();
  const received = latin1(pieces.join(""));
  const message = reader.message(received);
  const surplus = before.kind === "complete" ? asLatin1(received.subarray(before.end)) : "";
  return {
    state: JSON.stringify(reader.state),
    surplus,
    message:
      message === undefined
        ? undefined
        : {
            ...message,
            head: asLatin1(message.head),
            rawBody: asLatin1(message.rawBody),
            informational: message.informational.length,
          },
  };
}

function captured(file = ""): string {
  return join(process.cwd(), "test/support/transport/captured", file);
}
