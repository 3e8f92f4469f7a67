import assert from "node:assert/strict";
import type { ServedRequest, UpstreamResponse } from "../../server/src/protocol/served.ts";
import { analyze, messagesOf } from "../../server/src/service/languageService.ts";
import { fieldOf } from "./mock.ts";
import { sentOf } from "./outgoing.ts";

/** A request of bytes: its head, an empty line, its body. */
export function servedFrom(bytes: Buffer): ServedRequest {
  const end = bytes.indexOf("\r\n\r\n");
  const [first = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const [method = "", target = ""] = first.split(" ");
  return { method, target, fields: lines.map(fieldOf), body: new Uint8Array(bytes.subarray(end + 4)) };
}

/** A request as text, with one UTF-16 unit for each byte. Values of headers follow a colon and a blank. */
export function bytesOfRequest({ method, target, fields, body }: ServedRequest): string {
  const head = [`${method} ${target} HTTP/1.1`, ...fields.map(({ name, value }) => `${name}: ${value}`), "", ""];
  return head.join("\r\n") + Buffer.from(body).toString("latin1");
}

export function sentBytes(text: string): string {
  const analysis = analyze(text, { rules: {}, mixedLineEnds: true });
  const [request, ...others] = messagesOf(analysis);
  assert.ok(request && others.length === 0, text);
  const sent = sentOf(analysis, request);
  assert.ok(!("problems" in sent), text);
  const head = `${sent.typedRequestLine}\r\n${sent.head}\r\n`;
  return Buffer.from(head).toString("latin1") + Buffer.from(sent.body).toString("latin1");
}

export function upstream(body: string): UpstreamResponse {
  const fields = [{ name: "Content-Type", value: "text/xml; charset=utf-8" }];
  return { status: 200, reason: "OK", fields, body: new TextEncoder().encode(body) };
}
