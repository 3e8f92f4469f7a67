import { createHash } from "node:crypto";
import { join } from "node:path";
import { readFileAtSync } from "../../../../server/src/node/openFile.ts";
import { commandLineMaxBytes } from "../../../../server/src/text/limits.ts";
import { redacted, withoutNamedSecrets } from "../../../../server/src/text/redaction.ts";
import { redactor } from "../../../../server/src/text/redactor.ts";
import { isSecretHeader } from "../../../../server/src/text/secretNames.ts";
import { type WritePlace, writeFile } from "../../core/node/writeFile.ts";
import type { Received, ReceivedResponse } from "../../core/run/received.ts";
import { redactionOf } from "../../export/har/redaction.ts";
import { decodeHeadText, FieldCollector, parseStatusLine } from "../../transport/responseHead.ts";
import type { Console } from "../console.ts";
import { whyNotWritten } from "../namedFiles.ts";
import type { PreparedRequest } from "../send/prepared.ts";
import { systemErrorText } from "../systemError.ts";
import type { ExchangeOnWire } from "./wire.ts";

/**
 * Also writes each request and its response to files in a folder, which only the user can read: as they were sent and
 * received, but without secrets. A body with a coding is also written without it.
 * @param secrets whether secrets are written, too
 */
export function recordingWire(
  wire: ExchangeOnWire,
  folder: WritePlace,
  secrets: boolean,
  { cwd }: Console,
): ExchangeOnWire {
  return async (request, key, signal, cookies) => {
    const exchange = await wire(request, key, signal, cookies);
    const { sent, received } = exchange;
    if (received.kind === "cancelled") return exchange;
    const path = join(folder.path, ...fileNames(key));
    for (const [ending, content] of Object.entries(recordedFiles(sent, received, secrets))) {
      const writing = writeFile({ ...folder, path: `${path}.${ending}` }, content, { mode: 0o600 });
      const why = await whyNotWritten(writing, cwd);
      if (why !== undefined) return { sent, received: failed(`The exchange can't be recorded. ${why}`) };
    }
    return exchange;
  };
}

type Recorded = Exclude<Received, { readonly kind: "cancelled" }>;

function recordedFiles(
  sent: PreparedRequest,
  received: Recorded,
  secrets: boolean,
): Readonly<Record<string, Uint8Array | string>> {
  const { requestLine, head, emptyLine, body } = secrets ? sent.outgoing : requestWithoutSecrets(sent);
  const request = Buffer.concat([Buffer.from(`${requestLine}\r\n${head}${emptyLine ? "\r\n" : ""}`), body]);
  if (received.kind === "failed") {
    return { request, response: "", json: jsonOf({ failure: secrets ? received.why : sent.redact(received.why) }) };
  }
  const response = secrets ? received : responseWithoutSecrets(received, sent);
  const bytes = Buffer.from(response.bytes ?? Buffer.concat([response.head, response.body]));
  const start = Math.max(bytes.indexOf(response.head), 0);
  const end = start + response.head.length;
  const decoded = !bytes.subarray(end).equals(response.body);
  const json = jsonOf({
    received: new Date().toISOString(),
    total: response.total,
    connection: response.connection,
    start,
    end,
    decoded,
  });
  return { request, response: bytes, ...(decoded ? { body: response.body } : {}), json };
}

/** Returns the content of a file with the facts that a replay needs besides the bytes. */
function jsonOf(facts: object): string {
  return `${JSON.stringify(facts)}\n`;
}

/** Reads the responses from a folder that was recorded, and sends nothing. */
export function replayingWire(folder: string): ExchangeOnWire {
  return async (sent, key) => ({ sent, received: replayed(join(folder, ...fileNames(key)), folder) });
}

function replayed(path: string, folder: string): Received {
  const json = recordedFile(`${path}.json`, folder);
  if (typeof json === "string") return failed(json);
  const facts = factsIn(new TextDecoder().decode(json));
  if (facts === undefined) return failed(`${path}.json isn't valid JSON.`);
  const { received, total, connection, start, end, decoded, failure } = facts;
  if (typeof failure === "string") return failed(failure);
  const bytes = recordedFile(`${path}.response`, folder);
  if (typeof bytes === "string") return failed(bytes);
  const body = decoded === true ? recordedFile(`${path}.body`, folder) : bytes.subarray(Number(end) || 0);
  if (typeof body === "string") return failed(body);
  const head = bytes.subarray(Number(start) || 0, Number(end) || 0);
  const response = recorded(bytes, head, body, Number(total) || 0, connectionIn(connection));
  const at = new Date(String(received));
  return response.kind === "response" && !Number.isNaN(at.getTime()) ? { ...response, at } : response;
}

function failed(why: string): Received {
  return { kind: "failed", why };
}

/** The bytes of a file, or why there are none, as a sentence. */
function recordedFile(path: string, folder: string): Uint8Array | string {
  try {
    const place = { path, folders: [folder], elsewhere: false, limit: commandLineMaxBytes * 2 };
    const file = readFileAtSync(place);
    switch (file.kind) {
      case "bytes":
        return file.bytes;
      case "missing":
        return `No response was recorded for this request. ${path}: file not found.`;
      case "notFile":
      case "secrets":
        return `No response was recorded for this request. ${path} is not a file.`;
      case "outside":
        return `${path} is a symbolic link to a file outside of the folder ${folder}.`;
      case "tooLarge":
        return `${path} is larger than a response can be.`;
    }
  } catch (error) {
    const why = systemErrorText(error);
    if (why === undefined) throw error;
    return `No response was recorded for this request. ${why}`;
  }
}

