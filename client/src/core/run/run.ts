import * as l10n from "@vscode/l10n";
import type { GivenValue, RunRequest } from "../../../../server/src/protocol/protocol.ts";
import { matchesName } from "../../../../server/src/text/glob.ts";
import { type DataRow, isBad, type RunAttempt, type TestOutcome, type TestResult } from "./results.ts";

/** What a run needs from its host. Methods must not reject. */
export interface RunHost<Exchange> {
  /** Resolves with the rows of a data file, or with a sentence about why it can't be read. */
  rows(request: RunRequest): Promise<readonly DataRow[] | string>;
  /** Sends a request once, with these values for its variables. */
  attempt(
    request: RunRequest,
    values: ReadonlyMap<string, GivenValue>,
    signal: AbortSignal,
  ): Promise<RunAttempt<Exchange>>;
  /** Resolves after some milliseconds, or at once when the run is cancelled. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Milliseconds. */
  now(): number;
}

export interface RunOptions<Exchange> {
  /** The ids of the requests to run. Those that they need are sent, too. */
  readonly selected: ReadonlySet<number>;
  readonly signal: AbortSignal;
  readonly onStart?: (test: Pick<TestResult<Exchange>, "request" | "row">) => void;
  readonly onResult: (result: TestResult<Exchange>) => void;
}

/** Runs the requests of one file in order, each after those that it needs. Resolves when all results are reported. */
export async function runFile<Exchange>(
  requests: readonly RunRequest[],
  host: RunHost<Exchange>,
  options: RunOptions<Exchange>,
): Promise<void> {
  const run = new FileRun(requests, host, options);
  for (const { id, isTest } of requests) if (isTest && options.selected.has(id)) await run.complete(id);
}

/** The outcome of a request with all its rows. */
type State = { readonly outcome: TestOutcome } | "running";

type Ending<Exchange> = Pick<TestResult<Exchange>, "outcome" | "results" | "why" | "exchange">;

class FileRun<Exchange> {
  readonly #requests: readonly RunRequest[];
  readonly #host: RunHost<Exchange>;
  readonly #options: RunOptions<Exchange>;
  readonly #states = new Map<number, State>();
  /** Of `# @set`. */
  readonly #values = new Map<string, GivenValue>();

  constructor(requests: readonly RunRequest[], host: RunHost<Exchange>, options: RunOptions<Exchange>) {
    this.#requests = requests;
    this.#host = host;
    this.#options = options;
  }

  /**
   * Runs a request and those that it needs, unless they have run. Needs can be nested as deeply as the file has
   * requests.
   */
  async complete(id: number): Promise<void> {
    const open = [id];
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const request = this.#requests[top];
      const missing =
        request?.problem === undefined ? request?.needs.find((need) => !this.#states.has(need)) : undefined;
      if (request && missing !== undefined) {
        this.#states.set(top, "running");
        open.push(missing);
        continue;
      }
      open.pop();
      const state = this.#states.get(top);
      if (request && (state === undefined || state === "running")) await this.#run(request);
    }
  }

  async #run(request: RunRequest): Promise<void> {
    const refusal = this.#refusal(request);
    const rows = refusal === undefined && request.data !== undefined ? await this.#host.rows(request) : [undefined];
    if (refusal !== undefined || typeof rows === "string") {
      const ending = refusal ?? { outcome: "unsent" as const, why: String(rows) };
      this.#finish(request, undefined, { ...ending, results: [], exchange: undefined }, 0, 0);
      return;
    }
    for (const [index, row] of rows.entries()) {
      const number = row === undefined ? undefined : index + 1;
      await this.#runRow(request, number, row);
      if (this.#options.signal.aborted) break;
    }
    if (rows.length === 0) {
      const why = l10n.t("The data file has no rows.");
      this.#finish(request, undefined, { outcome: "unsent", why, results: [], exchange: undefined }, 0, 0);
    }
  }

  /** Why a request isn't sent at all. */
  #refusal(request: RunRequest): { readonly outcome: TestOutcome; readonly why: string } | undefined {
    const { problem, skip, needs } = request;
    if (this.#options.signal.aborted) return { outcome: "skipped", why: l10n.t("The run was stopped.") };
    if (skip !== undefined) return { outcome: "skipped", why: skip };
    if (problem !== undefined) return { outcome: "unsent", why: problem };
    for (const id of needs) {
      const state = this.#states.get(id);
      const outcome = typeof state === "object" ? state.outcome : "unsent";
      if (outcome === "passed") continue;
      const name = this.#requests[id]?.name ?? "";
      return outcome === "skipped"
        ? { outcome, why: l10n.t("It needs {0}, which was skipped.", name) }
        : { outcome: "failed", why: l10n.t("It needs {0}, which did not succeed.", name) };
    }
    return undefined;
  }

  async #runRow(request: RunRequest, row: number | undefined, values: DataRow | undefined): Promise<void> {
    const { onStart, signal } = this.#options;
    onStart?.({ request, row });
    const begin = this.#host.now();
    let attempts = 0;
    let ending: Ending<Exchange> = cancelled();
    for (let time = 0; time < request.repeat; time++) {
      for (let retry = 0; ; retry++) {
        const attempt = await this.#host.attempt(request, new Map([...this.#values, ...(values ?? [])]), signal);
        attempts++;
        ending = this.#endingOf(attempt);
        const again = retry < request.retry.times && (ending.outcome === "failed" || ending.outcome === "noResponse");
        if (!again) break;
        await this.#host.wait(request.retry.every, signal);
        if (signal.aborted) break;
      }
      if (ending.outcome !== "passed") break;
    }
    this.#finish(request, row, ending, this.#host.now() - begin, attempts);
  }

  #endingOf(attempt: RunAttempt<Exchange>): Ending<Exchange> {
    switch (attempt.kind) {
      case "complete": {
        const { results, exchange, set, note } = attempt;
        for (const [name, value] of set) this.#values.set(name, value);
        const outcome = results.every(({ held }) => held) ? "passed" : "failed";
        return { outcome, results, why: outcome === "failed" ? note : undefined, exchange };
      }
      case "noResponse":
        return { outcome: "noResponse", results: [], why: attempt.why, exchange: attempt.exchange };
      case "unsent":
        return { outcome: "unsent", results: [], why: attempt.why, exchange: undefined };
      case "cancelled":
        return cancelled();
    }
  }

  #finish(
    request: RunRequest,
    row: number | undefined,
    ending: Ending<Exchange>,
    duration: number,
    attempts: number,
  ): void {
    const state = this.#states.get(request.id);
    // The first bad row is the outcome of the request.
    const before = typeof state === "object" && isBad(state.outcome) ? state.outcome : ending.outcome;
    this.#states.set(request.id, { outcome: before });
    if (request.isTest || isBad(ending.outcome))
      this.#options.onResult({ request, row, ...ending, duration, attempts });
  }
}

function cancelled<Exchange>(): Ending<Exchange> {
  return { outcome: "skipped", results: [], why: l10n.t("The run was stopped."), exchange: undefined };
}

/** Returns whether a test's name matches one of the patterns, in which `*` is any text and `?` any character. */
export function nameFilter(patterns: readonly string[]): (name: string) => boolean {
  if (patterns.length === 0) return () => true;
  return (name) => patterns.some((pattern) => matchesName(pattern, name));
}

/** Resolves after some milliseconds, or at once when it is cancelled. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      done();
    };
    const timer = setTimeout(end, signal.aborted ? 0 : milliseconds);
    signal.addEventListener("abort", end);
  });
}
