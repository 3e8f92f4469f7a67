import { isBrowsersOwn } from "../../../../server/src/http/fetch.ts";
import type { FailureFacts, ReceivedField } from "../result.ts";

/** The parts of a browser that the transport uses. */
export interface BrowserWorld {
  readonly fetch: typeof fetch;
  /** The origin that the service must allow (CORS); undefined if the host has none. */
  readonly origin: string | undefined;
}

/** Maximum milliseconds of the HEAD request. */
const probeLimit = 3000;

/**
 * Returns why fetch failed: no response, or a response that the page must not see (CORS). A HEAD request for the service's
 * root in mode `no-cors` succeeds if there is an HTTP service. It has no body, no credentials and no effect (RFC 9110
 * section 9.2.1). The author's request is not sent again; whether the service processed it is unknown. `fields`: the
 * request's fields that the browser sends as typed.
 */
export async function whyFetchFailed(
  world: BrowserWorld,
  url: string,
  fields: readonly ReceivedField[],
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
    return { kind: "cors", origin: world.origin, probe: "responded", fieldNames: fieldsToAllow(fields), detail };
  } catch {
    return signal.aborted ? { kind: "cancelled", stage: "response" } : silent;
  }
}

/** Names of fields that a service must allow (CORS), each once: not the browser's own or CORS-safelisted ones. */
export function fieldsToAllow(fields: readonly ReceivedField[]): readonly string[] {
  const names = new Map<string, string>();
  for (const { name, value } of fields) {
    const key = name.toLowerCase();
    if (!isBrowsersOwn(key) && !isSafelisted(key, value) && !names.has(key)) names.set(key, name);
  }
  return [...names.values()];
}

const maxLength = 128;

function isSafelisted(name: string, value: string): boolean {
  if (new TextEncoder().encode(value).length > maxLength) return false;
  switch (name) {
    case "accept":
      return !unsafe.test(value);
    case "accept-language":
    case "content-language":
      return /^[0-9A-Za-z *,\-.;=]*$/.test(value);
    case "content-type":
      return (
        !unsafe.test(value) &&
        /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain) *(;|$)/i.test(value)
      );
    case "range":
      return /^bytes=\d+-\d*$/.test(value);
    default:
      return false;
  }
}

/** Matches CORS-unsafe request-header bytes. */
const unsafe = /[\0-\x08\x0a-\x1f"():<>?@[\\\]{}\x7f]/;
