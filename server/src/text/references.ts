import type { Span } from "./span.ts";

export interface Reference extends Span {
  /**
   * The trimmed text between the braces. If the text contains a brace that makes the reference unreadable, the text
   * up to and including this brace. If the name before the brace isn't a variable's, the reference is only text; this
   * depends on the variables of the file.
   */
  readonly name: string;
}

const pattern = /\{\{([A-Za-z_$][^{}\r\n]*)\}\}/y;

/** A reference whose arguments are texts in double quotes, which may contain braces. */
const withTexts = /\{\{([A-Za-z_$](?:[^{}"\r\n]|"(?:[^"\\\r\n]|\\+[^\\\r\n])*")*)\}\}/y;

/** Maximum length of such a reference in characters. Otherwise, the texts after each `{{` could all be read to the end of a long line. */
const longestWithTexts = 2000;

/** A built-in variable or a value of an exchange, up to a brace outside of double quotes. */
const withBrace =
  /\{\{((?:\$[A-Za-z]|(?:[^\s.{}"]+\.)?(?:request|response)\.)(?:[^{}"\r\n]|"[^"\r\n]*")*[{}])[^\r\n]*?\}\}/y;

/** A name up to a brace at which the reference ends. Between both there is no markup, and quotes are only around texts after a space. */
const nameWithBrace = /\{\{([A-Za-z_][\w.-]*(?:[ \t](?:[^{}"'<>&\r\n]|(?<=[ \t])"[^"<>&\r\n]*")*)?[{}])/y;

/** The references to variables in `text[start, end)`, in order. */
export function references(text: string, start = 0, end = text.length): Reference[] {
  const all: Reference[] = [];
  // Without a copy, `indexOf` would search beyond `end`.
  const part = text.slice(start, end);
  for (let at = part.indexOf("{{"); at >= 0; at = part.indexOf("{{", at)) {
    const reference = referenceAt(part, at);
    if (reference) all.push({ ...reference, start: start + at, end: start + reference.end });
    at = reference?.end ?? at + 1;
  }
  return all;
}

/** The name of a reference, if the text consists only of this reference. */
export function wholeReference(text: string): string | undefined {
  const reference = referenceAt(text, 0);
  return reference?.end === text.length ? reference.name : undefined;
}

/** Whether a brace outside of double quotes makes a reference unreadable. */
export function endsAtBrace(name: string): boolean {
  return /[{}]$/.test(name);
}

/** The possible names of the variable in a reference with a brace. Empty for a built-in variable and for a value of an exchange. */
export function namesBeforeBrace(name: string): readonly string[] {
  if (!endsAtBrace(name) || /^(?:\$|(?:[^\s.{}"]+\.)?(?:request|response)\.)/.test(name)) return [];
  const whole = name.slice(0, -1).trim();
  return [whole, whole.split(/[ \t]/, 1)[0] ?? ""];
}

export function referenceAt(text: string, at: number): Reference | undefined {
  if (text.charCodeAt(at) !== 0x7b || text.charCodeAt(at + 1) !== 0x7b) return undefined;
  const part = text.slice(at, at + longestWithTexts);
  const match =
    matchAt(withTexts, part, 0) ??
    matchAt(pattern, text, at) ??
    matchAt(withBrace, part, 0) ??
    matchAt(nameWithBrace, part, 0);
  if (!match) return undefined;
  return { start: at, end: at + match[0].length, name: (match[1] ?? "").trim() };
}

function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at;
  return expression.exec(text);
}
