import assert from "node:assert/strict";
import { sendAsDirected, sendForRows, sentOnce } from "../../../../client/src/core/run/flow.ts";
import { outcomeOf, type RunAttempt } from "../../../../client/src/core/run/results.ts";
import type { FlowState, NextSending } from "../../../../server/src/protocol/protocol.ts";

const complete = (held: boolean, next?: NextSending): RunAttempt<string> => ({
  kind: "complete",
  exchange: "",
  results: [{ text: "status 200", at: undefined, held }],
  set: new Map(),
  next,
});

/** Sends a request with these successive attempts. The last attempt is repeated. */
async function flow(
  attempts: readonly RunAttempt<string>[],
  directives = sentOnce,
  stopAtWait?: number,
  renews = true,
) {
  const stop = new AbortController();
  const waits: number[] = [];
  const sendings: number[] = [];
  const states: boolean[] = [];
  const renewals: string[] = [];
  const host = {
    attempt: async (state: FlowState) => {
      sendings.push(state.sendings);
      states.push(state.renewed);
      return attempts[Math.min(sendings.length, attempts.length) - 1] ?? complete(true);
    },
    renew: async ({ name }: { readonly name: string }) => {
      renewals.push(name);
      return renews;
    },
    wait: async (milliseconds: number) => {
      waits.push(milliseconds);
      if (waits.length === stopAtWait) stop.abort();
    },
  };
  const result = await sendAsDirected(host, directives, stop.signal);
  return { ...result, sendings, waits, states, renewals };
}

