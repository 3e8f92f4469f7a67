import type { FailureFacts, Field } from "../result.ts";
import { fieldsToAllow } from "./safelist.ts";

/** The parts of a browser's world that matter here. */
export interface BrowserWorld {
  readonly fetch: typeof fetch;
  /** What the service has to allow (CORS); undefined where the host has none. */
  readonly origin: string | undefined;
}

/** The author has waited already. */
const probeLimit = 3000;

/**
 * fetch fails alike where nothing answers and where the answer may not be seen. A HEAD for the service's root in mode
 * `no-cors` tells: it succeeds wherever something speaks HTTP. It has no body, no credentials and no effect
 * (RFC 9110 section 9.2.1): the author's own request is never sent a second time. Whether that one was processed before
 * its answer was withheld can't be known. `fields`: those of the request that the browser sends as they were typed.
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
