import type {
  Forwarded,
  Later,
  Responder,
  ServedField,
  ServedRequest,
  ServedResponse,
} from "../../../server/src/protocol/served.ts";
import { concatBytes } from "../transport/bytes.ts";
import { valuesOfField } from "../transport/responseHead.ts";
import { withAllowedCallback } from "./callbacks.ts";

/** A source of responses; undefined if it has none for the request. */
type ResponseSource = (request: ServedRequest) => Later<ServedResponse | undefined>;

/** Passes a request on to another service. `forward`: the changes to its response. */
export type PassingOn = (request: ServedRequest, forward?: Forwarded) => Promise<ServedResponse>;

/**
 * Returns a function that responds to each request from the first source with a response: the files, the service that
 * requests are passed on to, or the WSDLs; else with 404. Files respond to CORS preflight requests, too.
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

/** Returns the response of the first source that has one. It returns a promise only if a source does. */
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

/** Returns a response with status 404. The reason is determined only if it is logged. */
function notFound(request: ServedRequest, responder: Pick<Responder, "whyNone">): ServedResponse {
  return {
    ...ownResponse(404),
    get problem() {
      return responder.whyNone?.(request);
    },
  };
}

/** The fields that let pages of an origin (or `*`) read a response; none if the request doesn't come from a page. */
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

/** The reason phrases of RFC 9110 section 15. */
const reasons = {
  204: "No Content",
  400: "Bad Request",
  404: "Not Found",
  408: "Request Timeout",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  417: "Expectation Failed",
  431: "Request Header Fields Too Large",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
} as const;

export type OwnStatus = keyof typeof reasons;

export interface Refusal {
  readonly status: OwnStatus;
  /** The reason for the log, one sentence. */
  readonly problem: string;
}

export function ownResponse(status: OwnStatus, problem?: string): ServedResponse {
  // 204 has no body, so it has no length (RFC 9110 section 8.6).
  const length = status === 204 ? "" : "Content-Length: 0\r\n";
  const bytes = encoder.encode(`HTTP/1.1 ${status} ${reasons[status]}\r\n${length}\r\n`);
  return { source: "service", status, bytes, closes: false, problem };
}

/** Adds fields to the end of the header section of a response. */
export function withFields(response: ServedResponse, fields: readonly ServedField[]): ServedResponse {
  if (fields.length === 0) return response;
  const { bytes } = response;
  const end = endOfFields(bytes);
  const added = encoder.encode(fields.map(({ name, value }) => `${name}: ${value}\r\n`).join(""));
  return { ...response, bytes: concatBytes([bytes.subarray(0, end), added, bytes.subarray(end)]) };
}

/** Returns the offset of the empty line after the header section. */
function endOfFields(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    if (bytes[at + 1] === CR && bytes[at + 2] === LF) return at + 1;
  }
  return bytes.length;
}

const CR = 0x0d;
const LF = 0x0a;
const encoder = new TextEncoder();
