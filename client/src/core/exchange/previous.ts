import { answerOf, type Exchange } from "./exchange.ts";
import type { ExchangeStore } from "./exchangeStore.ts";

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
