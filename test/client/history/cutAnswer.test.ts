import assert from "node:assert/strict";
import { redactExchange } from "../../../client/src/history/redactExchange.ts";
import { readStored, storedOf, writeStored } from "../../../client/src/history/stored.ts";
import type { BrokenContent, FailureFacts, SendResult } from "../../../client/src/transport/result.ts";
import { failure, outgoing, response } from "../support.ts";

function kept(result: SendResult): SendResult {
  const exchange = { id: "1", from: "file:///a", label: "a", message: outgoing(), result, at: 0 };
  const read = readStored(writeStored(storedOf(redactExchange(exchange))));
  assert.ok(read);
  return read.exchange.result;
}

const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

suite("an answer that is not whole, stored", () => {
  const head = "HTTP/1.1 200 OK\r\nServer: x\r\nSet-Cookie: sid=S3cr3t\r\nX-Api-Key: S3cr3t\r\nContent-Ty";
  const bytes = new TextEncoder().encode(head);
  const facts: readonly FailureFacts[] = [
    { kind: "truncated", stage: "head", how: "closed", expected: undefined, got: 0, bytes },
    { kind: "protocol", reason: "head-too-large", at: 0, bytes },
  ];
  for (const one of facts) {
    test(`${one.kind}: its header section without secrets`, () => {
      const result = kept(failure(one));
      assert.ok(result.kind === "truncated" || result.kind === "protocol");
      const shown = text(result.bytes);
      assert.match(
        shown,
        /^HTTP\/1\.1 200 OK\r\nServer: x\r\nSet-Cookie: .*\r\nX-Api-Key: \[redacted\]\r\nContent-Ty$/,
      );
      assert.doesNotMatch(shown, /S3cr/);
    });
  }

  test("a body whose coding doesn't hold: what can be read of it, without secrets", () => {
    const body = new TextEncoder().encode("<a><Password>S3cr3t</Password></a><b");
    const keptOf = (parts: Pick<BrokenContent, "how" | "decodedBytes">) => {
      const content = { kind: "broken", codings: ["br"], coding: "br", detail: "", ...parts } as const;
      const result = kept(response("HTTP/1.1 200 OK\n\n", { body, content }));
      return result.kind === "response" ? text(result.body) : undefined;
    };
    assert.equal(keptOf({ how: "cut", decodedBytes: 36 }), "<a><Password>[redacted]</Password></a><b");
    assert.equal(keptOf({ how: "not-coded", decodedBytes: 0 }), "<a><Password>[redacted]</Password></a><b");
    assert.equal(keptOf({ how: "damaged", decodedBytes: 0 }), "");
  });
});
