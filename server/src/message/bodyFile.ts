import { type MediaType, parameter } from "../http/mediaType.ts";
import type { ExternalFile } from "../resources/resolver.ts";
import { decodeText } from "../text/decode.ts";
import type { Reference } from "../text/references.ts";
import type { Span } from "../text/span.ts";
import { variableUses } from "../variables/builtInReferences.ts";
import { parseXml } from "../xml/parser.ts";
import type { XmlDocument } from "../xml/tree.ts";
import type { MessageHead } from "./messageHead.ts";

/** A file that contains the body or the content of a part. The span contains its path as typed. */
export interface ContentFile extends Span {
  /** The path with variables replaced; as typed if a variable has no value. */
  readonly path: string;
  readonly known: boolean;
  readonly file: ExternalFile;
  readonly uri: string | undefined;
}

export interface BodyFile extends ContentFile {
  /** True for `<@ path`: variables in the file are replaced. False for `< path`: its bytes are sent unchanged. */
  readonly replaced: boolean;
}

/** The file of a body that consists of the line `< path` or `<@ path`. */
export function findBodyFile(head: MessageHead): BodyFile | undefined {
  const { body } = head.syntax;
  const line = body && fileLine(head.text, body);
  return line && { ...contentFile(head, line.path), replaced: line.replaced };
}

/** The path in content that consists of the line `< path` or `<@ path`, with optional blanks and line breaks after it. */
export function fileLine(text: string, { start, end }: Span) {
  const match = /^<(@?)[ \t]([^\r\n<>]+)(?:[\r\n]|$)/.exec(text.slice(start, Math.min(end, start + 2000)));
  const path = match?.[2]?.trim();
  if (!match || !path || text.slice(start + match[0].length, end).trim() !== "") return undefined;
  const from = start + match[0].indexOf(path, 1 + (match[1]?.length ?? 0));
  return { path: { start: from, end: from + path.length }, replaced: match[1] === "@" };
}

export function contentFile(head: MessageHead, at: Span): ContentFile {
  const { text, known } = head.resolve(at);
  const { scope } = head;
  return {
    ...at,
    path: text,
    known,
    file: known ? scope.resolver.bodyFile(text) : { kind: "pending" },
    uri: known ? scope.resolver.fileUri(text) : undefined,
  };
}

/** The text of a body file. All spans are UTF-16 offsets in `text`. */
export interface BodyFileText {
  readonly text: string;
  readonly references: readonly Reference[];
  readonly xml: XmlDocument | undefined;
  readonly declared: string | undefined;
  /** Number of byte sequences that can't be decoded. */
  readonly invalid: number;
}

/** Decoded texts by their bytes, so that an edit of the message doesn't decode its file again. */
const keptByBytes = new WeakMap<Uint8Array, { readonly named: string | undefined; readonly text: BodyFileText }>();

export function readBodyFile(file: BodyFile | undefined, type: MediaType | undefined): BodyFileText | undefined {
  if (file?.file.kind !== "bytes") return undefined;
  const { bytes } = file.file;
  const named = parameter(type, "charset")?.value;
  const kept = keptByBytes.get(bytes);
  if (kept && kept.named === named) return kept.text;
  const text = decodeBodyFile(bytes, named);
  keptByBytes.set(bytes, { named, text });
  return text;
}

function decodeBodyFile(bytes: Uint8Array, named: string | undefined): BodyFileText {
  const { text, invalid } = decodeText(bytes, named);
  const xml = /^\s*</.test(text) ? parseXml(text, 0, text.length, { variables: true }) : undefined;
  const encoding = xml?.declaration?.encoding;
  const declared = encoding && text.slice(encoding.start, encoding.end);
  return { text, xml, invalid, references: variableUses(text), declared };
}
