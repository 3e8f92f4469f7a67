import * as l10n from "@vscode/l10n";
import type { ExpectationResult } from "../../../../server/src/protocol/protocol.ts";
import { isBad, type TestResult } from "./results.ts";

export interface ComparedHost<Exchange> {
  statusOf(exchange: Exchange | undefined): number | undefined;
  differences(first: Exchange, other: Exchange): Promise<readonly ExpectationResult[]>;
}

/**
 * Combines the two results of a request in two environments into one, which has passed if there is no difference and
 * all expectations hold. They are compared as soon as both are known, so that only exchanges that differ are kept.
 */
export class ComparedResults<Exchange> {
  readonly #names: readonly [string, string];
  readonly #host: ComparedHost<Exchange>;
  readonly #stop: AbortSignal;
  /** The results of one side that wait for the other side. */
  readonly #waiting = new Map<string, { readonly side: number; readonly result: TestResult<Exchange> }[]>();
  readonly #compared = new Map<string, Promise<TestResult<Exchange>>>();

  /** @param stop ends the run; a request that was then left out on one side is skipped */
  constructor(names: readonly [string, string], host: ComparedHost<Exchange>, stop: AbortSignal) {
    this.#names = names;
    this.#host = host;
    this.#stop = stop;
  }

  /** @param side index of the environment, 0 or 1 */
  take(side: number, result: TestResult<Exchange>): void {
    const key = keyOf(result);
    const waiting = this.#waiting.get(key) ?? [];
    const other = waiting[0]?.side === 1 - side ? waiting.shift() : undefined;
    if (other) this.#compare(key, side === 0 ? [result, other.result] : [other.result, result]);
    else this.#waiting.set(key, [...waiting, { side, result }]);
  }

  /** Resolves with one result for each request and row, the first bad one if it was sent several times. */
  async finish(): Promise<readonly TestResult<Exchange>[]> {
    for (const [key, [only]] of this.#waiting) {
      if (!only || this.#compared.has(key)) continue;
      this.#compare(key, only.side === 0 ? [only.result, undefined] : [undefined, only.result]);
    }
    return Promise.all(this.#compared.values());
  }

  #compare(key: string, pair: Pair<Exchange>): void {
    const before = this.#compared.get(key);
    const compared = comparedResult(pair, this.#names, this.#host, this.#stop.aborted);
    this.#compared.set(key, before ? firstBad(before, compared) : compared);
  }
}

type Pair<Exchange> = readonly [TestResult<Exchange> | undefined, TestResult<Exchange> | undefined];

function keyOf({ request, row, fileRow }: TestResult<unknown>): string {
  return `${fileRow?.number ?? ""} ${request.id} ${row ?? ""}`;
}

async function firstBad<R extends TestResult<unknown>>(before: Promise<R>, after: Promise<R>): Promise<R> {
  const results = await Promise.all([before, after]);
  return isBad(results[0].outcome) ? results[0] : results[1];
}

async function comparedResult<Exchange>(
  [first, other]: Pair<Exchange>,
  names: readonly [string, string],
  host: ComparedHost<Exchange>,
  isStopped: boolean,
): Promise<TestResult<Exchange>> {
  const both = [first, other];
  const base = other ?? first;
  if (!base) throw new TypeError("There is no result.");
  const duration = Math.max(first?.duration ?? 0, other?.duration ?? 0);
  const attempts = (first?.attempts ?? 0) + (other?.attempts ?? 0);
  // The requirements for a response without expectations may fail in both environments.
  const stated = both.flatMap((result, index) =>
    (result?.results ?? [])
      .filter(({ at, held }) => at !== undefined && !held)
      .map((failed) => ({ ...failed, text: `${names[index]}: ${failed.text}` })),
  );
  const [a, b] = both.map((one) => (host.statusOf(one?.exchange) === undefined ? undefined : one?.exchange));
  if (a && b) {
    const results = [...stated, ...(await host.differences(a, b))];
    const isEqual = results.every(({ held }) => held);
    const exchange = isEqual ? undefined : base.exchange;
    return { ...base, outcome: isEqual ? "passed" : "failed", results, why: undefined, exchange, duration, attempts };
  }
  const isSkipped = both.map((one) => one?.outcome === "skipped" || (isStopped && one === undefined));
  if (isStopped ? isSkipped.includes(true) : isSkipped.every(Boolean))
    return { ...base, outcome: "skipped", results: [], exchange: undefined };
  const why = both
    .map((one, index) => `${names[index]}: ${whyNoResponse(one, host.statusOf(one?.exchange))}`)
    .join("\n");
  const worst = (["noResponse", "unsent"] as const).find((bad) => both.some((one) => one?.outcome === bad));
  return { ...base, outcome: worst ?? "failed", results: stated, why, duration, attempts };
}

function whyNoResponse(result: TestResult<unknown> | undefined, status: number | undefined): string {
  const { why, outcome } = result ?? {};
  if (status !== undefined) return l10n.t("the response is {0}.", status);
  return why || (outcome === "skipped" ? l10n.t("It is skipped.") : l10n.t("It is not sent."));
}
