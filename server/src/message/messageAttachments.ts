import { type Multipart, parseMultipart } from "../http/multipart.ts";
import { type Attachment, attachmentsOf } from "../security/attachments.ts";
import { type Charset, utf8 } from "../text/charset.ts";
import { encodePart } from "../text/fileBody.ts";
import { lazily } from "../text/memoized.ts";
import { slice } from "../text/span.ts";
import type { Inserted } from "./fileParts.ts";
import type { MessageHead } from "./messageHead.ts";

interface MessageParts extends MessageHead {
  readonly charset: { readonly charset: Charset | undefined };
  readonly multipart: Multipart | undefined;
  readonly inserted: readonly Inserted[];
}

/** The parts except the root, by Content-ID, for signatures and encryptions. `text`: the body with its values. */
export function attachmentsIn(message: MessageParts, text: string): ReadonlyMap<string, Attachment> {
  const mediaType = message.contentType?.mediaType;
  if (!message.multipart || !mediaType) return new Map();
  const { parts, root } = parseMultipart(text, { start: 0, end: text.length }, mediaType);
  const charset = message.charset.charset ?? utf8;
  const inserted = new Map(message.inserted.map(({ part, bytes }) => [part, { bytes }]));
  const typed = message.multipart.parts;
  const attachments = attachmentsOf(text, parts, (part, index) => {
    const typedPart = typed[index];
    const content = typedPart && inserted.get(typedPart);
    if (content) return () => content.bytes;
    return lazily(() => encodePart(part.body ? slice(text, part.body) : "", charset));
  });
  return new Map([...attachments].filter(([id]) => id !== root?.contentId?.id));
}