/** Returns the JSON object in a text; undefined if the text is anything else. */
function factsIn(text: string): Partial<Record<string, unknown>> | undefined {
  try {
    const facts: unknown = JSON.parse(text);
    return typeof facts === "object" && facts !== null ? facts : undefined;
  } catch {
    return undefined;
  }
}

function connectionIn(value: unknown): ReceivedResponse["connection"] {
  if (typeof value !== "object" || value === null) return undefined;
  const { encrypted, expiresIn, redirects }: Partial<Record<string, unknown>> = value;
  const number = (one: unknown) => (typeof one === "number" ? one : undefined);
  return { encrypted: encrypted !== false, expiresIn: number(expiresIn), redirects: number(redirects) };
}

function recorded(
  bytes: Uint8Array,
  head: Uint8Array,
  body: Uint8Array,
  total: number,
  connection: ReceivedResponse["connection"],
): Received {
  const [first = "", ...lines] = decodeHeadText(head).split(/\r?\n/);
  const status = parseStatusLine(first);
  if (!status) return { kind: "failed", why: "The recorded response has no status line." };
  const collector = new FieldCollector();
  for (const line of lines) if (line !== "") collector.add(line);
  const { status: code, reason } = status;
  return { kind: "response", status: code, reason, fields: collector.fields(), head, body, bytes, total, connection };
}

/** Returns file names that every system accepts. Different keys have different names. */
function fileNames(key: readonly string[]): readonly string[] {
  return key.map((part) => {
    const plain = part.replace(/[^\w.-]+/g, "_").replace(/^\.+/, "_");
    if (plain === part && part.length <= 100) return part;
    return `${plain.slice(-80)}-${createHash("sha256").update(part).digest("hex").slice(0, 8)}`;
  });
}

/** Without known secrets, and without values that the name of a header, parameter or element makes secret. */
export function requestWithoutSecrets({
  outgoing,
  secrets,
}: PreparedRequest): Pick<PreparedRequest["outgoing"], "requestLine" | "head" | "emptyLine" | "body"> {
  const { url, text } = redactionOf({ request: outgoing, secrets, result: undefined });
  return {
    requestLine: text(outgoing.requestLine.replace(/(?<= )\S+/, url)),
    head: headWithoutSecrets(outgoing.head, text),
    emptyLine: outgoing.emptyLine,
    body: withText(outgoing.body, (body) => text(withoutNamedSecrets(body))) ?? outgoing.body,
  };
}

/**
 * The response without known secrets, and without the values of headers such as Set-Cookie. What the service itself has
 * sent in its body is kept: expectations compare it. A body with a secret is written without its coding.
 */
function responseWithoutSecrets(response: ReceivedResponse, { secrets, outgoing }: PreparedRequest): ReceivedResponse {
  const values = [...outgoing.fields, ...response.fields].filter(({ name }) => isSecretHeader(name));
  const text = redactor([...secrets, ...values.map(({ value }) => value)]);
  const head = Buffer.from(headWithoutSecrets(latin1(response.head), text), "latin1");
  const body = withText(response.body, text);
  if (body !== undefined || response.bytes === undefined) {
    return { ...response, head, body: body ?? response.body, bytes: undefined };
  }
  const all = Buffer.from(response.bytes);
  const start = Math.max(all.indexOf(response.head), 0);
  // 1xx responses come first.
  const before = Buffer.from(headWithoutSecrets(latin1(all.subarray(0, start)), text), "latin1");
  return { ...response, head, bytes: Buffer.concat([before, head, all.subarray(start + response.head.length)]) };
}

/** Redacts a header section. Only the value of a cookie is a secret, not its name and attributes. */
function headWithoutSecrets(head: string, text: (text: string) => string): string {
  return head.replace(
    /^([^:\r\n]*)(:[ \t]*)?((?:[^\r\n]|\r?\n[ \t])*)/gm,
    (line, name: string, colon = "", value = "") => {
      if (colon === "" || !isSecretHeader(name)) return text(line);
      const cookie = /^set-cookie2?$/i.test(name) ? /^([^=;]*=)[^;]*(;.*)?$/s.exec(value) : null;
      return cookie ? `${name}${colon}${cookie[1]}${redacted}${text(cookie[2] ?? "")}` : `${name}${colon}${redacted}`;
    },
  );
}

/** Undefined if the text doesn't change. Secrets are found in UTF-8, ISO-8859-1 and UTF-16. */
function withText(bytes: Uint8Array, change: (text: string) => string): Uint8Array | undefined {
  const text = latin1(bytes);
  const changed = change(text);
  if (changed !== text) return Buffer.from(changed, "latin1");
  for (const encoding of ["utf-16le", "utf-16be"]) {
    if (!bytes.includes(0)) break;
    const wide = new TextDecoder(encoding).decode(bytes);
    const narrow = change(wide);
    if (narrow !== wide) return Buffer.from(narrow);
  }
  return undefined;
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}
