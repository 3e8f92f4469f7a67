import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CookieJar } from "../../core/run/cookies.ts";
import { type Received, receivedOf } from "../../core/run/received.ts";
import { decodeHeadText, FieldCollector, parseStatusLine } from "../../transport/head.ts";
import type { Transport } from "../../transport/transport.ts";
import { createFolder } from "../newFolder.ts";
import type { Credentials } from "../send/credentials.ts";
import type { PreparedRequest } from "../send/prepared.ts";
import { sendOptions } from "../send/sendOptions.ts";
import type { SendingOptions } from "../send/usage.ts";
import { systemErrorText } from "../systemError.ts";

/**
 * Exchanges a request for a response, and keeps its cookies. `key`: the file, the request and the number of the exchange.
 * Never rejects.
 */
export type Wire = (
  request: PreparedRequest,
  key: readonly string[],
  signal: AbortSignal,
  cookies: CookieJar,
) => Promise<Received>;

export function sendingWire(transport: Transport, options: SendingOptions, credentials: Credentials): Wire {
  return async (request, _, signal, cookies) => {
    const result = await transport.send(request.outgoing, sendOptions(request, options, credentials, signal));
    cookies.keep(result, Date.now());
    return receivedOf(result, "cli");
  };
}

/**
 * Also writes each request and its response to files in a folder, as they were sent and received. A body with a coding is
 * also written without it. Throws an error of the system.
 */
export function recordingWire(wire: Wire, folder: string): Wire {
  return async (request, key, signal, cookies) => {
    const received = await wire(request, key, signal, cookies);
    if (received.kind === "cancelled") return received;
    const path = join(folder, ...fileNames(key));
    createFolder(dirname(path));
    const { requestLine, head, emptyLine, body } = request.outgoing;
    const requestHead = Buffer.from(`${requestLine}\r\n${head}${emptyLine ? "\r\n" : ""}`);
    writeFileSync(`${path}.request`, Buffer.concat([requestHead, body]));
    writeFileSync(`${path}.response`, received.kind === "response" ? bytesOf(received) : "");
    writeFileSync(`${path}.json`, `${JSON.stringify(recordedFacts(received, `${path}.body`))}\n`);
    return received;
  };
}

function bytesOf({ bytes, head, body }: Extract<Received, { readonly kind: "response" }>): Buffer {
  return Buffer.from(bytes ?? Buffer.concat([head, body]));
}

/** What a replay must know besides the bytes. */
function recordedFacts(received: Exclude<Received, { readonly kind: "cancelled" }>, bodyFile: string) {
  if (received.kind === "failed") return { failure: received.why };
  const { head, body, total } = received;
  const all = bytesOf(received);
  const start = Math.max(all.indexOf(head), 0);
  const end = start + head.length;
  const decoded = !all.subarray(end).equals(body);
  if (decoded) writeFileSync(bodyFile, body);
  return { total, start, end, decoded };
}

/** Reads the responses from a folder that was recorded, and sends nothing. */
export function replayingWire(folder: string): Wire {
  return async (_, key) => {
    const path = join(folder, ...fileNames(key));
    try {
      const facts: unknown = JSON.parse(readFileSync(`${path}.json`, "utf8"));
      const { total, start, end, decoded, failure } = facts as Partial<Record<string, unknown>>;
      if (typeof failure === "string") return { kind: "failed", why: failure };
      const bytes = readFileSync(`${path}.response`);
      const head = bytes.subarray(Number(start) || 0, Number(end) || 0);
      const body = decoded === true ? readFileSync(`${path}.body`) : bytes.subarray(Number(end) || 0);
      return recorded(bytes, head, body, Number(total) || 0);
    } catch (error) {
      if (error instanceof SyntaxError) return { kind: "failed", why: `${path}.json isn't valid JSON.` };
      const why = systemErrorText(error);
      if (why === undefined) throw error;
      return { kind: "failed", why: `No response was recorded for this request. ${why}` };
    }
  };
}

function recorded(bytes: Uint8Array, head: Uint8Array, body: Uint8Array, total: number): Received {
  const [first = "", ...lines] = decodeHeadText(head).split(/\r?\n/);
  const status = parseStatusLine(first);
  if (!status) return { kind: "failed", why: "The recorded response has no status line." };
  const collector = new FieldCollector();
  for (const line of lines) if (line !== "") collector.add(line);
  const { status: code, reason } = status;
  return { kind: "response", status: code, reason, fields: collector.fields(), head, body, bytes, total };
}

/** File names that every system accepts. The names of two keys differ. */
function fileNames(key: readonly string[]): readonly string[] {
  return key.map((part) => {
    const plain = part.replace(/[^\w.-]+/g, "_").replace(/^\.+/, "_");
    if (plain === part && part.length <= 100) return part;
    return `${plain.slice(-80)}-${createHash("sha256").update(part).digest("hex").slice(0, 8)}`;
  });
}
