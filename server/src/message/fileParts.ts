import type { Multipart, Part } from "../http/multipart.ts";
import type { Span } from "../text/span.ts";
import { type ContentFile, contentFile, fileLine } from "./bodyFile.ts";
import type { MessageHead } from "./messageHead.ts";

/** Content of a body that isn't typed: a file, or a value that is bytes. The span: what is typed in its place. */
export interface Inserted extends Span {
  /** As messages write it: the path, or the reference. */
  readonly shown: string;
  /** What it replaces. */
  readonly content: Span;
  /** The part whose content it is; `undefined` for the whole body. */
  readonly part: Part | undefined;
  /** `undefined` if they are unknown. */
  readonly bytes: Uint8Array | undefined;
  /** Whether the boundary of the message occurs in it. */
  readonly holdsBoundary: boolean;
}

/** A part whose content is a file: the one line `< path`. The span: the path as typed. */
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

/** The lines `<@ path` of parts: variables are replaced only in files that are the whole body. */
export function replacedFileParts({ text }: MessageHead, multipart: Multipart): readonly Span[] {
  return multipart.parts.flatMap(({ body }) => {
    const line = body && fileLine(text, body);
    return body && line?.replaced ? [{ start: body.start, end: line.path.end }] : [];
  });
}

/** Whether bytes contain a boundary: a service would find the end of the part there (RFC 2046 section 5.1.1). */
export function holdsBoundary(bytes: Uint8Array, boundary: string | undefined): boolean {
  const known = searched.get(bytes);
  if (known && known.boundary === boundary) return known.found;
  const found = boundary !== undefined && contains(bytes, new TextEncoder().encode(`--${boundary}`));
  searched.set(bytes, { boundary, found });
  return found;
}

/** Kept with the bytes, so that an edit of the message doesn't search its files again. */
const searched = new WeakMap<Uint8Array, { readonly boundary: string | undefined; readonly found: boolean }>();

function contains(bytes: Uint8Array, wanted: Uint8Array): boolean {
  const [first = 0] = wanted;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return true;
  }
  return false;
}
