import * as l10n from "@vscode/l10n";
import { type MediaType, parameter, parseMediaType } from "../http/mediaType.ts";
import { parseMultipart } from "../http/multipart.ts";
import { previewedBytes } from "../limits.ts";
import type { PresentParams, PresentResult } from "../protocol.ts";
import { fromBase64 } from "../text/base64.ts";
import { decodeReceived } from "../text/decode.ts";
import { hexLines } from "../text/hex.ts";
import { editedXml, formatXml } from "../xml/format.ts";
import { parseXml } from "../xml/parser.ts";
import type { XmlDocument } from "../xml/tree.ts";
import { bodyKind, declaredKind } from "./bodyKind.ts";
import { presentFault } from "./faultSummary.ts";
import { formatJson } from "./json.ts";
import { fieldNamed, fieldValue, latin1, note, parseResponse, receivedText } from "./parse.ts";
import { isCut } from "./received.ts";

/**
 * The text of the document that shows a response: status line and headers as received, the empty line, the body decoded
 * (byte order mark, Content-Type, XML declaration, in this order: RFC 7303 section 3) and, if wanted, formatted. Bytes
 * that are no character in the charset are U+FFFD. What could not be shown is said in lines that begin with `…`.
 * @param languages those of the author, for the reason of a Fault that has it in several
 */
export function presentResponse(
  { head, body, ...others }: PresentParams,
  languages: readonly string[] = [],
): PresentResult {
  const leftOut = (bytes: number) => l10n.t("{0} more bytes. Save the body to see all of it.", bytes);
  return presentBytes({ ...others, head: fromBase64(head), body: fromBase64(body), leftOut }, languages);
}

/** The bytes that a client has, as they are: see `PresentParams`. */
export interface ReceivedBytes extends Pick<PresentParams, "facts" | "format"> {
  readonly head: Uint8Array;
  readonly body: Uint8Array;
  /** A sentence: so many bytes are not shown, and how to see them. */
  readonly leftOut: (bytes: number) => string;
}

/** The same of bytes that need not travel. */
export function presentBytes(
  { head, body, facts, format, leftOut: leftOutSentence }: ReceivedBytes,
  languages: readonly string[] = [],
): PresentResult {
  const headText = receivedText(head);
  const parsed = parseResponse(headText);
  const field = fieldNamed(parsed, "content-type");
  const mediaType = field && parseMediaType(fieldValue(headText, field));
  const options = { format, cut: isCut(facts), size: body.length + facts.leftOut };
  const isMultipart = mediaType?.essence.startsWith("multipart/") ?? false;
  const shown =
    (isMultipart && mediaType ? presentMultipart(body, mediaType, options) : undefined) ??
    presentBody(body, mediaType, options);
  // What stands for a binary body gives the size of all of it.
  const leftOut = shown.extension === "bin" && !isMultipart ? 0 : facts.leftOut;
  return {
    text: headText + shown.text + leftOutNote(shown.text, leftOut > 0 ? leftOutSentence(leftOut) : undefined),
    charset: shown.charset,
    contradicted: shown.contradicted,
    extension: shown.extension,
    bodyStart: headText.length,
    fault: presentFault(shown.xml, languages),
  };
}

function leftOutNote(text: string, sentence: string | undefined): string {
  if (sentence === undefined) return "";
  const lineBreak = text === "" || text.endsWith("\n") ? "" : "\n";
  return `${lineBreak}${note(sentence)}\n`;
}

/**
 * A multipart body (MTOM, SOAP with Attachments): boundaries and part headers as received, the root part formatted,
 * the other parts as they came, those that are no text as a sentence. `undefined` where no part is found in it.
 */
