import { applyEdits } from "../rules/fixes.ts";
import type { Span } from "../text/span.ts";
import type { Variant } from "./variant.ts";

const placeholder = "{{$contentLength}}";
const header = `Content-Length: ${placeholder}`;
const encoder = new TextEncoder();

/** Changes of a sample, each with the number of its body's bytes instead of a variable. */
export class CountedRequests {
  readonly #sample: string;
  readonly #bodyStart: number;
  /** Where the number is in the sample; undefined where it has to be found in each request. */
  readonly #place: Span | undefined;
  readonly #bytes: number;

  constructor(sample: string) {
    const at = sample.indexOf(header);
    const bodyStart = sample.indexOf("\n\n") + 2;
    const body = sample.slice(bodyStart);
    const end = at + header.length;
    this.#sample = sample;
    this.#bodyStart = bodyStart;
    this.#place =
      at >= 0 && end < bodyStart && !hasVariable(body) ? { start: end - placeholder.length, end } : undefined;
    this.#bytes = bytesIn(body);
  }

  /** The request after a change of the sample, or another one. */
  after(change: Variant["change"]): string {
    if (typeof change === "string") return counted(change);
    if (!this.#place || change.some(({ newText }) => hasVariable(newText))) {
      return counted(applyEdits(this.#sample, change));
    }
    let bytes = this.#bytes;
    for (const { start, end, newText } of change) {
      if (start >= this.#bodyStart) bytes += bytesIn(newText) - bytesIn(this.#sample.slice(start, end));
    }
    return applyEdits(this.#sample, [{ ...this.#place, newText: String(bytes) }, ...change]);
  }
}

/** The request with the number of its body's bytes, unless a value is known only when it is sent. */
function counted(request: string): string {
  const at = request.indexOf("\n\n");
  const body = at < 0 ? "" : request.slice(at + 2);
  if (hasVariable(body.replaceAll("{{$guid}}", ""))) return request;
  return request.replace(header, `Content-Length: ${bytesIn(body.replaceAll("{{$guid}}", "0".repeat(36)))}`);
}

/** Whether a text has a built-in variable. */
function hasVariable(text: string): boolean {
  return text.includes("{{$");
}

function bytesIn(text: string): number {
  return /^[\0-\x7f]*$/.test(text) ? text.length : encoder.encode(text).length;
}
