import type { ServedRequest, ServedResponse } from "../../../server/src/protocol/served.ts";

/** A service that listens. */
export interface RunningService {
  /** `http://127.0.0.1:8080/` */
  readonly address: string;
  readonly port: number;
  /** Stops listening. Responses that are being sent have a second to end. */
  close(): Promise<void>;
}

/** A request that a service received, and its response. */
export interface ServedExchange {
  /** The end of the request. */
  readonly at: Date;
  /** The object that the responder got; undefined if its header section couldn't be read. */
  readonly request: ServedRequest | undefined;
  /** Whether the request has the whole body. */
  readonly isWhole: boolean;
  readonly response: ServedResponse;
  /** From the end of the request to the end of the response. */
  readonly milliseconds: number;
}
