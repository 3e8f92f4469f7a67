import { afterBreak, isComment, lineEnd, trimBlanks } from "../text/lines.ts";
import { type Span, slice } from "../text/span.ts";

/** A line above the start line that isn't empty. Spans exclude line breaks. */
export type PreambleItem = Comment | Directive | VariableDefinition;

/** A comment: `# …` or `// …`. */
export interface Comment extends Span {
  readonly kind: "comment";
}

/** A directive: `# @word value`. */
export interface Directive extends Span {
  readonly kind: "directive";
  /** The word after the `@`. */
  readonly name: Span;
  readonly value: Span;
}

/** A variable definition: `@name = value`. */
export interface VariableDefinition extends Span {
  readonly kind: "variable";
  readonly name: Span;
  readonly value: Span;
}

const directive = /^[ \t]*(?:#+|\/\/)[ \t]*@([A-Za-z][\w-]*)/;
const variable = /^[ \t]*@([A-Za-z_$][^\s={}]*)[ \t]*=/;

/** Reads the preamble at an offset. `end`: the start of the message, or the end of the text. */
export function parsePreamble(text: string, from: number): { items: PreambleItem[]; end: number } {
  const items: PreambleItem[] = [];
  let at = from;
  while (at < text.length) {
    const end = lineEnd(text, at);
    const content = trimBlanks(text, { start: at, end });
    if (content.start < content.end) {
      const item = parseItem(text, { start: at, end }, content);
      if (!item) return { items, end: at };
      items.push(item);
    }
    at = afterBreak(text, end);
  }
  return { items, end: at };
}

/** The values of all directives with a name, in their order. They may be empty. */
export function directiveValues(
  { text, preamble }: { readonly text: string; readonly preamble: readonly PreambleItem[] },
  name: string,
): readonly string[] {
  return preamble.flatMap((item) =>
    item.kind === "directive" && slice(text, item.name) === name ? [slice(text, item.value)] : [],
  );
}

function parseItem(text: string, { start, end }: Span, content: Span): PreambleItem | undefined {
  // Regular expressions are only applied to the beginning of a long line.
  if (isComment(text, content.start)) {
    const match = directive.exec(text.slice(start, Math.min(end, start + 1000)));
    if (!match?.[1]) return { kind: "comment", start, end };
    const nameEnd = start + match[0].length;
    const name = { start: nameEnd - match[1].length, end: nameEnd };
    return { kind: "directive", start, end, name, value: trimBlanks(text, { start: nameEnd, end }) };
  }
  if (text.charCodeAt(content.start) !== 0x40) return undefined;
  const match = variable.exec(text.slice(start, Math.min(end, start + 1000)));
  if (!match?.[1]) return undefined;
  const nameStart = content.start + 1;
  const name = { start: nameStart, end: nameStart + match[1].length };
  return { kind: "variable", start, end, name, value: trimBlanks(text, { start: start + match[0].length, end }) };
}
