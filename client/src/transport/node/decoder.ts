import { promisify } from "node:util";
import zlib from "node:zlib";
import { concatBytes } from "../bytes.ts";
import type { RawMessage } from "../framing.ts";
import { listTokens } from "../responseHead.ts";
import type { BrokenContent, ContentCoding, ResponseMessage } from "../result.ts";

/** A decoded stream, up to the limit. */
interface DecodedStream {
  readonly bytes: Uint8Array;
  readonly tooLarge: boolean;
  /** The number of ignored bytes after the end of the stream. */
  readonly trailing: number;
  readonly problem: Pick<BrokenContent, "how" | "detail"> | undefined;
}

type Decoder = zlib.Gunzip | zlib.BrotliDecompress;

interface Coding {
  /** The first bytes of each stream. */
  readonly signature?: readonly number[];
  /** Undefined if this version of Node has none. Read at first use, because few processes need the library. */
  readonly decoder: ((start: Uint8Array) => Decoder) | undefined;
}

const gzip: Coding = { signature: [0x1f, 0x8b], decoder: () => zlib.createGunzip() };
const zstd: Coding = {
  signature: [0x28, 0xb5, 0x2f, 0xfd],
  /** // Node has had this decoder since 22.15. */
  get decoder() {
    const { createZstdDecompress } = zlib as { readonly createZstdDecompress?: () => Decoder };
    return createZstdDecompress && (() => createZstdDecompress());
  },
};

const codings: ReadonlyMap<string, Coding> = new Map<string, Coding>([
  ["gzip", gzip],
  ["x-gzip", gzip],
  // RFC 9110 section 8.4.1.2 requires zlib's format, but some services send a raw deflate stream.
  ["deflate", { decoder: (start) => (hasZlibHeader(start) ? zlib.createInflate() : zlib.createInflateRaw()) }],
  ["br", { decoder: () => zlib.createBrotliDecompress() }],
  ["zstd", zstd],
]);

/** Why a coding can't be decoded; undefined if it can. */
export function unsupported(coding: string): "unknown" | "runtime" | undefined {
  const decoder = codings.get(coding);
  return decoder === undefined ? "unknown" : decoder.decoder === undefined ? "runtime" : undefined;
}

/** Decodes a supported coding. For a damaged stream, it returns the bytes before the damage. */
export async function decode(bytes: Uint8Array, name: string, limit: number): Promise<DecodedStream> {
  const coding = codings.get(name);
  const make = coding?.decoder;
  if (make === undefined) throw new Error(`no decoder of ${name}`);
  const step = await wholeStream(bytes, () => make(bytes), limit);
  const isSuspect = step.problem !== undefined || (step.bytes.length === 0 && step.trailing > 0);
  if (isSuspect && !mayBe(bytes, coding?.signature)) {
    return { ...nothing, problem: { how: "not-coded", detail: step.problem?.detail ?? "" } };
  }
  if (step.problem === undefined) return coding === zstd ? furtherFrames(step, bytes, () => make(bytes), limit) : step;
  return (coding === gzip ? await membersBefore(bytes, limit) : undefined) ?? step;
}

const nothing: DecodedStream = { bytes: new Uint8Array(0), tooLarge: false, trailing: 0, problem: undefined };

/** Text without a signature is not coded: deflate and br would decode some texts to a few bytes of garbage. */
function mayBe(bytes: Uint8Array, signature: Coding["signature"]): boolean {
  if (signature !== undefined) return begins(bytes, signature);
  return (
    hasZlibHeader(bytes) || bytes.subarray(0, 512).some((byte) => byte < 0x20 && ![0x09, 0x0a, 0x0d].includes(byte))
  );
}

/** Whether bytes begin with a signature, or with its beginning. */
function begins(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, at) => at >= bytes.length || bytes[at] === byte);
}

