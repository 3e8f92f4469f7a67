import type { Multipart, Part } from "../http/multipart.ts";
import { type Reference, referenceAt } from "../text/references.ts";
import type { Span } from "../text/span.ts";
import type { BytesValue } from "../variables/value.ts";
import { type ContentFile, contentFile, fileLine } from "./bodyFile.ts";
import type { MessageHead } from "./messageHead.ts";

/** Content of a body that comes from a file, or from a value of bytes. The span contains the typed text in its place. */
export interface Inserted extends Span {
  /** The text in messages: the path, or the reference. */
  readonly shown: string;
  readonly content: Span;
  /** The part with the content; `undefined` for the whole body. */
  readonly part: Part | undefined;
  /** The bytes; `undefined` if they are unknown. */
  readonly bytes: Uint8Array | undefined;
  readonly holdsBoundary: boolean;
}

/** A part whose content is the line `< path` for a file. The span contains the path as typed. */
export interface FilePart extends ContentFile, Inserted {
  readonly part: Part;
}

export function findFileParts(head: MessageHead, multipart: Multipart | undefined): readonly FilePart[] {
  return (multipart?.parts ?? []).flatMap((part): readonly FilePart[] => {
    const line = part.body && fileLine(head.text, part.body);
    if (!part.body || !line || line.replaced) return [];
    const file = contentFile(head, line.path);
    const bytes = file.file.kind === "bytes" ? file.file.bytes : undefined;
    const isEnded = bytes !== undefined && holdsBoundary(bytes, multipart?.boundary);
    return [{ ...file, shown: file.path, part, content: part.body, bytes, holdsBoundary: isEnded }];
  });
}

/** Lines `<@ path` in parts, which aren't supported: variables are only replaced in a file that is the whole body. */
export function replacedFileParts({ text }: MessageHead, multipart: Multipart): readonly Span[] {
  return multipart.parts.flatMap(({ body }) => {
    const line = body && fileLine(text, body);
    return body && line?.replaced ? [{ start: body.start, end: line.path.end }] : [];
  });
}

/** Whether bytes contain a boundary. A service would treat it as the end of the part (RFC 2046 section 5.1.1). */
function holdsBoundary(bytes: Uint8Array, boundary: string | undefined): boolean {
  const before = searched.get(bytes);
  if (before && before.boundary === boundary) return before.isInside;
  const isInside = boundary !== undefined && contains(bytes, new TextEncoder().encode(`--${boundary}`));
  searched.set(bytes, { boundary, isInside });
  return isInside;
}

/** Results by bytes, so that an edit of the message doesn't search its files again. */
const searched = new WeakMap<Uint8Array, { readonly boundary: string | undefined; readonly isInside: boolean }>();

function contains(bytes: Uint8Array, wanted: Uint8Array): boolean {
  const [first = 0] = wanted;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return true;
  }
  return false;
}

/** A body, or the content of a part, that consists of a reference `{{…}}` with a value of bytes. */
export interface ByteValue extends Inserted {
  readonly value: BytesValue;
  /** Whether the bytes are a sample, which has the length of the bytes that are created when sending. */
  readonly isSampled: boolean;
}

export function findByteValues(head: MessageHead, multipart: Multipart | undefined): readonly ByteValue[] {
  const { body } = head.syntax;
  const places = multipart ? multipart.parts.map((part) => ({ part, content: part.body })) : [{ content: body }];
  return places.flatMap(({ content, ...place }): readonly ByteValue[] => {
    const reference = content && onlyReference(head.text, content);
    if (!reference) return [];
    const value = head.scope.content(reference.name);
    if (value.kind !== "bytes") return [];
    const { start, end, name } = reference;
    const sample = value.length === undefined ? undefined : new Uint8Array(value.length);
    const bytes = value.bytes ?? sample;
    return [
      {
        start,
        end,
        shown: `{{${name}}}`,
        // Line breaks after a body can belong to the body.
        content: multipart ? content : { start, end },
        part: "part" in place ? place.part : undefined,
        bytes,
        holdsBoundary: bytes !== undefined && holdsBoundary(bytes, multipart?.boundary),
        value,
        isSampled: value.bytes === undefined,
      },
    ];
  });
}

/** The reference in content that consists of a reference, with optional blanks and line breaks after it. */
function onlyReference(text: string, { start, end }: Span): Reference | undefined {
  const reference = referenceAt(text, start);
  return reference && reference.end <= end && text.slice(reference.end, end).trim() === "" ? reference : undefined;
}
