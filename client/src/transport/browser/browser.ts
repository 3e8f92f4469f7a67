import { defaultMaxBytes } from "../../../../server/src/text/limits.ts";
import { GrowingBytes } from "../bytes.ts";
import { urlOf } from "../redirect.ts";
import { listTokens, valuesOfField } from "../responseHead.ts";
import type { ExchangeFacts, FailureFacts, HiddenFact, ResponseMessage, SendResult } from "../result.ts";
import {
  type Capabilities,
  longestTimer,
  type SendOptions,
  type Transport,
  type TransportRequest,
  timeToComplete,
} from "../transport.ts";
import { type BrowserWorld, whyFetchFailed } from "./cors.ts";
import { fetchArguments, secretParts } from "./fetchRequest.ts";

const capabilities: Capabilities = {
  seesWire: false,
  bodyOnGet: false,
  plainHttp: "loopback",
  seesRedirects: false,
};

/** Sends through fetch: the body is exact, but the browser changes headers (see the server's `http/fetch.ts`). */
export function browserTransport(world: BrowserWorld = thisWorld()): Transport {
  return { capabilities, origin: world.origin, send: (request, options) => send(world, request, options) };
}

function thisWorld(): BrowserWorld {
  const { origin } = globalThis;
  return { fetch: (...args) => globalThis.fetch(...args), origin };
}

async function send(world: BrowserWorld, typed: TransportRequest, options: SendOptions): Promise<SendResult> {
  const sending = new Sending(typed, options);
  const prepared = fetchArguments(typed, options.redirects);
  if (prepared.kind !== "prepared") return sending.fail(prepared);
  sending.changes = prepared.changes;
  sending.watch();
  try {
    options.onProgress?.({ stage: "response", sentBytes: 0, receivedBytes: 0 });
    const response = await world.fetch(prepared.url, { ...prepared.init, signal: sending.abort.signal });
    return await sending.receive(response);
  } catch (error) {
    const stopped = sending.stopped();
    if (stopped !== undefined) return sending.fail(stopped);
    sending.release();
    return sending.fail(await whyFetchFailed(world, prepared.url, prepared.kept, describe(error), options.signal));
  } finally {
    sending.release();
  }
}

const alwaysHidden: readonly HiddenFact[] = [
  "statusLine",
  "fieldOrder",
  "framing",
  "rawBody",
  "informational",
  "trailers",
  "surplus",
  "connection",
  "wire",
];

const nothing = new Uint8Array(0);

class Sending {
  readonly abort = new AbortController();
  changes: ExchangeFacts["changes"] = [];
  readonly #request: TransportRequest;
  readonly #options: SendOptions;
  readonly #start = performance.now();
  #firstByteAt: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #timedOut: "no" | "silent" | "whole" = "no";
  #url: string;
  #hidden: readonly HiddenFact[] = alwaysHidden;
  #partial: ResponseMessage | undefined;

  constructor(request: TransportRequest, options: SendOptions) {
    this.#request = request;
    this.#options = options;
    this.#url = urlOf(request);
  }

