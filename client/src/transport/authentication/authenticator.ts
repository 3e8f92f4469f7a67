import type { OutgoingAuthentication } from "../../../../server/src/protocol/protocol.ts";
import { fromBase64 } from "../../../../server/src/text/base64.ts";
import type { AuthenticationProblem, ResponseMessage } from "../result.ts";
import type { TransportRequest } from "../transport.ts";
import { type Challenge, readChallenges } from "./challenges.ts";

/** Answers the challenges of a service to one request, without redirects. */
export interface Authenticator {
  /** Whether the answer must be sent over the connection of the challenge. */
  readonly keepsConnection: boolean;
  /** The request to send before any challenge. */
  first(): TransportRequest;
  /** The request after a response; undefined if that is the last one. `connection`: its connection, if it is open. */
  next(response: ResponseMessage, connection: OpenConnection | undefined): Next | Promise<Next>;
  /** Why the service has refused the request, if the last response contains a reason. */
  readonly problem: AuthenticationProblem | undefined;
}

type Next = TransportRequest | undefined;

export interface OpenConnection {
  /** The service's certificate in DER; undefined without TLS. */
  readonly certificate: Uint8Array | undefined;
}

/** Returns the request with an Authorization header after its last header. */
export function withAuthorization(request: TransportRequest, value: string): TransportRequest {
  const line = `Authorization: ${value}\r\n`;
  // A line of blanks between head and body is part of the head.
  const blanks = /(?:^|\r\n)([ \t]+\r\n)$/.exec(request.head)?.[1] ?? "";
  const head = `${request.head.slice(0, request.head.length - blanks.length)}${line}${blanks}`;
  return { ...request, head, fields: [...request.fields, { name: "Authorization", value }] };
}

/** Returns the challenges of a response with status 401; none for every other response. */
export function challengesOf({ status, fields }: ResponseMessage): readonly Challenge[] | undefined {
  return status === 401 ? readChallenges(fields) : undefined;
}

/** Returns the bytes of a token; none if the text isn't Base64. */
export function tokenBytes(token: string): Uint8Array {
  try {
    return fromBase64(token);
  } catch {
    return new Uint8Array(0);
  }
}

/** Returns the problem to report if no challenge can be answered. */
export function unansweredProblem(
  scheme: OutgoingAuthentication["scheme"],
  challenges: readonly Challenge[],
): AuthenticationProblem {
  const names = new Map(challenges.map((one) => [one.scheme.toLowerCase(), one.scheme.slice(0, 40)]));
  if (names.has(scheme)) return { kind: "unreadable", scheme };
  return { kind: "not-offered", scheme, offered: [...names.values()].slice(0, 10) };
}
