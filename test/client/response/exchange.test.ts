import { deepEqual, equal } from "node:assert/strict";
import { labelOf, timeoutOf } from "../../../client/src/response/exchange.ts";
import { ExchangeStore } from "../../../client/src/response/exchangeStore.ts";
import { outgoing, response } from "../support.ts";

suite("exchanges", () => {
  test("are called by the request's name, its title, or its method and the end of its path", () => {
    const { request } = outgoing();
    equal(labelOf(outgoing({ request: { ...request, name: "add", title: "Add" } })), "add");
    equal(labelOf(outgoing({ request: { ...request, title: "Add" } })), "Add");
    equal(labelOf(outgoing({ target: "/shop/calc.asmx?wsdl" })), "POST calc.asmx");
    equal(labelOf(outgoing({ target: "/shop/" })), "POST shop");
    equal(labelOf(outgoing({ method: "GET", target: "/" })), "GET");
    equal(labelOf(outgoing({ target: "/calc;jsessionid=4711?x=1" })), "POST calc;jsessionid=[redacted]");
    equal(labelOf(outgoing({ target: "/bot4711-abc", secrets: ["4711-abc"] })), "POST bot[redacted]");
  });

  test("wait as long as the request says, else as the setting says; 0 is without end", () => {
    equal(timeoutOf(outgoing(), 60), 60_000);
    equal(timeoutOf(outgoing({ timeout: 500 }), 60), 500);
    equal(timeoutOf(outgoing(), 0), 2 ** 31 - 1);
    equal(timeoutOf(outgoing(), 10 ** 9), 2 ** 31 - 1);
  });

  test("the last 50 are kept, and those that are shown", () => {
    const forgotten: string[] = [];
    const store = new ExchangeStore({
      inUse: ({ label }) => label === "0",
      forgotten: ({ label }) => forgotten.push(label),
    });
    const add = (label: string) =>
      store.add({ from: "file:///a", label, message: outgoing(), result: response("HTTP/1.1 200 OK\n\n"), at: 7 });
    const ids = Array.from({ length: 52 }, (_, at) => add(String(at)).id);
    equal(new Set(ids).size, 52);
    deepEqual(forgotten, ["1", "2"]);
    equal(store.get(ids[0] ?? "")?.label, "0");
    equal(store.get(ids[1] ?? ""), undefined);
    equal(store.all()[0]?.label, "51");
  });

  test("bytes that follow a response are known in full once the connection has settled", () => {
    const store = new ExchangeStore({ inUse: () => false, forgotten: () => {} });
    const result = response("HTTP/1.1 200 OK\n\n", { surplus: new Uint8Array(2) });
    const exchange = store.add({ from: "file:///a", label: "a", message: outgoing(), result, at: 7 });
    equal(store.surplus(exchange).length, 2);
    store.settle(exchange.id, { surplus: new Uint8Array(9), received: undefined, closed: true });
    equal(store.surplus(exchange).length, 9);
  });
});
