import { lengthPlaceholder } from "../http/placeholder.ts";
import type { Message } from "../message.ts";
import { contentLengthHolds, countText } from "../rules/edits.ts";
import type { Edit } from "../rules/rule.ts";
import { afterBreak } from "../text/lines.ts";
import { contains, type Span, shift } from "../text/span.ts";
import type { RequestSection } from "./support/section.ts";

/**
 * The edits that make counts right: of all requests, or of those whose count a change concerns. Where an author writes
 * no count but a variable, or writes two, nothing is changed, and no header is inserted.
 * @param changed the changed parts of the text as it is now; an empty one where something was deleted
 */
export function contentLengthUpdates(sections: readonly RequestSection[], changed?: readonly Span[]): readonly Edit[] {
  const variables = changed?.some((one) => sections.some((section) => isInPreamble(section, one))) ?? false;
  return sections.flatMap(({ message, start }) => {
    if (!message) return [];
    const concerned =
      changed === undefined ||
      (variables && message.references.length > 0) ||
      changed.some((one) => concernsCount(message, shift(one, -start)));
    const edit = concerned ? countEdit(message) : undefined;
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

/** Whether a count may follow from a change: not from one inside a header line that says nothing about the body. */
function concernsCount({ request, fields, text }: Message, changed: Span): boolean {
  // What begins where the request ends may have cut its body off.
  if (changed.end < request.start || request.end < changed.start) return false;
  if (request.line && contains(request.line, changed)) return false;
  return !fields.some(({ name, line }) => {
    if (name.toLowerCase() === "content-type") return false;
    const whole = { start: line.start, end: afterBreak(text, line.end) };
    // The author's own count stays, also when the whole line is put in.
    return name.toLowerCase() === "content-length" ? contains(whole, changed) : contains(line, changed);
  });
}

function isInPreamble({ start, placed: { segment } }: RequestSection, changed: Span): boolean {
  const end = segment.request?.start ?? segment.text.length;
  return changed.start < start + end && (changed.end > start || start === 0);
}
