import { equal } from "node:assert/strict";
import type { Exchange } from "../../../../client/src/core/exchange/exchange.ts";
import { ExchangeStore, previousOf } from "../../../../client/src/core/exchange/exchangeStore.ts";
import type { SendResult } from "../../../../client/src/transport/result.ts";
import { failure, outgoing, response } from "../../support.ts";

function sending() {
  const store = new ExchangeStore({ inUse: () => false, forgotten: () => {} });
  const ok = response("HTTP/1.1 200 OK\n\n");
  const send = (line: number, title?: string, { from = "file:///a", result = ok as SendResult } = {}): Exchange => {
    const message = outgoing({ request: { ...outgoing().request, title } });
    return store.add({ from, label: title ?? "POST calc", message, result, at: 7 }, line);
  };
  return { store, send, previous: (exchange: Exchange) => previousOf(exchange, store)?.id };
}

suite("the previous exchange", () => {
  test("the previous exchange is the last one with a response and the same name or title, anywhere in the file", () => {
    const { send, previous } = sending();
    const first = send(0, "Add");
    send(0, "Add", { from: "file:///b" });
    send(0, "Subtract");
    send(0, "Add", { result: failure({ kind: "refused", addresses: [] }) });
    equal(previous(send(9, "Add")), first.id);
    equal(previous(first), undefined);
  });

  test("the previous exchange isn't another request to the same URL", () => {
    const { send, previous } = sending();
    const first = send(0);
    const other = send(20);
    equal(previous(other), undefined);
    equal(previous(send(0)), first.id);
    equal(previous(send(20)), other.id);
  });

  test("the previous exchange is found after edits, unless they replace the request", () => {
    const { store, send, previous } = sending();
    const change = (to: number, text: string) => {
      const range = { start: { line: 0, character: 0 }, end: { line: to, character: 0 } };
      store.follow("file:///a", [{ range, text }]);
    };
    const first = send(0);
    const other = send(20);
    change(0, "\n".repeat(20));
    equal(previous(send(20)), first.id);
    equal(previous(send(40)), other.id);
    change(50, "");
    equal(previous(send(0)), undefined);
  });
});
