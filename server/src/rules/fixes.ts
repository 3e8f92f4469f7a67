import { parseDocument, type Segment } from "../document.ts";
import { Message } from "../message.ts";
import type { Scope } from "../variables/scope.ts";
import { check, type Finding } from "./check.ts";
import { contentLengthHolds, countText, replace } from "./edits.ts";
import type { Edit, Fix } from "./rule.ts";

/** The text with the edits applied; they must not overlap. Those at one place are applied in their order. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = "";
  let from = 0;
  for (const edit of inOrder(edits)) {
    result += text.slice(from, edit.start) + edit.newText;
    from = Math.max(from, edit.end);
  }
  return result + text.slice(from);
}

/**
 * A fix's edits, and the one that keeps a Content-Length right that was right before. `scope`: the variables as they are
 * after the fix, where it changes them.
 */
export function completeFix(
  message: Message,
  fix: Pick<Fix, "edits" | "lineEnds">,
  scope = message.scope,
): readonly Edit[] {
  const field = message.field("content-length");
  if (!field || contentLengthHolds(message) !== true) return fix.edits;
  if (fix.edits.some((edit) => edit.start < field.line.end && field.line.start < edit.end)) return fix.edits;
  const edited = applyEdits(message.text, fix.edits);
  return correctCount(message, fix.lineEnds ? edited.replace(/\r\n?|\n/g, fix.lineEnds) : edited, fix.edits, scope);
}

/** The edits that make a message into `edited`, and the one that makes its Content-Length right if it is wrong then. */
export function correctCount(
  message: Message,
  edited: string,
  edits: readonly Edit[],
  scope = message.scope,
): readonly Edit[] {
  const field = message.field("content-length");
  const after = firstMessage(edited, scope);
  const count = after && contentLengthHolds(after) === false ? countText(after) : undefined;
  return field && count !== undefined ? [...edits, replace(field.value.typed, count)] : edits;
}

/** What the automatic fixes make of a request: its text after all of them; those of one may call for another. */
export function fixAll(message: Message, applies: (finding: Finding) => boolean): string {
  let current = message;
  // Each round leaves fewer findings; two or three are what a request takes.
  for (let round = 0; round < 10; round++) {
    const edits = automaticEdits(current, check(current).filter(applies));
    if (edits.length === 0) break;
    const next = firstMessage(applyEdits(current.text, edits), current.scope);
    if (!next || next.text === current.text) break;
    current = next;
  }
  return current.text;
}

/** The edits that turn `before` into `after`: a replacement of what lies between their common ends. */
export function difference(before: string, after: string): Edit[] {
  if (before === after) return [];
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let tail = 0;
  while (
    tail < most - start &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  )
    tail++;
  return [{ start, end: before.length - tail, newText: after.slice(start, after.length - tail) }];
}

function automaticEdits(message: Message, findings: readonly Finding[]): readonly Edit[] {
  const taken = new Taken();
  for (const finding of findings) {
    const fix = finding.fixes?.().find((one) => one.automatic);
    if (fix && !fix.edits.some((edit) => taken.overlaps(edit))) for (const edit of fix.edits) taken.add(edit);
  }
  return completeFix(message, taken);
}

/** Edits of which none overlaps another, in the order of the text. */
class Taken {
  readonly edits: Edit[] = [];

  overlaps({ start, end }: Edit): boolean {
    const next = this.edits[this.#after(start)];
    return next !== undefined && next.start < end;
  }

  /** Findings come in the order of the text, so most are added at the end. */
  add(edit: Edit): void {
    let at = this.#after(edit.start);
    // Insertions at one place keep their order.
    while (at < this.edits.length && (this.edits[at]?.end ?? 0) <= edit.start) at++;
    this.edits.splice(at, 0, edit);
  }

  /** The first that ends behind an offset. */
  #after(offset: number): number {
    let low = 0;
    let high = this.edits.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.edits[middle]?.end ?? 0) > offset) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

function inOrder(edits: readonly Edit[]): Edit[] {
  return [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
}

function firstMessage(text: string, scope: Scope): Message | undefined {
  const segment: Segment | undefined = parseDocument(text).segments[0]?.segment;
  return segment?.request && new Message(segment, segment.request, scope);
}
