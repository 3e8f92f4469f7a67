import * as l10n from "@vscode/l10n";
import type {
  Content,
  Cookie,
  Entry,
  Har,
  Header,
  PostData,
  QueryString,
  Request,
  Response,
  Timings,
} from "har-format";
import { toBase64 } from "../../../../server/src/text/base64.ts";
import { redacted } from "../../../../server/src/text/redaction.ts";
import { authenticationText, schemeName } from "../../core/exchange/authenticationText.ts";
import { changeText, unsentLines } from "../../core/exchange/details.ts";
import { responseOf } from "../../core/exchange/exchange.ts";
import { charsetOf } from "../../core/exchange/presentation.ts";
import { headBytes } from "../../core/exchange/transportRequest.ts";
import { explain, failureTitle, type Shell } from "../../core/failures/failures.ts";
import { lastRequest, urlOf } from "../../transport/redirect.ts";
import { valuesOfField } from "../../transport/responseHead.ts";
import type {
  MessageChange,
  ReceivedField,
  Redirect,
  ResponseMessage,
  SendResult,
  WireBytes,
} from "../../transport/result.ts";
import type { TransportRequest } from "../../transport/transport.ts";
import { exactText } from "../slottedBytes.ts";
import { queryOf, type Redaction, type Revealing, redactionOf } from "./redaction.ts";

/*
 * HTTP Archive 1.2 (http://www.softwareishard.com/blog/har-12-spec/). Times are milliseconds, sizes are bytes.
 */

interface HarExchange extends Revealing {
  readonly label: string | undefined;
  /** Time in the form of `Date.now()`. */
  readonly at: number;
}

export function emptyHar(version: string): Har {
  const comment = l10n.t("Secrets are replaced with {0}. Sizes are those before the replacement.", redacted);
  return { log: { version: "1.2", creator: { name: "soaphttp", version }, comment, entries: [] } };
}

/** The entries of an exchange: one for each redirect that was followed and each challenge that was answered, and one for the last request. */
export function harEntries(exchange: HarExchange, shell: Shell): readonly Entry[] {
  const { request, result, at } = exchange;
  const redaction = redactionOf(exchange);
  if (result === undefined) return [unsentEntry(exchange, redaction)];
  const { redirects, authentication = [] } = result;
  const sentAfter = (count: number) => ({ request: lastRequest(request, redirects.slice(0, count)), changes: [] });
  const asked = (count: number) =>
    authentication
      .filter((one) => one.redirects === count)
      .map((challenge) => {
        const comment = l10n.t("This challenge ({0}) was answered. Its time is unknown.", schemeName(challenge.scheme));
        return earlierEntry(exchange, { ...sentAfter(count), ...challenge }, challenge, redaction, comment);
      });
  const redirected = redirects.flatMap((redirect, index): readonly Entry[] => {
    const comment = l10n.t("This redirect was followed. Its time is unknown.");
    return [
      ...asked(index),
      earlierEntry(exchange, { ...sentAfter(index), ...redirect }, redirect, redaction, comment),
    ];
  });
  const earlier = [...redirected, ...asked(redirects.length)];
  const timings = timingsOf(result);
  const time = timeOf(timings);
  const start = earlier.length === 0 ? at : at + Math.max(0, result.timings.total - time);
  const response = responseOf(result);
  const comments = [
    ...(exchange.label === undefined ? [] : [exchange.label]),
    ...(result.kind === "response" ? [] : [`${failureTitle(result, shell)}. ${explain(result, shell).cause}`]),
    ...[authenticationText(result) ?? []].flat(),
    ...unsentLines(result),
  ];
  const sent = { request: lastRequest(request, redirects), ...result };
  const changes = result.changes.map(changeText).join("; ");
  const last: Entry = {
    startedDateTime: new Date(start).toISOString(),
    time,
    request: {
      ...toHarRequest(sent, redaction),
      ...(changes === "" ? {} : { comment: redaction.text(changes) }),
    },
    response: response === undefined ? noResponse : toHarResponse(response, redaction),
    cache: {},
    timings,
    ...(result.remote === undefined ? {} : { serverIPAddress: result.remote.address }),
    ...commentOf(comments, redaction),
  };
  return [...earlier, last];
}

function unsentEntry({ request, at, label }: HarExchange, redaction: Redaction): Entry {
  const sent: SentRequest = { request, method: request.method, url: urlOf(request), changes: [], wire: nothingSent };
  return {
    startedDateTime: new Date(at).toISOString(),
    time: 0,
    request: toHarRequest(sent, redaction),
    response: noResponse,
    cache: {},
    timings: unknownTimings,
    ...commentOf([...(label === undefined ? [] : [label]), l10n.t("The request was not sent.")], redaction),
  };
}

