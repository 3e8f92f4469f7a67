import type {
  Forwarded,
  Later,
  Responder,
  ServedField,
  ServedRequest,
  ServedResponse,
} from "../../../server/src/protocol/served.ts";
import { valuesOfField } from "../transport/responseHead.ts";
import { withAllowedCallback } from "./callbacks.ts";
import { ownResponse, withFields } from "./ownResponse.ts";

/** What may respond to a request; undefined if it has no response. */
export type ResponseSource = (request: ServedRequest) => Later<ServedResponse | undefined>;

/** Passes a request on. `forward`: what is changed in the response. */
export type PassingOn = (request: ServedRequest, forward?: Forwarded) => Promise<ServedResponse>;

/**
 * Returns what responds to each request: the files, then the service that requests are passed on to, then the WSDLs; else
 * 404. Files respond to CORS preflight requests, too.
 */
export function responsesOf(
  responder: Pick<Responder, "fromFiles" | "byContract" | "whyNone">,
  {
    upstream,
    cors,
    callbacks = new Set(),
  }: {
    readonly callbacks?: ReadonlySet<string>;
    readonly upstream: PassingOn | undefined;
    readonly cors: string | undefined;
  },
): (request: ServedRequest) => Later<ServedResponse> {
  const sources: readonly ResponseSource[] = [
    (request) => {
      const passed = (given: ServedResponse | undefined) => {
        if (!given?.forward || !upstream) return given;
        const { forward, pace, response, later } = given;
        return upstream(request, forward).then((one) => ({ ...one, pace, response, later }));
      };
      const given = responder.fromFiles(request);
      return given instanceof Promise ? given.then(passed) : passed(given);
    },
    ...(cors === undefined ? [] : [preflightResponse]),
    ...(upstream ? [(request: ServedRequest) => upstream(request)] : []),
    (request) => {
      const given = responder.byContract(request);
      return given instanceof Promise || !given?.callback ? given : withAllowedCallback(given, callbacks, request);
    },
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

/** The fields that let pages of an origin (or `*`) read a response; none if the request is not of a page. */
export function corsFields(
  { fields }: Pick<ServedRequest, "fields">,
  allowed: string | undefined,
): readonly ServedField[] {
  if (allowed === undefined || valuesOfField(fields, "origin").length === 0) return [];
  const own = [{ name: "Access-Control-Allow-Origin", value: allowed }];
  return allowed === "*" ? own : [...own, { name: "Vary", value: "Origin" }];
}

/** Returns the response to a CORS preflight request (Fetch Standard, section 3.2.2); undefined for other requests. */
function preflightResponse({ method, fields }: ServedRequest): ServedResponse | undefined {
  const [asked] = valuesOfField(fields, "access-control-request-method");
  if (method !== "OPTIONS" || asked === undefined || valuesOfField(fields, "origin").length === 0) return undefined;
  const names = valuesOfField(fields, "access-control-request-headers").join(", ");
  const isPrivate = valuesOfField(fields, "access-control-request-private-network").length > 0;
  return withFields(ownResponse(204), [
    { name: "Access-Control-Allow-Methods", value: "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS" },
    ...(/^[\w!#$%&'*+.^`|~, \t-]+$/.test(names) ? [{ name: "Access-Control-Allow-Headers", value: names }] : []),
    ...(isPrivate ? [{ name: "Access-Control-Allow-Private-Network", value: "true" }] : []),
    { name: "Access-Control-Max-Age", value: "600" },
  ]);
}
