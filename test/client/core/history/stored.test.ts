import assert from "node:assert/strict";
import { gradeOfEntry, storedOf, unpackExchange } from "../../../../client/src/core/history/stored.ts";
import type { ContentCoding } from "../../../../client/src/transport/result.ts";
import { outgoing, response } from "../../support.ts";

const exchangeOf = (result: ReturnType<typeof response>) => {
  return { id: "1-1", from: "file:///a", label: "a", message: outgoing(), result, at: 0 };
};

suite("a stored exchange", () => {
  test("a stored exchange is restored exactly, with the bytes after the response", async () => {
    const received = Uint8Array.of(1, 2, 3);
    const surplus = received.subarray(1);
    const result = response("HTTP/1.1 200 OK\nX-Secret: s\n\n<a>é</a>", {
      settled: Promise.resolve({ surplus, received, closed: true }),
    });
    const exchange = { ...exchangeOf(result), message: outgoing({ secrets: ["s"] }) };
    const read = unpackExchange((await storedOf(exchange)).exchange);
    assert.ok(read.result.kind === "response");
    const { settled, ...rest } = read.result;
    assert.deepEqual(await settled, { surplus, received, closed: true });
    const { settled: _, ...sent } = { ...result, surplus };
    assert.deepEqual(withoutUndefined(rest), withoutUndefined(sent));
    assert.deepEqual(read.message, withoutUndefined(exchange.message));
    assert.equal(read.fromHistory, true);
  });
  test("a stored exchange stores the bytes of Node's buffers", async () => {
    const result = response("HTTP/1.1 200 OK\n\n", { body: Buffer.from("<a>é</a>") });
    const read = unpackExchange((await storedOf(exchangeOf(result))).exchange);
    assert.ok(read.result.kind === "response");
    assert.equal(new TextDecoder().decode(read.result.body), "<a>é</a>");
  });

  test("a stored exchange doesn't keep what was encrypted in its request", async () => {
    const message = outgoing({ bodyBeforeEncryption: "aGlkZGVu" });
    const { exchange } = await storedOf({ ...exchangeOf(response("HTTP/1.1 200 OK\n\n")), message });
    assert.equal("bodyBeforeEncryption" in unpackExchange(exchange).message, false);
  });

  test("a stored exchange stores shared bytes once", async () => {
    const body = Buffer.alloc(10_000);
    const result = response("HTTP/1.1 200 OK\n\n", { body, rawBody: body });
    assert.ok((await storedOf(exchangeOf(result))).exchange.length < 15_000);
  });
});

/** Removes undefined properties, as JSON does. */
function withoutUndefined(value: unknown): unknown {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  if (Array.isArray(value)) return value.map(withoutUndefined);
  const defined = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(defined.map(([name, one]) => [name, withoutUndefined(one)]));
}

suite("the list entry of an exchange", () => {
  const isDamaged = async (content: ContentCoding) => {
    return (await storedOf(exchangeOf(response("HTTP/1.1 200 OK\n\n<a/>", { content })))).entry.damaged;
  };
  test("the list entry is good or bad by what its request expects, or else by its response", async () => {
    const grade = async (head: string, passed?: boolean) =>
      gradeOfEntry((await storedOf(exchangeOf(response(`${head}\n\n<a/>`)), { passed })).entry);
    const [ok, refused] = ["HTTP/1.1 200 OK", "HTTP/1.1 400 Bad Request"] as const;
    assert.deepEqual([await grade(ok), await grade(ok, false)], ["good", "error"]);
    assert.deepEqual([await grade(refused), await grade(refused, true)], ["error", "good"]);
  });

  test("the list entry says whether the body couldn't be decoded", async () => {
    const codings = ["gzip"];
    const broken = { kind: "broken", codings, coding: "gzip", how: "cut", decodedBytes: 4, detail: "" } as const;
    assert.equal(await isDamaged(broken), true);
    assert.equal(await isDamaged({ kind: "decoded", codings, trailing: 2 }), false);
    assert.equal(await isDamaged({ kind: "identity" }), false);
  });
});
