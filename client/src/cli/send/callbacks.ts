import { Listener } from "../../core/run/listener.ts";
import { listenAt } from "../../mock/node/service.ts";
import { type ListeningPlace, whyNotListening } from "../mock/listening.ts";
import type { PreparedRequest, Unsent } from "./prepared.ts";

/** Receives the requests of `# @receive` on the command line. */
export type CommandListener = Listener<PreparedRequest | Unsent>;

/** Starts a listener for callbacks. Resolves with a sentence if that isn't possible. */
export async function startListener(place: ListeningPlace): Promise<CommandListener | string> {
  const listener: CommandListener = new Listener((one) => (one.kind === "prepared" ? one.outgoing : undefined));
  try {
    await listener.start(listenAt(place.host, place.port));
    return listener;
  } catch (error) {
    return whyNotListening(error, place, "another one with --listen");
  }
}
