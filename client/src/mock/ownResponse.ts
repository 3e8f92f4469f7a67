import type { ServedField, ServedResponse } from "../../../server/src/protocol/served.ts";
import { concatBytes } from "../transport/bytes.ts";

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

/** Why only the service itself responds. */
export interface Refusal {
  readonly status: OwnStatus;
  /** A sentence for the log. */
  readonly problem: string;
}

/** Returns an empty response of the service itself. */
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

/** The offset of the empty line. */
function endOfFields(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    if (bytes[at + 1] === CR && bytes[at + 2] === LF) return at + 1;
  }
  return bytes.length;
}

const CR = 0x0d;
const LF = 0x0a;
const encoder = new TextEncoder();
