import type { GivenValue, Receiving, RunRequest } from "../../../../server/src/protocol/protocol.ts";
import type { ServedRequest, ServedResponse } from "../../../../server/src/protocol/served.ts";
import { matchesName } from "../../../../server/src/text/paths.ts";
import { concatBytes } from "../../transport/bytes.ts";
import { valuesOfField } from "../../transport/responseHead.ts";
import type { ExchangeFacts, SendResult } from "../../transport/result.ts";
import type { TransportRequest } from "../../transport/transport.ts";
import { headBytes } from "../exchange/transportRequest.ts";
import { pause } from "./flow.ts";

/** Starts a service that listens. In a browser alone, there is none. */
export type Listen = (respond: (request: ServedRequest) => Promise<ServedResponse | undefined>) => Promise<{
  /** Host and port at which services reach it. */
  readonly host: string;
  close(): Promise<void>;
}>;

type ResponseBytes = Pick<TransportRequest, "requestLine" | "head" | "emptyLine" | "body">;

interface Expected<Message> {
  readonly id: number;
  readonly receiving: Receiving;
  render: () => Promise<Message>;
  /** Response to the first request that matches. */
  rendered: Promise<Message> | undefined;
  result: SendResult | undefined;
  /** Ends the wait; undefined if nothing waits yet. */
  came: (() => void) | undefined;
}

const mostNamed = 10;
/** Maximum length of a method and a path in a failure. */
const longestNamed = 200;

/** Receives the requests of `# @receive` during one run. Each gets the first response that waits for it. */
export class Listener<Message> {
  readonly #bytesOf: (message: Message) => ResponseBytes | undefined;
  /** The expected requests, in the order in which the run began to wait for them. */
  readonly #expected: Expected<Message>[] = [];
  /** The requests that got no response: nothing waited for them, or their response couldn't be sent. */
  readonly #others: string[] = [];
  readonly #closing = new AbortController();
  #running: Awaited<ReturnType<Listen>> | undefined;

  /** @param bytesOf returns the bytes of a response; undefined if it can't be sent */
  constructor(bytesOf: (message: Message) => ResponseBytes | undefined) {
    this.#bytesOf = bytesOf;
  }

  /** Begins to listen. Rejects with an error of the system. */
  async start(listen: Listen): Promise<void> {
    this.#running = await listen((request) => this.#respond(request));
  }

  /** Returns the host and the paths for callbacks as values of variables, named as in `callbackNames`. */
  values(all: readonly Receiving[]): ReadonlyMap<string, GivenValue> {
    const { host = "" } = this.#running ?? {};
    const [path = "", ...others] = new Set(all.map((one) => one.path));
    const values: [string, GivenValue][] = [["callback.host", { text: host, secret: false }]];
    if (others.length === 0 && !path.includes("*"))
      values.push(["callback.address", { text: `http://${host}${path}`, secret: false }]);
    return new Map(values);
  }

  /** Closes the listener, and ends all waits. */
  close(): Promise<void> {
    this.#closing.abort();
    return this.#running?.close() ?? Promise.resolve();
  }

  /** Allows a request from now on, and forgets one that arrived before. `render`: creates the response to it. */
  expect(id: number, receiving: Receiving, render: () => Promise<Message>): void {
    const before = this.#waitingFor(id);
    if (before?.came) return;
    if (before) this.#remove(before);
    this.#expected.push({ id, receiving, render, rendered: undefined, result: undefined, came: undefined });
  }