function hasZlibHeader([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
}

/** Maximum streams in one body; more are an attack. */
const maxStreams = 1000;

/** Decodes the frames after the first one (RFC 8878 section 3), because Node's decoder ends there. */
async function furtherFrames(
  first: DecodedStream,
  bytes: Uint8Array,
  make: () => Decoder,
  limit: number,
): Promise<DecodedStream> {
  const pieces = [first.bytes];
  let step = first;
  let left = limit - first.bytes.length;
  for (let count = 1; count < maxStreams && !step.tooLarge; count++) {
    const rest = bytes.subarray(bytes.length - step.trailing);
    if (rest.length < 4 || !begins(rest, zstd.signature ?? [])) break;
    step = await wholeStream(rest, make, left);
    pieces.push(step.bytes);
    left -= step.bytes.length;
  }
  return { ...step, bytes: concatBytes(pieces) };
}

/**
 * A gzip stream may have several members (RFC 1952 section 2.2), so that Node treats bytes after the last one as a damaged
 * member. Bytes that don't begin like a member are ignored, as by gzip. Resolves with undefined if there are none.
 */
async function membersBefore(bytes: Uint8Array, limit: number): Promise<DecodedStream | undefined> {
  let end = 0;
  for (let count = 0; count < maxStreams; count++) {
    const rest = bytes.subarray(end);
    const start = headerLength(rest);
    if (start === undefined) break;
    const coded = rest.subarray(start);
    const { problem, trailing } = await wholeStream(coded, () => zlib.createInflateRaw(), limit);
    if (problem !== undefined || trailing < checkLength) return undefined;
    end += start + coded.length - trailing + checkLength;
  }
  if (end === 0 || end === bytes.length || begins(bytes.subarray(end), gzip.signature ?? [])) return undefined;
  const step = await wholeStream(bytes.subarray(0, end), () => zlib.createGunzip(), limit);
  return step.problem === undefined ? { ...step, trailing: bytes.length - end } : undefined;
}

/** Length of CRC32 and ISIZE in bytes. */
const checkLength = 8;

/** The length of a gzip member's header (RFC 1952 section 2.3); undefined if it is missing or incomplete. */
function headerLength(bytes: Uint8Array): number | undefined {
  if (bytes.length < 10 || !begins(bytes, gzip.signature ?? [])) return undefined;
  const [, , , flags = 0] = bytes;
  let at = 10;
  if (flags & 0x04) at += 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
  // Skips the name and the comment.
  for (const flag of [0x08, 0x10]) {
    if ((flags & flag) === 0) continue;
    const zero = bytes.indexOf(0, at);
    if (zero < 0) return undefined;
    at = zero + 1;
  }
  if (flags & 0x02) at += 2;
  return at < bytes.length ? at : undefined;
}

/** Bytes in a piece when a damaged stream is read again: the decoder returns nothing of the piece in which it fails. */
const rescuePiece = 4096;

async function wholeStream(bytes: Uint8Array, make: () => Decoder, limit: number): Promise<DecodedStream> {
  const whole = await inPieces(bytes, make(), limit, () => bytes.length);
  if (whole.problem === undefined) return whole;
  const coarse = await inPieces(bytes, make(), limit, () => rescuePiece);
  // The end is read byte by byte: a wrong checksum follows directly after the data.
  const fine = await inPieces(bytes, make(), limit, (at) => (at < coarse.accepted ? rescuePiece : 1));
  return fine.bytes.length > whole.bytes.length ? fine : whole;
}

/** Decodes bytes in pieces. `accepted`: the offset of the piece in which the decoder failed. */
async function inPieces(
  bytes: Uint8Array,
  decoder: Decoder,
  limit: number,
  sizeAt: (at: number) => number,
): Promise<DecodedStream & { readonly accepted: number }> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  decoder.on("data", (piece: Uint8Array) => {
    if (length >= limit + 1) return;
    pieces.push(piece.subarray(0, limit + 1 - length));
    length += piece.length;
    if (length > limit) decoder.destroy();
  });
  const ended = new Promise<DecodedStream["problem"]>((resolve) => {
    decoder.on("error", (error: NodeJS.ErrnoException) =>
      resolve({ how: error.code === "Z_BUF_ERROR" ? "cut" : "damaged", detail: error.message }),
    );
    for (const end of ["end", "close"]) decoder.on(end, () => resolve(undefined));
  });
  const write = promisify((piece: Uint8Array, done: (error?: Error | null) => void) => decoder.write(piece, done));
  let accepted = 0;
  try {
    while (accepted < bytes.length && !decoder.destroyed) {
      const next = accepted + sizeAt(accepted);
      await Promise.race([write(bytes.subarray(accepted, next)), ended]);
      if (decoder.errored) break;
      accepted = next;
    }
    if (!decoder.destroyed) decoder.end();
  } catch {
    // The `error` event reports this error, too.
  }
  const problem = await ended;
  // A decoder whose stream ends before its input doesn't destroy itself.
  decoder.destroy();
  const tooLarge = length > limit;
  return {
    bytes: concatBytes(pieces).subarray(0, limit),
    tooLarge,
    trailing: tooLarge || problem !== undefined ? 0 : bytes.length - decoder.bytesWritten,
    problem: tooLarge ? undefined : problem,
    accepted,
  };
}

interface Decoded {
  readonly message: ResponseMessage;
  /** Whether the decoded body is larger than the limit. Then the message contains its beginning. */
  readonly tooLarge: boolean;
}

/** Maximum codings of a body; more are an attack. */
export const maxCodings = 5;

/** Decodes content codings (RFC 9110 section 8.4.1) and compressing transfer codings, up to `limit` bytes. */
export async function withContent(raw: RawMessage, limit: number): Promise<Decoded> {
  const codings = [
    ...listTokens(raw.fields, "content-encoding"),
    ...listTokens(raw.fields, "transfer-encoding").filter((coding) => coding !== "chunked"),
  ].filter((coding) => coding !== "identity");
  const done = (body: Uint8Array, content: ContentCoding, tooLarge = false): Decoded => ({
    message: { ...raw, body, content },
    tooLarge,
  });
  if (codings.length === 0 || raw.rawBody.length === 0) return done(raw.rawBody, { kind: "identity" });
  if (codings.length > maxCodings) {
    return done(raw.rawBody, { kind: "unsupported", codings, coding: codings.join(", "), why: "unknown" });
  }
  for (const coding of codings) {
    const why = unsupported(coding);
    if (why !== undefined) return done(raw.rawBody, { kind: "unsupported", codings, coding, why });
  }
  let body = raw.rawBody;
  let trailing = 0;
  for (const coding of codings.toReversed()) {
    const step = await decode(body, coding, limit);
    if (step.problem !== undefined) {
      const decodedBytes = step.bytes.length;
      const content: ContentCoding = { kind: "broken", codings, coding, decodedBytes, ...step.problem };
      return done(decodedBytes > 0 ? step.bytes : body, content);
    }
    body = step.bytes;
    trailing += step.trailing;
    if (step.tooLarge) return done(body, { kind: "decoded", codings, trailing }, true);
  }
  return done(body, { kind: "decoded", codings, trailing });
}
