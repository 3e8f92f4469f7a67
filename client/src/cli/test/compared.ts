import { type Comparison, responseDifferences } from "../../../../server/src/service/languageService.ts";
import type { TestResult } from "../../core/run/results.ts";
import { readExchange } from "../send/exchanged.ts";
import type { Shown } from "./fileHost.ts";

type Result = TestResult<Shown>;

/** The results of a request in two environments as one, which has passed if there is no difference and all expectations hold. */
export async function comparedResults(
  sides: readonly [readonly Result[], readonly Result[]],
  names: readonly [string, string],
  comparison: Comparison,
): Promise<readonly Result[]> {
  const [first, other] = sides.map((results) => new Map(results.map((one) => [keyOf(one), one])));
  const keys = new Set(sides.flatMap((results) => results.map(keyOf)));
  const compared: Result[] = [];
  for (const key of keys) compared.push(await comparedResult([first?.get(key), other?.get(key)], names, comparison));
  return compared;
}

function keyOf({ request, row, fileRow }: Result): string {
  return `${fileRow?.number ?? ""} ${request.id} ${row ?? ""}`;
}

async function comparedResult(
  [first, other]: readonly [Result | undefined, Result | undefined],
  names: readonly [string, string],
  comparison: Comparison,
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
    const outcome = results.every(({ held }) => held) ? "passed" : "failed";
    return { ...base, outcome, results, why: undefined, duration, attempts };
  }
  if (first?.outcome === "skipped" && other?.outcome === "skipped") return base;
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
