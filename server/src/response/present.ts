import * as l10n from "@vscode/l10n";
import { bodyKind, declaredKind } from "../http/bodyKind.ts";
import { type MediaType, parameter, parseMediaType } from "../http/mediaType.ts";
import { parseMultipart } from "../http/multipart.ts";
import type { PresentParams, PresentResult } from "../protocol/protocol.ts";
import type { Decryption } from "../security/decryption.ts";
import { fromBase64, toBinary } from "../text/base64.ts";
import { hexLines } from "../text/bytes.ts";
import { decodeReceived } from "../text/decode.ts";
import { applyEdits } from "../text/edits.ts";
import { previewedBytes } from "../text/limits.ts";
import { formatXml } from "../xml/format.ts";
import { parseXml } from "../xml/parser.ts";
import type { XmlDocument } from "../xml/tree.ts";
import { presentFault } from "./faultSummary.ts";
import { formatJson } from "./json.ts";
import { fieldNamed, fieldValue, note, parseResponse, receivedText } from "./parse.ts";
import { isCut } from "./receivedMessage.ts";

/**
 * The text of a response document: the head as received, and the decoded body, formatted on request. Bytes that can't
 * be decoded become U+FFFD. Lines about parts that aren't shown begin with `…`.
 * @param languages languages of the user, for the reason of a Fault
 * @param decryption the decrypted parts of the body, which are shown formatted
 */
export function presentResponse(
  { head, body, ...others }: PresentParams,
  languages: readonly string[] = [],
  decryption?: Decryption,
): PresentResult {
  const leftOut = (bytes: number) => l10n.t("{0} more bytes. Save the body to see all of it.", bytes);
  return presentBytes({ ...others, head: fromBase64(head), body: fromBase64(body), leftOut, decryption }, languages);
}

export interface ReceivedBytes extends Pick<PresentParams, "facts" | "format"> {
  readonly head: Uint8Array;
  readonly body: Uint8Array;
  /** Returns a sentence about the number of bytes that aren't shown. */
  readonly leftOut: (bytes: number) => string;
  readonly decryption?: Decryption | undefined;
}

/** Like `presentResponse`, for bytes instead of base64. */
export function presentBytes(
  { head, body, facts, format, leftOut: leftOutSentence, decryption }: ReceivedBytes,
  languages: readonly string[] = [],
): PresentResult {
  const headText = receivedText(head);
  const parsed = parseResponse(headText);
  const field = fieldNamed(parsed, "content-type");
  const mediaType = field && parseMediaType(fieldValue(headText, field));
  const options = { format, cut: isCut(facts), size: body.length + facts.leftOut };
  const decrypted = format ? decryption : undefined;
  const isMultipart = mediaType?.essence.startsWith("multipart/") ?? false;
  const shown =
    (isMultipart && mediaType ? presentMultipart(body, mediaType, options, decrypted) : undefined) ??
    presentBody(body, mediaType, { ...options, decrypted: decrypted?.text });
  // The note about a binary body already contains its whole size.
  const leftOut = shown.extension === "bin" && !isMultipart ? 0 : facts.leftOut;
  const lineBreak = shown.text === "" || shown.text.endsWith("\n") ? "" : "\n";
  return {
    text: headText + shown.text + (leftOut > 0 ? `${lineBreak}${note(leftOutSentence(leftOut))}\n` : ""),
    charset: shown.charset,
    contradicted: shown.contradicted,
    extension: shown.extension,
    bodyStart: headText.length,
    fault: presentFault(shown.xml, languages, () => facts.request.errors),
  };
}

