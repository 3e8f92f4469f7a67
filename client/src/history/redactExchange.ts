import type { OutgoingMessage } from "../../../server/src/protocol.ts";
import { fromBase64, toBase64 } from "../base64.ts";
import type { Exchange } from "../response/exchange.ts";
import type { BrokenContent, Failure, Field, Message, SendResult } from "../transport/result.ts";
import { takeOut } from "./knownSecrets.ts";
import { bodyText, storedBytes } from "./redactBody.ts";
import { redactField, redactHead } from "./redactHead.ts";
import { type RedactedText, redactText } from "./redactText.ts";

/** What of a request is in a redacted exchange: all of it, or what is missing. */
export type RequestKept = "whole" | "redacted" | "cut" | "without-body";

export interface RedactedExchange {
  /** Without the bytes on the connection, earlier hops, surplus bytes and what was said about the request. */
  readonly exchange: Exchange;
  readonly request: RequestKept;
}

/** How much of a header section, or of another text, is kept, in UTF-16 units. */
const storedText = 64 * 1024;
const none = new Uint8Array();

/**
 * An exchange as it may be written to a disk. `secrets`: values that are secret wherever they stand and however short they
 * are (of variables). What is found to be secret in one place is taken out of all others: a service may repeat it. Its
 * memory and time are bounded by how much is kept.
 */
export function redactExchange(
  exchange: Exchange,
  secrets: readonly string[] = exchange.message.secrets,
): RedactedExchange {
  // The first pass finds what the second one looks for everywhere.
  const finding = new Redaction((text) => text);
  redact(exchange, finding);
  return redact(exchange, new Redaction(takeOut(secrets, finding.secrets)));
}

function redact({ id, from, label, at, message, result }: Exchange, redaction: Redaction): RedactedExchange {
  const request = redactRequest(message, redaction);
  const exchange = { id, from, label: redaction.text(label), at, message: request.message, result: none };
  return { exchange: { ...exchange, result: redactResult(result, redaction) }, request: request.kept };
}

function redactRequest(
  message: OutgoingMessage,
  redaction: Redaction,
): { readonly message: OutgoingMessage; readonly kept: RequestKept } {
  const { request, fields, scheme, port, method, emptyLine, soapVersion, timeout, redirects } = message;
  const body = redaction.body(fromBase64(message.body), fields, hasCoding(fields));
  const head = redaction.head(message.head);
  const requestLine = redaction.text(message.requestLine);
  const host = redaction.text(message.host);
  const same = head === message.head && requestLine === message.requestLine && host === message.host && !body.changed;
  return {
    // Field by field: what a message may hold besides these is not to be stored before somebody has thought of it.
    message: {
      ...{ scheme, host, port, method, emptyLine, soapVersion, timeout, redirects, requestLine, head },
      request: redactSummary(request, redaction),
      target: redaction.text(message.target),
      absoluteRequestLine: redaction.text(message.absoluteRequestLine),
      fields: redaction.fields(fields),
      body: toBase64(body.bytes),
      charset: redaction.text(message.charset),
      note: undefined,
      changes: [],
      errors: [],
      secrets: [],
    },
    kept: body.kept === "whole" ? (same ? "whole" : "redacted") : body.kept,
  };
}

function redactSummary(
  { range, line, name, title, method, target, address, errors }: OutgoingMessage["request"],
  redaction: Redaction,
): OutgoingMessage["request"] {
  const text = (one: string | undefined) => (one === undefined ? undefined : redaction.text(one));
  return {
    ...{ range, line, method, errors },
    name: text(name),
    title: text(title),
    target: redaction.text(target),
    address: address === undefined ? undefined : { ...address, host: redaction.text(address.host) },
  };
}

