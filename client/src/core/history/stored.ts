import type { Settled } from "../../transport/result.ts";
import { type Exchange, responseOf, shownUrl } from "../exchange/exchange.ts";
import { type Grade, gradeOf, type ShortResult, shortResult } from "../exchange/outcome.ts";
import { pack, unpack } from "./packing.ts";

/** The data of an exchange that lists show. */
export interface HistoryEntry extends Pick<Exchange, "id" | "label" | "at" | "from">, ShortResult {
  /** The request line in the document, zero-based. */
  readonly line: number;
  readonly method: string;
  readonly url: string;
  readonly code: number | undefined;
  /** Milliseconds. */
  readonly total: number;
  readonly bytes: number;
  /** Of a request that a run of tests has sent. */
  readonly test?: TestedExchange | undefined;
}

export interface TestedExchange {
  /** The id of the run. */
  readonly run: string;
  /** Undefined if the request isn't a test, but others of the run need it. */
  readonly passed: boolean | undefined;
}

/** Of a test, its verdict: a response with status 400 may be what it expects. */
export function gradeOfEntry(entry: HistoryEntry): Grade {
  const passed = entry.test?.passed;
  return passed === undefined ? gradeOf(entry) : passed ? "good" : "error";
}

/** Whether a command was called with an entry of the history. */
export function isHistoryEntry(given: unknown): given is HistoryEntry {
  return typeof given === "object" && given !== null && "id" in given && "label" in given;
}

export interface Stored {
  readonly entry: HistoryEntry;
  /** For `unpackExchange`. */
  readonly exchange: Uint8Array;
}

/** The complete exchange, including bytes that are received after the response. */
export async function storedOf(exchange: Exchange, test?: TestedExchange): Promise<Stored> {
  const { id, label, at, from, message, result } = exchange;
  const settled = result.kind === "response" ? await result.settled : undefined;
  const packed = pack({ exchange, settled });
  const entry: HistoryEntry = {
    id,
    label,
    at,
    from,
    method: result.method,
    url: shownUrl(exchange),
    ...shortResult(result),
    line: message.request.line.start.line,
    code: responseOf(result)?.status,
    total: result.timings.total,
    bytes: packed.length,
    test,
  };
  return { entry, exchange: packed };
}

/** Throws if the bytes are not from `storedOf`. Their form is not checked: only this extension has the key. */
export function unpackExchange(bytes: Uint8Array): Exchange {
  const { exchange, settled } = unpack(bytes) as { readonly exchange: Exchange; readonly settled?: Settled };
  const { result } = exchange;
  if (!settled || result.kind !== "response") return { ...exchange, fromHistory: true };
  const { surplus } = settled;
  return { ...exchange, result: { ...result, surplus, settled: Promise.resolve(settled) }, fromHistory: true };
}
