import * as l10n from "@vscode/l10n";
import { gzipSync, zlibSync } from "fflate";
import { parseChunkSize } from "../format/connectionDirectives.ts";
import { joinedBytes } from "../text/bytes.ts";
import type { Charset } from "../text/charset.ts";
import { countValue, joinSlotted, type Slot, type SlottedText, sliceSlotted } from "../text/slots.ts";
import type { ComputedValue } from "../variables/value.ts";
import type { BodyText, Compression } from "./body.ts";
import { bytesUpTo, sentEnd, unencodable } from "./bodyBytes.ts";
import type { BodyFile, BodyFileText } from "./bodyFile.ts";
import type { Inserted } from "./fileParts.ts";
import type { MessageHead } from "./messageHead.ts";
import { contentLengthVariable } from "./scope.ts";

interface BodySource extends MessageHead {
  readonly body: BodyText | undefined;
  readonly bodyFile: BodyFile | undefined;
  readonly bodyFileText: BodyFileText | undefined;
  readonly compression: Compression | undefined;
  readonly plainLength: number | undefined;
  readonly inserted: readonly Inserted[];
  readonly charset: { readonly charset: Charset | undefined };
}

/** The bytes of the body as it is sent; `undefined` if they are unknown. */
export function sentBytes(message: BodySource): Uint8Array | undefined {
  const { compression } = message;
  const plain = plainBytes(message);
  return plain && compression ? compressed(plain, compression) : plain;
}

/** The bytes of the body without compression; `undefined` if they are unknown. */
export function plainBytes(message: BodySource): Uint8Array | undefined {
  const { body, bodyFile, charset } = message;
  if (bodyFile && !bodyFile.replaced) return bodyFile.file.kind === "bytes" ? bodyFile.file.bytes : undefined;
  if (message.bodyFileText?.invalid || message.inserted.some(({ holdsBoundary }) => holdsBoundary)) return undefined;
  const end = endOfBody(message);
  if (end === undefined) return undefined;
  if (!body || !charset.charset || end <= body.start) return new Uint8Array(0);
  return bytesUpTo(body, charset.charset, end);
}

/** The bytes of a body before parts of it are encrypted; `undefined` if nothing is encrypted. */
export function bytesBeforeEncryption({ body, charset }: BodySource): Uint8Array | undefined {
  const plain = body?.beforeEncryption;
  return plain && charset.charset && bytesUpTo(plain, charset.charset, plain.source.length);
}

/** The end of the sent text in the body's source; `undefined` if its bytes are unknown. */
export function endOfBody(message: BodySource): number | undefined {
  const { body, plainLength, charset } = message;
  if (!body) return message.bodyFile ? undefined : 0;
  if (plainLength === undefined || !charset.charset) return undefined;
  if (unencodable(body, charset.charset, 1).length > 0) return undefined;
  return sentEnd(message, body, charset.charset, plainLength);
}

export function bodyValue(message: BodySource): ComputedValue {
  const { body } = message;
  if (body && body.slots.length > 0)
    return { kind: "undefined", why: l10n.t("An export can't compute {0}.", "{{$body}}") };
  const bytes = sentBytes(message);
  const isKnown = !body?.isSampled;
  return {
    kind: "bytes",
    bytes: isKnown ? bytes : undefined,
    length: isKnown || !message.compression ? bytes?.length : undefined,
    origin: l10n.t("the body"),
    secret: false,
    sources: body?.sources,
    isReadable: true,
  };
}

/** The header lines that are sent, without comments. `bytes`: number of bytes of the body. */
export function sentLines(message: MessageHead, bytes: number) {
  const lines = message.syntax.headerLines.filter((line) => line.kind !== "comment");
  return lines.map((line) => ({ line, text: withCount(message.resolve(line), bytes) }));
}

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

/** The chunk size that `# @chunked` specifies. A body that is typed in chunks is sent as typed. */
export function chunkSizeOf(head: MessageHead): number | undefined {
  const value = head.kind === "request" && !head.isInChunks ? head.directive("chunked") : undefined;
  return value === undefined ? undefined : parseChunkSize(value);
}

/** A body in chunks of the same size, with the last chunk (RFC 9112 section 7.1). */
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

/** The compression that `# @compress` specifies. A body that is typed in chunks is sent as typed. */
export function compressionOf(head: MessageHead): Compression | undefined {
  const value = head.kind === "request" && !head.isInChunks ? head.directive("compress") : undefined;
  return value === "gzip" || value === "deflate" ? value : undefined;
}

/** Compresses a body. The result is always the same for the same bytes. `deflate` is the format of zlib. */
export function compressed(bytes: Uint8Array, compression: Compression): Uint8Array {
  return compression === "gzip" ? gzipSync(bytes, { level: 6, mtime: 0 }) : zlibSync(bytes, { level: 6 });
}
