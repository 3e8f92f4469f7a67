import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { PresentParams, ResponseFacts } from "../../../server/src/protocol/protocol.ts";

/*
 * Responses of real services (test/fixtures/responses, byte for byte) without their framing, which the tests of the
 * transport cover.
 */

type Request = ResponseFacts["request"];

/** The final response of a captured exchange to `request`. */
export function captured(name: string, request: Request = { method: "POST", soapVersion: "1.1" }): PresentParams {
  let bytes = readFileSync(join("test", "fixtures", "responses", `${name}.http`));
  while (bytes.toString("latin1").startsWith("HTTP/1.1 1")) bytes = bytes.subarray(bytes.indexOf("\r\n\r\n") + 4);
  const bodyStart = bytes.indexOf("\r\n\r\n") + 4;
  const head = bytes.toString("latin1", 0, bodyStart);
  const sent = bytes.subarray(bodyStart);
  const declared = /^content-length: *(\d+)/im.exec(head)?.[1];
  const isChunked = /^transfer-encoding: *chunked/im.test(head);
  const raw = isChunked ? joinChunks(sent) : sent.subarray(0, declared === undefined ? sent.length : Number(declared));
  const body = /^content-encoding: *gzip/im.test(head) ? gunzipSync(raw) : raw;
  return received(head, body, {
    request,
    framing: isChunked ? "chunked" : declared === undefined ? "close" : "content-length",
    bodyBytes: raw.length,
    declaredBytes: declared === undefined ? undefined : Number(declared),
    surplusBytes: isChunked || declared === undefined ? 0 : sent.length - raw.length,
  });
}

/** A response with a head (line endings CRLF or LF) and a body, as the client sends it to the server. */
export function received(head: string, body: string | Uint8Array, facts: Partial<ResponseFacts> = {}): PresentParams {
  const bytes = Buffer.from(body);
  return {
    uri: "soaphttp-response:/1/test",
    head: Buffer.from(head, "latin1").toString("base64"),
    body: bytes.toString("base64"),
    facts: {
      request: { method: "POST", soapVersion: "1.2" },
      framing: "content-length",
      bodyBytes: bytes.length,
      declaredBytes: bytes.length,
      surplusBytes: 0,
      truncated: false,
      contentCoding: undefined,
      leftOut: 0,
      headersComplete: true,
      ...facts,
    },
    format: true,
  };
}

function joinChunks(sent: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = sent.indexOf("\r\n", at);
    const size = Number.parseInt(sent.toString("latin1", at, lineEnd), 16);
    if (!(size > 0)) {
      if (size === 0) return Buffer.concat(chunks);
      throw new Error(`no chunk size at ${at}`);
    }
    chunks.push(sent.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}
