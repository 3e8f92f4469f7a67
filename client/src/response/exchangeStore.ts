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
  readonly #older: (id: string) => Promise<Exchange | undefined>;
  #last = 0;

  /** `inUse`: it must stay, because it is shown. `forgotten`: it is gone for good. `older`: of the history. */
  constructor(on: {
    readonly inUse: (exchange: Exchange) => boolean;
    readonly forgotten: (exchange: Exchange) => void;
    readonly older?: (id: string) => Promise<Exchange | undefined>;
  }) {
    this.#older = on.older ?? (async () => undefined);
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

  /** Also one of an earlier window, or one that went, as the history has kept it. */
  async find(id: string): Promise<Exchange | undefined> {
    const older = this.#all.has(id) ? undefined : await this.#older(id);
    // What came while the file was read is the exchange itself.
    if (older !== undefined && !this.#all.has(id)) {
      const inOrder = [...this.#all.values(), older].sort((a, b) => a.at - b.at);
      this.#all.clear();
      for (const exchange of inOrder) this.#all.set(exchange.id, exchange);
    }
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
