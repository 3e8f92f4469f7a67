import * as l10n from "@vscode/l10n";
import { defaultMaxHeadBytes, maxFields } from "../../../../server/src/text/limits.ts";
import { ChunkedReader } from "../../transport/bodyReader.ts";
import { BytePieces, GrowingBytes } from "../../transport/bytes.ts";
import { decode, maxCodings, unsupported } from "../../transport/node/decoder.ts";
import type { ProtocolFailure } from "../../transport/result.ts";
import { type RequestHead, readRequestHead } from "../requestHead.ts";
import type { Refusal } from "../responses.ts";

/** A request with its content coding. */
export interface RawRequest {
  readonly head: RequestHead;
  readonly rawBody: Uint8Array;
}

type ReaderState = "idle" | "head" | "body" | "complete" | "refused";

/** Reads requests one after the other (RFC 9112) from bytes in any pieces. It never throws and never waits. */
export class RequestReader {
  readonly #maxBody: number;
  readonly #begun = new GrowingBytes();
  #state: ReaderState = "idle";
  #head: RequestHead | undefined;
  #body: LengthReader | ChunkedReader | undefined;
  #refusal: Refusal | undefined;

  /** @param maxBody maximum bytes of a body without its chunks */
  constructor(maxBody: number) {
    this.#maxBody = maxBody;
  }

  /** `complete` and `refused` stay until `next`. */
  get state(): ReaderState {
    return this.#state;
  }

  /** Returns the part of an incomplete request's header section that is known. */
  get head(): RequestHead | undefined {
    return this.#head;
  }

  get request(): RawRequest | Refusal | undefined {
    if (this.#refusal || this.#state !== "complete") return this.#refusal;
    return this.#head && { head: this.#head, rawBody: this.#body?.bytes() ?? nothing };
  }

  next(): void {
    this.#state = "idle";
    this.#head = undefined;
    this.#body = undefined;
    this.#begun.clear();
  }

  /** Reads from an index on; the piece must not change afterwards. Returns the index after the bytes that were read. */
  push(piece: Buffer, from: number): number {
    let at = from;
    if (this.#state === "idle" || this.#state === "head") at = this.#pushHead(piece, at);
    while (this.#state === "body" && at < piece.length) at = this.#pushBody(piece, at);
    return at;
  }

  #pushHead(piece: Buffer, from: number): number {
    let at = from;
    // Empty lines before a request are ignored (RFC 9112 section 2.2).
    if (this.#state === "idle") while (piece[at] === CR || piece[at] === LF) at++;
    if (at === piece.length) return at;
    this.#state = "head";
    const begun = this.#begun.length;
    const end = begun === 0 ? piece.indexOf(headEnd, at) : -1;
    if (end >= 0) {
      this.#endHead(piece.toString("latin1", at, end));
      return end + headEnd.length;
    }
    this.#begun.append(at === 0 ? piece : piece.subarray(at));
    const whole = Buffer.from(this.#begun.view().buffer, 0, this.#begun.length);
    const seam = Math.max(0, begun - headEnd.length + 1);
    const ended = whole.indexOf(headEnd, seam);
    if (ended >= 0) {
      this.#endHead(whole.toString("latin1", 0, ended));
      return at + ended + headEnd.length - begun;
    }
    if (whole.length > defaultMaxHeadBytes) this.#refuse(headTooLarge());
    else if (notHttp.test(whole.toString("latin1", Math.max(0, begun - 1)))) {
      this.#refuse({
        status: 400,
        problem: l10n.t("The request isn't HTTP: header lines must be text, and end with CRLF."),
      });
    }
    return piece.length;
  }

  #endHead(text: string): void {
    this.#begun.clear();
    if (text.length + headEnd.length > defaultMaxHeadBytes) {
      this.#refuse(headTooLarge());
      return;
    }
    const head = readRequestHead(text);
    if ("status" in head) {
      this.#refuse(head);
      return;
    }
    this.#head = head;
    const { length } = head;
    const refusal = undecodable(head.codings) ?? (length !== undefined && length > this.#maxBody && this.#tooLarge());
    if (refusal) {
      this.#refuse(refusal);
      return;
    }
    this.#state = length === 0 ? "complete" : "body";
    if (length !== 0) {
      const limits = { body: this.#maxBody, head: defaultMaxHeadBytes, fields: maxFields };
      this.#body = length === undefined ? new ChunkedReader(limits) : new LengthReader(length);
    }
  }

  #pushBody(piece: Buffer, from: number): number {
    const body = this.#body;
    if (!body) return from;
    const next = body.push(piece, from, 0);
    if (body.ended?.kind === "complete") this.#state = "complete";
    else if (body.ended?.kind === "too-large") this.#refuse(this.#tooLarge());
    else if (body.ended) this.#refuse(this.#chunkRefusal(body.ended.reason));
    return next;
  }

  #refuse(refusal: Refusal): void {
    this.#state = "refused";
    this.#refusal = refusal;
  }

  #tooLarge(): Refusal {
    return { status: 413, problem: l10n.t("The body is larger than {0} bytes.", this.#maxBody) };
  }

  #chunkRefusal(reason: ProtocolFailure["reason"]): Refusal {
    if (reason === "chunk-size-too-large") return this.#tooLarge();
    if (reason === "trailers-too-large") return headTooLarge();
    return { status: 400, problem: l10n.t("The chunks of the body are malformed.") };
  }
}

function headTooLarge(): Refusal {
  return { status: 431, problem: l10n.t("The header section is larger than {0} bytes.", defaultMaxHeadBytes) };
}

/** Reads a body of a known length, which isn't 0. */
class LengthReader {
  readonly #pieces = new BytePieces();
  readonly #length: number;