  watch(): void {
    this.#options.signal.addEventListener("abort", this.#cancel, { once: true });
    if (this.#options.signal.aborted) this.#cancel();
    this.#arm();
  }

  release(): void {
    clearTimeout(this.#timer);
    this.#options.signal.removeEventListener("abort", this.#cancel);
  }

  /** Returns why the transport itself ended the exchange, if it did. */
  stopped(): FailureFacts | undefined {
    const stage = this.#firstByteAt === undefined ? "response" : "body";
    if (this.#options.signal.aborted) return { kind: "cancelled", stage };
    if (this.#timedOut === "no") return undefined;
    const whole = this.#timedOut === "whole";
    const limit = whole ? this.#wholeLimit : this.#options.timeout;
    const bodyLength = this.#request.body.length;
    // The browser writes Content-Length itself, so that the service never waits for more.
    return { kind: "timeout", stage, limit, whole, declaredLength: undefined, bodyLength, sentAll: true };
  }

  fail(facts: FailureFacts): SendResult {
    return { ...this.#exchange(), ...facts, partial: this.#partial };
  }

  async receive(response: Response): Promise<SendResult> {
    this.#firstByteAt = performance.now();
    if (response.type === "opaqueredirect")
      return this.fail({ kind: "redirect-hidden", ...secretParts(this.#request) });
    this.#url = response.url === "" ? this.#url : response.url;
    this.#hidden = [
      ...alwaysHidden,
      ...(response.type === "cors" ? (["unexposedFields"] as const) : []),
      ...(response.redirected ? (["redirects"] as const) : []),
    ];
    const body = new GrowingBytes();
    const ended = await this.#readBody(response, body);
    const message = messageOf(response, body.view(), ended !== "complete");
    if (ended === "complete") {
      const settled = Promise.resolve({ surplus: nothing, received: undefined, closed: false });
      return { kind: "response", ...this.#exchange(), ...message, surplus: nothing, settled };
    }
    this.#partial = message;
    if (ended === "too-large") return this.fail({ kind: "too-large", limit: this.#limit, what: "decoded" });
    const expected = expectedLength(message);
    return this.fail(this.stopped() ?? { kind: "truncated", stage: "body", how: "reset", expected, got: body.length });
  }

  get #limit(): number {
    return this.#options.maxBytes ?? defaultMaxBytes;
  }

  get #wholeLimit(): number {
    return this.#options.timeToComplete ?? timeToComplete(this.#options.timeout);
  }

  readonly #cancel = () => this.abort.abort();

  #arm(): void {
    clearTimeout(this.#timer);
    const left =
      this.#firstByteAt === undefined ? longestTimer : this.#firstByteAt + this.#wholeLimit - performance.now();
    const silence = Math.min(this.#options.timeout, longestTimer);
    const expire = () => {
      this.#timedOut = left < silence ? "whole" : "silent";
      this.abort.abort();
    };
    this.#timer = setTimeout(expire, Math.max(0, Math.min(silence, left)));
  }

  async #readBody(response: Response, body: GrowingBytes): Promise<"complete" | "too-large" | "broken"> {
    const reader = response.body?.getReader();
    if (reader === undefined) return "complete";
    try {
      for (;;) {
        this.#arm();
        const { done, value } = await reader.read();
        if (done) return "complete";
        const room = this.#limit - body.length;
        body.append(value.subarray(0, room));
        this.#options.onProgress?.({ stage: "body", sentBytes: 0, receivedBytes: body.length });
        if (value.length > room) {
          this.abort.abort();
          return "too-large";
        }
      }
    } catch {
      return "broken";
    }
  }

  #exchange(): ExchangeFacts {
    const now = performance.now();
    const first = this.#firstByteAt;
    return {
      url: this.#url,
      method: this.#request.method,
      timings: {
        dns: undefined,
        tcp: undefined,
        tls: undefined,
        firstByte: first === undefined ? undefined : first - this.#start,
        download: first === undefined ? undefined : now - first,
        total: now - this.#start,
      },
      remote: undefined,
      tls: undefined,
      wire: undefined,
      redirects: [],
      changes: this.changes,
      known: { hidden: this.#hidden },
    };
  }
}

function messageOf(response: Response, body: Uint8Array, truncated: boolean): ResponseMessage {
  const { status, statusText: reason } = response;
  const fields = Array.from(response.headers, ([name, value]) => ({ name, value }));
  const codings = listTokens(fields, "content-encoding").filter((coding) => coding !== "identity");
  return {
    statusLine: `HTTP/1.1 ${status} ${reason}`.trimEnd(),
    version: "",
    status,
    reason,
    fields,
    head: nothing,
    rawBody: undefined,
    body,
    content: codings.length > 0 ? { kind: "decoded", codings } : { kind: "identity" },
    framing: "hidden",
    contentLengths: valuesOfField(fields, "content-length"),
    informational: [],
    trailers: [],
    truncated,
    problems: [],
  };
}

/** Undefined for a coded body, because Content-Length counts the coded bytes. */
function expectedLength({ content, contentLengths }: ResponseMessage): number | undefined {
  const [typed = ""] = contentLengths;
  return content.kind === "identity" && /^\d{1,15}$/.test(typed) ? Number(typed) : undefined;
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
