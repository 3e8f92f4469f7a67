import type { Content, Cookie, Header, PostData, QueryString, Request, Response } from "har-format";
import { toBase64 } from "../../../../server/src/text/base64.ts";
import { redacted } from "../../../../server/src/text/redaction.ts";
import { charsetOf } from "../../core/exchange/presentation.ts";
import { headBytes } from "../../core/exchange/transportRequest.ts";
import { valuesOfField } from "../../transport/responseHead.ts";
import type { MessageChange, ReceivedField, ResponseMessage, WireBytes } from "../../transport/result.ts";
import type { TransportRequest } from "../../transport/transport.ts";
import { exactText } from "../slottedBytes.ts";
import { queryOf, type Redaction } from "./redaction.ts";

/** A request as it was sent to a URL. */
export interface SentRequest {
  readonly request: TransportRequest;
  readonly method: string;
  readonly url: string;
  readonly changes: readonly MessageChange[];
  /** Undefined: the transport can't see it. */
  readonly wire: WireBytes | undefined;
}

/** The media type of HAR for a message without one. */
const unknownType = "x-unknown";

/** The response of an exchange without one. */
export const noResponse: Response = {
  status: 0,
  statusText: "",
  httpVersion: "",
  cookies: [],
  headers: [],
  content: { size: 0, mimeType: unknownType },
  redirectURL: "",
  headersSize: -1,
  bodySize: -1,
};

/** Headers in order and case, with duplicates. */
export function toHarRequest(sent: SentRequest, redaction: Redaction): Request {
  const { request, method, url, changes } = sent;
  const body = changes.some(({ kind }) => kind === "body-dropped") ? new Uint8Array(0) : request.body;
  const fields = sentFields(request.fields, changes);
  return {
    method,
    url: redaction.url(url),
    httpVersion: request.requestLine.split(/[ \t]+/).at(-1) ?? "",
    cookies: valuesOfField(fields, "cookie").flatMap((value) => value.split(";").flatMap(cookie)),
    headers: valuesOf(fields, redaction),
    queryString: valuesOf(queryOf(url), redaction),
    ...(body.length > 0 ? { postData: postDataOf(fields, body, redaction) } : {}),
    headersSize: headSize(sent, body),
    bodySize: body.length,
  };
}

export function toHarResponse(message: ResponseMessage, redaction: Redaction): Response {
  const { status, reason, version, fields, head, body, rawBody, framing, content } = message;
  const [location = ""] = valuesOfField(fields, "location");
  const mimeType = valuesOfField(fields, "content-type")[0] ?? unknownType;
  const shown: Content = { size: body.length, mimeType: redaction.text(mimeType), ...bodyOf(fields, body, redaction) };
  const isDecoded = content.kind === "decoded" && rawBody !== undefined;
  return {
    status,
    statusText: redaction.text(reason),
    httpVersion: framing === "http09" ? "HTTP/0.9" : version,
    cookies: valuesOfField(fields, "set-cookie").flatMap((value) => cookie(value.split(";", 1)[0] ?? "")),
    headers: valuesOf(fields, redaction),
    content: isDecoded ? { ...shown, compression: body.length - rawBody.length } : shown,
    redirectURL: redaction.url(location),
    // fetch shows no header section.
    headersSize: head.length > 0 || framing === "http09" ? head.length : -1,
    bodySize: rawBody?.length ?? -1,
  };
}

/** The fields with what the transport added, dropped and replaced. */
function sentFields(fields: readonly ReceivedField[], changes: readonly MessageChange[]): readonly ReceivedField[] {
  const added = changes.flatMap((change) =>
    change.kind === "added" ? [{ name: change.name, value: change.secret ? redacted : (change.sent ?? "") }] : [],
  );
  const kept = fields.flatMap((field) => {
    const change = changes.find((one) => "name" in one && one.kind !== "added" && one.name === field.name);
    if (change?.kind === "dropped") return [];
    return change?.kind === "replaced" ? [{ ...field, value: change.sent ?? field.value }] : [field];
  });
  return [...kept, ...added];
}

function valuesOf(fields: readonly ReceivedField[], redaction: Redaction): (Header & QueryString)[] {
  return fields.map(({ name, value }) => ({ name: redaction.text(name), value: redaction.value(name, value) }));
}

/** The value of a cookie is always a secret. */
function cookie(pair: string): readonly Cookie[] {
  const name = pair.split("=", 1)[0]?.trim() ?? "";
  return name === "" ? [] : [{ name, value: redacted }];
}

/** `_encoding`: HAR has no field for it in requests; names of additional fields start with an underscore. */
function postDataOf(fields: readonly ReceivedField[], body: Uint8Array, redaction: Redaction): PostData {
  const { text, encoding } = bodyOf(fields, body, redaction);
  const coded = encoding === undefined ? {} : { _encoding: encoding };
  return { mimeType: redaction.text(valuesOfField(fields, "content-type")[0] ?? ""), text, ...coded };
}

/** A body as text if it is text in its charset, else as Base64. A secret in Base64 leaves nothing of it. */
function bodyOf(fields: readonly ReceivedField[], body: Uint8Array, redaction: Redaction) {
  const text = exactText(body, charsetOf(fields));
  if (text !== undefined && !/[\0-\x08]/.test(text)) return { text: redaction.body(text) };
  const base64 = toBase64(body);
  const shown = redaction.text(base64);
  return shown === base64 ? { text: base64, encoding: "base64" } : { text: redacted };
}

/** From the request line to the empty line; -1 where a browser writes it. */
function headSize({ request, wire }: SentRequest, body: Uint8Array): number {
  if (wire === undefined) return -1;
  const sent = wire.sent.length + (wire.unsent ?? 0);
  return wire.sent.length === 0 ? headBytes(request).length : sent - body.length;
}
