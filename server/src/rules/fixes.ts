import type { Message } from "../message/message.ts";
import { applyEdits, differenceOf } from "../text/edits.ts";
import { firstIndex } from "../text/search.ts";
import { check, type Finding } from "./check.ts";
import { contentLengthHolds, countText, firstMessage, replace } from "./edits.ts";
import type { Edit, Fix } from "./rule.ts";

/**
 * Returns the edits of a fix. If Content-Length is correct, they include an edit that keeps it correct.
 *
 * @param scope the variables after the fix, if it changes them
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

/** Returns the edits that change a message to `edited`, and an edit that corrects its Content-Length. */
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

/** Returns the text of a message after all automatic fixes. Several rounds are needed, because a fix may make another one necessary. */
export function textAfterFixes(message: Message, applies: (finding: Finding) => boolean): string {
  let current = message;
  // Most messages take two or three rounds.
  for (let round = 0; round < 10; round++) {
    const edits = automaticEdits(current, check(current).filter(applies));
    if (edits.length === 0) break;
    const next = firstMessage(applyEdits(current.text, edits), current.scope);
    if (!next || next.text === current.text) break;
    current = next;
  }
  return current.text;
}

/** Returns the edit that changes `before` to `after`: a replacement between their common start and end. */
export function difference(before: string, after: string): Edit[] {
  if (before === after) return [];
  const { start, end, newEnd } = differenceOf(before, after);
  return [{ start, end, newText: after.slice(start, newEnd) }];
}

function automaticEdits(message: Message, findings: readonly Finding[]): readonly Edit[] {
  const taken = new Taken();
  for (const finding of findings) {
    const fix = finding.fixes?.().find((one) => one.automatic);
    if (fix && !fix.edits.some((edit) => taken.overlaps(edit))) for (const edit of fix.edits) taken.add(edit);
  }
  return completeFix(message, taken);
}

/** A collection of edits that don't overlap, in the order of the text. */
class Taken {
  readonly edits: Edit[] = [];

  overlaps({ start, end }: Edit): boolean {
    const next = this.edits[this.#firstAfter(start)];
    return next !== undefined && next.start < end;
  }

  /** Adds an edit that doesn't overlap others. Insertions at the same offset keep their order. */
  add(edit: Edit): void {
    this.edits.splice(this.#firstAfter(edit.start), 0, edit);
  }

  /** The index of the first edit that ends after an offset. */
  #firstAfter(offset: number): number {
    return firstIndex(0, this.edits.length, (index) => (this.edits[index]?.end ?? 0) > offset);
  }
}
