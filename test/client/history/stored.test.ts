import assert from "node:assert/strict";
import { redactExchange } from "../../../client/src/history/redactExchange.ts";
import { readStored, storedOf, writeStored } from "../../../client/src/history/stored.ts";
import type { Content } from "../../../client/src/transport/result.ts";
import { outgoing, response } from "../support.ts";

suite("what a list shows of an exchange", () => {
  const entryOf = (content: Content) => {
    const result = response("HTTP/1.1 200 OK\n\n<a/>", { content });
    const exchange = { id: "1", from: "file:///a", label: "a", message: outgoing(), result, at: 0 };
    return readStored(writeStored(storedOf(redactExchange(exchange))))?.entry;
  };

  test("that the coding of its body doesn't hold", () => {
    const codings = ["gzip"];
    const broken = { kind: "broken", codings, coding: "gzip", how: "cut", decodedBytes: 4, detail: "" } as const;
    assert.equal(entryOf(broken)?.damaged, true);
    assert.equal(entryOf({ kind: "decoded", codings, trailing: 2 })?.damaged, false);
    assert.equal(entryOf({ kind: "identity" })?.damaged, false);
  });
});
