import assert from "node:assert/strict";
import {
  type Analysis,
  analyze,
  type Finding,
  type MessageInfo,
  messagesOf,
  type Outgoing,
  outgoingOf,
  type Sending,
} from "../../server/src/service/languageService.ts";

export const fixedSending: Sending = {
  now: new Date("2026-03-01T12:34:56.789Z"),
  guid: () => "11111111-2222-4333-8444-555555555555",
  random: () => 0.5,
  nonce: () => "AAECAwQFBgcICQoLDA0ODw==",
  secret: () => undefined,
};

/** Returns the message of a request, or why it can't be sent. */
export function sentOf(
  analysis: Analysis,
  request: MessageInfo,
  sending: Sending = fixedSending,
): Outgoing | { readonly problems: readonly Finding[] } {
  const result = outgoingOf(analysis, request, sending);
  if (result.kind === "message") return result.outgoing;
  if (result.kind === "unsendable") return { problems: result.problems };
  throw new Error(`missing secrets: ${result.names.join(", ")}`);
}

/** The message of the last request in a document. */
export function lastSent(text: string): Outgoing {
  const analysis = analyze(text);
  const last = messagesOf(analysis).at(-1);
  assert.ok(last);
  const outgoing = sentOf(analysis, last);
  assert.ok(!("problems" in outgoing), JSON.stringify(outgoing));
  return outgoing;
}
