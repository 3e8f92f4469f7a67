import { type Comparison, responseDifferences } from "../../../../server/src/service/languageService.ts";
import { isBad, type TestResult } from "../../core/run/results.ts";
import { readExchange } from "../send/exchanged.ts";
import type { Shown } from "./fileHost.ts";

type Result = TestResult<Shown>;

/**
 * The results of requests in two environments as one for each request, which has passed if there is no difference and all
 * expectations hold. They are compared when both are there, so that only exchanges of those that differ are kept.
 */
export class ComparedResults {
  readonly #names: readonly [string, string];
  readonly #comparison: Comparison;
  readonly #stop: AbortSignal;
  /** Those of one side that wait for the other one. */
  readonly #waiting = new Map<string, { readonly side: number; readonly result: Result }[]>();
  readonly #compared = new Map<string, Promise<Result>>();

  /** @param stop what ends the run: a request that it left out on one side is skipped */
  constructor(names: readonly [string, string], comparison: Comparison, stop: AbortSignal) {
    this.#names = names;
    this.#comparison = comparison;
    this.#stop = stop;
  }

  /** @param side 0 or 1 */
  take(side: number, result: Result): void {
    const key = keyOf(result);
    const waiting = this.#waiting.get(key) ?? [];
    const other = waiting[0]?.side === 1 - side ? waiting.shift() : undefined;
    if (other) this.#compare(key, side === 0 ? [result, other.result] : [other.result, result]);
    else this.#waiting.set(key, [...waiting, { side, result }]);
  }

  /** Resolves with one result for each request and row, the first bad one if it was sent several times. */
  async finish(): Promise<readonly Result[]> {
    for (const [key, [only]] of this.#waiting) {
      if (!only || this.#compared.has(key)) continue;
      this.#compare(key, only.side === 0 ? [only.result, undefined] : [undefined, only.result]);
    }
    return Promise.all(this.#compared.values());
  }

  #compare(key: string, pair: Pair): void {
    const before = this.#compared.get(key);
    const compared = comparedResult(pair, this.#names, this.#comparison, this.#stop.aborted);
    this.#compared.set(key, before ? firstBad(before, compared) : compared);
  }
}

type Pair = readonly [Result | undefined, Result | undefined];

function keyOf({ request, row, fileRow }: Result): string {
  return `${fileRow?.number ?? ""} ${request.id} ${row ?? ""}`;
}

async function firstBad(before: Promise<Result>, after: Promise<Result>): Promise<Result> {
  const results = await Promise.all([before, after]);
  return isBad(results[0].outcome) ? results[0] : results[1];
}

async function comparedResult(
  [first, other]: Pair,
  names: readonly [string, string],
  comparison: Comparison,
  isStopped: boolean,
): Promise<Result> {
  const both = [first, other];
  const base = other ?? first;
  if (!base) throw new TypeError("There is no result.");
  const duration = Math.max(first?.duration ?? 0, other?.duration ?? 0);
  const attempts = (first?.attempts ?? 0) + (other?.attempts ?? 0);
  // What is required of a response without an expectation may fail in both.
  const stated = both.flatMap((one, index) =>
    (one?.results ?? [])
      .filter(({ at, held }) => at !== undefined && !held)
      .map((result) => ({ ...result, text: `${names[index]}: ${result.text}` })),
  );
  const [a, b] = await Promise.all([readOf(first), readOf(other)]);
  if (a && b) {
    const results = [...stated, ...responseDifferences(a, b, names, comparison)];
    const isEqual = results.every(({ held }) => held);
    const exchange = isEqual ? undefined : base.exchange;
    return { ...base, outcome: isEqual ? "passed" : "failed", results, why: undefined, exchange, duration, attempts };
  }
  const isSkipped = both.map((one) => one?.outcome === "skipped" || (isStopped && one === undefined));
  if (isStopped ? isSkipped.includes(true) : isSkipped.every(Boolean))
    return { ...base, outcome: "skipped", results: [], exchange: undefined };
  const why = both.map((one, index) => `${names[index]}: ${whyNoResponse(one)}`).join("\n");
  const worst = (["noResponse", "unsent"] as const).find((bad) => both.some((one) => one?.outcome === bad));
  return { ...base, outcome: worst ?? "failed", results: stated, why, duration, attempts };
}

async function readOf(result: Result | undefined) {
  const { sent, received } = result?.exchange ?? {};
  return sent && received?.kind === "response" ? readExchange(sent, received) : undefined;
}

function whyNoResponse(result: Result | undefined): string {
  const { exchange, why, outcome } = result ?? {};
  if (exchange?.received.kind === "response") return `the response is ${exchange.received.status}.`;
  return why === undefined || why === "" ? (outcome === "skipped" ? "It is skipped." : "It is not sent.") : why;
}
