import type { ExportedSlot } from "../../../server/src/protocol/protocol.ts";

/** The slots of a head or a body, and the bytes before, between and after them, without empty ones. */
export function slottedBytes(
  bytes: Uint8Array,
  slots: readonly ExportedSlot[],
): readonly (Uint8Array | ExportedSlot)[] {
  let at = 0;
  const pieces = slots.flatMap((slot) => {
    const before = bytes.subarray(at, slot.start);
    at = slot.end;
    return [before, slot];
  });
  return [...pieces, bytes.subarray(at)].filter((piece) => !(piece instanceof Uint8Array) || piece.length > 0);
}

/** Decodes bytes to the text that is encoded as exactly these bytes; undefined if there is none in the charset. */
export function exactText(bytes: Uint8Array, charset = "utf-8"): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
