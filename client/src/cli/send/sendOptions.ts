import { commandLineMaxBytes } from "../../../../server/src/limits.ts";
import type { SendOptions } from "../../transport/transport.ts";
import { type Credentials, tlsFor } from "./credentials.ts";
import type { PreparedRequest } from "./prepared.ts";
import type { SendingOptions } from "./usage.ts";

/** How the transport sends a request. */
export function sendOptions(
  { outgoing, timeout, redirects }: PreparedRequest,
  { insecureHosts, allowUnencrypted, maxHeadBytes }: SendingOptions,
  credentials: Credentials,
  signal: AbortSignal,
): SendOptions {
  return {
    signal,
    timeout,
    redirects,
    mayGoUnencrypted: () => allowUnencrypted,
    maxBytes: commandLineMaxBytes,
    ...(maxHeadBytes === undefined ? {} : { maxHeadBytes }),
    tls: tlsFor(outgoing, credentials, insecureHosts),
  };
}
