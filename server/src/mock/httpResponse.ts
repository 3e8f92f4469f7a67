import { statusFact } from "../http/facts.ts";
import type { ServedRequest, ServedResponse } from "./served.ts";

const encoder = new TextEncoder();
const empty = new Uint8Array();

/** A response that the mock service makes itself. */
export interface MadeResponse extends Pick<ServedResponse, "source" | "operation" | "problem"> {
  readonly status: number;
  /** Lines of the header section besides Content-Length and Connection. */
  readonly fields?: readonly string[];
  readonly body?: Uint8Array;
  readonly closes?: boolean;
}

/** Writes a response with Content-Length. The response says `Connection: close` if it closes the connection. */
export function responseTo(request: ServedRequest, made: MadeResponse): ServedResponse {
  const { status, fields = [], body = empty, closes = false, ...rest } = made;
  const head = encoder.encode(
    [
      `HTTP/1.1 ${status} ${statusFact(status)?.phrase ?? ""}`,
      ...fields,
      `Content-Length: ${body.length}`,
      ...(closes ? ["Connection: close"] : []),
      "\r\n",
    ].join("\r\n"),
  );
  // The response to HEAD has the same header section, and no body (RFC 9110 section 9.3.2).
  const sent = request.method === "HEAD" ? empty : body;
  const bytes = new Uint8Array(head.length + sent.length);
  bytes.set(head);
  bytes.set(sent, head.length);
  return { ...rest, status, bytes, closes };
}
