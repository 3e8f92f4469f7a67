import type { FailureFacts, Field } from "../result.ts";
import { fieldsToAllow } from "./safelist.ts";

/** What the transport uses of a browser. */
export interface BrowserWorld {
  readonly fetch: typeof fetch;
  /** The origin that the service must allow (CORS); undefined if the host has none. */
  readonly origin: string | undefined;
}

/** Milliseconds. */
const probeLimit = 3000;

/**
 * Returns why fetch failed: no response, or a response that the page must not see (CORS). A HEAD request for the service's
 * root in mode `no-cors` succeeds if there is an HTTP service. It has no body, no credentials and no effect (RFC 9110
 * section 9.2.1). The author's request is not sent again; whether the service processed it is unknown. `fields`: the
 * request's fields that the browser sends as typed.
 */
export async function tellCorsFromSilence(
  world: BrowserWorld,
  url: string,
  fields: readonly Field[],
  detail: string,
  signal: AbortSignal,
): Promise<FailureFacts> {
  const silent: FailureFacts = { kind: "unreachable", code: "fetch", addresses: [], detail };
  if (signal.aborted || new URL(url).origin === world.origin) return silent;
  try {
    await world.fetch(new URL("/", url).href, {
      method: "HEAD",
      mode: "no-cors",
      credentials: "omit",
      referrerPolicy: "no-referrer",
      cache: "no-store",
      signal: AbortSignal.any([signal, AbortSignal.timeout(probeLimit)]),
    });
    return { kind: "cors", origin: world.origin, probe: "answered", fieldNames: fieldsToAllow(fields), detail };
  } catch {
    return signal.aborted ? { kind: "cancelled", stage: "answer" } : silent;
  }
}
