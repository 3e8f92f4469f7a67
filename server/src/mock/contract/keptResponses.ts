import type { ServedRequest, ServedResponse } from "../../protocol/served.ts";
import { toBinary } from "../../text/base64.ts";
import { keptMockRequests, largestKeptMockRequest } from "../../text/limits.ts";

/**
 * The responses to the last requests. Many clients repeat themselves, and the response by a WSDL depends on nothing but the
 * request.
 */
export class KeptResponses {
  readonly #kept = new Map<string, ServedResponse | undefined>();
  /** The keys, each in the place of one that is no longer kept. */
  readonly #keys: string[] = [];
  #next = 0;
  /** Requests since one was the same as one of the last ones. */
  #others = 0;

  /** The response to a request, created by a function if the same request is not among the last ones. */
  get(request: ServedRequest, create: () => ServedResponse | undefined): ServedResponse | undefined {
    // Where no two requests are the same, comparing each takes a tenth of the time.
    const isCompared = ++this.#others < differentRequests || this.#others % comparedRequests === 0;
    if (!isCompared || request.body.length > largestKeptMockRequest) return create();
    const key = keyOf(request);
    if (this.#kept.has(key)) {
      this.#others = 0;
      return this.#kept.get(key);
    }
    const response = create();
    // Such as a WSDL, which has another address for each Host.
    if (response && response.bytes.length > largestKeptMockRequest) return response;
    this.#kept.delete(this.#keys[this.#next] ?? "");
    this.#keys[this.#next] = key;
    this.#next = (this.#next + 1) % keptMockRequests;
    this.#kept.set(key, response);
    return response;
  }
}

/** After so many different requests, one of a few is compared. */
const differentRequests = 1_000;
const comparedRequests = 8;

/** No two requests have the same: no line of the head contains a line break. */
function keyOf({ method, target, fields, body }: ServedRequest): string {
  let key = `${method} ${target}\n`;
  for (const { name, value } of fields) key += `${name}:${value}\n`;
  return `${key}\n${toBinary(body)}`;
}
