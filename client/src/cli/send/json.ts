import { presentEncryption, presentSignature } from "../../../../server/src/service/languageService.ts";
import { changeText } from "../../core/exchange/details.ts";
import { responseOf } from "../../core/exchange/exchange.ts";
import { explain } from "../../core/failures/failures.ts";
import { roundedMilliseconds } from "../../core/text/quantities.ts";
import type { AuthenticationStep, Failure, Redirect, ResponseMessage, SendResult } from "../../transport/result.ts";
import { jsonText } from "../terminalText.ts";
import type { Exchanged } from "./exchanged.ts";
import type { PreparedRequest } from "./prepared.ts";
import { unfollowedLines } from "./text.ts";

/** Returns an element of the array that `--format json` writes. Bytes are Base64, times are milliseconds. */
export function exchangeObject(exchanged: Exchanged): object {
  const { sent, at, result, settled, shown, fault, verification } = exchanged;
  const response = responseOf(result);
  const { tls } = result;
  const received = base64(settled?.received ?? result.wire?.received);
  return {
    file: sent.file,
    line: sent.line,
    name: sent.request.name ?? null,
    request: requestObject(sent, result),
    redirects: result.redirects.map(redirectObject),
    authentication: (result.authentication ?? []).map(authenticationObject),
    sent: base64(result.wire?.sent),
    unsent: result.wire?.unsent ?? 0,
    response:
      response === undefined
        ? null
        : {
            url: result.url,
            ...responseObject(response),
            fault: fault ?? null,
            signatures: verification.signatures.map(presentSignature),
            encrypted: (verification.encrypted ?? []).map(presentEncryption),
            bytes: received,
            surplus: base64(settled?.surplus),
            unfollowed: result.kind === "response" ? (unfollowedLines(sent, result).map(sent.redact)[0] ?? null) : null,
            findings: (shown?.findings ?? []).map(({ severity, code, message }) => ({ severity, code, message })),
          },
    failure: result.kind === "response" ? null : { ...failureObject(sent, result), received },
    times: { sentAt: at.toISOString(), ...timesOf(result) },
    address: result.remote ?? null,
    ...(result.proxy === undefined ? {} : { proxy: result.proxy }),
    tls: tls
      ? { version: tls.version, cipher: tls.cipher, verified: tls.verified, verifyError: tls.verifyError }
      : null,
  };
}

function timesOf({ timings }: SendResult) {
  return Object.fromEntries(
    Object.entries(timings).map(([name, time]) => [name, time === undefined ? undefined : roundedMilliseconds(time)]),
  );
}

/** Writes a value as JSON in pieces: Base64 may be as long as a string can be, so that two of them don't fit into one. */
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

/** Returns the request as typed. `changes` lists what a proxy or a redirect changed, without secrets. */
function requestObject({ outgoing, changes, redact }: PreparedRequest, result: SendResult) {
  const { method, requestLine, head, emptyLine, fields, body } = outgoing;
  return {
    method,
    url: result.redirects[0]?.url ?? result.url,
    fields,
    bytes: base64(Buffer.concat([Buffer.from(`${requestLine}\r\n${head}${emptyLine ? "\r\n" : ""}`), body])),
    body: base64(body),
    changes: [...changes, ...result.changes.map(changeText)].map(redact),
  };
}

function failureObject({ redact }: PreparedRequest, failure: Failure) {
  const { title, cause, remedies } = explain(failure, "cli");
  return { kind: failure.kind, title: redact(title), cause: redact(cause), remedies: remedies.map(redact) };
}

function redirectObject({ method, url, status, location, wire }: Redirect) {
  return { method, url, status, location, sent: base64(wire?.sent), bytes: base64(wire?.received) };
}

function authenticationObject({ scheme, status, wire }: AuthenticationStep) {
  return { scheme, status, sent: base64(wire?.sent), bytes: base64(wire?.received) };
}

function responseObject(message: ResponseMessage) {
  const { statusLine, status, reason, fields, trailers, framing, truncated, problems, body, content } = message;
  const informational = message.informational.map(({ head: _, ...one }) => one);
  const contentCoding = content.kind === "identity" ? [] : content.codings;
  return {
    statusLine,
    status,
    reason,
    fields,
    informational,
    trailers,
    framing,
    problems,
    truncated,
    contentCoding,
    body: base64(body),
  };
}

function base64(bytes: Uint8Array = new Uint8Array(0)): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}