  constructor(length: number) {
    this.#length = length;
  }

  get ended(): { readonly kind: "complete" } | undefined {
    return this.#pieces.length === this.#length ? { kind: "complete" } : undefined;
  }

  push(piece: Uint8Array, at: number): number {
    const next = Math.min(piece.length, at + this.#length - this.#pieces.length);
    this.#pieces.append(piece.subarray(at, next));
    return next;
  }

  bytes(): Uint8Array {
    return this.#pieces.whole();
  }
}

const CR = 0x0d;
const LF = 0x0a;
const headEnd = Buffer.from("\r\n\r\n");
const nothing = new Uint8Array(0);
/** Matches LF without CR, CR without LF, or another control character. */
const notHttp = /[^\r]\n|\r[^\n]|[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/;

/** Maximum bodies that are decoded at the same time, because a decompression bomb takes memory up to the limit. */
const maxDecoding = 4;

/** Why a body with these content codings can't be read, if it can't. */
function undecodable(codings: readonly string[]): Refusal | undefined {
  const unknown = codings.find((coding) => unsupported(coding) !== undefined);
  if (unknown === undefined && codings.length <= maxCodings) return undefined;
  const problem =
    unknown === undefined
      ? l10n.t("The body has more than {0} content codings.", maxCodings)
      : l10n.t("Content-Encoding: {0} is unknown. Use gzip, deflate or br.", unknown);
  return { status: 415, problem };
}

/** Resolves with a body without its content codings, or with why it can't be decoded. Stops at the limit. */
export async function decoded(
  body: Uint8Array,
  codings: readonly string[],
  limit: number,
): Promise<Uint8Array | Refusal> {
  await place();
  try {
    let bytes = body;
    for (const coding of codings.toReversed()) {
      const step = await decode(bytes, coding, limit);
      if (step.problem) return { status: 400, problem: l10n.t("The body isn't valid {0}.", coding) };
      if (step.tooLarge) return { status: 413, problem: l10n.t("The decoded body is larger than {0} bytes.", limit) };
      bytes = step.bytes;
    }
    return bytes;
  } finally {
    free();
  }
}

let decoding = 0;
const waiting: (() => void)[] = [];

async function place(): Promise<void> {
  if (decoding >= maxDecoding) await new Promise<void>((resolve) => waiting.push(resolve));
  else decoding++;
}

function free(): void {
  const next = waiting.shift();
  if (next) next();
  else decoding--;
}
