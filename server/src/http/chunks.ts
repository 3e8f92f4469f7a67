/** A reason why a service can't read a chunked body (RFC 9112 section 7.1). Offsets are in bytes. */
export type ChunkProblem =
  /** The line at `at` isn't a chunk size. */
  | { readonly kind: "size"; readonly at: number }
  /** The line at `at` ends in LF alone. */
  | { readonly kind: "line-end"; readonly at: number }
  /** The line break after the `size` bytes of the chunk at `at` is missing. */
  | { readonly kind: "data"; readonly at: number; readonly size: number }
  /** The last chunk `0` is missing, or the empty line after it and its trailer fields. `at`: the end of the body. */
  | { readonly kind: "unfinished"; readonly at: number };

/** The first problem of a chunked body. Text after the last chunk is ignored. */
export function chunkProblem(bytes: Uint8Array): ChunkProblem | undefined {
  for (let at = 0; ; ) {
    const line = lineAt(bytes, at);
    const size = chunkSize(line.text);
    if (line.next === undefined && (size !== undefined || line.text === "")) return { kind: "unfinished", at };
    if (size === undefined) return { kind: "size", at };
    if (line.next === undefined || !line.crlf) return { kind: "line-end", at };
    if (size === 0) return trailerProblem(bytes, line.next);
    const end = line.next + size;
    if (bytes[end] === LF && bytes[end - 1] !== CR) return { kind: "line-end", at };
    if (bytes[end] !== CR || bytes[end + 1] !== LF) return { kind: "data", at, size };
    at = end + 2;
  }
}

/** Whether a body begins with a chunk size. A SOAP message never does. */
export function beginsWithChunk(text: string, start: number): boolean {
  return /^[0-9a-f]{1,8}[ \t]*(?:;[^\r\n]*)?(?:[\r\n]|$)/i.test(text.slice(start, start + 200));
}

function trailerProblem(bytes: Uint8Array, start: number): ChunkProblem | undefined {
  for (let at = start; ; ) {
    const line = lineAt(bytes, at);
    if (line.next === undefined) return { kind: "unfinished", at };
    if (!line.crlf) return { kind: "line-end", at };
    if (line.text === "") return undefined;
    at = line.next;
  }
}

const CR = 0x0d;
const LF = 0x0a;

/** The line at an offset. `next`: the offset after its line break, if there is one. */
function lineAt(bytes: Uint8Array, at: number) {
  const lineEnd = bytes.indexOf(LF, at);
  const crlf = lineEnd > at && bytes[lineEnd - 1] === CR;
  const end = lineEnd < 0 ? bytes.length : crlf ? lineEnd - 1 : lineEnd;
  // The beginning of a long line is enough to see that it isn't a chunk size.
  const text = String.fromCharCode(...bytes.subarray(at, Math.min(end, at + 200)));
  return { text, crlf, next: lineEnd < 0 ? undefined : lineEnd + 1 };
}

function chunkSize(line: string): number | undefined {
  const digits = /^([0-9a-f]+)[ \t]*(?:;.*)?$/i.exec(line)?.[1];
  return digits === undefined || digits.replace(/^0+/, "").length > 8 ? undefined : Number.parseInt(digits, 16);
}
