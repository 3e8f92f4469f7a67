import * as l10n from "@vscode/l10n";
import type {
  ServedField,
  ServedRequest,
  ServedResponse,
  UpstreamResponse,
} from "../../../server/src/protocol/served.ts";
import { toBinary } from "../../../server/src/text/base64.ts";
import { defaultPorts, withBrackets } from "../transport/authority.ts";
import { concatBytes } from "../transport/bytes.ts";
import { editHead } from "../transport/headLines.ts";
import { requestTo } from "../transport/ownRequest.ts";
import { decodeHeadText, FieldCollector, listTokens } from "../transport/responseHead.ts";
import type { Response, SendResult } from "../transport/result.ts";
import { longestTimer, type TlsOptions, type Transport, type TransportRequest } from "../transport/transport.ts";
import { type OwnStatus, ownResponse, type PassingOn } from "./responses.ts";

interface Upstream {
  readonly scheme: "http" | "https";
  readonly host: string;
  readonly port: number;
  readonly transport: Transport;
  readonly tls?: TlsOptions;
  /** Milliseconds to the first byte of the response, and between two bytes; 0: no limit. */
  readonly timeout: number;
  /** Maximum bytes of a response's body. */
  readonly maxBody: number;
  readonly onResponse: (request: ServedRequest, response: UpstreamResponse) => void;
}

export function passingOn(upstream: Upstream): PassingOn {
  return async (request, forward) => {
    const { tls = {} } = upstream;
    const result = await upstream.transport.send(requestFor(request, upstream), {
      signal: new AbortController().signal,
      timeout: upstream.timeout || longestTimer,
      maxBytes: upstream.maxBody,
      redirects: "never",
      surplusWait: 0,
      tls: () => tls,
    });
    if (result.kind !== "response") return unavailable(result, upstream);
    const { status, reason, body } = result;
    const fields = bytewiseFields(result);
    upstream.onResponse(request, { status, reason, fields, body });
    const edited = forward?.edit({ fields, body });
    if (!edited || edited.body === body) return { ...given(result), problem: edited?.problem };
    return { ...given({ ...result, rawBody: edited.body }, ["content-encoding"]), problem: edited.problem };
  };
}

/** Returns whether a field belongs only to one connection (RFC 9110 section 7.6.1), by its name. */
function isOfConnection(fields: readonly ServedField[]): (name: string) => boolean {
  const named = new Set([...listTokens(fields, "connection"), ...hopByHop]);
  return (name) => named.has(name.toLowerCase());
}

const hopByHop = [
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authentication-info",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

/** Returns the request with the service's Host, and with the length of its body, which no longer has a coding. */
function requestFor({ method, target, fields: received, body }: ServedRequest, to: Upstream): TransportRequest {
  const { scheme, host, port } = to;
  const authority = withBrackets(host) + (port === defaultPorts[scheme] ? "" : `:${port}`);
  const isDropped = isOfConnection(received);
  const hasBody = received.some(({ name }) => /^(?:content-length|transfer-encoding)$/i.test(name));
  const fields = received
    .filter(({ name }) => !isDropped(name) && !/^(?:content-length|content-encoding|expect)$/i.test(name))
    .map(({ name, value }) => ({ name, value: /^host$/i.test(name) ? authority : decodeHeadText(bytesOf(value)) }));
  if (hasBody) fields.push({ name: "Content-Length", value: String(body.length) });
  return requestTo({ scheme, host, port, authority }, method, target, fields, body);
}

/** The response as received, but with the length of its body, and without some fields. */
function given(
  { head, fields, framing, rawBody = nothing, status, version }: Response,
  without: readonly string[] = [],
): ServedResponse {
  const isDropped = isOfConnection(fields);
  const [statusLine = "", ...lines] = toBinary(head).split(/(?<=\n)/);
  const kept = editHead(lines.slice(0, -1).join(""), (name) => {
    if (isDropped(name) || without.includes(name.toLowerCase())) return false;
    return framing === "none" || name.toLowerCase() !== "content-length";
  });
  const length = framing === "none" ? "" : `Content-Length: ${rawBody.length}\r\n`;
  const line = statusLine.replace(version, "HTTP/1.1");
  const bytes = concatBytes([bytesOf(`${line}${kept}${length}\r\n`), rawBody]);
  return { source: "upstream", status, bytes, closes: false };
}

function bytewiseFields({ head }: Response): readonly ServedField[] {
  const collector = new FieldCollector();
  const [, ...lines] = toBinary(head).split(/\r?\n/);
  for (const line of lines) if (line !== "") collector.add(line);
  return collector.fields();
}

function unavailable(failure: Exclude<SendResult, Response>, { scheme, host, port }: Upstream): ServedResponse {
  const address = `${scheme}://${withBrackets(host)}:${port}`;
  const status: OwnStatus = failure.kind === "timeout" ? 504 : 502;
  return ownResponse(
    status,
    status === 504
      ? l10n.t("{0} doesn't respond.", address)
      : l10n.t("{0} didn't send a complete response ({1}).", address, failure.kind),
  );
}

function bytesOf(binary: string): Uint8Array {
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

const nothing = new Uint8Array(0);
