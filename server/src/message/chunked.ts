import { parseChunkSize } from "../format/connectionDirectives.ts";
import { joinedBytes } from "../text/bytes.ts";
import type { MessageHead } from "./messageHead.ts";

/** The size of the chunks of `# @chunked`. What is typed in chunks is sent as typed. */
export function chunkSizeOf(head: MessageHead): number | undefined {
  const value = head.kind === "request" && !head.isInChunks ? head.directive("chunked") : undefined;
  return value === undefined ? undefined : parseChunkSize(value);
}

/** A body as chunks of one size, and the last chunk (RFC 9112 section 7.1). */
export function inChunks(bytes: Uint8Array, size: number): Uint8Array {
  const ascii = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
  const end = ascii("\r\n");
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    const chunk = bytes.subarray(at, at + size);
    pieces.push(ascii(`${chunk.length.toString(16)}\r\n`), chunk, end);
  }
  return joinedBytes([...pieces, ascii("0\r\n\r\n")]);
}
