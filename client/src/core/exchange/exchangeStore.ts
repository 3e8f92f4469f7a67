import { retainedBytes } from "../../../../server/src/limits.ts";
import type { Settled } from "../../transport/result.ts";
import { answerOf, type Exchange } from "./exchange.ts";
import { type LineChange, movedLine } from "./movedLine.ts";

/** How many exchanges are kept, and how many bytes of them, whether their documents are open or not. */
const most = 1000;

/** The exchanges of this window, the oldest of which go as new ones come: but none that is shown, and not the newest. */
export class ExchangeStore {
  readonly #all = new Map<string, Exchange>();
  readonly #bytes = new Map<string, number>();
  readonly #settled = new Map<string, Settled>();
  /** Of their request lines. */
  readonly #lines = new Map<string, Place>();
  readonly #forgotten: (exchange: Exchange) => void;
  readonly #inUse: (exchange: Exchange) => boolean;
  readonly #older: (id: string) => Promise<Exchange | undefined>;
  #total = 0;
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

  /** `line`: where its request stands by now; undefined where it is gone. */
  add(parts: Omit<Exchange, "id">, line: number | undefined): Exchange {
    // The time keeps it apart from those of earlier windows, whose tabs may still stand.
    const exchange = { ...parts, id: `${parts.at.toString(36)}-${++this.#last}` };
    this.#lines.set(exchange.id, { from: parts.from, line });
    this.#all.set(exchange.id, exchange);
    this.#weigh(exchange);
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
      this.#lines.set(id, { from: older.from, line: older.message.request.line.start.line });
      this.#weigh(older);
    }
    return this.#all.get(id);
  }

  /** The newest first. */
  all(): readonly Exchange[] {
    return [...this.#all.values()].reverse();
  }

  /** What came after a complete response. */
  settle(id: string, settled: Settled): void {
    const exchange = this.#all.get(id);
    if (exchange !== undefined) {
      this.#settled.set(id, settled);
      this.#weigh(exchange);
    }
  }

  /** Bytes after the complete response, as far as they are known by now. */
  surplus({ id, result }: Exchange): Uint8Array {
    return this.#settled.get(id)?.surplus ?? (result.kind === "response" ? result.surplus : new Uint8Array());
  }

  /** The line that the request of an exchange stands in by now, zero-based; undefined where it is gone. */
  lineOf({ id }: Exchange): number | undefined {
    return this.#lines.get(id)?.line;
  }

  /** A document, as `Uri.toString()` gives it, has changed: from its end to its beginning, as VS Code tells it. */
  follow(uri: string, changes: readonly LineChange[]): void {
    for (const [id, { from, line }] of this.#lines) {
      if (from === uri) this.#lines.set(id, { from, line: changes.reduce(movedLine, line) });
    }
  }

  #weigh(exchange: Exchange): void {
    const { id } = exchange;
    const bytes = retainedSize([exchange, this.#settled.get(id)]);
    this.#total += bytes - (this.#bytes.get(id) ?? 0);
    this.#bytes.set(id, bytes);
    this.#dropOldest(id);
  }

  #dropOldest(newest: string): void {
    for (const exchange of this.#all.values()) {
      if (this.#all.size <= most && this.#total <= retainedBytes) return;
      const { id } = exchange;
      if (id !== newest && !this.#inUse(exchange)) {
        this.#all.delete(id);
        this.#settled.delete(id);
        this.#lines.delete(id);
        this.#total -= this.#bytes.get(id) ?? 0;
        this.#bytes.delete(id);
        this.#forgotten(exchange);
      }
    }
  }
}

interface Place {
  /** The document, as `Uri.toString()` gives it. */
  readonly from: string;
  readonly line: number | undefined;
}

/** The approximate memory of a value in bytes: its texts and, each once, the buffers that its bytes are views of. */
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
  return older.find((one) => answerOf(one.result) !== undefined && isSameRequest(one, exchange, exchanges));
}

/**
 * By its name or its title. Without one, all requests to a SOAP endpoint look alike, and what they say changes from one
 * sending to the next: what stays is the place in the file, which is followed through the edits of it.
 */
export function isSameRequest(one: Exchange, other: Exchange, exchanges: Pick<ExchangeStore, "lineOf">): boolean {
  if (one.from !== other.from || one.label !== other.label) return false;
  const { name, title } = other.message.request;
  const line = exchanges.lineOf(other);
  return name !== undefined || title !== undefined || (line !== undefined && exchanges.lineOf(one) === line);
}
