import { setMaxListeners } from "node:events";
import type { Callback } from "../../../../server/src/protocol/served.ts";
import { type MockService, shownAddress } from "../../../../server/src/service/languageService.ts";
import { Afterwards } from "../../mock/afterwards.ts";
import { sendCallback } from "../../mock/callbacks.ts";
import type { ServedExchange } from "../../mock/service.ts";
import { nodeTransport } from "../../transport/node/node.ts";
import type { Console } from "../console.ts";
import type { Door } from "../wsdl/documentReader.ts";

const maxAtOnce = 100;
/** Milliseconds that responses have to end when the service ends. */
const timeToEnd = 1000;

/** Sends responses of a service to the addresses that their requests name, until the service ends. */
export class Callbacks {
  readonly #door: Pick<Door, "connect" | "tls">;
  readonly #service: Pick<MockService, "redact">;
  readonly #console: Pick<Console, "complain">;
  readonly #stop = new AbortController();
  readonly #sending = new Set<Promise<void>>();
  readonly #afterwards: Afterwards;

  /** `hosts`: what a received request may choose, besides this machine. `told`: gets a line about each sent message. */
  constructor(
    door: Pick<Door, "connect" | "tls">,
    service: Pick<MockService, "redact">,
    console: Pick<Console, "complain">,
    hosts: readonly string[] = [],
    told: (line: string) => void = () => {},
  ) {
    this.#afterwards = new Afterwards({
      transport: nodeTransport(door.connect),
      tls: () => door.tls(false),
      hosts: new Set(hosts),
      say: (line, isSent) => (isSent ? told(service.redact(line)) : this.#complain(line)),
    });
    this.#door = door;
    this.#service = service;
    this.#console = console;
    setMaxListeners(maxAtOnce, this.#stop.signal);
  }

  send(exchange: ServedExchange): void {
    const { callback } = exchange.response;
    this.#afterwards.take(exchange);
    if (!callback) return;
    if (this.#sending.size >= maxAtOnce) {
      this.#complain(`The response is not sent to ${shownAddress(callback.to)}: ${maxAtOnce} others are being sent.`);
      return;
    }
    const sending = this.#send(callback).finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
  }

  /** Stops sending. Responses that are being sent have a second to end. */
  async close(): Promise<void> {
    this.#afterwards.close();
    const timer = setTimeout(() => this.#stop.abort(), timeToEnd);
    await Promise.all(this.#sending);
    clearTimeout(timer);
  }

  async #send(callback: Callback): Promise<void> {
    const { connect, tls } = this.#door;
    const options = { signal: this.#stop.signal, tls: () => tls(false) };
    const why = await sendCallback(callback, nodeTransport(connect), options);
    if (why !== undefined) this.#complain(why);
  }

  #complain(why: string): void {
    this.#console.complain(this.#service.redact(why));
  }
}
