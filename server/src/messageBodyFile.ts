import { parameter } from "./http/mediaType.ts";
import type { Message } from "./message.ts";
import { decodeText } from "./text/decode.ts";
import { type Reference, references } from "./text/references.ts";
import { parseXml } from "./xml/parser.ts";
import type { XmlDocument } from "./xml/tree.ts";

/** A body file's text. All spans: UTF-16 offsets in `text`. */
export interface BodyFileText {
  readonly text: string;
  readonly references: readonly Reference[];
  /** Where it is XML, for the places that variables stand in. */
  readonly xml: XmlDocument | undefined;
  /** The encoding that its XML declaration names. */
  readonly declared: string | undefined;
  /** Byte sequences that stand for no character; what they were is lost when the text is encoded again. */
  readonly invalid: number;
}

export function readBodyFile({ bodyFile, contentType }: Message): BodyFileText | undefined {
  if (bodyFile?.file.kind !== "bytes") return undefined;
  return keptText(bodyFile.file.bytes, parameter(contentType?.mediaType, "charset")?.value);
}

/** The text goes with the bytes, so that an edit of the request doesn't read its file anew. */
const keptByBytes = new WeakMap<Uint8Array, { readonly named: string | undefined; readonly text: BodyFileText }>();

function keptText(bytes: Uint8Array, named: string | undefined): BodyFileText {
  const kept = keptByBytes.get(bytes);
  if (kept && kept.named === named) return kept.text;
  const text = understood(bytes, named);
  keptByBytes.set(bytes, { named, text });
  return text;
}

function understood(bytes: Uint8Array, named: string | undefined): BodyFileText {
  const { text, invalid } = decodeText(bytes, named);
  const xml = /^\s*</.test(text) ? parseXml(text, 0, text.length, { variables: true }) : undefined;
  const encoding = xml?.declaration?.encoding;
  return {
    ...{ text, xml, invalid },
    references: references(text),
    declared: encoding && text.slice(encoding.start, encoding.end),
  };
}
