/*
 * The result of a request, as a value. `client/src/core/failures/` has its texts. Times are milliseconds, counts are bytes.
 */
import type { ExchangeFacts } from "./exchangeFacts.ts";
import type { Failure } from "./failure.ts";
import type { ResponseMessage } from "./responseMessage.ts";

export type * from "./exchangeFacts.ts";
export type * from "./failure.ts";
export type * from "./responseMessage.ts";

export type SendResult = Response | Failure;

/** A complete response (RFC 9112). */
export interface Response extends ExchangeFacts, ResponseMessage {
  readonly kind: "response";
  /** Bytes received after the response when `send` resolved; `settled` may have more of them. */
  readonly surplus: Uint8Array;
  /**
   * `send` resolves as soon as the response is complete, so that callers needn't wait. The connection is read for another
   * 150 ms, unless the service closes it. Then this resolves with everything. It never rejects.
   */
  readonly settled: Promise<Settled>;
}

export interface Settled {
  /** All bytes after the response. */
  readonly surplus: Uint8Array;
  /** All received bytes, with `surplus`; undefined if the transport can't see them. */
  readonly received: Uint8Array | undefined;
  /** Whether the service closed the connection within the 150 ms. */
  readonly closed: boolean;
}
