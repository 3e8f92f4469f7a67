import type { RequestSummary } from "../../../../server/src/protocol.ts";
import type { Memory } from "../memory.ts";

const key = "soaphttp.answeredOrigins";

/** How many are remembered. */
const most = 100;

/** The origins that have let this page see a response: nobody needs to be told any more what they must allow. */
export class AnsweredOrigins {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** Of a URL that was answered. */
  add(url: string): void {
    const origin = originOf(url);
    const known = this.#known();
    if (!known.includes(origin)) void this.#memory.update(key, [origin, ...known].slice(0, most));
  }

  has(address: RequestSummary["address"]): boolean {
    if (address === undefined) return false;
    const { scheme, host, port } = address;
    return this.#known().includes(originOf(`${scheme}://${host}:${port}`));
  }

  #known(): readonly unknown[] {
    const known = this.#memory.get(key);
    return Array.isArray(known) ? known : [];
  }
}

/** Without the port that is usual for the scheme. */
function originOf(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}
