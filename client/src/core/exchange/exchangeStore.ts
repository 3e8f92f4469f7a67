import { retainedBytes } from "../../../../server/src/text/limits.ts";
import type { Settled } from "../../transport/result.ts";
import { type Exchange, responseOf } from "./exchange.ts";
import { type LineChange, movedLine } from "./movedLine.ts";

const maxExchanges = 1000;

interface Kept {
  readonly exchange: Exchange;
  /** The current line of its request, zero-based; undefined if that was deleted. */
  readonly line: number | undefined;
  readonly settled?: Settled | undefined;
  readonly bytes: number;
}

interface StoreEvents {
  readonly inUse: (exchange: Exchange) => boolean;
  readonly forgotten: (exchange: Exchange) => void;
  readonly older?: (id: string) => Promise<Exchange | undefined>;
}

/** The exchanges of this window. The oldest are deleted first, but not the newest one and the ones that are shown. */
export class ExchangeStore {
  readonly #all = new Map<string, Kept>();
  readonly #on: StoreEvents;
  #total = 0;
  #last = 0;

  constructor(on: StoreEvents) {
    this.#on = on;
  }

  /** Adds an exchange. `line`: the current line of its request; undefined if the request was deleted. */
  add(parts: Omit<Exchange, "id">, line: number | undefined): Exchange {
    // The time distinguishes it from exchanges of earlier windows, whose tabs may still be open.
    const exchange = { ...parts, id: `${parts.at.toString(36)}-${++this.#last}` };
    this.#put(exchange, line);
    return exchange;
  }

  get(id: string): Exchange | undefined {
    return this.#all.get(id)?.exchange;
  }

  async find(id: string): Promise<Exchange | undefined> {
    const older = this.#all.has(id) ? undefined : await this.#on.older?.(id);
    // The exchange itself may have been added while the file was read.
    if (older !== undefined && !this.#all.has(id)) {
      this.#put(older, older.message.request.line.start.line);
      const inOrder = [...this.#all.values()].sort((a, b) => a.exchange.at - b.exchange.at);
      this.#all.clear();
      for (const kept of inOrder) this.#all.set(kept.exchange.id, kept);
    }
    return this.get(id);
  }

  all(): readonly Exchange[] {
    return [...this.#all.values()].map(({ exchange }) => exchange).reverse();
  }

  settle(id: string, settled: Settled): void {
    const kept = this.#all.get(id);
    if (kept !== undefined) this.#put(kept.exchange, kept.line, settled);
  }

  /** The bytes after the complete response that have been received so far. */
  surplus({ id, result }: Exchange): Uint8Array {
    return this.#all.get(id)?.settled?.surplus ?? (result.kind === "response" ? result.surplus : new Uint8Array());
  }

  /** The current line of an exchange's request, zero-based; undefined if that was deleted. */
  lineOf({ id }: Pick<Exchange, "id">): number | undefined {
    return this.#all.get(id)?.line;
  }

  /** Updates the lines of requests in a changed document (`Uri.toString()`). Changes go from its end to its beginning. */
  follow(uri: string, changes: readonly LineChange[]): void {
    for (const [id, kept] of this.#all) {
      if (kept.exchange.from === uri) this.#all.set(id, { ...kept, line: changes.reduce(movedLine, kept.line) });
    }
  }

  #put(exchange: Exchange, line: number | undefined, settled?: Settled): void {
    const { id } = exchange;
    const bytes = retainedSize([exchange, settled]);
    this.#total += bytes - (this.#all.get(id)?.bytes ?? 0);
    this.#all.set(id, { exchange, line, settled, bytes });
    this.#deleteOldest(id);
  }

  #deleteOldest(newest: string): void {
    for (const [id, { exchange, bytes }] of this.#all) {
      if (this.#all.size <= maxExchanges && this.#total <= retainedBytes) return;
      if (id !== newest && !this.#on.inUse(exchange)) {
        this.#all.delete(id);
        this.#total -= bytes;
        this.#on.forgotten(exchange);
      }
    }
  }
}

/** The approximate memory of a value in bytes: its strings and, each once, the buffers of its byte arrays. */
function retainedSize(value: unknown, seen: Set<object> = new Set()): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null || seen.has(value)) return 0;
  seen.add(value);
  if (value instanceof ArrayBuffer) return value.byteLength;
  if (ArrayBuffer.isView(value)) return retainedSize(value.buffer, seen);
  return Object.values(value).reduce((sum: number, part) => sum + retainedSize(part, seen), 0);
}

/** The last exchange of the same request before this one that has a response. */
export function previousOf(exchange: Exchange, exchanges: Pick<ExchangeStore, "all" | "lineOf">): Exchange | undefined {
  const all = exchanges.all();
  const older = all.slice(all.findIndex(({ id }) => id === exchange.id) + 1);
  return older.find((one) => responseOf(one.result) !== undefined && isSameRequest(one, exchange, exchanges));
}

/** The durations of the last responses of the same request up to this one, at most 20, the oldest first. In milliseconds. */
export function lastDurations(exchange: Exchange, exchanges: Pick<ExchangeStore, "all" | "lineOf">): readonly number[] {
  const all = exchanges.all();
  return all
    .slice(
      Math.max(
        0,
        all.findIndex(({ id }) => id === exchange.id),
      ),
    )
    .filter((one) => responseOf(one.result) !== undefined && isSameRequest(one, exchange, exchanges))
    .slice(0, 20)
    .map(({ result }) => result.timings.total)
    .reverse();
}

/** By name or title; without one, by current lines, because requests to a SOAP endpoint look alike. */
export function isSameRequest(exchange: Exchange, other: Exchange, exchanges: Pick<ExchangeStore, "lineOf">): boolean {
  if (exchange.from !== other.from || exchange.label !== other.label) return false;
  const { name, title } = other.message.request;
  const line = exchanges.lineOf(other);
  return name !== undefined || title !== undefined || (line !== undefined && exchanges.lineOf(exchange) === line);
}