suite("what is sent for one request", () => {
  test("a request without directives is sent once, whatever its response is", async () => {
    const noResponse = { kind: "noResponse", exchange: "", why: "" } as const;
    for (const attempt of [complete(true), complete(false), noResponse, { kind: "unsent", why: "" } as const]) {
      const { sendings, waits } = await flow([attempt]);
      assert.deepEqual([sendings, waits], [[1], []]);
    }
  });

  test("a request is sent as long as its responses say so, with the pause that they say", async () => {
    const again = complete(true, { kind: "again", after: 2000 });
    const { sendings, waits, attempts, attempt } = await flow([again, again, complete(true)]);
    assert.deepEqual([sendings, waits, attempts, attempt.kind], [[1, 2, 3], [2000, 2000], 3, "complete"]);
  });

  test("a request whose expectations don't hold isn't sent again, even if its condition doesn't hold", async () => {
    assert.deepEqual(
      (await flow([complete(true, { kind: "again", after: 0 }), complete(false, { kind: "again", after: 0 })]))
        .sendings,
      [1, 2],
    );
  });

  test("a request isn't sent again if its response is missing, because the service may have processed it", async () => {
    const { sendings, attempt } = await flow([
      complete(true, { kind: "again", after: 0 }),
      { kind: "noResponse", exchange: "", why: "" },
    ]);
    assert.deepEqual([sendings, attempt.kind], [[1, 2], "noResponse"]);
  });

  test("a cancelation in the pause ends the sending", async () => {
    const { sendings, attempt } = await flow([complete(true, { kind: "again", after: 5 })], sentOnce, 2);
    assert.deepEqual([sendings, attempt.kind], [[1, 2], "cancelled"]);
  });

  const renew = complete(true, { kind: "renew", id: 3, name: "login" });

  test("a request is sent again after another request has renewed its value, and the second response counts", async () => {
    const { states, renewals, attempt, attempts } = await flow([renew, complete(false)]);
    assert.deepEqual([states, renewals, attempt.kind, attempts], [[false, true], ["login"], "complete", 2]);
    assert.equal(attempt.kind === "complete" && attempt.results[0]?.held, false);
  });

  test("another request isn't renewed in a loop, even if the second response asks for it", async () => {
    const { states, renewals } = await flow([renew]);
    assert.deepEqual([states, renewals], [[false, true], ["login"]]);
  });

  test("a request isn't sent again if the renewed one did not succeed", async () => {
    const { states, attempt } = await flow([renew], sentOnce, undefined, false);
    assert.deepEqual(states, [false]);
    const why = "It needs login, which did not succeed.";
    assert.deepEqual(attempt.kind === "complete" && [attempt.results[0]?.why, attempt.next], [why, undefined]);
  });

  test("each sending of a repeated request may renew another one once", async () => {
    const again = complete(true, { kind: "again", after: 0 });
    const { sendings, states } = await flow([again, renew, again, renew, complete(true)]);
    assert.deepEqual(sendings, [1, 2, 2, 3, 3]);
    assert.deepEqual(states, [false, false, true, false, true]);
  });

  test("whatever responses ask for, the sending ends", async () => {
    const all = [
      complete(true),
      complete(false),
      renew,
      complete(true, { kind: "again", after: 1 }),
      { kind: "unsent", why: "" } as const,
    ];
    for (let seed = 1; seed <= 500; seed++) {
      let state = seed * 7919;
      const draw = (count: number) => {
        state = (state * 1103515245 + 12345) % 2147483648;
        return Math.floor((state / 2147483648) * count);
      };
      const attempts = Array.from({ length: 1 + draw(12) }, () => all[draw(all.length)] ?? renew);
      const directives = { wait: 0, repeat: 1 + draw(4), retry: { times: draw(4), every: draw(2) } };
      // The service ends the repetitions.
      const result = await flow([...attempts, complete(draw(2) === 0)], directives, 1 + draw(9), draw(2) === 0);
      const most = (attempts.length + directives.repeat) * (1 + directives.retry.times) * 2;
      assert.ok(result.attempts <= most, `seed ${seed}: ${result.attempts} of ${most}`);
      const rows = Array.from({ length: draw(6) }, (_, index) => index);
      const sent: number[] = [];
      const outcomes: string[] = [];
      const stop = new AbortController();
      await sendForRows(
        rows,
        async (row) => {
          const { attempt } = await flow([...attempts, complete(draw(2) === 0)], directives, 1 + draw(9));
          sent.push(row);
          outcomes.push(outcomeOf(attempt));
          if (draw(5) === 0) stop.abort();
          return attempt;
        },
        stop.signal,
      );
      assert.deepEqual(sent, rows.slice(0, sent.length), `seed ${seed}`);
      const before = outcomes.slice(0, -1);
      assert.ok(
        before.every((outcome) => outcome === "passed"),
        `seed ${seed}: ${outcomes}`,
      );
      const isCut = stop.signal.aborted || outcomes.at(-1) !== "passed";
      assert.ok(isCut || sent.length === rows.length, `seed ${seed}: ${sent} of ${rows}`);
    }
  });

  test("a request is sent for each row until one doesn't succeed", async () => {
    const sent: number[] = [];
    const send = async (row: number) => {
      sent.push(row);
      return complete(row !== 2);
    };
    const { signal } = new AbortController();
    const last = await sendForRows([1, 2, 3], send, signal);
    assert.deepEqual([sent, last && outcomeOf(last)], [[1, 2], "failed"]);
    assert.equal(await sendForRows([], send, signal), undefined);
  });

  test("files are written once, after the last response, and only if that response is as expected", async () => {
    const saves = [
      { path: "a", content: new Uint8Array() },
      { path: "b", content: new Uint8Array() },
    ];
    const withFiles = (held: boolean, next?: NextSending) => ({ ...complete(held, next), saves });
    const written: string[] = [];
    const run = async (attempts: readonly RunAttempt<string>[], refused?: string) => {
      written.length = 0;
      let sent = 0;
      const host = {
        attempt: async () => attempts[sent++] ?? complete(true),
        renew: async () => true,
        wait: async () => {},
        save: async ({ path }: { readonly path: string }) => {
          if (path === refused) return `${path} exists.`;
          written.push(path);
          return undefined;
        },
      };
      return (await sendAsDirected(host, sentOnce, new AbortController().signal)).attempt;
    };
    await run([complete(true, { kind: "again", after: 0 }), withFiles(true)]);
    assert.deepEqual(written, ["a", "b"]);
    await run([withFiles(false)]);
    assert.deepEqual(written, []);
    const refused = await run([withFiles(true)], "a");
    assert.deepEqual(written, []);
    assert.ok(refused.kind === "complete");
    assert.deepEqual(
      [refused.note, refused.results.at(-1)],
      ["a exists.", { text: "save a", at: undefined, held: false, why: "a exists." }],
    );
  });

  test("retries belong to one sending, and don't count as sendings for its condition", async () => {
    const [failed, again] = [complete(false), complete(true, { kind: "again", after: 1 })];
    const retry = { wait: 0, repeat: 1, retry: { times: 2, every: 7 } };
    const { sendings, waits, attempts } = await flow([failed, again, failed, complete(true)], retry);
    assert.deepEqual([sendings, waits, attempts], [[1, 1, 2, 2], [7, 1, 7], 4]);
  });
});
