import type { ExportedPiece, ExportedValue } from "../exportProtocol.ts";
import { toBinary } from "../text/base64.ts";
import type { Charset } from "../text/charset.ts";
import { encodePart } from "../text/fileBody.ts";
import type { Sending } from "../variables/builtIns.ts";
import type { Resolver } from "../variables/resolver.ts";
import { contentLengthVariable, type Value } from "../variables/scope.ts";

/** Writes a text in place of a value. `real`: the value, if it is known and no secret. */
type StandIn = (index: number, real: string | undefined) => string;

/** Collects the values that a message uses, and replaces each of them with a text that stands in for it. */
export class StandIns {
  readonly values: ExportedValue[] = [];
  /** By the index of the value. */
  readonly texts: string[] = [];
  readonly #write: StandIn;
  readonly #isCounted: boolean;

  /** `isCounted`: whether the bytes of the body are counted. */
  constructor(write: StandIn, isCounted: boolean) {
    this.#write = write;
    this.#isCounted = isCounted;
  }

  add(value: ExportedValue, real?: string): string {
    const text = this.#write(this.values.length, real);
    this.values.push(value);
    this.texts.push(text);
    return text;
  }

  /** The resolver with stand-ins for values of built-in variables and private environments. */
  resolver(resolver: Resolver): Resolver {
    const definitions = [...resolver.definitions].map(([name, one]) => {
      return [name, one.secret ? { ...one, text: this.add({ kind: "secret", reference: name }) } : one] as const;
    });
    return {
      ...resolver,
      definitions: new Map(definitions),
      builtIn: (reference, sending) => {
        const isSecret = /^\$(?:secret|processEnv|dotenv)\s+\S/.test(reference);
        const value = isSecret ? undefined : resolver.builtIn(reference, sending);
        if (reference === contentLengthVariable) return this.#contentLength();
        if (value && value.kind !== "text") return value;
        const kind = isSecret ? "secret" : "builtIn";
        return { kind: "text", text: this.add({ kind, reference }, value?.text), origin: "", secret: false };
      },
    };
  }

  #contentLength(): Value {
    const text = this.add({ kind: "contentLength" });
    return this.#isCounted
      ? { kind: "atSending", sample: undefined }
      : { kind: "text", text, origin: "", secret: false };
  }

  /** The values that come from responses and data. */
  received(columns: readonly string[], sets: readonly string[]): Required<Pick<Sending, "values" | "reference">> {
    const given = (value: ExportedValue) => ({ text: this.add(value), secret: false });
    return {
      values: new Map([
        ...sets.map((name) => [name, given({ kind: "set", name })] as const),
        ...columns.map((name) => [name, given({ kind: "column", name })] as const),
      ]),
      reference: ({ request, message, part }) => {
        const own = part.kind === "body" ? { kind: part.kind, path: part.path && pathOnly(part.path) } : part;
        return given({ kind: "exchange", request, message, part: own });
      },
    };
  }
}

/** Without its place. */
export function pathOnly<Kind>({ kind, text }: { readonly kind: Kind; readonly text: string }) {
  return { kind, text };
}

/**
 * The mark of a value: it can be found in bytes, and shows how special characters are written there. A text that contains
 * the same is recognized, because its bytes with other values would differ.
 */
export function markOf(index: number): string {
  return `ZqMark${String(index).padStart(6, "0")}&'qZ`;
}

/** The texts between the marks, and the indexes of the marked values. */
export function withoutMarks(text: string): readonly (string | number)[] {
  const found = text.split(/ZqMark(\d{6})&'qZ/);
  return found.map((part, at) => (at % 2 === 1 ? Number(part) : part)).filter((part) => part !== "");
}

/** A mark in any charset whose ASCII characters are a byte with zeros around it, with escaped characters or without. */
const mark =
  /Z\0*q\0*M\0*a\0*r\0*k\0*((?:\d\0*){6})(?:(&\0*'\0*)|(&\0*a\0*m\0*p\0*;\0*'\0*)|&\0*a\0*m\0*p\0*;\0*&\0*a\0*p\0*o\0*s\0*;\0*)q\0*Z/g;

/** The pieces of a header section or body, and the charset of the values with its byte order. */
export function markedPieces(
  bytes: Uint8Array,
  charset: Charset,
): { readonly pieces: Pieces; readonly charset: string } {
  const binary = toBinary(bytes);
  const unit = encodePart("a", charset).length;
  const pieces: Piece[] = [];
  let from = 0;
  let order = "";
  for (const match of binary.matchAll(mark)) {
    const [whole, index = "", raw, text] = match;
    // A file can be in another byte order than its charset's.
    const zeros = match.index % unit;
    const [before, after] = ["\0".repeat(zeros), "\0".repeat(unit - 1 - zeros)];
    order = before === "" ? "le" : "be";
    pieces.push({ binary: binary.slice(from, match.index - zeros) });
    const written = raw !== undefined ? "none" : text !== undefined ? "text" : "attribute";
    pieces.push({ value: Number(index.replaceAll("\0", "")), escape: written, before, after });
    from = match.index + whole.length + after.length;
  }
  pieces.push({ binary: binary.slice(from) });
  return { pieces, charset: unit === 1 ? charset.name : `${charset.name.replace(/[lb]e$/, "")}${order}` };
}

/** Bytes as ISO-8859-1, or a value; `before` and `after`: the zeros of a character in UTF-16 or UTF-32. */
type Piece =
  | { readonly binary: string }
  | {
      readonly value: number;
      readonly escape: "none" | "text" | "attribute";
      readonly before: string;
      readonly after: string;
    };
export type Pieces = readonly Piece[];

/** The bytes of a message with ASCII texts as its values. */
export function filled(pieces: Pieces, texts: readonly string[]): string {
  return pieces
    .map((one) => ("binary" in one ? one.binary : widened(texts[one.value] ?? "", one.before, one.after)))
    .join("");
}

export function exportedPieces(pieces: Pieces): readonly ExportedPiece[] {
  return pieces.flatMap((one): ExportedPiece[] => {
    if (!("binary" in one)) return [{ value: one.value, escape: one.escape }];
    return one.binary === "" ? [] : [{ bytes: btoa(one.binary) }];
  });
}

function widened(text: string, before: string, after: string): string {
  return [...text].map((character) => `${before}${character}${after}`).join("");
}
