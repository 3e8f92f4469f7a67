import { randomUUID } from "node:crypto";
import { newNonce, type Sending } from "../../../../server/src/service/languageService.ts";

/** The time and random values of a sending. */
export function sendingNow(): Omit<Sending, "secret"> {
  return { now: new Date(), guid: () => randomUUID(), random: Math.random, nonce: newNonce() };
}
