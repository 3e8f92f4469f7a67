import type { Span } from "./span.ts";

/** `{{name}}`. Other braces are text. */
export interface Reference extends Span {
  /** Between the braces, without blanks around it. */
  readonly name: string;
}

const pattern = /\{\{([A-Za-z_$][^{}\r\n]*)\}\}/y;

/** The variable references of `text[start, end)`, in order. */
export function references(text: string, start = 0, end = text.length): Reference[] {
  const found: Reference[] = [];
  for (let at = text.indexOf("{{", start); at >= 0 && at < end; at = text.indexOf("{{", at)) {
    const reference = referenceAt(text, at);
    if (reference && reference.end <= end) {
      found.push(reference);
      at = reference.end;
    } else {
      at++;
    }
  }
  return found;
}

/** The reference that begins at an offset. */
export function referenceAt(text: string, at: number): Reference | undefined {
  if (text.charCodeAt(at) !== 0x7b || text.charCodeAt(at + 1) !== 0x7b) return undefined;
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (!match) return undefined;
  return { start: at, end: at + match[0].length, name: (match[1] ?? "").trim() };
}
