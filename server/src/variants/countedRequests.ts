import { sentLength } from "../contract/write/requestFor.ts";
import { utf8 } from "../text/charset.ts";
import { applyEdits } from "../text/edits.ts";
import type { Span } from "../text/span.ts";
import type { Variant } from "./variant.ts";

const placeholder = "{{$contentLength}}";
const header = `Content-Length: ${placeholder}`;

/** Creates changed requests from a sample. Content-Length is the number of bytes instead of a variable. */
export class CountedRequests {
  readonly #sample: string;
  readonly #bodyStart: number;
  /** Span of the value of Content-Length in the sample; undefined if it must be found in each request. */
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
    this.#bytes = utf8.byteLength(body);
  }

  /** The request after a change of the sample. A change that is a text is a complete request. */
  after(change: Variant["change"]): string {
    if (typeof change === "string") return counted(change);
    if (!this.#place || change.some(({ newText }) => hasVariable(newText))) {
      return counted(applyEdits(this.#sample, change));
    }
    let bytes = this.#bytes;
    for (const { start, end, newText } of change) {
      if (start >= this.#bodyStart) bytes += utf8.byteLength(newText) - utf8.byteLength(this.#sample, start, end);
    }
    return applyEdits(this.#sample, [{ ...this.#place, newText: String(bytes) }, ...change]);
  }
}

/** The request with the number of bytes in Content-Length, unless a value is only known when the request is sent. */
function counted(request: string): string {
  const at = request.indexOf("\n\n");
  const body = at < 0 ? "" : request.slice(at + 2);
  const length = sentLength(body);
  return length === undefined ? request : request.replace(header, `Content-Length: ${length}`);
}

/** Whether a text contains a built-in variable. */
function hasVariable(text: string): boolean {
  return text.includes("{{$");
}
