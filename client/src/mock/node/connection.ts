import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import * as l10n from "@vscode/l10n";
import { readCertificate } from "../../../../server/src/crypto/certificate.ts";
import type { Later, ServedRequest, ServedResponse } from "../../../../server/src/protocol/served.ts";
import type { RequestHead } from "../requestHead.ts";
import { corsFields, ownResponse, type Refusal, withFields } from "../responses.ts";
import type { ServedExchange } from "../service.ts";
import { type AfterDelivery, deliverAtPace, untilClosed } from "./delivery.ts";
import { decoded, type RawRequest, RequestReader } from "./requestReader.ts";

interface Received {
  /** The request; undefined if its header section couldn't be read. */
  readonly request: ServedRequest | undefined;
  /** Whether the request has the whole body. */
  readonly isWhole: boolean;
  readonly at: Date;
  readonly start: number;
}

export interface ConnectionOptions {
  readonly respond: (request: ServedRequest) => Later<ServedResponse>;
  readonly onExchange: (exchange: ServedExchange) => void;
  /** The origin whose pages may read the service's own responses, `*` for all. */
  readonly cors: string | undefined;
  /** Milliseconds for receiving a whole request, and between two requests; 0: no limit. */
  readonly timeout: number;
  /** Maximum bytes of a body, both as received and decoded. */
  readonly maxBody: number;
}

/** Bytes of pipelined requests that are kept while a response is sent. Until then, no further ones are read. */
const maxWaiting = 64 * 1024;
/** Milliseconds in which a client can read the last response. Further received bytes are discarded. */
const lingering = 1000;

/** A client's connection: its requests one after the other, and their responses in the same order. */
export class Connection {
  readonly #socket: Socket;
  /** The TCP socket below TLS. */
  readonly #tcp: Socket;
  readonly #options: ConnectionOptions;
  readonly #reader: RequestReader;
  /** The subject of the client's certificate. */
  readonly #certificate: string | undefined;
  readonly #timer: NodeJS.Timeout | undefined;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  /** How received bytes are handled. */
  #phase: "reading" | "responding" | "discarding" = "reading";
  #isReading = false;
  #isLingering = false;
  #clientEnded = false;
  #continued = false;

