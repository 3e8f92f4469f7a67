import { deepEqual, equal } from "node:assert/strict";
import type { Exchange } from "../../../../client/src/core/exchange/exchange.ts";
import { ExchangeStore, lastDurations } from "../../../../client/src/core/exchange/exchangeStore.ts";
import type { Response } from "../../../../client/src/transport/result.ts";
import { outgoing, response } from "../../support.ts";

const ok = (parts: Partial<Response> = {}) => response("HTTP/1.1 200 OK\n\n", parts);
const exchange = (label: string, result = ok()) => ({ from: "file:///a", label, message: outgoing(), result, at: 7 });
const labels = (store: ExchangeStore) => store.all().map(({ label }) => label);
const megabytes = (count: number) => new Uint8Array(count * 1024 * 1024);
const change = (start: number, end: number, text: string) => ({
  range: { start: { line: start, character: 0 }, end: { line: end, character: 0 } },
  text,
});

/** `shown`: the labels of the exchanges that are open in a tab. */
function storeWith(...shown: readonly string[]): { readonly store: ExchangeStore; readonly forgotten: string[] } {
  const forgotten: string[] = [];
  const store = new ExchangeStore({
    inUse: ({ label }) => shown.includes(label),
    forgotten: ({ label }) => forgotten.push(label),
  });
  return { store, forgotten };
}

suite("the exchanges of a window", () => {
  test("exchanges are limited to the last thousand and the open ones", () => {
    const { store, forgotten } = storeWith("0");
    const ids = Array.from({ length: 1002 }, (_, at) => store.add(exchange(String(at)), 0).id);
    equal(new Set(ids).size, 1002);
    deepEqual(forgotten, ["1", "2"]);
    equal(store.get(ids[0] ?? "")?.label, "0");
    equal(store.get(ids[1] ?? ""), undefined);
    equal(store.all()[0]?.label, "1001");
  });

  test("exchanges always include the newest, even if many are open", () => {
    const all = Array.from({ length: 1000 }, (_, at) => String(at));
    const { store } = storeWith(...all);
    for (const label of all) store.add(exchange(label), 0);
    const { id } = store.add(exchange("new"), 0);
    equal(store.get(id)?.label, "new");
  });

  test("exchanges are limited to 200 MB, except the open ones and the newest", () => {
    const { store, forgotten } = storeWith("0");
    for (const label of ["0", "1", "2", "3", "4"]) store.add(exchange(label, ok({ body: megabytes(60) })), 0);
    deepEqual(labels(store), ["4", "3", "0"]);
    store.add(exchange("5", ok({ body: megabytes(300) })), 0);
    deepEqual(labels(store), ["5", "0"]);
    deepEqual(forgotten, ["1", "2", "3", "4"]);
  });

  test("exchanges count shared buffers once, and include bytes after the response", () => {
    const { store } = storeWith();
    const received = megabytes(90);
    const wire = { sent: new Uint8Array(), received };
    const first = store.add(exchange("0", ok({ body: received.subarray(9), rawBody: received.subarray(9), wire })), 0);
    store.add(exchange("1", ok({ body: megabytes(90) })), 0);
    deepEqual(labels(store), ["1", "0"]);
    store.settle(first.id, { surplus: new Uint8Array(), received, closed: true });
    deepEqual(labels(store), ["1", "0"]);
    store.settle(first.id, { surplus: new Uint8Array(), received: megabytes(91), closed: true });
    deepEqual(labels(store), ["0"]);
  });

  test("exchanges are loaded from the history, and replace older ones when the limit is reached", async () => {
    const older: Exchange = { ...exchange("older", ok({ body: megabytes(90) })), id: "1-1", at: 1, fromHistory: true };
    const store = new ExchangeStore({ inUse: () => false, forgotten: () => {}, older: async () => older });
    store.add(exchange("0", ok({ body: megabytes(90) })), 0);
    store.add(exchange("1", ok({ body: megabytes(90) })), 0);
    equal((await store.find("1-1"))?.label, "older");
    deepEqual(labels(store), ["1", "older"]);
    equal(store.lineOf(older), 3);
  });

  test("exchanges include all surplus bytes once the connection is closed", () => {
    const { store } = storeWith();
    const added = store.add(exchange("a", ok({ surplus: new Uint8Array(2) })), 0);
    equal(store.surplus(added).length, 2);
    store.settle(added.id, { surplus: new Uint8Array(9), received: undefined, closed: true });
    equal(store.surplus(added).length, 9);
  });

  test("the last durations are of the same request up to an exchange, at most 20, the oldest first", () => {
    const { store } = storeWith();
    const took = (label: string, total: number) =>
      store.add(exchange(label, ok({ timings: { ...ok().timings, total } })), 0);
    const first = took("a", 1);
    took("b", 2);
    const second = took("a", 3);
    took("a", 4);
    deepEqual(lastDurations(first, store), [1]);
    deepEqual(lastDurations(second, store), [1, 3]);
    for (let total = 5; total < 30; total++) took("a", total);
    const last = took("a", 30);
    deepEqual(
      lastDurations(last, store),
      Array.from({ length: 20 }, (_, at) => at + 11),
    );
  });

  test("exchanges follow the line of their request while the file is edited, until the request is deleted", () => {
    const { store } = storeWith();
    const added = store.add(exchange("a"), 5);
    store.follow("file:///b", [change(0, 0, "\n")]);
    equal(store.lineOf(added), 5);
    store.follow("file:///a", [change(9, 9, "\n"), change(0, 0, "\n\n")]);
    equal(store.lineOf(added), 7);
    store.follow("file:///a", [change(2, 3, "")]);
    equal(store.lineOf(added), 6);
    store.follow("file:///a", [change(0, 20, "")]);
    equal(store.lineOf(added), undefined);
    equal(store.lineOf(store.add(exchange("b"), undefined)), undefined);
  });
});