function redactResult(result: SendResult, redaction: Redaction): SendResult {
  const shared = {
    url: redaction.text(result.url),
    method: result.method,
    timings: result.timings,
    remote: result.remote,
    tls: result.tls,
    wire: undefined,
    redirects: [],
    changes: [],
    known: result.known,
  };
  if (result.kind === "response") {
    const settled = Promise.resolve({ surplus: none, received: undefined, closed: true });
    return { ...redactMessage(result, redaction), ...shared, kind: "response", surplus: none, settled };
  }
  const facts = Object.entries(result).filter(([name]) => !(name in shared) && name !== "partial");
  const cleaned = Object.fromEntries(facts.map(([name, value]) => [name, redactFact(name, value, redaction)]));
  const partial = result.partial === undefined ? undefined : redactMessage(result.partial, redaction);
  return { ...cleaned, ...shared, partial } as unknown as Failure;
}

/** Words that are compared, not shown. */
const structural = new Set(["kind", "reason", "how", "stage", "code", "what", "probe"]);

function redactFact(name: string, value: unknown, redaction: Redaction): unknown {
  if (typeof value === "string") return structural.has(name) ? value : redaction.text(value);
  if (value instanceof Uint8Array) return redaction.body(value, [], false).bytes;
  if (Array.isArray(value)) return value.map((one) => redactFact(name, one, redaction));
  if (typeof value !== "object" || value === null) return value;
  if (isMessage(value)) return redactMessage(value, redaction);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, redactFact(key, one, redaction)]));
}

function isMessage(value: object): value is Message {
  return "statusLine" in value && "fields" in value && "body" in value;
}

function redactMessage(message: Message, redaction: Redaction): Message {
  const { status, content, framing, truncated, problems } = message;
  const encoded = content.kind === "unsupported" || (content.kind === "broken" && !isReadable(content));
  const head = bodyText(message.head, []);
  return {
    statusLine: redaction.text(message.statusLine),
    version: message.version,
    status,
    reason: redaction.text(message.reason),
    fields: redaction.fields(message.fields),
    head: head === undefined ? none : head.toBytes(redaction.head(head.text)),
    rawBody: undefined,
    body: redaction.body(message.body, message.fields, encoded).bytes,
    content,
    framing,
    contentLengths: message.contentLengths.map((value) => redaction.text(value)),
    informational: [],
    trailers: redaction.fields(message.trailers),
    truncated,
    problems,
  };
}

/** It was never coded, or holds what could be decoded. */
function isReadable({ how, decodedBytes }: BrokenContent): boolean {
  return how === "not-coded" || decodedBytes > 0;
}

function hasCoding(fields: readonly Field[]): boolean {
  return fields.some(
    ({ name, value }) => /^content-encoding$/i.test(name.trim()) && !/^\s*(identity\s*)?$/i.test(value),
  );
}

interface RedactedBody {
  readonly bytes: Uint8Array;
  readonly changed: boolean;
  readonly kept: "whole" | "cut" | "without-body";
}

class Redaction {
  readonly secrets = new Set<string>();
  readonly #takeOut: (text: string) => string;

  constructor(takeOut: (text: string) => string) {
    this.#takeOut = takeOut;
  }

  text(text: string): string {
    return this.#done(redactText(text.slice(0, storedText)));
  }

  head(head: string): string {
    return this.#done(redactHead(head.slice(0, storedText)));
  }

  fields(fields: readonly Field[]): readonly Field[] {
    return fields.map((one) => {
      const { field, secrets } = redactField(one);
      return { name: this.text(field.name), value: this.#done({ text: field.value, secrets }) };
    });
  }

  body(bytes: Uint8Array, fields: readonly Field[], encoded: boolean): RedactedBody {
    const body = bodyText(bytes, fields, encoded);
    if (body === undefined) return { bytes: none, changed: bytes.length > 0, kept: "without-body" };
    const text = this.#done(redactText(body.text));
    const stored = body.toBytes(text).slice(0, storedBytes);
    return { bytes: stored, changed: text !== body.text, kept: body.cut ? "cut" : "whole" };
  }

  #done({ text, secrets }: RedactedText): string {
    for (const secret of secrets) this.secrets.add(secret);
    return this.#takeOut(text);
  }
}
