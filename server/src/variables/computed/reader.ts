import type { Span } from "../../text/span.ts";

/** `key | hmac sha256 secret | base64`: a source and its steps. Offsets: in the text between the braces. */
export interface ComputedReference {
  readonly source: string;
  readonly steps: readonly StepText[];
}

export interface StepText extends Span {
  /** Its first word; empty if nothing is typed yet. */
  readonly word: string;
}

/** A path of an exchange or of a request to a mock service. */
const beforePath = /^(?:[^\s.|"]+\.)?(?:request|response)\./;
/** A step behind a path: everything else is a union of XPath. */
const stepBehindPath = /^\|[ \t]*[A-Za-z][\w-]*(?:[ \t|]|$)/;

/** A step whose argument is a path. */
const stepWithPath = /^\|[ \t]*(?:xpath|jsonpath|without)[ \t]/;

/** `undefined` if a reference has no steps. */
export function computedReference(reference: string): ComputedReference | undefined {
  if (!reference.includes("|")) return undefined;
  const bars = barsIn(reference, beforePath.test(reference));
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

/** The offsets of the bars in front of steps. */
function barsIn(reference: string, hasPath: boolean): readonly number[] {
  const bars: number[] = [];
  let quote = "";
  let depth = 0;
  for (let at = 0; at < reference.length; at++) {
    const character = reference[at] ?? "";
    const last = bars.at(-1);
    const isInPath = last === undefined ? hasPath : stepWithPath.test(reference.slice(last, at));
    if (quote !== "") {
      if (character === "\\" && !isInPath) at++;
      else if (character === quote) quote = "";
    } else if (character === '"' || (isInPath && character === "'")) quote = character;
    else if (isInPath && /[[(]/.test(character)) depth++;
    else if (isInPath && /[\])]/.test(character)) depth--;
    else if (character === "|" && (!isInPath || (depth === 0 && stepBehindPath.test(reference.slice(at, at + 80)))))
      bars.push(at);
  }
  return bars;
}
