import type { Multipart } from "../http/multipart.ts";
import { type Reference, referenceAt } from "../text/references.ts";
import type { Span } from "../text/span.ts";
import type { BytesValue } from "../variables/value.ts";
import { holdsBoundary, type Inserted } from "./fileParts.ts";
import type { MessageHead } from "./messageHead.ts";

/** The body, or the content of a part, that is the one line `{{…}}` whose value is bytes. */
export interface ByteValue extends Inserted {
  readonly value: BytesValue;
  /** Whether the bytes only have the length of those that are sent. */
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
        // The line breaks behind a body can belong to it.
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

/** The reference of content that is nothing else, but for blanks and line breaks after it. */
function onlyReference(text: string, { start, end }: Span): Reference | undefined {
  const reference = referenceAt(text, start);
  return reference && reference.end <= end && text.slice(reference.end, end).trim() === "" ? reference : undefined;
}
