/*
 * What became of a request, as a value. Nothing here is worded for the author: `client/src/core/failures/` does that.
 * All times are milliseconds, all counts are bytes.
 */
import type { ExchangeFacts } from "./exchangeFacts.ts";
import type { Failure } from "./failure.ts";
import type { Message } from "./message.ts";

export type * from "./exchangeFacts.ts";
export type * from "./failure.ts";
export type * from "./message.ts";

export type SendResult = Response | Failure;

/** A complete answer (RFC 9112). */
export interface Response extends ExchangeFacts, Message {
  readonly kind: "response";
  /** Bytes that had come after the complete answer when it was handed over; more of them may be in `settled`. */
  readonly surplus: Uint8Array;
  /**
   * `send` resolves as soon as the answer is complete, so that the author doesn't wait. The connection is read for another
   * 150 ms (less where the service closes it); then this resolves with everything. It never rejects.
   */
  readonly settled: Promise<Settled>;
}

export interface Settled {
  /** Everything that came after the complete answer. */
  readonly surplus: Uint8Array;
  /** All received bytes, `surplus` included; undefined where the transport can't see them. */
  readonly received: Uint8Array | undefined;
  /** Whether the service closed the connection within the 150 ms. */
  readonly closed: boolean;
}
