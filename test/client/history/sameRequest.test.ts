import { equal } from "node:assert/strict";
import { sameRequest } from "../../../client/src/history/sameRequest.ts";
import type { RequestSummary } from "../../../server/src/protocol.ts";
import { outgoing } from "../support.ts";

function request(line: number, method: string, target: string, parts: Partial<RequestSummary> = {}): RequestSummary {
  const at = { start: { line, character: 0 }, end: { line, character: 9 } };
  return { ...outgoing().request, line: at, range: at, method, target, ...parts };
}

function lineOf(sent: RequestSummary, ...now: readonly RequestSummary[]): number | undefined {
  return sameRequest(sent, now)?.line.start.line;
}

suite("the request of a stored exchange", () => {
  test("is the one of its name, wherever that is and whatever it is now", () => {
    const sent = request(0, "POST", "/pay", { name: "pay" });
    equal(lineOf(sent, request(0, "POST", "/pay"), request(9, "PUT", "/pay/2", { name: "pay" })), 9);
    equal(lineOf(sent, request(0, "POST", "/pay")), undefined);
  });

  test("is the only one of its title, method and target, or the one of these at its old line", () => {
    equal(lineOf(request(0, "POST", "/pay"), request(4, "POST", "/pay"), request(0, "POST", "/delete")), 4);
    equal(lineOf(request(9, "POST", "/pay"), request(4, "POST", "/pay"), request(9, "POST", "/pay")), 9);
    equal(lineOf(request(0, "POST", "/pay"), request(4, "POST", "/pay"), request(9, "POST", "/pay")), undefined);
    equal(lineOf(request(0, "POST", "/pay", { title: "a" }), request(0, "POST", "/pay", { title: "b" })), undefined);
  });

  test("is gone where only another target is left, be it at the same line", () => {
    equal(lineOf(request(0, "POST", "/pay"), request(0, "POST", "/delete")), undefined);
    equal(lineOf(request(0, "POST", "/pay", { title: "a" }), request(0, "POST", "/delete", { title: "a" })), undefined);
  });

  test("has any target that differs in what was redacted alone, where one such is left", () => {
    const sent = request(0, "GET", "/pay?token=[redacted]&n=1");
    equal(lineOf(sent, request(4, "GET", "/pay?token=4711&n=1"), request(0, "GET", "/delete?token=4711&n=1")), 4);
    equal(lineOf(sent, request(0, "GET", "/pay?token=a&n=1"), request(4, "GET", "/pay?token=b&n=1")), undefined);
    equal(lineOf(request(0, "GET", "/a[redacted]a"), request(0, "GET", "/a")), undefined);
  });
});
