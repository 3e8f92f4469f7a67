import type { Multipart, Part } from "../http/multipart.ts";
import type { Span } from "../text/span.ts";
import { type ContentFile, contentFile, fileLine } from "./bodyFile.ts";
import type { MessageHead } from "./messageHead.ts";

/** A part whose content is a file: the one line `< path`. The span: the path as typed. */
export interface FilePart extends ContentFile {
  readonly part: Part;
  /** What the file replaces: the content of the part, without the line break before the next boundary. */
  readonly content: Span;
  /** Whether the boundary of the message occurs in the file. */
  readonly holdsBoundary: boolean;
}

export function findFileParts(head: MessageHead, multipart: Multipart | undefined): readonly FilePart[] {
  return (multipart?.parts ?? []).flatMap((part): readonly FilePart[] => {
    const line = part.body && fileLine(head.text, part.body);
    if (!part.body || !line || line.replaced) return [];
    const file = contentFile(head, line.path);
    const holdsBoundary = file.file.kind === "bytes" && hasBoundary(file.file.bytes, multipart?.boundary);
    return [{ ...file, part, content: part.body, holdsBoundary }];
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
function hasBoundary(bytes: Uint8Array, boundary: string | undefined): boolean {
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
