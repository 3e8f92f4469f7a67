import { changeText } from "../../core/exchange/details.ts";
import { answerOf } from "../../core/exchange/exchange.ts";
import { explain } from "../../core/failures/failures.ts";
import type { Failure, Informational, Message, Redirect, SendResult, TlsInfo } from "../../transport/result.ts";
import type { CheckedFile } from "../check/checkedFile.ts";
import { jsonText } from "../visible.ts";
import { discreet, type Exchanged } from "./exchanged.ts";
import type { PreparedRequest } from "./prepared.ts";

/** One element of the array that `--format json` writes. Bytes are base64, times milliseconds. */
export function exchangeObject(exchanged: Exchanged): object {
  const { sent, at, result, settled, shown, fault } = exchanged;
  const answer = answerOf(result);
  const received = settled?.received ?? result.wire?.received ?? none;
  return {
    file: sent.file,
    line: sent.line,
    name: sent.request.name ?? null,
    request: requestObject(sent, result),
    redirects: result.redirects.map(redirectObject),
    sent: base64(result.wire?.sent ?? none),
    unsent: result.wire?.unsent ?? 0,
    response:
      answer === undefined
        ? null
        : {
            url: result.url,
            ...responseObject(answer),
            fault: fault ?? null,
            bytes: base64(received),
            surplus: base64(settled?.surplus ?? none),
            findings: findingObjects(shown),
          },
    failure: result.kind === "response" ? null : { ...failureObject(sent, result), received: base64(received) },
    times: { sentAt: at.toISOString(), ...result.timings },
    address: result.remote ?? null,
    tls: result.tls === undefined ? null : tlsObject(result.tls),
  };
}

/** A value as JSON, in pieces: bytes as base64 may be as long as a string can be, but no two of them fit into one. */
export function* jsonPieces(value: unknown): Generator<string, void, void> {
  if (typeof value !== "object" || value === null) {
    yield jsonText(value);
    return;
  }
  const isArray = Array.isArray(value);
  let separator = isArray ? "[" : "{";
  for (const [key, part] of Object.entries(value)) {
    if (part === undefined && !isArray) continue;
    yield isArray ? separator : `${separator}${jsonText(key)}:`;
    yield* jsonPieces(part);
    separator = ",";
  }
  if (separator !== ",") yield separator;
  yield isArray ? "]" : "}";
}

const none = new Uint8Array(0);

/** The author's bytes: what a proxy or a redirect made of them is told in `changes`, secrets left out. */
function requestObject(sent: PreparedRequest, { url, redirects, changes }: SendResult) {
  const { method, requestLine, head, emptyLine, fields, body } = sent.outgoing;
  const hide = discreet(sent);
  return {
    method,
    url: redirects[0]?.url ?? url,
    fields,
    bytes: base64(Buffer.concat([Buffer.from(`${requestLine}\r\n${head}${emptyLine ? "\r\n" : ""}`), body])),
    body: base64(body),
    changes: [...sent.changes, ...changes.map(changeText)].map(hide),
  };
}

function failureObject(sent: PreparedRequest, failure: Failure) {
  const { title, cause, remedies } = explain(failure, "cli");
  const hide = discreet(sent);
  return { kind: failure.kind, title: hide(title), cause: hide(cause), ways: remedies.map(hide) };
}

/** `sent`: what the connection took. `bytes`: all that came, as of the response. */
function redirectObject({ method, url, status, location, wire }: Redirect) {
  return { method, url, status, location, sent: base64(wire?.sent ?? none), bytes: base64(wire?.received ?? none) };
}

function responseObject(message: Message) {
  const { statusLine, status, reason, fields, trailers, framing, truncated, problems, body, content } = message;
  const coding = content.kind === "identity" ? [] : content.codings;
  return {
    statusLine,
    status,
    reason,
    fields,
    informational: message.informational.map(informationalObject),
    trailers,
    framing,
    problems,
    truncated,
    contentCoding: coding,
    body: base64(body),
  };
}

function informationalObject({ statusLine, status, reason, fields }: Informational) {
  return { statusLine, status, reason, fields };
}

function findingObjects(shown: CheckedFile | undefined) {
  return (shown?.findings ?? []).map(({ severity, code, message }) => ({ severity, code, message }));
}

function tlsObject({ version, cipher, verified, verifyError }: TlsInfo) {
  return { version, cipher, verified, verifyError };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}
