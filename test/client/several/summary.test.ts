import { deepEqual, equal } from "node:assert/strict";
import type { Exchange } from "../../../client/src/response/exchange.ts";
import { type Outcome, outcomeOf, type Run, summaryText } from "../../../client/src/several/summary.ts";
import type { SendResult } from "../../../client/src/transport/result.ts";
import { failure, outgoing, response } from "../support.ts";

function exchange(label: string, result: SendResult): Exchange {
  return { id: label, from: "file:///a.soaphttp", label, message: outgoing(), result, at: 7 };
}

function shown(outcomes: readonly Outcome[], ended: Run["ended"] = "complete"): string {
  return summaryText({ from: "file:///a.soaphttp", at: 0, ended, outcomes }, "a.soaphttp", "node").text;
}

const ok = () => exchange("add", response("HTTP/1.1 200 OK\n\n<a/>"));
const refused = () => exchange("divide", failure({ kind: "refused", addresses: [] }));

suite("the summary of several requests", () => {
  test("good is a complete response with a status under 300 and no Fault", () => {
    equal(outcomeOf(ok(), 0, undefined).kind, "good");
    equal(outcomeOf(exchange("a", response("HTTP/1.1 204 No Content\n\n")), 0, undefined).kind, "good");
    equal(outcomeOf(ok(), 0, "soap:Client: no").kind, "failed");
    for (const status of ["302 Found", "404 Not Found", "500 Oh"]) {
      equal(outcomeOf(exchange("a", response(`HTTP/1.1 ${status}\n\n`)), 0, undefined).kind, "failed");
    }
    equal(outcomeOf(refused(), 0, undefined).kind, "failed");
  });

  test("has a line for each request, and what is wrong below it", () => {
    const text = shown(
      [
        outcomeOf(ok(), 2, undefined),
        outcomeOf(exchange("divide", response("HTTP/1.1 500 Oh\n\n")), 9, "soap:Server:\n by zero"),
        outcomeOf(refused(), 16, undefined),
        { kind: "not-sent", label: "more", line: 20, reason: "no server" },
      ],
      "stopped",
    );
    deepEqual(text.split("\n"), [
      "4 requests: 1 good, 2 failed, 1 not sent",
      "a.soaphttp, 1970-01-01T00:00:00.000Z",
      "Stopped at the first failure, as the setting",
      "soaphttp.sendAll.onFailure says.",
      "",
      "✔ add     200 · 132 ms  line 3",
      "✘ divide  500 · 132 ms  line 10",
      "    soap:Server: by zero",
      "✘ divide  132 ms  line 17",
      "    No response: connection refused",
      "– more    not sent  line 21",
      "    no server",
      "",
    ]);
  });

  test("leads from a name to the response, and from a line to the request", () => {
    const outcomes = [
      outcomeOf(ok(), 2, undefined),
      { kind: "not-sent", label: "b", line: 5, reason: undefined } as const,
    ];
    const run: Run = { from: "file:///a.soaphttp", at: 0, ended: "cancelled", outcomes };
    const { text, links } = summaryText(run, "a.soaphttp", "node");
    deepEqual(
      links.map(({ start, end, to }) => [text.slice(start, end), to]),
      [
        ["add", "response"],
        ["line 3", "request"],
        ["line 6", "request"],
      ],
    );
  });
});
