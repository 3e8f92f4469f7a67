import { fromBase64, toBase64 } from "../base64.ts";
import { isDamaged } from "../response/content.ts";
import { answerOf, type Exchange } from "../response/exchange.ts";
import type { RedactedExchange, RequestKept } from "./redactExchange.ts";

/** What a list shows of an exchange. */
export interface Entry {
  readonly id: string;
  readonly label: string;
  /** As `Date.now()` gives it. */
  readonly at: number;
  /** The document of the request, as `Uri.toString()` gives it, and its request line, zero-based. */
  readonly from: string;
  readonly line: number;
  readonly method: string;
  readonly url: string;
  readonly kind: Exchange["result"]["kind"];
  /** `200 OK`; undefined where no head of a response came. */
  readonly status: string | undefined;
  readonly code: number | undefined;
  /** The body's content coding could not be undone. Undefined in what an earlier version has stored. */
  readonly damaged?: boolean;
  /** Milliseconds. */
  readonly total: number;
  readonly request: RequestKept;
}

/** An exchange as it is kept in a file, and how it is listed. */
export interface Stored {
  readonly entry: Entry;
  readonly exchange: Exchange;
}

/** Of the file's form: one of another version is not read. */
const version = 1;

/** Of a redacted exchange. */
export function storedOf({ exchange, request }: RedactedExchange): Stored {
  const { id, label, at, from, message, result } = exchange;
  const answer = answerOf(result);
  const entry: Entry = {
    id,
    label,
    at,
    from,
    line: message.request.line.start.line,
    method: result.method,
    url: result.url,
    kind: result.kind,
    status: answer === undefined || answer.status === 0 ? undefined : `${answer.status} ${answer.reason}`.trim(),
    code: answer?.status,
    damaged: isDamaged(result),
    total: result.timings.total,
    request,
  };
  return { entry, exchange };
}

/** The bytes of its file. */
export function writeStored(stored: Stored): Uint8Array {
  return new TextEncoder().encode(
    JSON.stringify({ version, ...stored }, (_key, value: unknown) =>
      value instanceof Uint8Array ? { base64: toBase64(value) } : value instanceof Promise ? undefined : value,
    ),
  );
}

/** Undefined where the bytes are no such file: of another version, cut off, or changed by somebody. */
export function readStored(bytes: Uint8Array): Stored | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes), revive);
    if (!isStored(value)) return undefined;
    const { entry, exchange } = value;
    const { result } = exchange;
    if (result.kind !== "response") return { entry, exchange };
    const surplus = new Uint8Array();
    const settled = Promise.resolve({ surplus, received: undefined, closed: true });
    return { entry, exchange: { ...exchange, result: { ...result, surplus, settled } } };
  } catch {
    return undefined;
  }
}

function revive(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { base64, ...others } = value as { readonly base64?: unknown };
  return typeof base64 === "string" && Object.keys(others).length === 0 ? fromBase64(base64) : value;
}

function isStored(value: unknown): value is Stored & { readonly version: 1 } {
  if (!has(value, { version: "number", entry: "object", exchange: "object" }) || value["version"] !== version) {
    return false;
  }
  const { entry, exchange } = value;
  if (!has(entry, { id: "string", label: "string", at: "number", from: "string", url: "string", kind: "string" })) {
    return false;
  }
  if (!has(exchange, { id: "string", from: "string", label: "string", message: "object", result: "object" }))
    return false;
  const { message, result } = exchange;
  if (!has(message, { host: "string", head: "string", body: "string", requestLine: "string", request: "object" })) {
    return false;
  }
  if (!has(result, { kind: "string", url: "string", timings: "object", redirects: "object", changes: "object" })) {
    return false;
  }
  const answer = result["kind"] === "response" ? result : result["partial"];
  return answer === undefined || (has(answer, { statusLine: "string", fields: "object" }) && isBytes(answer["body"]));
}

function has(value: unknown, types: Readonly<Record<string, string>>): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const parts = value as Readonly<Record<string, unknown>>;
  return Object.entries(types).every(([name, type]) => typeof parts[name] === type && parts[name] !== null);
}

function isBytes(value: unknown): boolean {
  return value instanceof Uint8Array;
}
