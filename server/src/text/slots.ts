import type { Span } from "./span.ts";

/** A part of a text or of bytes that has another value each time it is sent. */
export interface Slot extends Span {
  /** Its index, or the number of bytes of the body. */
  readonly value: number;
  /** How XML's special characters in the value are written. */
  readonly escape: "none" | "text" | "attribute";
}

/** The value of a slot for the number of bytes of the body. */
export const countValue = -1;

export interface SlottedText {
  readonly text: string;
  /** In the order of the text. */
  readonly slots?: readonly Slot[] | undefined;
}

/** The text with its parts as `write` writes them: those in slots, which then have this escape, and those between them. */
export function mapSlots({ text, slots = [] }: SlottedText, write: (part: string) => string, written: Slot["escape"]) {
  const parts: SlottedText[] = [];
  let at = 0;
  for (const { start, end, value } of slots) {
    const filled = write(text.slice(start, end));
    parts.push({ text: write(text.slice(at, start)) });
    parts.push({ text: filled, slots: [{ start: 0, end: filled.length, value, escape: written }] });
    at = end;
  }
  return joinSlotted([...parts, { text: write(text.slice(at)) }]);
}

/** The texts in one. */
export function joinSlotted(texts: readonly SlottedText[]) {
  let text = "";
  const slots: Slot[] = [];
  for (const piece of texts) {
    for (const slot of piece.slots ?? [])
      slots.push({ ...slot, start: slot.start + text.length, end: slot.end + text.length });
    text += piece.text;
  }
  return { text, slots };
}

/** A part of a text, with the slots that it contains. */
export function sliceSlotted({ text, slots = [] }: SlottedText, start: number, end: number) {
  const inside = slots.filter((one) => start <= one.start && one.end <= end);
  return {
    text: text.slice(start, end),
    slots: inside.map((one) => ({ ...one, start: one.start - start, end: one.end - start })),
  };
}