function presentMultipart(bytes: Uint8Array, mediaType: MediaType, options: BodyOptions): PresentedBody | undefined {
  // One character a byte: offsets in it are offsets of bytes, whatever the charsets of the parts are.
  const text = latin1(bytes);
  const { parts, root } = parseMultipart(text, { start: 0, end: text.length }, mediaType);
  const first = parts[0];
  if (!first) return undefined;
  const pieces = [receivedText(bytes.subarray(0, first.start))];
  let shownRoot: PresentedBody | undefined;
  let binary = false;
  let at = first.start;
  for (const part of parts) {
    const body = part.body ?? { start: part.end, end: part.end };
    const partBytes = bytes.subarray(body.start, body.end);
    const isLast = part === parts.at(-1);
    const shown = presentBody(partBytes, part.contentType?.mediaType, {
      format: options.format && part === root,
      cut: options.cut && isLast && part.end === text.length,
      size: partBytes.length,
    });
    if (part === root) shownRoot = shown;
    const isBinary = shown.extension === "bin";
    binary ||= isBinary;
    pieces.push(
      receivedText(bytes.subarray(at, body.start)),
      isBinary ? binaryNote(part.contentType?.mediaType.essence ?? "", partBytes.length) : shown.text,
    );
    at = body.end;
  }
  pieces.push(receivedText(bytes.subarray(at)));
  return {
    text: pieces.join(""),
    charset: shownRoot?.charset ?? "utf-8",
    contradicted: shownRoot?.contradicted ?? false,
    extension: binary ? "bin" : "txt",
    xml: shownRoot?.xml,
  };
}

/** How a body is to be shown. */
export interface BodyOptions {
  readonly format: boolean;
  /** More of it was received, or was to come, than is there to be shown. */
  readonly cut: boolean;
  /** Bytes of the whole body. */
  readonly size: number;
}

export interface PresentedBody {
  readonly text: string;
  readonly charset: string;
  /** Content-Type names another charset, which the bytes can't be in. */
  readonly contradicted: boolean;
  readonly extension: PresentResult["extension"];
  /** Where the body is XML: as received, not as formatted. */
  readonly xml: XmlDocument | undefined;
}

const indent = "  ";

/** A body's bytes, content coding undone, as text to be read. Multipart bodies: `presentMultipart.ts`. */
function presentBody(
  bytes: Uint8Array,
  mediaType: MediaType | undefined,
  { format, cut, size }: BodyOptions,
): PresentedBody {
  const essence = mediaType?.essence ?? "";
  const { text, charset, contradicted } = decodeReceived(bytes, parameter(mediaType, "charset")?.value);
  const kind = bytes.length === 0 ? "text" : bodyKind(essence, text);
  const shown = { charset: charset.name, contradicted, xml: undefined };
  switch (kind) {
    case "xml":
      return { ...shown, ...presentXml(text, format, cut), extension: "xml" };
    case "json":
      return { ...shown, text: format ? formatJson(text, indent) : text, extension: "json" };
    case "html":
      return { ...shown, text, extension: "html" };
    case "text":
      return { ...shown, text, extension: "txt" };
    case "binary": {
      const preview = `${binaryNote(essence, size)}\n\n${hexLines(bytes.subarray(0, previewedBytes)).join("\n")}\n`;
      return { charset: "binary", contradicted: false, xml: undefined, text: preview, extension: "bin" };
    }
  }
}

/** What stands in place of a body that can't be shown as text. */
function binaryNote(essence: string, size: number): string {
  const declared = declaredKind(essence);
  if (essence === "") return note(l10n.t("{0} bytes that aren't text", size));
  return declared === undefined || declared === "binary"
    ? note(l10n.t("{0} bytes of {1}", size, essence))
    : note(l10n.t("{0} bytes that aren't text, although Content-Type is {1}", size, essence));
}

function presentXml(text: string, format: boolean, cut: boolean): { text: string; xml: XmlDocument } {
  // Behind the last tag that is whole, a cut leaves the beginning of a text or of a tag.
  const end = cut ? text.lastIndexOf(">") + 1 : text.length;
  const xml = parseXml(text, 0, end);
  if (!format) return { text, xml };
  const edits = formatXml(xml, { indent, lineBreak: "\n", cut });
  return { text: editedXml(xml, edits) + text.slice(end), xml };
}
