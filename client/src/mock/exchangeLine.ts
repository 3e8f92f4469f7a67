import * as l10n from "@vscode/l10n";
import { withoutSecretParameters } from "../../../server/src/text/redaction.ts";
import type { ServedExchange } from "./service.ts";

/**
 * One line for logs: `POST /calc Add 200 calc.soapmock#sum 3 ms, 2 errors: why`. It may contain control characters.
 * @param errors found in the request
 */
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
