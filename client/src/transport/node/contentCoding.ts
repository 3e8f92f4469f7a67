import { promisify } from "node:util";
import zlib from "node:zlib";
import { concatBytes } from "../bytes.ts";
import type { RawMessage } from "../framing.ts";
import { listTokens } from "../head.ts";
import type { Content, Message } from "../result.ts";

export interface Decoded {
  readonly message: Message;
  /** The decoded body is larger than the limit; the message holds its start. */
  readonly tooLarge: boolean;
}

/** A bomb of codings around codings is refused: no service means that. */
const maxCodings = 5;
/** Small enough that a damaged stream gives nearly all that stands before the damage. */
const rescuePiece = 64;

/** Undoes content codings (RFC 9110 section 8.4.1) and compressing transfer codings, up to `limit` decoded bytes. */
export async function withContent(raw: RawMessage, limit: number): Promise<Decoded> {
  const codings = [
    ...listTokens(raw.fields, "content-encoding"),
    ...listTokens(raw.fields, "transfer-encoding").filter((coding) => coding !== "chunked"),
  ].filter((coding) => coding !== "identity");
  const done = (body: Uint8Array, content: Content, tooLarge = false): Decoded => ({
    message: { ...raw, body, content },
    tooLarge,
  });
  if (codings.length === 0 || raw.rawBody.length === 0) return done(raw.rawBody, { kind: "identity" });
  const unknown = codings.find((coding) => decoders[coding] === undefined);
  if (unknown !== undefined || codings.length > maxCodings) {
    return done(raw.rawBody, { kind: "unsupported", codings, coding: unknown ?? codings.join(", ") });
  }
  let body = raw.rawBody;
  for (const coding of codings.toReversed()) {
    const step = await decode(body, coding, limit);
    body = step.bytes;
    if (step.error !== undefined) return done(body, { kind: "broken", codings, coding, detail: step.error });
    if (step.tooLarge) return done(body, { kind: "decoded", codings }, true);
  }
  return done(body, { kind: "decoded", codings });
}

type MakeDecoder = (start: Uint8Array) => zlib.Gunzip | zlib.BrotliDecompress;

const decoders: Readonly<Record<string, MakeDecoder>> = {
  gzip: () => zlib.createGunzip(),
  "x-gzip": () => zlib.createGunzip(),
  // RFC 9110 section 8.4.1.2 means zlib's format; some services send the bare deflate stream.
  deflate: (start) => (hasZlibHeader(start) ? zlib.createInflate() : zlib.createInflateRaw()),
  br: () => zlib.createBrotliDecompress(),
};

function hasZlibHeader([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
}

interface Step {
  readonly bytes: Uint8Array;
  readonly tooLarge: boolean;
  readonly error: string | undefined;
}

async function decode(bytes: Uint8Array, coding: string, limit: number): Promise<Step> {
  const whole = await decodeInPieces(bytes, coding, limit, bytes.length);
  if (whole.error === undefined) return whole;
  const rescued = await decodeInPieces(bytes, coding, limit, rescuePiece);
  return rescued.bytes.length > whole.bytes.length ? rescued : whole;
}

async function decodeInPieces(bytes: Uint8Array, coding: string, limit: number, size: number): Promise<Step> {
  const decoder = decoders[coding]?.(bytes);
  if (decoder === undefined) return { bytes, tooLarge: false, error: undefined };
  const pieces: Uint8Array[] = [];
  let length = 0;
  decoder.on("data", (piece: Uint8Array) => {
    if (length >= limit + 1) return;
    pieces.push(piece.subarray(0, limit + 1 - length));
    length += piece.length;
    if (length > limit) decoder.destroy();
  });
  const error = await feed(decoder, bytes, size);
  const decoded = concatBytes(pieces);
  const tooLarge = decoded.length > limit;
  return { bytes: decoded.subarray(0, limit), tooLarge, error: tooLarge ? undefined : error };
}

/** The decoder's error, if it has one. Resolves when it has ended, broken or been destroyed. */
async function feed(decoder: ReturnType<MakeDecoder>, bytes: Uint8Array, size: number): Promise<string | undefined> {
  const ended = new Promise<string | undefined>((resolve) => {
    decoder.on("error", (error) => resolve(error.message));
    decoder.on("end", () => resolve(undefined));
    decoder.on("close", () => resolve(undefined));
  });
  const write = promisify((piece: Uint8Array, done: (error?: Error | null) => void) => decoder.write(piece, done));
  try {
    for (let at = 0; at < bytes.length && !decoder.destroyed; at += size) {
      await Promise.race([write(bytes.subarray(at, at + size)), ended]);
    }
    if (!decoder.destroyed) decoder.end();
  } catch {
    // The `error` event has it too.
  }
  return ended;
}
