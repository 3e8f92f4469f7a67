import * as l10n from "@vscode/l10n";
import type {
  FlowState,
  NextSending,
  ResponseRows,
  RunRequest,
  Saved,
  SendingTurn,
} from "../../../../server/src/protocol/protocol.ts";
import { type DataRow, outcomeOf, type RunAttempt } from "./results.ts";

export type Renewal = Extract<NextSending, { readonly kind: "renew" }>;

/** The functions that a program needs to send requests with their directives. They must not reject. */
export interface FlowHost<Exchange> {
  attempt(state: FlowState): Promise<RunAttempt<Exchange>>;
  /** Sends another request of the file, and the requests that it needs. Resolves with whether it succeeded. */
  renew(renewal: Renewal): Promise<boolean>;
  /** Writes a file. Resolves with why it isn't written, as a sentence. Undefined if this program writes none. */
  readonly save?: ((file: Saved) => Promise<string | undefined>) | undefined;
  /** Resolves after some milliseconds, or at once when it is cancelled. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export const sentOnce: Sendings = { wait: 0, repeat: 1, retry: { times: 0, every: 0 } };

type Sendings = Pick<RunRequest, "wait" | "repeat" | "retry">;

/** All programs send with this function. `attempts`: how often the request was sent. */
export async function sendAsDirected<Exchange>(
  host: FlowHost<Exchange>,
  { wait, repeat, retry }: Sendings,
  signal: AbortSignal,
): Promise<{ readonly attempt: RunAttempt<Exchange>; readonly attempts: number }> {
  let attempts = 0;
  if (wait > 0) await host.wait(wait, signal);
  if (wait > 0 && signal.aborted) return { attempt: { kind: "cancelled" }, attempts };
  const send = (state: FlowState) => {
    attempts++;
    return host.attempt(state);
  };
  const renewed = async (sendings: number): Promise<RunAttempt<Exchange>> => {
    const attempt = await send({ sendings, renewed: false });
    const next = attempt.kind === "complete" ? attempt.next : undefined;
    if (attempt.kind !== "complete" || next?.kind !== "renew") return attempt;
    const isRenewed = await host.renew(next);
    if (signal.aborted) return { kind: "cancelled" };
    if (isRenewed) return send({ sendings, renewed: true });
    const why = l10n.t("It needs {0}, which did not succeed.", next.name);
    const failed = { text: `renew ${next.name}`, at: undefined, held: false, why };
    return { ...attempt, results: [failed], next: undefined, note: why };
  };
  const retried = async (sendings: number) => {
    for (let retries = 0; ; retries++) {
      const attempt = await renewed(sendings);
      const outcome = outcomeOf(attempt);
      if (retries >= retry.times || (outcome !== "failed" && outcome !== "noResponse")) return attempt;
      await host.wait(retry.every, signal);
      if (signal.aborted) return attempt;
    }
  };
  for (let sendings = 1; ; sendings++) {
    const attempt = await retried(sendings);
    const next = attempt.kind === "complete" && attempt.next?.kind === "again" ? attempt.next : undefined;
    if (outcomeOf(attempt) !== "passed" || (!next && sendings >= repeat)) {
      return { attempt: await saved(attempt, host), attempts };
    }
    if (next) await host.wait(next.after, signal);
    if (next && signal.aborted) return { attempt: { kind: "cancelled" }, attempts };
  }
}

/** Stops at a row that does not succeed. Resolves with the last attempt; undefined if there are no rows. */
export async function sendForRows<Row, Exchange>(
  rows: readonly Row[],
  send: (row: Row, number: number) => Promise<RunAttempt<Exchange>>,
  signal: AbortSignal,
): Promise<RunAttempt<Exchange> | undefined> {
  let last: RunAttempt<Exchange> | undefined;
  for (const [index, row] of rows.entries()) {
    if (last && (signal.aborted || outcomeOf(last) !== "passed")) break;
    last = await send(row, index + 1);
  }
  return last;
}

export class SendingTurns<Request> {
  readonly #counts = new Map<Request, Map<number | undefined, number>>();

  next(request: Request, row?: number): SendingTurn {
    const counts = this.#counts.get(request) ?? new Map<number | undefined, number>();
    const number = (counts.get(row) ?? 0) + 1;
    this.#counts.set(request, counts.set(row, number));
    return { row, number };
  }
}

/** The variables of each row, or a sentence about why they aren't known. */
export function rowsOf({ name, values }: ResponseRows): readonly DataRow[] | string {
  return typeof values === "string" ? values : values.map((value) => new Map([[name, value]]));
}

/** Like `rowsOf`, but with a sentence if there are no rows. */
export function someRowsOf(rows: ResponseRows): readonly DataRow[] | string {
  return rows.values.length === 0 ? noValues(rows.of) : rowsOf(rows);
}

/** Returns why a request isn't sent for any row. `of`: the source of its rows, which is empty. */
export function noValues(of: string): string {
  return l10n.t("{0} finds nothing, so there is nothing to send.", of);
}

/** Writes the files of `# @save`, whose results are added. */
async function saved<Exchange>(
  attempt: RunAttempt<Exchange>,
  { save }: Pick<FlowHost<Exchange>, "save">,
): Promise<RunAttempt<Exchange>> {
  if (!save || attempt.kind !== "complete" || outcomeOf(attempt) !== "passed") return attempt;
  const results = [...attempt.results];
  for (const file of attempt.saves ?? []) {
    const why = await save(file);
    results.push({ text: `save ${file.path}`, at: undefined, held: why === undefined, why });
    if (why !== undefined) return { ...attempt, results, note: why };
  }
  return { ...attempt, results };
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
