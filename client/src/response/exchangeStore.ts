import type { Settled } from "../transport/result.ts";
import type { Exchange } from "./exchange.ts";

/** How many exchanges are kept, whether their documents are open or not. */
const kept = 50;

/** The exchanges of this window, the oldest of which go as new ones come. */
export class ExchangeStore {
  readonly #all = new Map<string, Exchange>();
  readonly #settled = new Map<string, Settled>();
  readonly #forgotten: (exchange: Exchange) => void;
  readonly #inUse: (exchange: Exchange) => boolean;
  #last = 0;

  /** `inUse`: it must stay, because it is shown. `forgotten`: it is gone for good. */
  constructor(on: {
    readonly inUse: (exchange: Exchange) => boolean;
    readonly forgotten: (exchange: Exchange) => void;
  }) {
    this.#inUse = on.inUse;
    this.#forgotten = on.forgotten;
  }

  add(parts: Omit<Exchange, "id">): Exchange {
    // The time keeps it apart from those of earlier windows, whose tabs may still stand.
    const exchange = { ...parts, id: `${parts.at.toString(36)}-${++this.#last}` };
    this.#all.set(exchange.id, exchange);
    this.#dropOldest();
    return exchange;
  }

  get(id: string): Exchange | undefined {
    return this.#all.get(id);
  }

  /** The newest first. */
  all(): readonly Exchange[] {
    return [...this.#all.values()].reverse();
  }

  /** What came after a complete response. */
  settle(id: string, settled: Settled): void {
    if (this.#all.has(id)) {
      this.#settled.set(id, settled);
    }
  }

  /** Bytes after the complete response, as far as they are known by now. */
  surplus({ id, result }: Exchange): Uint8Array {
    return this.#settled.get(id)?.surplus ?? (result.kind === "response" ? result.surplus : new Uint8Array());
  }

  #dropOldest(): void {
    for (const exchange of this.#all.values()) {
      if (this.#all.size <= kept) {
        return;
      }
      if (!this.#inUse(exchange)) {
        this.#all.delete(exchange.id);
        this.#settled.delete(exchange.id);
        this.#forgotten(exchange);
      }
    }
  }
}
