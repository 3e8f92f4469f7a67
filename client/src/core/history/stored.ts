import type { Settled } from "../../transport/result.ts";
import { answerOf, type Exchange } from "../exchange/exchange.ts";
import { shortResult } from "../exchange/outcome.ts";
import { pack, unpack } from "./packing.ts";

/** What a list shows of an exchange. */
export interface Entry {
  readonly id: string;
  readonly label: string;
  /** As `Date.now()` gives it. */
  readonly at: number;
  /** The document of the request, as `Uri.toString()` gives it, and its request line, zero-based. */
  readonly from: string;
  readonly line: number;
  readonly method: string;
  readonly url: string;
  readonly kind: Exchange["result"]["kind"];
  /** `200 OK`; undefined where no head of a response was received. */
  readonly status: string | undefined;
  readonly code: number | undefined;
  /** The body's content coding could not be undone. */
  readonly damaged: boolean;
  /** Milliseconds. */
  readonly total: number;
  /** How many bytes the stored exchange has. */
  readonly bytes: number;
}

/** An exchange as the history holds it. */
export interface Stored {
  readonly entry: Entry;
  /** What `unpackExchange` reads. */
  readonly exchange: Uint8Array;
}

/** The exchange whole, once the connection is settled: what came after the response belongs to it. */
export async function storedOf(exchange: Exchange): Promise<Stored> {
  const { id, label, at, from, message, result } = exchange;
  const answer = answerOf(result);
  const settled = result.kind === "response" ? await result.settled : undefined;
  const packed = pack({ exchange, settled });
  const entry: Entry = {
    ...{ id, label, at, from },
    line: message.request.line.start.line,
    method: result.method,
    url: result.url,
    ...shortResult(result),
    code: answer?.status,
    total: result.timings.total,
    bytes: packed.length,
  };
  return { entry, exchange: packed };
}

/** Throws where the bytes are not those of `storedOf`. */
export function unpackExchange(bytes: Uint8Array): Exchange {
  // Only this extension has the key, so the form is not checked once more.
  const { exchange, settled } = unpack(bytes) as { readonly exchange: Exchange; readonly settled?: Settled };
  const { result } = exchange;
  const revived = settled && result.kind === "response" ? { ...result, ...surplusOf(settled) } : result;
  return { ...exchange, result: revived, fromHistory: true };
}

function surplusOf(settled: Settled) {
  return { surplus: settled.surplus, settled: Promise.resolve(settled) };
}
