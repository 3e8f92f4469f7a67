import type { CapturedText } from "../../../../server/src/protocol/mockProtocol.ts";
import type { MissedResponse } from "../../../../server/src/protocol/served.ts";
import type { ServedExchange } from "../../mock/service.ts";

/** An exchange of a mock service, with the text of its request. */
export interface MockExchange extends ServedExchange {
  readonly id: number;
  /** As the log has it: `POST /calc Add 200 calc.soapmock#sum 3 ms`. */
  readonly line: string;
  /** As a segment of a `.soaphttp` file. */
  readonly text: string;
  /** Found by the checks of requests. */
  readonly errors: number;
  readonly facts: CapturedText["facts"];
  /** The responses of files, if none of them matches. */
  readonly misses: readonly MissedResponse[];
  /** Removes the secrets of the service from a text. */
  readonly redact: (text: string) => string;
}