const nothingSent = { sent: new Uint8Array(0), received: new Uint8Array(0) };

function earlierEntry(
  { at, label }: HarExchange,
  sent: SentRequest,
  redirect: Pick<Redirect, "message">,
  redaction: Redaction,
  comment: string,
): Entry {
  return {
    startedDateTime: new Date(at).toISOString(),
    time: 0,
    request: toHarRequest(sent, redaction),
    response: toHarResponse(redirect.message, redaction),
    cache: {},
    timings: unknownTimings,
    ...commentOf([...(label === undefined ? [] : [label]), comment], redaction),
  };
}

function commentOf(sentences: readonly string[], redaction: Redaction): { readonly comment?: string } {
  return sentences.length === 0 ? {} : { comment: redaction.text(sentences.join(" – ")) };
}

/** The specification requires the last three, and doesn't allow -1 for them. */
const unknownTimings: Timings = { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: 0, receive: 0 };

/** Returns the times of an exchange. The time of sending is part of the wait for the first byte. */
function timingsOf({ timings, redirects, authentication = [] }: SendResult): Timings {
  const { dns, tcp, tls, firstByte, download = 0, total } = timings;
  const connecting = (dns ?? 0) + (tcp ?? 0) + (tls ?? 0);
  // Without a first byte, the whole time was a wait, unless earlier attempts are part of it.
  const until = firstByte ?? (redirects.length + authentication.length > 0 ? connecting : total - download);
  return {
    ...unknownTimings,
    dns: dns ?? -1,
    connect: tcp === undefined && tls === undefined ? -1 : (tcp ?? 0) + (tls ?? 0),
    ssl: tls ?? -1,
    wait: Math.max(0, until - connecting),
    receive: download,
  };
}

/** The sum of the known times. TLS is part of `connect`. */
function timeOf({ dns = -1, connect = -1, wait, receive }: Timings): number {
  return Math.max(0, dns) + Math.max(0, connect) + wait + receive;
}

interface SentRequest {
  readonly request: TransportRequest;
  readonly method: string;
  readonly url: string;
  readonly changes: readonly MessageChange[];
  /** The bytes on the connection; undefined if the transport can't see them. */
  readonly wire: WireBytes | undefined;
}

/** The media type of HAR for a message without one. */
const unknownType = "x-unknown";

const noResponse: Response = {
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

/** Converts a request. Its headers keep their order, case and duplicates. */
function toHarRequest(sent: SentRequest, redaction: Redaction): Request {
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

function toHarResponse(message: ResponseMessage, redaction: Redaction): Response {
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

/** Returns the fields with all additions, removals and replacements of the transport. */
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

/** Returns a cookie whose value is redacted: it is always a secret. */
function cookie(pair: string): readonly Cookie[] {
  const name = pair.split("=", 1)[0]?.trim() ?? "";
  return name === "" ? [] : [{ name, value: redacted }];
}

/** HAR has no field for a request body's encoding, so this adds `_encoding`: added names start with an underscore. */
function postDataOf(fields: readonly ReceivedField[], body: Uint8Array, redaction: Redaction): PostData {
  const { text, encoding } = bodyOf(fields, body, redaction);
  const coded = encoding === undefined ? {} : { _encoding: encoding };
  return { mimeType: redaction.text(valuesOfField(fields, "content-type")[0] ?? ""), text, ...coded };
}

/** Text if it is text in its charset, otherwise Base64, which is redacted as a whole if it contains a secret. */
function bodyOf(fields: readonly ReceivedField[], body: Uint8Array, redaction: Redaction) {
  const text = exactText(body, charsetOf(fields));
  if (text !== undefined && !/[\0-\x08]/.test(text)) return { text: redaction.body(text) };
  const base64 = toBase64(body);
  const shown = redaction.text(base64);
  return shown === base64 ? { text: base64, encoding: "base64" } : { text: redacted };
}

/** Returns the size of a header section from the request line to the empty line; -1 if a browser writes it. */
function headSize({ request, wire }: SentRequest, body: Uint8Array): number {
  if (wire === undefined) return -1;
  const sent = wire.sent.length + (wire.unsent ?? 0);
  return wire.sent.length === 0 ? headBytes(request).length : sent - body.length;
}
