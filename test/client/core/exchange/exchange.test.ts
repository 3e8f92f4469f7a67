import { equal } from "node:assert/strict";
import { labelOf, timeoutOf } from "../../../../client/src/core/exchange/exchange.ts";
import { outgoing } from "../../support.ts";

suite("exchanges", () => {
  test("exchanges are labeled with the request's name, its title, or its method and the end of its path", () => {
    const { request } = outgoing();
    equal(labelOf(outgoing({ request: { ...request, name: "add", title: "Add" } })), "add");
    equal(labelOf(outgoing({ request: { ...request, title: "Add" } })), "Add");
    equal(labelOf(outgoing({ target: "/shop/calc.asmx?wsdl" })), "POST calc.asmx");
    equal(labelOf(outgoing({ target: "/shop/" })), "POST shop");
    equal(labelOf(outgoing({ method: "GET", target: "/" })), "GET");
    equal(labelOf(outgoing({ target: "/calc;jsessionid=4711?x=1" })), "POST calc");
    equal(labelOf(outgoing({ target: "/bot4711-abc", secrets: ["4711-abc"] })), "POST bot[redacted]");
  });

  test("exchanges use the timeout of the request, else the setting, where 0 means no timeout", () => {
    equal(timeoutOf(outgoing(), 60), 60_000);
    equal(timeoutOf(outgoing({ timeout: 500 }), 60), 500);
    equal(timeoutOf(outgoing(), 0), 2 ** 31 - 1);
    equal(timeoutOf(outgoing(), 10 ** 9), 2 ** 31 - 1);
  });
});
