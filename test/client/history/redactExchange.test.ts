import { deepEqual, equal, ok } from "node:assert/strict";
import { toBase64 } from "../../../client/src/base64.ts";
import { redactExchange } from "../../../client/src/history/redactExchange.ts";
import { readStored, storedOf, writeStored } from "../../../client/src/history/stored.ts";
import type { Exchange } from "../../../client/src/response/exchange.ts";
import type { FailureFacts, SendResult } from "../../../client/src/transport/result.ts";
import type { OutgoingMessage } from "../../../server/src/protocol.ts";
import { failure, outgoing, received, response } from "../support.ts";

const secret = "S3cr\u00e9t<&\"'/ 42%";
const encoder = new TextEncoder();

const xml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;").replaceAll("'", "&apos;");
const latin = (text: string) => Uint8Array.from(text, (one) => one.charCodeAt(0));
const wide = (text: string, big: boolean) =>
  Uint8Array.from([...text].flatMap((one) => (big ? [0, one.charCodeAt(0)] : [one.charCodeAt(0), 0])));

function exchangeOf(message: Partial<OutgoingMessage>, result: SendResult): Exchange {
  return { id: "1", from: "file:///a.soaphttp", label: "add", message: outgoing(message), result, at: 7 };
}

function withHead(lines: readonly string[], body: Uint8Array = new Uint8Array()): Partial<OutgoingMessage> {
  const fields = lines.map((line) => ({ name: line.split(": ")[0] ?? "", value: line.split(": ")[1] ?? "" }));
  return { head: lines.map((line) => `${line}\r\n`).join(""), fields, body: toBase64(body) };
}

/** What the file holds, its base64 undone, once in each charset; and the exchange that is read from it. */
function stored(exchange: Exchange, known: readonly string[] = []) {
  const file = writeStored(storedOf(redactExchange(exchange, known)));
  const text = new TextDecoder().decode(file);
  const decoded = [...text.matchAll(/"([A-Za-z0-9+/]{8,}={0,2})"/g)].flatMap(([, found = ""]) => {
    const bytes = Buffer.from(found, "base64");
    return ["utf-8", "latin1", "utf-16le", "utf-16be"].map((charset) => new TextDecoder(charset).decode(bytes));
  });
  const read = readStored(file);
  ok(read);
  return { all: [text, ...decoded].join("\n"), read };
}

function expectGone(exchange: Exchange, known: readonly string[] = []): void {
  const { all } = stored(exchange, known);
  const forms = [
    secret,
    xml(secret),
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    btoa(`ann:${secret}`),
    btoa(`ann:${secret}`).slice(4, 20),
    "S3cr",
    "t<&",
  ];
  for (const form of forms) ok(!all.includes(form), `${form} is in ${all.slice(0, 3000)}`);
  ok(all.includes("[redacted]"), all.slice(0, 3000));
}

const plain = () => response("HTTP/1.1 200 OK\n\n");

