import type { ServedRequest, ServedResponse } from "../../protocol/served.ts";
import { toBinary } from "../../text/base64.ts";
import { keptMockRequests, largestKeptMockRequest } from "../../text/limits.ts";

/** The responses to the last requests. Many clients send the same request again, and a response by a WSDL depends only on the request. */
export class KeptResponses {
  readonly #kept = new Map<string, ServedResponse | undefined>();
  /** The keys of the kept responses. A new key takes the place of the oldest one. */
  readonly #keys: string[] = [];
  #next = 0;
  /** Number of requests since the last one that had a kept response. */
  #others = 0;

  /** The response to a request, created by a function if the same request is not among the last requests. */
  get(request: ServedRequest, create: () => ServedResponse | undefined): ServedResponse | undefined {
    // If all requests differ, comparing each of them takes a tenth of the time.
    const isCompared = ++this.#others < differentRequests || this.#others % comparedRequests === 0;
    if (!isCompared || request.body.length > largestKeptMockRequest) return create();
    const key = keyOf(request);
    if (this.#kept.has(key)) {
      this.#others = 0;
      return this.#kept.get(key);
    }
    const response = create();
    // A large response is not kept. A served WSDL, for example, has other addresses for each Host.
    if (response && response.bytes.length > largestKeptMockRequest) return response;
    this.#kept.delete(this.#keys[this.#next] ?? "");
    this.#keys[this.#next] = key;
    this.#next = (this.#next + 1) % keptMockRequests;
    this.#kept.set(key, response);
    return response;
  }
}

/** After this number of different requests, only one of `comparedRequests` requests is compared. */
const differentRequests = 1_000;
const comparedRequests = 8;

/** The key of a request. Different requests have different keys, because no line of the head contains a line break. */
function keyOf({ method, target, fields, body }: ServedRequest): string {
  let key = `${method} ${target}\n`;
  for (const { name, value } of fields) key += `${name}:${value}\n`;
  return `${key}\n${toBinary(body)}`;
}
