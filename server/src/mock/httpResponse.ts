import { statusFact } from "../http/facts.ts";
import type { ServedResponse } from "../protocol/served.ts";

const encoder = new TextEncoder();
const empty = new Uint8Array();

/** A response that the mock service creates itself. */
interface MadeResponse extends Pick<ServedResponse, "source" | "operation" | "problem"> {
  readonly status: number;
  /** Lines of the header section besides Content-Length and Connection. */
  readonly fields?: readonly string[];
  readonly body?: Uint8Array;
  readonly closes?: boolean;
  /** Whether the response has only the header section, as the response to HEAD (RFC 9110 section 9.3.2). */
  readonly isHead?: boolean;
}

/** Writes a response with Content-Length, and with `Connection: close` if it closes the connection. */
export function written(made: MadeResponse): ServedResponse {
  const { status, fields = [], body = empty, closes = false, isHead = false, ...rest } = made;
  const head = encoder.encode(
    [
      `HTTP/1.1 ${status} ${statusFact(status)?.phrase ?? ""}`,
      ...fields,
      // RFC 9110 section 8.6 forbids Content-Length in a response without content.
      ...(status === 204 ? [] : [`Content-Length: ${body.length}`]),
      ...(closes ? ["Connection: close"] : []),
      "\r\n",
    ].join("\r\n"),
  );
  const sent = isHead ? empty : body;
  const bytes = new Uint8Array(head.length + sent.length);
  bytes.set(head);
  bytes.set(sent, head.length);
  return { ...rest, status, bytes, closes };
}
