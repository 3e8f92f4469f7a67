import type { Settled } from "../../transport/result.ts";
import { type Exchange, responseOf, shownUrl } from "../exchange/exchange.ts";
import { type Grade, gradeOf, type ShortResult, shortResult } from "../exchange/outcome.ts";
import { pack, unpack } from "./packing.ts";

export interface HistoryEntry extends Pick<Exchange, "id" | "label" | "at" | "from">, ShortResult, Judged {
  /** The request line in the document, zero-based. */
  readonly line: number;
  readonly method: string;
  readonly url: string;
  readonly code: number | undefined;
  /** Duration in milliseconds. */
  readonly total: number;
  readonly bytes: number;
}

export interface Judged {
  /** The id of the run of tests that sent it. */
  readonly run?: string | undefined;
  /** Whether the response is what its request expects; undefined if that has no expectations and isn't a test. */
  readonly passed?: boolean | undefined;
}

/** If a request has expectations, they decide: they may expect a response with status 400. */
export function gradeOfEntry(entry: HistoryEntry): Grade {
  const { passed } = entry;
  return passed === undefined ? gradeOf(entry) : passed ? "good" : "error";
}

export function isHistoryEntry(given: unknown): given is HistoryEntry {
  return typeof given === "object" && given !== null && "id" in given && "label" in given;
}

export interface Stored {
  readonly entry: HistoryEntry;
  /** The exchange, for `unpackExchange`. */
  readonly exchange: Uint8Array;
}

/** Also bytes that are received after the response, but without the plain text of what was encrypted. */
export async function storedOf(exchange: Exchange, judged: Judged = {}): Promise<Stored> {
  const { id, label, at, from, result } = exchange;
  const { bodyBeforeEncryption: _, ...message } = exchange.message;
  const settled = result.kind === "response" ? await result.settled : undefined;
  const packed = pack({ exchange: { ...exchange, message }, settled });
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
    ...judged,
  };
  return { entry, exchange: packed };
}

/** Throws for bytes not from `storedOf`. The data isn't validated, because only this extension has the key. */
export function unpackExchange(bytes: Uint8Array): Exchange {
  const { exchange, settled } = unpack(bytes) as { readonly exchange: Exchange; readonly settled?: Settled };
  const { result } = exchange;
  if (!settled || result.kind !== "response") return { ...exchange, fromHistory: true };
  const { surplus } = settled;
  return { ...exchange, result: { ...result, surplus, settled: Promise.resolve(settled) }, fromHistory: true };
}