suite("an exchange that is to be stored", () => {
  const heads: readonly (readonly string[])[] = [
    [`Authorization: Basic ${btoa(`ann:${secret}`)}`],
    [`Proxy-Authorization: Bearer ${secret}`],
    [`Cookie: a=1; sid=${secret}`],
    [`X-Api-Key: ${secret}`],
    [`Ocp-Apim-Subscription-Key: ${secret}`],
    [`Authorization : Digest response=${secret}`],
    [`Authorization ${secret}`],
    [`X-Folded: a\r\n b`, `Authorization:\r\n ${secret}`],
    [`Referer: http://ann:${encodeURIComponent(secret)}@h/`],
    [`Referer: http://h/?access_token=${encodeURIComponent(secret)}`],
  ];
  for (const head of heads) {
    test(`holds nothing secret of ${head.at(-1)?.split(secret)[0]}`, () => {
      expectGone(exchangeOf(withHead(head), plain()));
      const [statusLine, lines] = ["HTTP/1.1 200 OK", head.map((line) => line.replace("Cookie", "Set-Cookie"))];
      const fields = withHead(lines).fields ?? [];
      const bytes = encoder.encode([statusLine, ...lines, "", ""].join("\r\n"));
      expectGone(exchangeOf({}, { ...plain(), fields, head: bytes }));
    });
  }

  const password = `<wsse:Password Type="#PasswordText">${xml(secret)}</wsse:Password>`;
  const bodies: Readonly<Record<string, Uint8Array>> = {
    "UTF-8": encoder.encode(`<a>${password}</a>`),
    "ISO-8859-1": latin(`<?xml version="1.0" encoding="ISO-8859-1"?><a>${password}</a>`),
    "UTF-16, little end first": Uint8Array.of(0xff, 0xfe, ...wide(`<a>${password}</a>`, false)),
    "UTF-16, big end first, unmarked": wide(`<a>${password}</a>`, true),
    "broken XML": encoder.encode(`<a><wsse:Password>${secret}</a>`),
    JSON: encoder.encode(JSON.stringify({ token: secret })),
    "a form": encoder.encode(`user=ann&pwd=${encodeURIComponent(secret)}`),
  };
  for (const [name, body] of Object.entries(bodies)) {
    test(`holds no password of a body in ${name}, sent or received, complete or not`, () => {
      expectGone(exchangeOf({ body: toBase64(body) }, plain()));
      expectGone(exchangeOf({}, response("HTTP/1.1 200 OK\n\n", { body, rawBody: body })));
      const partial = received("HTTP/1.1 200 OK\n\n", { body, truncated: true });
      expectGone(
        exchangeOf({}, failure({ kind: "truncated", stage: "body", how: "closed", expected: 1, got: 1 }, { partial })),
      );
    });
  }

  const unreadable: Readonly<Record<string, Partial<OutgoingMessage>>> = {
    "a content coding": withHead(["Content-Encoding: gzip"], encoder.encode(`<Password>${secret}`)),
    "UTF-7": withHead(["Content-Type: text/xml; charset=utf-7"], encoder.encode("+ADw-Password+AD4-S3cr")),
    "UTF-32": withHead([], Uint8Array.from([...`<Password>S3cr`].flatMap((one) => [one.charCodeAt(0), 0, 0, 0]))),
    "gzip that nothing tells of": withHead([], Uint8Array.of(0x1f, 0x8b, 8, 0, 1, 2, 3)),
    "a part in gzip": withHead([], latin("--b\r\nContent-Type: application/gzip\r\n\r\n\x1f\x8b\x08\x00\x01")),
    "a part that is a zip": withHead([], latin("--b\nContent-Type: application/zip\n\nPK\x03\x04S3cr")),
    "a part in base64": withHead(
      [],
      encoder.encode(`--b\r\nContent-Transfer-Encoding: base64\r\n\r\n${btoa(secret.repeat(2))}`),
    ),
    "a part in UTF-16": withHead(
      [],
      Uint8Array.of(
        ...encoder.encode(`--b\r\n${"x".repeat(5000)}\r\n\r\n`),
        ...wide("<Password>S3cr</Password>", false),
      ),
    ),
  };
  for (const [name, message] of Object.entries(unreadable)) {
    test(`holds no body that can't be looked at: ${name}`, () => {
      const { read } = stored(exchangeOf(message, plain()));
      equal(read.exchange.message.body, "");
      equal(read.entry.request, "without-body");
    });
  }

  test("holds no secret that a service repeats, nor a variable's value, in whatever form", () => {
    const login = withHead([`Authorization: Basic ${btoa(`ann:${secret}`)}`]);
    for (const echo of [secret, xml(secret), encodeURIComponent(secret), btoa(secret), JSON.stringify(secret)]) {
      for (const bytes of [encoder.encode(`<said>${echo}</said>`), latin(`<said>${echo}</said>`)]) {
        const answer = response("HTTP/1.1 200 OK\n\n", { body: bytes });
        expectGone(exchangeOf(login, answer));
        expectGone(exchangeOf({}, answer), [secret]);
      }
    }
    expectGone(exchangeOf({ request: { ...outgoing().request, title: `with ${secret}` } }, plain()), [secret]);
    expectGone({ ...exchangeOf({}, plain()), label: `with ${secret}` }, [secret]);
    expectGone(exchangeOf({ host: `h.${secret}`, charset: secret }, plain()), [secret]);
  });

  test("holds no secret that was inside of a larger one, and stands elsewhere alone", () => {
    for (const token of [
      `<Assertion><ID>${xml(secret)}</ID></Assertion>`,
      JSON.stringify({ session: { id: secret } }),
    ]) {
      expectGone(
        exchangeOf(
          { body: toBase64(encoder.encode(token)) },
          response("HTTP/1.1 200 OK\n\n", { body: encoder.encode(secret) }),
        ),
      );
    }
  });

  test("holds no secret of a request line, an address or a reason", () => {
    const target = `/s?token=${encodeURIComponent(secret)}`;
    const requestLine = `POST ${target} HTTP/1.1`;
    const line = { target, requestLine, absoluteRequestLine: `POST http://h${target} HTTP/1.1` };
    expectGone(
      exchangeOf({ ...line, request: { ...outgoing().request, target } }, { ...plain(), url: `http://h${target}` }),
    );
    const facts: readonly FailureFacts[] = [
      {
        kind: "unreachable",
        code: "fetch",
        addresses: [],
        detail: `no way to http://ann:${encodeURIComponent(secret)}@h/`,
      },
      { kind: "protocol", reason: "not-http", bytes: encoder.encode(`<Password>${secret}`), at: 0 },
      {
        kind: "proxy",
        reason: "connect-refused",
        proxy: undefined,
        answer: received(`HTTP/1.1 407 No\nProxy-Authorization: ${secret}\n\n`),
        code: undefined,
        detail: "",
      },
    ];
    for (const fact of facts) expectGone(exchangeOf({}, failure(fact)));
  });

  test("holds none of the bytes on the connection, of earlier hops, surplus bytes, notes and problems", () => {
    const bytes = encoder.encode(`token=${secret}`);
    const hop = {
      url: "http://h/",
      method: "POST",
      status: 307,
      location: "/",
      message: received("HTTP/1.1 307 x\n\n"),
      wire: undefined,
    };
    const { read, all } = stored(
      exchangeOf(
        {
          note: secret,
          changes: [secret],
          errors: [{ code: "x", message: secret, range: outgoing().request.line, automatic: false }],
        },
        {
          ...plain(),
          wire: { sent: bytes, received: bytes },
          redirects: [hop],
          surplus: bytes,
          changes: [{ kind: "dropped", name: "X", typed: secret, why: "forbidden" } as never],
        },
      ),
    );
    ok(!all.includes("S3cr"));
    const { result, message } = read.exchange;
    deepEqual(
      [result.wire, result.redirects, result.changes, message.note, message.errors],
      [undefined, [], [], undefined, []],
    );
  });

  test("holds nothing that a message may have besides what is known of it", () => {
    const { all } = stored(exchangeOf({ secrets: ["S3cr"] } as Partial<OutgoingMessage>, plain()));
    ok(!all.includes("S3cr"), all);
  });

  test("is otherwise what it was, and can be sent again where nothing is missing", async () => {
    const body = encoder.encode("<a>\u00e9</a>");
    const exchange = exchangeOf(withHead(["Host: h", "X-A: 1"], body), response("HTTP/1.1 500 Oh\nX-B: 2\n\n<b/>"));
    const { read } = stored(exchange);
    equal(read.entry.request, "whole");
    deepEqual(
      [read.entry.label, read.entry.status, read.entry.url, read.entry.line, read.entry.total],
      ["add", "500 Oh", "http://localhost:8000/calc", 3, 132],
    );
    equal(read.exchange.message.head, exchange.message.head);
    equal(read.exchange.message.body, exchange.message.body);
    const { result } = read.exchange;
    ok(result.kind === "response" && exchange.result.kind === "response");
    deepEqual(result.fields, exchange.result.fields);
    deepEqual([...result.body], [...exchange.result.body]);
    deepEqual([...result.head], [...exchange.result.head]);
    equal((await result.settled).surplus.length, 0);
  });

  test("holds no more than the first 256 KB of a body, and no half of a secret at its end", () => {
    const body = encoder.encode(`${" ".repeat(256 * 1024 - 14)}<Password>S3cr\u00e9t`);
    const { read, all } = stored(exchangeOf({ body: toBase64(body) }, response("HTTP/1.1 200 OK\n\n", { body })));
    ok(!all.includes("S3"));
    equal(read.entry.request, "cut");
    ok(read.exchange.result.kind === "response");
    equal(read.exchange.result.body.length, 256 * 1024);
  });

  test("a file that is cut off, of another version or somebody else's is not read", () => {
    const file = new TextDecoder().decode(writeStored(storedOf(redactExchange(exchangeOf({}, plain())))));
    ok(readStored(encoder.encode(file)));
    for (const bad of [
      file.slice(0, -5),
      file.replace('"version":1', '"version":2'),
      "[]",
      "null",
      "",
      file.replace('"head"', '"h"'),
    ]) {
      equal(readStored(encoder.encode(bad)), undefined, bad.slice(0, 40));
    }
  });
});
