import type { Contract } from "../../contract/contract.ts";
import type { ServedRequest, UpstreamResponse } from "../../protocol/served.ts";
import { splitTarget } from "../target.ts";
import { isNamed, withLength } from "./capturedRequest.ts";
import { segmentText, titleOf, unwritable, type WrittenMessage } from "./messageText.ts";
import { requestConditions } from "./requestConditions.ts";

/** A segment of a `.soapmock` file, and what its response matches. */
export interface RecordedSegment {
  readonly title: string;
  readonly text: string;
  /** The lines of `# @when`; equal ones match the same requests. */
  readonly conditions: string;
}

/** The message of a response as it is written: without what concerns only its connection. */
export function writtenResponse({ method }: ServedRequest, response: UpstreamResponse): WrittenMessage {
  const { status, reason, fields, body } = response;
  const kept = fields.filter(({ name }) => !isNamed(name, ...connectionFields));
  // RFC 9112 section 6.3. The length in the response to HEAD is that of the response to GET.
  const hasNoBody = method === "HEAD" || status < 200 || status === 204 || status === 304;
  return {
    startLine: `HTTP/1.1 ${status} ${reason}`.trimEnd(),
    fields: hasNoBody ? kept.filter(({ name }) => !isNamed(name, "transfer-encoding")) : withLength(kept, body.length),
    body: hasNoBody ? new Uint8Array(0) : body,
  };
}

/** Hop-by-hop fields (RFC 9110 section 7.6.1), besides the transfer coding. */
const connectionFields = ["connection", "keep-alive", "proxy-connection", "upgrade", "trailer", "te"];

/** The response with conditions that match this request. Both are without secrets. */
export function recordedSegment(
  request: ServedRequest,
  response: UpstreamResponse,
  contracts: readonly Contract[],
): RecordedSegment {
  const { method, target } = request;
  const title = titleOf(`${method} ${splitTarget(target).path}`);
  const conditions = requestConditions(request, contracts).map((one) => `# @when ${one}`);
  const message = writtenResponse(request, response);
  return {
    title,
    text: segmentText(title, conditions, message) ?? unwritable(title, message),
    conditions: conditions.join("\n"),
  };
}
