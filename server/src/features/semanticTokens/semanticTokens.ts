import { type Span, shift } from "../../text/span.ts";
import type { Section } from "../support/section.ts";
import { headTokens } from "./head.ts";
import type { Token } from "./token.ts";
import { variableTokens } from "./variables.ts";
import { xmlTokens } from "./xml.ts";

/** How many tokens an editor is given. */
const maxTokens = 10_000;

/**
 * What the text means where a grammar can't tell: headers that are required or unknown, variables with and without a
 * value, the envelope against its payload, a wrong Content-Length. In the order of the text, none over
 * another. Spans: in the document.
 * @param within only what touches this
 */
export function semanticTokens(
  sections: readonly Section[],
  within?: Span,
  limit: number = maxTokens,
): readonly Token[] {
  const found: Token[] = [];
  for (const section of sections) {
    if (found.length >= limit) break;
    const { start, text } = section;
    if (within && (start > within.end || start + text.length < within.start)) continue;
    const own = [...headTokens(section), ...variableTokens(section), ...xmlTokens(section)];
    const placed = own.map((one) => shift(one, start));
    const wanted = within ? placed.filter((one) => one.start <= within.end && within.start <= one.end) : placed;
    found.push(...inOrder(wanted).slice(0, limit - found.length));
  }
  return found;
}

function inOrder(tokens: readonly Token[]): Token[] {
  let end = 0;
  return tokens
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .filter((one) => {
      const free = one.start >= end && one.start < one.end;
      if (free) end = one.end;
      return free;
    });
}
