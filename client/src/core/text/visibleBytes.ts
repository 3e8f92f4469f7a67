import { toBinary } from "../../../../server/src/text/base64.ts";
import { hexByte, hexOffset } from "../../../../server/src/text/bytes.ts";

/** Maximum bytes of a row, which can be read without scrolling sideways. */
const longestRow = 72;

const LF = 0x0a;
const CR = 0x0d;

/**
 * Bytes as text in which all of them are visible, with a row for each line and for each 72 bytes of a long line, after its
 * offset. `‹›` contains the names of line endings and tabs (`‹CR LF›`), and bytes: after characters that are not ASCII
 * (`ü‹c3 bc›`), alone if they are not UTF-8 (`‹fc›`) or an invisible character. Names, not Unicode's pictures of controls:
 * few fonts have those, and a screen reader reads names. `base`: the offset of the first byte.
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

/** Returns the end of a row: after the line ending; in a long line, between two characters. */
function rowEnd(bytes: Uint8Array, start: number): number {
  const limit = Math.min(bytes.length, start + longestRow);
  for (let at = start; at < limit; at++) {
    if (bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] !== LF)) return at + 1;
  }
  // A row doesn't begin with the line ending, and doesn't split a character.
  if (bytes[limit] === LF && bytes[limit - 1] === CR) return limit + 1;
  let end = limit;
  while (end < bytes.length && end > start + 1 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return end;
}

const names: Readonly<Record<string, string>> = { "\r\n": "CR LF", "\r": "CR", "\n": "LF", "\t": "TAB" };

function visible(bytes: Uint8Array): string {
  return toBinary(bytes).replace(/\r\n|[^ -~\u0080-\u00ff]|[\u0080-\u00ff]+/g, (matched) =>
    matched >= "\u0080" ? runs(matched) : `‹${names[matched] ?? hexByte(matched.charCodeAt(0))}›`,
  );
}

/** Bytes from 0x80, in runs of readable and of unreadable characters. */
function runs(binary: string): string {
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  let result = "";
  for (let at = 0; at < bytes.length; ) {
    const start = at;
    let next = characterAt(bytes, at);
    const isReadable = next.text !== "";
    while (at < bytes.length && (next.text !== "") === isReadable) {
      result += next.text;
      at += next.length;
      next = characterAt(bytes, at);
    }
    result += `‹${[...bytes.subarray(start, at)].map(hexByte).join(" ")}›`;
  }
  return result;
}

/** The character of a UTF-8 sequence; the text is empty if it is invalid or invisible. */
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
