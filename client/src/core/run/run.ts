import * as l10n from "@vscode/l10n";
import type {
  FlowState,
  GivenValue,
  ImportedNeed,
  RowSource,
  RunHook,
  RunRequest,
  Saved,
  SendingTurn,
} from "../../../../server/src/protocol/protocol.ts";
import { type FlowHost, noValues, SendingTurns, sendAsDirected } from "./flow.ts";
import { type CallbackHost, RunCallbacks } from "./listener.ts";
import type { Places } from "./places.ts";
import {
  type DataRow,
  type Ended,
  type Ending,
  endingOf,
  type FileRow,
  failureSentence,
  isBad,
  notSent,
  type Refusal,
  type RunAttempt,
  refusalFor,
  type TestResult,
} from "./results.ts";
import { RunUse } from "./runUse.ts";

/** The functions that a run needs from its host. They must not reject. */
export interface RunHost<Exchange> extends Pick<FlowHost<Exchange>, "wait">, CallbackHost {
  /** Resolves with a sentence if the rows can't be read. `values`: of the request's variables. */
  rows(
    request: RunRequest,
    source: RowSource,
    values: ReadonlyMap<string, GivenValue>,
  ): Promise<readonly DataRow[] | string>;
  attempt(
    request: RunRequest,
    values: ReadonlyMap<string, GivenValue>,
    signal: AbortSignal,
    state: FlowState,
    turn: SendingTurn,
  ): Promise<RunAttempt<Exchange>>;
  /** Resolves with a sentence if there is none. All uses share one run, except for needs that require their own. */
  imported(
    request: RunRequest,
    need: ImportedNeed,
    values: ReadonlyMap<string, GivenValue>,
  ): Promise<ImportedRun<Exchange> | string>;
  /** Whether the condition of its `# @skip` holds, or a sentence about why that is unknown. */
  skipped(request: RunRequest, values: ReadonlyMap<string, GivenValue>): Promise<boolean | string>;
  /** Writes a file of `# @save`, like `FlowHost.save`. */
  readonly save?: ((request: RunRequest, file: Saved) => Promise<string | undefined>) | undefined;
  /** Returns the current time in milliseconds. */
  now(): number;
}

export interface ImportedRun<Exchange> {
  readonly run: FileRun<Exchange>;
  /** Passes the responses that were received so far to the file that uses this run. */
  readonly share: () => void;
}

export interface RunOptions<Exchange> {
  /** The ids of the requests to run. What they need is sent, too. */
  readonly selected: ReadonlySet<number>;
  readonly signal: AbortSignal;
  /** The places of a run whose tests don't need each other. They are sent side by side while places are free. */
  readonly places?: Places | undefined;
  readonly onStart?: (test: Pick<TestResult<Exchange>, "request" | "row" | "fileRow">) => void;
  readonly onResult: (result: TestResult<Exchange>) => void;
}

interface Start<Exchange> {
  /** The kinds of `# @before` and `# @after` requests in this run; by default, the kinds in a file without rows. */
  readonly hooks?: readonly RunHook["how"][];
  readonly given?: ReadonlyMap<string, GivenValue> | undefined;
  /** The row of this run, and the run of the requests that are sent once for all rows, which has begun. */
  readonly of?: { readonly row: FileRow; readonly whole: FileRun<Exchange> };
}

/** The run of a file's tests, of its tests for one row, or of what others import. It sends no request twice. */
export class FileRun<Exchange> {
  readonly #requests: readonly RunRequest[];
  readonly #host: RunHost<Exchange>;
  readonly #options: RunOptions<Exchange>;
  readonly #hows: readonly RunHook["how"][];
  readonly #row: FileRow | undefined;
  readonly #states: Map<number, Ended | "running">;
  readonly #turns = new SendingTurns<number>();
  /** The requests that were sent again because others needed them. */
  readonly #again = new Set<number>();
  /** The values of `# @set`, of the row of the file, and the values that the run was given. */
  readonly #values: Map<string, GivenValue>;
  readonly #use = new RunUse(() => this.#end());
  readonly #callbacks: RunCallbacks;
  #hasBegun = false;
  #turn: Promise<void> = Promise.resolve();
  #signal: AbortSignal;
  /** Whether a request is sent for `# @before each` or `# @after each`, with what it needs. */
  #isInHook = false;

