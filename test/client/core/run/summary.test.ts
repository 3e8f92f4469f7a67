import { deepEqual, equal, match, notEqual } from "node:assert/strict";
import type { Exchange } from "../../../../client/src/core/exchange/exchange.ts";
import { type BatchOutcome, outcomeOf, type Run, summaryText } from "../../../../client/src/core/run/summary.ts";
import { formatTime } from "../../../../client/src/core/text/quantities.ts";
import type { SendResult } from "../../../../client/src/transport/result.ts";
import { failure, outgoing, received, response } from "../../support.ts";

function exchange(label: string, result: SendResult): Exchange {
  return { id: label, from: "file:///a.soaphttp", label, message: outgoing(), result, at: 7 };
}

function shown(outcomes: readonly BatchOutcome[], ended: Run["ended"] = "complete"): string {
  return summaryText({ from: "file:///a.soaphttp", at: 0, ended, outcomes }, "a.soaphttp").text;
}

function outcome(sent: Exchange, line = 0, fault?: string): Promise<BatchOutcome> {
  return outcomeOf(sent, line, "node", Promise.resolve(fault));
}

async function kindOf(sent: Exchange, fault?: string): Promise<BatchOutcome["kind"]> {
  return (await outcome(sent, 0, fault)).kind;
}

const ok = () => exchange("add", response("HTTP/1.1 200 OK\n\n<a/>"));
const damaged = () => {
  const content = { kind: "broken", codings: ["br"], coding: "br", how: "cut", decodedBytes: 4, detail: "" } as const;
  return exchange("subtract", response("HTTP/1.1 200 OK\n\n<a/>", { content }));
};
const refused = () => exchange("divide", failure({ kind: "refused", addresses: [] }));

suite("the summary of several requests", () => {
  test("only a complete response with a status below 300 and no Fault succeeds", async () => {
    equal(await kindOf(ok()), "good");
    equal(await kindOf(exchange("a", response("HTTP/1.1 204 No Content\n\n"))), "good");
    equal(await kindOf(ok(), "soap:Client: no"), "failed");
    for (const status of ["302 Found", "404 Not Found", "500 Oh"]) {
      equal(await kindOf(exchange("a", response(`HTTP/1.1 ${status}\n\n`))), "failed");
    }
    equal(await kindOf(refused()), "failed");
    equal(await kindOf(damaged()), "failed");
  });

  test("a response that couldn't be checked for a Fault counts as failed, with a link to the response", async () => {
    const down = Promise.reject<undefined>(new Error("The language server is not running."));
    const one = await outcomeOf(ok(), 2, "node", down);
    equal(one.kind, "failed");
    const { text, links } = summaryText({ from: "file:///a.soaphttp", at: 0, ended: "complete", outcomes: [one] }, "a");
    match(text, /^1 request: 0 succeeded, 1 failed, 0 not sent\n/);
    match(text.replace(/\s+/g, " "), /200 .* couldn't be checked for a Fault: The language server is not running\./);
    equal(links[0]?.to, "response");
  });

  test("a canceled request has a document only if a part of the response was received", async () => {
    const tabOf = async (parts: Parameters<typeof failure>[1]) => {
      const canceled = await outcome(exchange("a", failure({ kind: "cancelled", stage: "body" }, parts)));
      return canceled.kind === "not-sent" ? undefined : canceled.tab;
    };
    equal(await tabOf({}), undefined);
    notEqual(await tabOf({ partial: received("HTTP/1.1 200 OK\n\n<a") }), undefined);
  });

  test("the summary keeps no responses in memory", async () => {
    const bytes = new Uint8Array(7);
    const sent = await outcome(exchange("a", response("HTTP/1.1 200 OK\n\n", { body: bytes })));
    equal(JSON.stringify(sent).includes('"body"'), false);
  });

  test("the summary has a line for each request, with its failure below it", async () => {
    const text = shown(
      [
        await outcome(ok(), 2),
        await outcome(exchange("divide", response("HTTP/1.1 500 Oh\n\n")), 9, "soap:Server:\n by zero"),
        await outcome(refused(), 16),
        { kind: "not-sent", label: "more", line: 20, reason: "no server" },
        { kind: "not-sent", label: "gone", line: undefined, reason: undefined },
      ],
      "stopped",
    );
    deepEqual(text.split("\n"), [
      "5 requests: 1 succeeded, 2 failed, 2 not sent",
      `a.soaphttp, ${formatTime(0)}`,
      "Stopped at the first failure (setting",
      "soaphttp.sendAll.onFailure).",
      "",
      "✔ add     200 · 132 ms  line 3",
      "✘ divide  500 · 132 ms  line 10",
      "    soap:Server: by zero",
      "✘ divide  132 ms  line 17",
      "    No response: connection refused",
      "– more    not sent  line 21",
      "    no server",
      "– gone    not sent",
      "",
    ]);
  });

  test("the summary ends with the expectations of mock services that didn't hold", async () => {
    const mocks = ["calc.soapmock:3: calc.soapmock#sum failed: called 2. The number of calls is 1."];
    const run: Run = {
      from: "file:///a.soaphttp",
      at: 0,
      ended: "complete",
      outcomes: [await outcome(ok(), 2)],
      mocks,
    };
    match(
      summaryText(run, "a").text.replace(/\n {4}/g, " "),
      /line 3\n✘ calc\.soapmock:3: calc\.soapmock#sum failed: called 2\./,
    );
  });

  test("the summary links names to responses, and line numbers to requests", async () => {
    const outcomes = [await outcome(ok(), 2), { kind: "not-sent", label: "b", line: 5, reason: undefined } as const];
    const run: Run = { from: "file:///a.soaphttp", at: 0, ended: "cancelled", outcomes };
    const { text, links } = summaryText(run, "a.soaphttp");
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