  #remove(expected: Expected<Message>): void {
    this.#expected.splice(this.#expected.indexOf(expected), 1);
  }

  /** Returns the response to a request that arrived before the run waited for it. */
  rendered(id: number): Promise<Message> | undefined {
    return this.#waitingFor(id)?.rendered;
  }

  /** Waits for a request. Resolves with it as if it were a response. */
  async receive(id: number, receiving: Receiving, message: Message, signal: AbortSignal): Promise<SendResult> {
    if (!this.#waitingFor(id)) this.expect(id, receiving, async () => message);
    const expected = this.#waitingFor(id);
    const begin = performance.now();
    const facts = (): ExchangeFacts => factsOf(receiving, this.#running?.host, performance.now() - begin);
    if (!expected) return { ...facts(), partial: undefined, kind: "cancelled", stage: "response" };
    const stop = new AbortController();
    const ended = AbortSignal.any([signal, this.#closing.signal]);
    const came = new Promise<void>((resolve) => {
      expected.came = resolve;
      if (expected.result) resolve();
    });
    if (!expected.rendered) expected.render = async () => message;
    await Promise.race([came, pause(receiving.within, AbortSignal.any([ended, stop.signal]))]);
    stop.abort();
    this.#remove(expected);
    if (expected.result) return expected.result;
    if (ended.aborted) return { ...facts(), partial: undefined, kind: "cancelled", stage: "response" };
    const { path, within } = receiving;
    return { ...facts(), partial: undefined, kind: "callback", path, within, arrived: [...this.#others] };
  }

  #waitingFor(id: number): Expected<Message> | undefined {
    return this.#expected.find((one) => one.id === id);
  }

  async #respond(request: ServedRequest): Promise<ServedResponse | undefined> {
    const begin = performance.now();
    const path = request.target.split(/[?#]/, 1)[0] ?? "";
    // A web page can send requests to this machine without a question.
    const isOfPage = valuesOfField(request.fields, "origin").length > 0;
    const fitting = this.#expected.find(
      ({ receiving, rendered }) =>
        !isOfPage && !rendered && receiving.method === request.method && matchesName(receiving.path, path),
    );
    if (!fitting) return this.#refuse(`${request.method} ${path}`);
    fitting.rendered = fitting.render();
    const message = this.#bytesOf(await fitting.rendered);
    if (!message) {
      // The request wasn't answered, so another one may arrive.
      fitting.rendered = undefined;
      return this.#refuse(`${request.method} ${path}`);
    }
    const bytes = concatBytes([headBytes(message), message.body]);
    fitting.result = resultOf(fitting.receiving, request, this.#running?.host, bytes, performance.now() - begin);
    fitting.came?.();
    return { source: "file", bytes, closes: !hasLength(message) };
  }

  #refuse(name: string): undefined {
    this.#others.push(name.slice(0, longestNamed));
    if (this.#others.length > mostNamed) this.#others.shift();
  }
}

/** The functions for callbacks of a program that runs requests; a program without them receives none. */
export interface CallbackHost {
  /** Listens for the requests of `# @receive`. Resolves with why that isn't possible, as a sentence, if it isn't. */
  listen?(): Promise<Listening | string>;
  /** `values`: returns the variables at the time of the callback's request. */
  expect?(request: RunRequest, receiving: Receiving, values: () => ReadonlyMap<string, GivenValue>): void;
}

export type Listening = Pick<Listener<unknown>, "values" | "close">;

/** Receives the requests of `# @receive` that a file has, while its other requests are sent. */
export class RunCallbacks {
  readonly #requests: readonly RunRequest[];
  readonly #host: CallbackHost;
  #listening: Promise<Listening | string> | undefined;

  /** @param requests all requests of the file, by their ids */
  constructor(requests: readonly RunRequest[], host: CallbackHost) {
    this.#requests = requests;
    this.#host = host;
  }

  /** Resolves with the variables for the callbacks' address, or with why listening isn't possible. */
  async listen(): Promise<ReadonlyMap<string, GivenValue> | string | undefined> {
    const all = this.#requests.flatMap(({ receive }) => receive ?? []);
    if (all.length === 0) return undefined;
    this.#listening ??= this.#host.listen?.();
    const listening = await this.#listening;
    return typeof listening === "object" ? listening.values(all) : listening;
  }

  /** Allows the callbacks below a request, up to the next request. A callback itself has none. */
  expect({ id, receive }: RunRequest, values: () => ReadonlyMap<string, GivenValue>): void {
    if (receive) return;
    for (let next = id + 1, request = this.#requests[next]; request?.receive; request = this.#requests[++next])
      this.#host.expect?.(request, request.receive, values);
  }

  async close(): Promise<void> {
    const listening = await this.#listening;
    if (typeof listening === "object") await listening.close();
  }
}

function hasLength({ head, body, requestLine }: ResponseBytes): boolean {
  const lengths = [...head.matchAll(/^content-length:[ \t]*(\d+)[ \t]*\r$/gim)].map(([, length]) => length);
  const isKept = /^HTTP\/1\.1 [2-5]/.test(requestLine) && !/^(?:connection|transfer-encoding):/im.test(head);
  return isKept && lengths.length === 1 && lengths[0] === String(body.length);
}

/** @param total milliseconds */
function factsOf({ method, path }: Receiving, host: string | undefined, total: number): ExchangeFacts {
  const timings = { dns: undefined, tcp: undefined, tls: undefined, firstByte: undefined, download: undefined, total };
  const none = { remote: undefined, tls: undefined, wire: undefined, redirects: [], changes: [] };
  return { url: `http://${host ?? "localhost"}${path}`, method, timings, ...none, known: "all" };
}

/** A request that came in, in the form of a response: its request line is in place of the status line. */
function resultOf(
  receiving: Receiving,
  { method, target, fields, body }: ServedRequest,
  host: string | undefined,
  sent: Uint8Array,
  total: number,
): SendResult {
  const statusLine = `${method} ${target} HTTP/1.1`;
  const text = [statusLine, ...fields.map(({ name, value }) => `${name}: ${value}`), "", ""].join("\r\n");
  const head = Uint8Array.from(text, (character) => character.charCodeAt(0) & 0xff);
  const received = concatBytes([head, body]);
  const surplus = new Uint8Array(0);
  return {
    ...factsOf(receiving, host, total),
    wire: { sent, received },
    kind: "response",
    statusLine,
    version: "HTTP/1.1",
    status: 200,
    reason: "",
    fields,
    head,
    rawBody: body,
    body,
    content: { kind: "identity" },
    framing: "content-length",
    contentLengths: valuesOfField(fields, "content-length"),
    informational: [],
    trailers: [],
    truncated: false,
    problems: [],
    surplus,
    settled: Promise.resolve({ surplus, received, closed: false }),
  };
}
