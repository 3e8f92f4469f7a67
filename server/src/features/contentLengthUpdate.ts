import { lengthPlaceholder } from "../http/placeholder.ts";
import type { Message } from "../message/message.ts";
import { contentLengthHolds, countText } from "../rules/edits.ts";
import type { Edit } from "../rules/rule.ts";
import { afterBreak } from "../text/lines.ts";
import { contains, type Span, shift } from "../text/span.ts";
import type { MessageSection } from "./support/section.ts";

/** Corrects Content-Length unless it is a variable. `changed`: spans of the new text, empty for a deletion. */
export function contentLengthUpdates(sections: readonly MessageSection[], changed?: readonly Span[]): readonly Edit[] {
  const variables = changed?.some((one) => sections.some((section) => isInPreamble(section, one))) ?? false;
  return sections.flatMap(({ message, start }) => {
    if (!message) return [];
    const isAffected =
      changed === undefined ||
      (variables && message.references.length > 0) ||
      changed.some((one) => affectsCount(message, shift(one, -start)));
    const edit = isAffected ? countEdit(message) : undefined;
    return edit ? [shift(edit, start)] : [];
  });
}

function countEdit(message: Message): Edit | undefined {
  const [field, second] = message.fieldsNamed("content-length");
  if (!field || second) return undefined;
  const { typed, text } = field.value;
  const isCount = /^\d+$/.test(message.slice(typed)) && contentLengthHolds(message) === false;
  const count = isCount || lengthPlaceholder(text) ? countText(message) : undefined;
  return count && /^\d+$/.test(count) ? { ...typed, newText: count } : undefined;
}

/** Whether a change may affect Content-Length. Changes inside of most header lines don't. */
function affectsCount({ syntax, fields, text }: Message, changed: Span): boolean {
  // A new separator `###` may have shortened the body: until its last character was typed, it was a part of it.
  if (changed.end < syntax.start || syntax.end + "###".length <= changed.start) return false;
  const first = syntax.startLine;
  if (first && contains(first, changed)) return false;
  return !fields.some(({ name, line }) => {
    if (name.toLowerCase() === "content-type") return false;
    const whole = { start: line.start, end: afterBreak(text, line.end) };
    // A Content-Length that the user has just typed isn't corrected.
    return name.toLowerCase() === "content-length" ? contains(whole, changed) : contains(line, changed);
  });
}

function isInPreamble({ start, placed: { segment } }: MessageSection, changed: Span): boolean {
  const end = segment.message?.start ?? segment.text.length;
  return changed.start < start + end && (changed.end > start || start === 0);
}