/** MTOM or SOAP with Attachments: the root part formatted, sentences for binary parts; `undefined` without parts. */
function presentMultipart(
  bytes: Uint8Array,
  mediaType: MediaType,
  options: Omit<BodyOptions, "decrypted">,
  decryption: Decryption | undefined,
): PresentedBody | undefined {
  // Each byte is one character, so that offsets in this text are byte offsets.
  const text = toBinary(bytes);
  const { parts, root } = parseMultipart(text, { start: 0, end: text.length }, mediaType);
  const first = parts[0];
  if (!first) return undefined;
  const pieces = [receivedText(bytes.subarray(0, first.start))];
  let shownRoot: PresentedBody | undefined;
  let binary = false;
  let at = first.start;
  for (const part of parts) {
    const body = part.body ?? { start: part.end, end: part.end };
    const attachment = decryption?.attachment(part.contentId?.id);
    const partBytes = attachment?.bytes ?? bytes.subarray(body.start, body.end);
    const partType = attachment?.type ? parseMediaType(attachment.type) : part.contentType?.mediaType;
    const isLast = part === parts.at(-1);
    const shown = presentBody(partBytes, partType, {
      format: options.format && part === root,
      cut: options.cut && isLast && part.end === text.length,
      size: partBytes.length,
      decrypted: part === root ? decryption?.text : undefined,
    });
    if (part === root) shownRoot = shown;
    const isBinary = shown.extension === "bin";
    binary ||= isBinary;
    pieces.push(
      receivedText(bytes.subarray(at, body.start)),
      isBinary ? binaryNote(partType?.essence ?? "", partBytes.length) : shown.text,
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

interface BodyOptions {
  readonly format: boolean;
  /** Whether the end of the body is missing. */
  readonly cut: boolean;
  readonly size: number;
  readonly decrypted: string | undefined;
}

interface PresentedBody extends Pick<PresentResult, "text" | "charset" | "contradicted" | "extension"> {
  /** The body as received, before formatting. Undefined if it isn't formatted and can't have a Fault. */
  readonly xml: XmlDocument | undefined;
}

const indent = "  ";

function presentBody(
  bytes: Uint8Array,
  mediaType: MediaType | undefined,
  { format, cut, size, decrypted }: BodyOptions,
): PresentedBody {
  const essence = mediaType?.essence ?? "";
  const { text, charset, contradicted } = decodeReceived(bytes, parameter(mediaType, "charset")?.value);
  const kind = bytes.length === 0 ? "text" : bodyKind(essence, text);
  const shown = { charset: charset.name, contradicted, xml: undefined };
  switch (kind) {
    case "xml":
      return { ...shown, ...presentXml(text, decrypted, format, cut), extension: "xml" };
    case "json":
      return { ...shown, text: format ? formatJson(text, indent) : text, extension: "json" };
    case "html":
    case "text":
      return { ...shown, text, extension: kind === "html" ? "html" : "txt" };
    case "binary": {
      const preview = `${binaryNote(essence, size)}\n\n${hexLines(bytes.subarray(0, previewedBytes)).join("\n")}\n`;
      return { charset: "binary", contradicted: false, xml: undefined, text: preview, extension: "bin" };
    }
  }
}

function binaryNote(essence: string, size: number): string {
  const declared = declaredKind(essence);
  if (essence === "") return note(l10n.t("{0} bytes that aren't text", size));
  return declared === undefined || declared === "binary"
    ? note(l10n.t("{0} bytes of {1}", size, essence))
    : note(l10n.t("{0} bytes that aren't text, although Content-Type is {1}", size, essence));
}

function presentXml(
  received: string,
  decrypted: string | undefined,
  format: boolean,
  cut: boolean,
): { text: string; xml: XmlDocument | undefined } {
  const text = decrypted ?? received;
  if (!format && !text.includes("Fault")) return { text: received, xml: undefined };
  // The last tag of a cut body may be incomplete.
  const end = cut ? text.lastIndexOf(">") + 1 : text.length;
  // Formatting needs the whole tree.
  const xml = parseXml(text, 0, end, format ? { forgetful: false } : {});
  if (!format) return { text: received, xml };
  return { text: applyEdits(text, formatXml(xml, { indent, lineBreak: "\n", cut })), xml };
}
