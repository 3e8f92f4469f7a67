import type { Span } from "./span.ts";

/** A placeholder: a part of a text or of bytes whose value differs each time it is sent. */
export interface Slot extends Span {
  /** Index of the value, or `countValue`. */
  readonly value: number;
  /** How special characters of XML in the value are escaped. */
  readonly escape: "none" | "text" | "attribute";
}

/** In `Slot.value`: the number of bytes of the body. */
export const countValue = -1;

export interface SlottedText {
  readonly text: string;
  /** The placeholders, in the order of the text. */
  readonly slots?: readonly Slot[] | undefined;
}

/** Converts a text part by part with `write`. Placeholders keep their place and get this escape. */
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

export function sliceSlotted({ text, slots = [] }: SlottedText, start: number, end: number) {
  const inside = slots.filter((one) => start <= one.start && one.end <= end);
  return {
    text: text.slice(start, end),
    slots: inside.map((one) => ({ ...one, start: one.start - start, end: one.end - start })),
  };
}