  constructor(
    requests: readonly RunRequest[],
    host: RunHost<Exchange>,
    options: RunOptions<Exchange>,
    { hooks = ["row", "once"], given = new Map(), of }: Start<Exchange> = {},
  ) {
    this.#requests = requests;
    this.#host = host;
    this.#options = options;
    this.#signal = options.signal;
    this.#hows = hooks;
    this.#row = of?.row;
    this.#values = new Map(of ? [...of.whole.#values, ...of.row.values] : given);
    this.#states = new Map(of ? of.whole.#states : []);
    // For the rows of a file, each row listens.
    this.#callbacks = new RunCallbacks(hooks.includes("row") ? requests : [], host);
  }

  async begin(): Promise<void> {
    await this.#inTurn(() => this.#start());
    for (const { id } of this.#hooks("before", this.#hows)) await this.complete(id);
  }

  /** Starts the run, unless it was stopped before. Runs that only its `# @after` requests use finish after it, too. */
  async #start(): Promise<void> {
    if (this.#hasBegun || this.#options.signal.aborted) return;
    this.#hasBegun = true;
    for (const request of this.#hooks("after", this.#hows))
      for (const need of request.imports) {
        const imported = isOwn(need) ? undefined : await this.#host.imported(request, need, this.#values);
        if (typeof imported === "object") this.#use.uses(imported.run.#use, isOwn(need));
      }
  }

  async runTests(): Promise<void> {
    const { selected, places } = this.#options;
    await this.begin();
    const tests = this.#requests.filter(({ id, isTest, hook }) => isTest && !hook && selected.has(id));
    if (places) await this.#inTurn(() => this.#sideBySide(tests, places));
    else for (const { id } of tests) await this.complete(id);
    await this.finish();
  }

  /** Begins tests in their order, each in a place that is free at that time. */
  async #sideBySide(tests: readonly RunRequest[], places: Places): Promise<void> {
    const waiting = tests.values();
    const others: Promise<void>[] = [];
    const work = async () => {
      for (const { id } of waiting) {
        const done = this.#complete(id);
        if (places.take()) others.push(work().finally(() => places.giveBack()));
        await done;
      }
    };
    await work();
    for (const other of others) await other;
  }

  /** Ends the run once, after all runs that use it. */
  finish(): Promise<void> {
    return this.#use.finish();
  }

  async #end(): Promise<void> {
    if (!this.#hasBegun) return;
    for (const request of this.#hooks("after", this.#hows)) await this.#inTurn(() => this.#cleanUp(request));
    await this.#callbacks.close();
  }

  #hooks(when: RunHook["when"], hows: readonly RunHook["how"][]): readonly RunRequest[] {
    return this.#requests.filter(({ hook }) => hook?.when === when && hows.includes(hook.how));
  }

  /** Runs a request and the requests that it needs, unless they have run. */
  complete(id: number): Promise<void> {
    return this.#inTurn(async () => {
      await this.#start();
      await this.#complete(id);
    });
  }

  /** Does one piece of work after the other, because files that import this one ask for its requests side by side. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(work);
    return this.#turn;
  }

  #stateOf(id: number): Ended {
    const state = this.#states.get(id);
    return typeof state === "object" ? state : notSent;
  }

  /** Without recursion: needs can be nested as deeply as the file has requests. */
  async #complete(id: number): Promise<void> {
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

  /** Runs a request of `# @after`, also if the run is stopped, without what it needs. */
  async #cleanUp(request: RunRequest): Promise<void> {
    const before = this.#signal;
    this.#signal = new AbortController().signal;
    await this.#send(request);
    this.#signal = before;
  }

  /** Sends the requests of `# @before each`, then a request, then the requests of `# @after each`. */
  async #run(request: RunRequest): Promise<void> {
    if (request.hook || this.#isInHook || this.#refusal(request)) return this.#send(request);
    // Imports with values wait for the hooks: the values may come from their responses.
    const plain = request.imports.filter(({ given }) => given.length === 0);
    const refusal = await this.#whyNotImported(request, plain, this.#values);
    if (refusal) return this.#refuse(request, refusal);
    this.#isInHook = true;
    let failed: string | undefined;
    for (const { id, name } of this.#hooks("before", ["each"])) {
      this.#states.delete(id);
      await this.#complete(id);
      if (this.#stateOf(id).outcome !== "passed") failed ??= name;
    }
    this.#isInHook = false;
    // The hooks may need this request, and have sent it.
    if (typeof this.#states.get(request.id) !== "object") {
      if (failed === undefined) await this.#send(request);
      else this.#refuse(request, { outcome: "failed", why: l10n.t("It needs {0}, which did not succeed.", failed) });
    }
    this.#isInHook = true;
    for (const after of this.#hooks("after", ["each"])) await this.#cleanUp(after);
    this.#isInHook = false;
  }

  #refuse(request: RunRequest, ending: Pick<Ending<Exchange>, "outcome" | "why">): void {
    this.#report(request, undefined, { ...ending, results: [], exchange: undefined }, 0, 0);
  }

  async #send(request: RunRequest): Promise<void> {
    const { data } = request;
    const once = request.imports.filter((need) => !isForRow(request, need));
    const refusal = this.#refusal(request) ?? (await this.#whyNotImported(request, once, this.#values));
    const rows = refusal === undefined && data ? await this.#host.rows(request, data, this.#values) : [undefined];
    if (refusal !== undefined || typeof rows === "string") {
      this.#refuse(request, refusal ?? { outcome: "unsent", why: String(rows) });
      return;
    }
    for (const [index, row] of rows.entries()) {
      const number = row === undefined ? undefined : index + 1;
      await this.#runRow(request, number, row);
      if (this.#signal.aborted) break;
    }
    if (rows.length === 0) {
      if (data?.kind === "values") this.#refuse(request, { outcome: "skipped", why: noValues(data.of) });
      else this.#refuse(request, { outcome: "unsent", why: l10n.t("The data file has no rows.") });
    }
  }

  #refusal(request: RunRequest): Refusal | undefined {
    const { problem, skip, needs } = request;
    if (this.#signal.aborted) return { outcome: "skipped", why: l10n.t("The run was stopped.") };
    if (skip !== undefined) return { outcome: "skipped", why: skip };
    if (problem !== undefined) return { outcome: "unsent", why: problem };
    for (const id of needs) {
      const refusal = refusalFor(request, this.#requests[id]?.name ?? "", this.#stateOf(id));
      if (refusal) return refusal;
    }
    return undefined;
  }

  /** Sends imported requests, except for a request of `# @after`. Resolves with why the request can't be sent. */
  async #whyNotImported(
    request: RunRequest,
    needs: readonly ImportedNeed[],
    values: ReadonlyMap<string, GivenValue>,
  ): Promise<Refusal | undefined> {
    for (const need of needs) {
      const imported = await this.#host.imported(request, need, values);
      const ended =
        typeof imported === "string" ? { ...notSent, why: imported } : await this.#afterImport(imported, request, need);
      const refusal = refusalFor(request, need.name, ended);
      const isFailed = refusal?.outcome === "failed" && ended.why !== undefined;
      if (refusal) return isFailed ? { ...refusal, why: `${refusal.why} ${ended.why}` } : refusal;
    }
    return undefined;
  }

  async #afterImport({ run, share }: ImportedRun<Exchange>, { hook }: RunRequest, need: ImportedNeed): Promise<Ended> {
    this.#use.uses(run.#use, isOwn(need));
    if (hook?.when !== "after") await run.complete(need.id);
    share();
    for (const [name, value] of run.#values) this.#values.set(`${need.alias}.${name}`, value);
    return run.#stateOf(need.id);
  }

  async #runRow(request: RunRequest, row: number | undefined, values: DataRow | undefined): Promise<void> {
    const signal = this.#signal;
    this.#options.onStart?.({ request, row, fileRow: this.#row });
    const begin = this.#host.now();
    const given = () => new Map([...this.#values, ...(values ?? [])]);
    const forRow = request.imports.filter((need) => isForRow(request, need));
    const heard = await this.#callbacks.listen();
    if (typeof heard === "object") for (const [name, value] of heard) this.#values.set(name, value);
    const refusal =
      (typeof heard === "string" ? ({ outcome: "unsent", why: heard } as const) : undefined) ??
      (await this.#whyNotImported(request, forRow, given())) ??
      (await this.#whySkipped(request, given()));
    if (refusal) {
      this.#report(request, row, { ...refusal, results: [], exchange: undefined }, this.#host.now() - begin, 0);
      return;
    }
    this.#callbacks.expect(request, given);
    const { save } = this.#host;
    const host: FlowHost<Exchange> = {
      save: save && ((file) => save(request, file)),
      attempt: async (state) => {
        const attempt = await this.#host.attempt(request, given(), signal, state, this.#turns.next(request.id, row));
        for (const [name, value] of attempt.kind === "complete" ? attempt.set : []) this.#values.set(name, value);
        return attempt;
      },
      renew: ({ id }) => this.#renew(id),
      wait: (milliseconds) => this.#host.wait(milliseconds, signal),
    };
    const { attempt, attempts } = await sendAsDirected(host, request, signal);
    const missing = attempt.kind === "unsent" && request.hook?.when === "after" && this.#unsuccessful(request);
    const ending: Ending<Exchange> = missing
      ? { ...endingOf(attempt), outcome: "skipped", why: l10n.t("It needs {0}, which did not succeed.", missing) }
      : endingOf(attempt);
    this.#report(request, row, ending, this.#host.now() - begin, attempts);
  }

  async #whySkipped(request: RunRequest, values: ReadonlyMap<string, GivenValue>): Promise<Refusal | undefined> {
    if (request.skipWhen === undefined) return undefined;
    const skipped = await this.#host.skipped(request, values);
    if (typeof skipped === "string") return { outcome: "unsent", why: skipped };
    return skipped ? { outcome: "skipped", why: request.skipWhen } : undefined;
  }

  #unsuccessful({ needs }: RunRequest): string | undefined {
    return this.#requests[needs.find((id) => this.#stateOf(id).outcome !== "passed") ?? -1]?.name;
  }

  /** Runs a request again, whose result was reported if it has run. */
  async #renew(id: number): Promise<boolean> {
    if (this.#states.has(id)) this.#again.add(id);
    this.#states.delete(id);
    await this.#complete(id);
    return this.#stateOf(id).outcome === "passed";
  }

  #report(
    request: RunRequest,
    row: number | undefined,
    ending: Ending<Exchange>,
    duration: number,
    attempts: number,
  ): void {
    const before = this.#stateOf(request.id);
    // The first bad row is the outcome of the request.
    const { outcome, why } = before !== notSent && isBad(before.outcome) ? before : ending;
    const answered = before.answered || (attempts > 0 && /^(?:passed|failed)$/.test(ending.outcome));
    this.#states.set(request.id, { outcome, answered, why: why ?? failureSentence(ending.results) });
    if (this.#again.has(request.id)) return;
    if (request.isTest || isBad(ending.outcome))
      this.#options.onResult({ request, row, fileRow: this.#row, ...ending, duration, attempts });
  }
}

/** Whether a request of another file is sent for the file that imports it alone. */
export function isOwn({ each, given }: ImportedNeed): boolean {
  return each || given.length > 0;
}

/** Whether a request of another file is sent for each row of a data file, whose values it may be given. */
function isForRow({ data }: RunRequest, { given }: ImportedNeed): boolean {
  return data?.kind === "file" && given.length > 0;
}
