import { stepBars } from "../../expectations/path.ts";
import type { Span } from "../../text/span.ts";

/** A source with steps, such as `key | hmac sha256 secret | base64`. Spans are offsets in the text between the braces. */
export interface ComputedReference {
  readonly source: string;
  readonly steps: readonly StepText[];
}

export interface StepText extends Span {
  /** First word of the source; empty if nothing is typed yet. */
  readonly word: string;
}

/** The start of a path in an exchange, in a request to a mock service, or in the text itself. */
const beforePath = /^(?:\$this|(?:[^\s.|"]+\.)?(?:request|response))\./;
/** `undefined` if the reference has no steps. `hasPath`: whether the source is a path, as in `# @set`. */
export function computedReference(
  reference: string,
  hasPath = beforePath.test(reference),
): ComputedReference | undefined {
  if (!reference.includes("|")) return undefined;
  const bars = stepBars(reference, hasPath);
  const [first] = bars;
  if (first === undefined) return undefined;
  const steps = bars.map((bar, index): StepText => {
    const text = reference.slice(bar + 1, bars[index + 1] ?? reference.length);
    const start = bar + 1 + (text.length - text.trimStart().length);
    const end = Math.max(start, bar + 1 + text.trimEnd().length);
    return { start, end, word: /^\S*/.exec(reference.slice(start, end))?.[0] ?? "" };
  });
  return { source: reference.slice(0, first).trimEnd(), steps };
}