  constructor(socket: Socket, tcp: Socket, options: ConnectionOptions) {
    this.#socket = socket;
    this.#tcp = tcp;
    this.#options = options;
    this.#reader = new RequestReader(options.maxBody);
    this.#certificate = subjectOf(socket);
    if (options.timeout > 0) this.#timer = setTimeout(() => this.#timedOut(), options.timeout);
    // A client that disconnects isn't an error.
    socket.on("error", () => {});
    socket.on("close", () => clearTimeout(this.#timer));
    socket.on("data", (piece: Buffer) => this.#received(piece));
    socket.on("end", () => this.#ended());
    socket.setNoDelay(true);
  }

  /** Responds to the connection itself with a refusal, before any request. */
  refuse(refusal: Refusal): void {
    this.#refuse(received(undefined), refusal);
  }

  get isResponding(): boolean {
    return this.#phase === "responding" || this.#isLingering;
  }

  #received(piece: Buffer): void {
    if (this.#phase === "discarding") return;
    this.#waiting.push(piece);
    this.#waitingBytes += piece.length;
    if (this.#phase === "reading") this.#read();
    else if (this.#waitingBytes > maxWaiting) this.#socket.pause();
  }

  /** Reads received bytes, up to a request whose response takes time. */
  #read(): void {
    if (this.#isReading) return;
    this.#isReading = true;
    for (let piece = this.#waiting[0]; piece && this.#phase === "reading"; piece = this.#waiting[0]) {
      const wasIdle = this.#reader.state === "idle";
      const read = this.#reader.push(piece, 0);
      this.#waitingBytes -= read;
      if (read < piece.length) this.#waiting[0] = piece.subarray(read);
      else this.#waiting.shift();
      if (wasIdle && this.#reader.state !== "idle") this.#timer?.refresh();
      const { request } = this.#reader;
      if (request) this.#take(request);
      else if (this.#reader.state === "body") this.#continue();
    }
    this.#isReading = false;
    if (this.#phase !== "reading") return;
    if (this.#socket.isPaused()) this.#socket.resume();
    if (this.#clientEnded) this.#endOfInput();
  }

  #continue(): void {
    if (this.#continued || !this.#reader.head?.awaitsContinue) return;
    this.#continued = true;
    this.#socket.write("HTTP/1.1 100 Continue\r\n\r\n");
  }

  #take(request: RawRequest | Refusal): void {
    const now = received(this.#reader.head);
    this.#phase = "responding";
    this.#continued = false;
    this.#reader.next();
    if ("status" in request) this.#refuse(now, request);
    else if (request.rawBody.length === 0 || request.head.codings.length === 0) {
      this.#respond(request.head, request.rawBody, now);
    } else void this.#decode(request, now);
  }

  async #decode({ head, rawBody }: RawRequest, now: Received): Promise<void> {
    const body = await decoded(rawBody, head.codings, this.#options.maxBody);
    if ("status" in body) this.#refuse(now, body);
    else this.#respond(head, body, now);
  }

  #respond(head: RequestHead, body: Uint8Array, at: Received): void {
    const request = { ...servedRequest(head, body), ...(this.#certificate && { certificate: this.#certificate }) };
    const now = { ...at, request, isWhole: true };
    const failed = (error: unknown) =>
      this.#refuse(now, { status: 500, problem: l10n.t("The response can't be created: {0}", String(error)) });
    try {
      const response = this.#options.respond(request);
      if (response instanceof Promise) response.then((given) => this.#send(now, given, head.closes), failed);
      else this.#send(now, response, head.closes);
    } catch (error) {
      failed(error);
    }
  }

  /** Refuses a request. Nothing is read after it, because its end is unknown. */
  #refuse(now: Received, { status, problem }: Refusal): void {
    this.#phase = "responding";
    this.#send(now, ownResponse(status, problem), true);
  }

  #send({ request, isWhole, at, start }: Received, given: ServedResponse, clientCloses: boolean): void {
    const closes = given.closes || clientCloses;
    const response = this.#dressed(request, given, closes);
    const done = (after: AfterDelivery) => {
      const milliseconds = performance.now() - start;
      this.#options.onExchange({ at, request, isWhole, response, milliseconds });
      this.#after(after);
    };
    const next = closes ? "close" : "open";
    const { bytes, pace } = response;
    if (pace) void deliverAtPace(this.#socket, bytes, pace).then((after) => done(after === "open" ? next : after));
    else if (this.#socket.write(bytes)) done(next);
    else void untilClosed(this.#socket, (drained) => this.#socket.once("drain", drained)).then(() => done(next));
  }

  /** They say that the connection is closed, and that pages may read them. Other responses never change. */
  #dressed(request: ServedRequest | undefined, response: ServedResponse, closes: boolean): ServedResponse {
    if (response.source === "file" || response.source === "upstream") return response;
    const fields = request ? [...corsFields(request, this.#options.cors)] : [];
    if (closes && !response.closes) fields.push({ name: "Connection", value: "close" });
    return withFields(response, fields);
  }

  #after(after: AfterDelivery): void {
    if (this.#socket.destroyed) return;
    if (after === "open") {
      this.#phase = "reading";
      this.#timer?.refresh();
      this.#read();
      return;
    }
    this.#phase = "discarding";
    this.#waiting = [];
    clearTimeout(this.#timer);
    if (after === "reset") resetConnection(this.#tcp);
    else {
      if (after === "close") this.#linger();
      this.#socket.resume();
    }
  }

  /** Without a TCP reset, which would discard the response before a client that is still sending could read it. */
  #linger(): void {
    this.#isLingering = true;
    this.#socket.end();
    const timer = setTimeout(() => this.#socket.destroy(), lingering);
    this.#socket.once("close", () => clearTimeout(timer));
  }

  #ended(): void {
    this.#clientEnded = true;
    if (this.#phase === "discarding") this.#socket.end();
    else if (this.#phase === "reading") this.#endOfInput();
  }

  #endOfInput(): void {
    if (this.#reader.state === "idle") this.#socket.end();
    else {
      const problem = l10n.t("The connection ended before the request was complete.");
      this.#refuse(received(this.#reader.head), { status: 400, problem });
    }
  }

  #timedOut(): void {
    if (this.#phase !== "reading") return;
    if (this.#reader.state === "idle") this.#after("close");
    else {
      const problem = l10n.t("The request isn't complete after {0} s.", this.#options.timeout / 1000);
      this.#refuse(received(this.#reader.head), { status: 408, problem });
    }
  }
}

function subjectOf(socket: Socket): string | undefined {
  const raw = socket instanceof TLSSocket ? socket.getPeerX509Certificate()?.raw : undefined;
  return raw && readCertificate(raw)?.subject;
}

/**
 * Resets the connection. Node ends it before resetting it, so that the client would see an ordinary end; here,
 * everything is already written.
 */
function resetConnection(tcp: Socket): void {
  tcp.destroySoon = () => void tcp.destroy();
  tcp.resetAndDestroy();
}

function received(head: RequestHead | undefined): Received {
  const request = head && servedRequest(head, nothing);
  return { request, isWhole: false, at: new Date(), start: performance.now() };
}

function servedRequest({ method, target, fields }: RequestHead, body: Uint8Array): ServedRequest {
  return { method, target, fields, body };
}

const nothing = new Uint8Array(0);
