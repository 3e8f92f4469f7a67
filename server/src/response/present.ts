import * as l10n from "@vscode/l10n";
import { bodyKind, declaredKind } from "../http/bodyKind.ts";
import { type MediaType, parameter, parseMediaType } from "../http/mediaType.ts";
import { parseMultipart } from "../http/multipart.ts";
import type { PresentParams, PresentResult } from "../protocol/protocol.ts";
import type { Decryption } from "../security/decryption.ts";
import { fromBase64, toBinary } from "../text/base64.ts";
import { hexLines } from "../text/bytes.ts";
import { decodeReceived } from "../text/decode.ts";
import { applyEdits, type TextEdit } from "../text/edits.ts";
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
  const bytes = { ...others, head: fromBase64(head), body: fromBase64(body), leftOut, decryption };
  const { note, unformatted: _, ...result } = presentBytes(bytes, languages);
  return { ...result, text: result.text + note };
}

export interface ReceivedBytes extends Pick<PresentParams, "facts" | "format"> {
  readonly head: Uint8Array;
  readonly body: Uint8Array;
  /** Returns a sentence about the number of bytes that aren't shown. */
  readonly leftOut: (bytes: number) => string;
  readonly decryption?: Decryption | undefined;
}

/** `text` has no note. With it, a long text would take twice as much memory, because the note isn't Latin-1. */
interface PresentedBytes extends PresentResult {
  /** The line after the text about the bytes that aren't shown, or "". */
  readonly note: string;
  /** The XML of the body before it was formatted, in the same text before the edits. Undefined if the XML wasn't read, or is in a part. */
  readonly unformatted: { readonly xml: XmlDocument; readonly edits: readonly TextEdit[] } | undefined;
}

/** Like `presentResponse`, for bytes instead of base64. */
export function presentBytes(
  { head, body, facts, format, leftOut: leftOutSentence, decryption }: ReceivedBytes,
  languages: readonly string[] = [],
): PresentedBytes {
  const headText = receivedText(head);
  const parsed = parseResponse(headText);
  const field = fieldNamed(parsed, "content-type");
  const mediaType = field && parseMediaType(fieldValue(headText, field));
  const options = { format, cut: isCut(facts), size: body.length + facts.leftOut };
  const decrypted = format ? decryption : undefined;
  const isMultipart = mediaType?.essence.startsWith("multipart/") ?? false;
  const around = { before: headText, isWhole: facts.leftOut === 0 };
  const { xml, edits, ...shown } =
    (isMultipart && mediaType ? presentMultipart(body, mediaType, { ...options, around }, decrypted) : undefined) ??
    presentBody(body, mediaType, { ...options, around, decrypted: decrypted?.text });
  // The note about a binary body already contains its whole size.
  const isNoted = facts.leftOut > 0 && (shown.extension !== "bin" || isMultipart);
  return {
    ...shown,
    note: isNoted ? `${note(leftOutSentence(facts.leftOut))}\n` : "",
    bodyStart: headText.length,
    fault: presentFault(xml, languages, () => facts.request.errors),
    unformatted: xml && edits && { xml, edits },
  };
}

/** MTOM or SOAP with Attachments: the root part formatted, sentences for binary parts; `undefined` without parts. */
function presentMultipart(
  bytes: Uint8Array,
  mediaType: MediaType,
  { around, ...options }: Omit<BodyOptions, "decrypted">,
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
      around: { before: "", isWhole: true },
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
    text: wholeText(pieces.join(""), around),
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
  readonly around: Around;
}

interface Around {
  /** The text before the body. */
  readonly before: string;
  /** Whether no note follows the body. */
  readonly isWhole: boolean;
}

function wholeText(shown: string, { before, isWhole }: Around): string {
  return before + shown + (isWhole || shown === "" || shown.endsWith("\n") ? "" : "\n");
}

interface PresentedBody extends Pick<PresentResult, "text" | "charset" | "contradicted" | "extension"> {
  /** The body as received, before formatting. Undefined if it isn't formatted and can't have a Fault. */
  readonly xml: XmlDocument | undefined;
  readonly edits?: readonly TextEdit[];
}

const indent = "  ";

function presentBody(bytes: Uint8Array, mediaType: MediaType | undefined, options: BodyOptions): PresentedBody {
  const { format, size, around } = options;
  const essence = mediaType?.essence ?? "";
  const { text, charset, contradicted } = decodeReceived(bytes, parameter(mediaType, "charset")?.value);
  const kind = bytes.length === 0 ? "text" : bodyKind(essence, text);
  const shown = { charset: charset.name, contradicted, xml: undefined };
  switch (kind) {
    case "xml":
      return { ...shown, ...presentXml(text, options), extension: "xml" };
    case "json":
      return { ...shown, text: wholeText(format ? formatJson(text, indent) : text, around), extension: "json" };
    case "html":
    case "text":
      return { ...shown, text: wholeText(text, around), extension: kind === "html" ? "html" : "txt" };
    case "binary": {
      const preview = `${binaryNote(essence, size)}\n\n${hexLines(bytes.subarray(0, previewedBytes)).join("\n")}\n`;
      // The note about a binary body already contains its whole size.
      return {
        charset: "binary",
        contradicted: false,
        xml: undefined,
        text: around.before + preview,
        extension: "bin",
      };
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
  { decrypted, format, cut, around }: BodyOptions,
): Pick<PresentedBody, "text" | "xml" | "edits"> {
  const body = decrypted ?? received;
  if (!format && !body.includes("Fault")) return { text: wholeText(received, around), xml: undefined };
  const text = wholeText(body, around);
  const start = around.before.length;
  // The last tag of a cut body may be incomplete.
  const end = start + (cut ? body.lastIndexOf(">") + 1 : body.length);
  // Formatting needs the whole tree.
  const xml = parseXml(text, start, end, format ? { forgetful: false } : {});
  if (!format) return { text: wholeText(received, around), xml, edits: [] };
  const edits = formatXml(xml, { indent, lineBreak: "\n", cut });
  return { text: applyEdits(text, edits), xml, edits };
}
