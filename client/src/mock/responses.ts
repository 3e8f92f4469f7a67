import type { Later, Responder, ServedRequest, ServedResponse } from "../../../server/src/protocol/served.ts";
import { preflightResponse } from "./cors.ts";
import { ownResponse } from "./ownResponse.ts";

/** What may respond to a request; undefined if it has no response. */
export type ResponseSource = (request: ServedRequest) => Later<ServedResponse | undefined>;

/**
 * Returns what responds to each request: the files, then the service that requests are passed on to, then the WSDLs; else
 * 404. Files respond to CORS preflight requests, too.
 */
export function responsesOf(
  responder: Pick<Responder, "fromFiles" | "byContract" | "whyNone">,
  { upstream, cors }: { readonly upstream: ResponseSource | undefined; readonly cors: string | undefined },
): (request: ServedRequest) => Later<ServedResponse> {
  const sources: readonly ResponseSource[] = [
    (request) => responder.fromFiles(request),
    ...(cors === undefined ? [] : [preflightResponse]),
    ...(upstream ? [upstream] : []),
    (request) => responder.byContract(request),
  ];
  return (request) => firstOf(sources, 0, request, () => notFound(request, responder));
}

/** Without a promise where none is needed. */
function firstOf(
  sources: readonly ResponseSource[],
  at: number,
  request: ServedRequest,
  none: () => ServedResponse,
): Later<ServedResponse> {
  const source = sources[at];
  if (!source) return none();
  const next = () => firstOf(sources, at + 1, request, none);
  const response = source(request);
  return response instanceof Promise ? response.then((given) => given ?? next()) : (response ?? next());
}

/** The reason is determined only if it is logged. */
function notFound(request: ServedRequest, responder: Pick<Responder, "whyNone">): ServedResponse {
  return {
    ...ownResponse(404),
    get problem() {
      return responder.whyNone?.(request);
    },
  };
}
