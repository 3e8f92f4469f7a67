import { referenceAt } from "../text/references.ts";
import type { Span } from "../text/span.ts";

/** The text of a value: a bare word, or a text in double quotes. */
export interface Operand extends Span {
  /** The text without quotes. Variables in it aren't replaced. */
  readonly text: string;
  readonly quoted: boolean;
}

export function skipBlanks(text: string, { start, end }: Span): number {
  let at = start;
  while (at < end && isBlankAt(text, at)) at++;
  return at;
}

/** The span of the next word, which ends at a blank outside of `{{…}}`. May be empty. */
export function wordIn(text: string, span: Span): Span {
  const start = skipBlanks(text, span);
  let at = start;
  while (at < span.end && !isBlankAt(text, at)) at = referenceAt(text, at)?.end ?? at + 1;
  return { start, end: Math.min(at, span.end) };
}

/**
 * The next operand: a word, or text in double quotes, in which `\"` is a quote and any other backslash is literal. `undefined` if
 * there is no operand, or if its closing quote is missing.
 */
export function operandIn(text: string, span: Span): Operand | undefined {
  const start = skipBlanks(text, span);
  if (text[start] !== '"' || start >= span.end) {
    const word = wordIn(text, span);
    return word.start < word.end ? { ...word, text: text.slice(word.start, word.end), quoted: false } : undefined;
  }
  let content = "";
  for (let at = start + 1; at < span.end; at++) {
    const character = text[at] ?? "";
    if (character === '"') return { start, end: at + 1, text: content, quoted: true };
    const isEscaped = character === "\\" && text[at + 1] === '"' && at + 1 < span.end;
    content += isEscaped ? '"' : character;
    if (isEscaped) at++;
  }
  return undefined;
}

function isBlankAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 0x20 || code === 0x09;
}
