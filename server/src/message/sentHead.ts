import { countValue, joinSlotted, type Slot, type SlottedText, sliceSlotted } from "../text/slots.ts";
import type { MessageHead } from "./messageHead.ts";
import { contentLengthVariable } from "./scope.ts";

/**
 * The header lines that are sent, without comments.
 * @param bytes the number of bytes of the body
 */
export function sentLines(message: MessageHead, bytes: number) {
  const lines = message.syntax.headerLines.filter((line) => line.kind !== "comment");
  return lines.map((line) => ({ line, text: withCount(message.resolve(line), bytes) }));
}

/** A text with a number of bytes for `{{$contentLength}}`. */
export function withCount({ text, slots }: SlottedText, bytes: number): SlottedText {
  const reference = `{{${contentLengthVariable}}}`;
  const count = String(bytes);
  const parts: SlottedText[] = [];
  let from = 0;
  for (let at = text.indexOf(reference); at >= 0; at = text.indexOf(reference, from)) {
    const slot: Slot = { start: 0, end: count.length, value: countValue, escape: "none" };
    parts.push(sliceSlotted({ text, slots }, from, at), { text: count, slots: [slot] });
    from = at + reference.length;
  }
  return from === 0 ? { text, slots } : joinSlotted([...parts, sliceSlotted({ text, slots }, from, text.length)]);
}
