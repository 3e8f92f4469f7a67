import { sendingDirectives } from "../../../../server/src/service/languageService.ts";
import type { CookieJar } from "../../core/run/cookies.ts";
import { type Received, receivedOf } from "../../core/run/received.ts";
import type { Transport } from "../../transport/transport.ts";
import type { Credentials } from "../credentials.ts";
import type { CommandListener } from "../send/callbacks.ts";
import { asSent, type PreparedRequest } from "../send/prepared.ts";
import { sendOptions } from "../send/sendOptions.ts";
import type { SendingOptions } from "../send/usage.ts";

export interface WireExchange {
  readonly sent: PreparedRequest;
  readonly received: Received;
}

/** Also keeps cookies. `key`: the names of the file and the request, and the exchange's number. Never rejects. */
export type ExchangeOnWire = (
  request: PreparedRequest,
  key: readonly string[],
  signal: AbortSignal,
  cookies: CookieJar,
) => Promise<WireExchange>;

export function sendingWire(transport: Transport, options: SendingOptions, credentials: Credentials): ExchangeOnWire {
  return async (request, _, signal, cookies) => {
    const result = await transport.send(request.outgoing, sendOptions(request, options, credentials, signal));
    cookies.keep(result, Date.now());
    return { sent: asSent(request, result), received: receivedOf(result, "cli") };
  };
}

/** Waits for the request of `# @receive`: it takes the place of a response, and its response the place of a request. */
export function receivingWire(listener: CommandListener, id: number): ExchangeOnWire {
  return async (sent, _, signal) => {
    const { receive } = sendingDirectives(sent.request);
    if (!receive) return { sent, received: { kind: "cancelled" } };
    return { sent, received: receivedOf(await listener.receive(id, receive, sent, signal), "cli") };
  };
}
