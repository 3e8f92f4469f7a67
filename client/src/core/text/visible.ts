import { hexByte, hexOffset } from "../../../../server/src/text/hex.ts";

/** Bytes of a row, at most: a row is to be read without scrolling sideways. */
const longestRow = 72;

const LF = 0x0a;
const CR = 0x0d;

/**
 * Bytes as text in which none is hidden, a row for each line and for each 72 bytes of a long one, its offset first.
 * In `‹›` stand line ends and tabs by their names (`‹CR LF›`), and bytes: behind characters that are not ASCII
 * (`ü‹c3 bc›`), alone where they are no UTF-8 (`‹fc›`) or a character that nobody can see. Names, not the pictures that
 * Unicode has for controls: few fonts have those, and a screen reader reads names.
 * `base`: the offset of the first byte.
 */
export function visibleLines(bytes: Uint8Array, base = 0): readonly string[] {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = rowEnd(bytes, at);
    lines.push(`${hexOffset(base + at)}  ${visible(bytes.subarray(at, end))}`);
    at = end;
  }
  return lines;
}

/** After the line end; where none is near, between two characters. */
function rowEnd(bytes: Uint8Array, start: number): number {
  const limit = Math.min(bytes.length, start + longestRow);
  for (let at = start; at < limit; at++) {
    if (bytes[at] === LF) return at + 1;
    if (bytes[at] === CR && bytes[at + 1] !== LF) return at + 1;
  }
  // The line end itself does not begin a row, and a character is not torn.
  if (bytes[limit] === LF && bytes[limit - 1] === CR) return limit + 1;
  let end = limit;
  while (end < bytes.length && end > start + 1 && isContinuation(bytes[end])) end--;
  return end;
}

function visible(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x20 && byte < 0x7f) {
      parts.push(String.fromCharCode(byte));
      at++;
    } else if (byte < 0x80) {
      const named = byte === CR && bytes[at + 1] === LF ? "CR LF" : (names.get(byte) ?? hexByte(byte));
      parts.push(`‹${named}›`);
      at += named === "CR LF" ? 2 : 1;
    } else {
      const { text, end } = runAt(bytes, at);
      parts.push(`${text}‹${[...bytes.subarray(at, end)].map(hexByte).join(" ")}›`);
      at = end;
    }
  }
  return parts.join("");
}

const names: ReadonlyMap<number, string> = new Map([
  [CR, "CR"],
  [LF, "LF"],
  [0x09, "TAB"],
]);

/** Bytes from 0x80 on, as far as all of them can be read or none of them can. */
function runAt(bytes: Uint8Array, start: number): { readonly text: string; readonly end: number } {
  const first = characterAt(bytes, start);
  let { text } = first;
  let end = start + first.length;
  while ((bytes[end] ?? 0) >= 0x80) {
    const next = characterAt(bytes, end);
    if ((next.text === "") !== (first.text === "")) break;
    text += next.text;
    end += next.length;
  }
  return { text, end };
}

/** The character of a UTF-8 sequence; without text where it is none, or nothing that can be seen. */
function characterAt(bytes: Uint8Array, at: number): { readonly text: string; readonly length: number } {
  const first = bytes[at] ?? 0;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes.subarray(at, at + length));
    return { text: /[\p{C}\p{Z}\p{M}]/u.test(text) ? "" : text, length };
  } catch {
    return { text: "", length: 1 };
  }
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
