import * as l10n from "@vscode/l10n";
import type { ServedRequest, ServedResponse } from "../../../server/src/protocol/served.ts";
import { withoutSecretParameters } from "../../../server/src/text/redaction.ts";

export interface RunningService {
  /** Address such as `http://127.0.0.1:8080/`. */
  readonly address: string;
  readonly port: number;
  /** Stops listening. Responses that are being sent have a second to end. */
  close(): Promise<void>;
}

export interface ServedExchange {
  /** Time at which the request ended. */
  readonly at: Date;
  /** The object that the responder got; undefined if its header section couldn't be read. */
  readonly request: ServedRequest | undefined;
  readonly isWhole: boolean;
  readonly response: ServedResponse;
  /** Milliseconds from the end of the request to the end of the response. */
  readonly milliseconds: number;
}

/** Returns `POST /calc Add 200 calc.soapmock#sum 3 ms, 2 errors: why`, which may contain control characters. */
export function exchangeLine({ request, response, milliseconds }: ServedExchange, errors = 0): string {
  const { operation, status, pace, source, problem } = response;
  const words = [
    ...(request ? [request.method, withoutSecretParameters(request.target)] : []),
    operation,
    status ?? pace?.end,
    response.response ?? source,
    `${Math.round(milliseconds)} ms`,
  ];
  const count = errors === 1 ? l10n.t(", 1 error") : l10n.t(", {0} errors", errors);
  const line = words.filter((word) => word !== undefined).join(" ");
  return `${line}${errors === 0 ? "" : count}${problem === undefined ? "" : `: ${problem}`}`;
}
