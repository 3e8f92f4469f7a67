import type { Span } from "./span.ts";

/** `{{name}}` */
export interface Reference extends Span {
  /** The trimmed text between the braces. */
  readonly name: string;
}

const pattern = /\{\{([A-Za-z_$][^{}\r\n]*)\}\}/y;

/** Built-in variables whose arguments can be texts in double quotes, which may contain braces. */
const withTexts = /\{\{(\$(?:basic|wsse\.digest)[ \t](?:[^{}"\r\n]|"(?:[^"\\\r\n]|\\+[^\\\r\n])*")*)\}\}/y;

/** The variable references of `text[start, end)`, in order. */
export function references(text: string, start = 0, end = text.length): Reference[] {
  const found: Reference[] = [];
  // Without a copy, `indexOf` would search beyond `end`.
  const part = text.slice(start, end);
  for (let at = part.indexOf("{{"); at >= 0; at = part.indexOf("{{", at)) {
    const reference = referenceAt(part, at);
    if (reference) found.push({ ...reference, start: start + at, end: start + reference.end });
    at = reference?.end ?? at + 1;
  }
  return found;
}

export function referenceAt(text: string, at: number): Reference | undefined {
  if (text.charCodeAt(at) !== 0x7b || text.charCodeAt(at + 1) !== 0x7b) return undefined;
  const match = matchAt(withTexts, text, at) ?? matchAt(pattern, text, at);
  if (!match) return undefined;
  return { start: at, end: at + match[0].length, name: (match[1] ?? "").trim() };
}

function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at;
  return expression.exec(text);
}
