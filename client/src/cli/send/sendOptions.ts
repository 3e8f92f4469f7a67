import { commandLineMaxBytes } from "../../../../server/src/text/limits.ts";
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
    ...(isFramedExactly(outgoing) ? { surplusWait: 0 } : {}),
    ...(maxHeadBytes === undefined ? {} : { maxHeadBytes }),
    tls: tlsFor(outgoing, credentials, insecureHosts),
  };
}

/** A service reads what follows a body of another length as a second request, and responds to it. */
function isFramedExactly({ fields, body }: PreparedRequest["outgoing"]): boolean {
  const lengths = fields.filter(({ name }) => name.toLowerCase() === "content-length");
  return lengths.length === 1 && lengths[0]?.value === String(body.length);
}
