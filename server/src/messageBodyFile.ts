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
  const named = parameter(contentType?.mediaType, "charset")?.value;
  const { text, invalid } = decodeText(bodyFile.file.bytes, named);
  const xml = /^\s*</.test(text) ? parseXml(text, 0, text.length, { variables: true }) : undefined;
  const encoding = xml?.declaration?.encoding;
  return {
    ...{ text, xml, invalid },
    references: references(text),
    declared: encoding && text.slice(encoding.start, encoding.end),
  };
}
