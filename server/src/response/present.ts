import * as l10n from "@vscode/l10n";
import { parseMediaType } from "../http/mediaType.ts";
import type { PresentParams, PresentResult } from "../protocol.ts";
import { fromBase64 } from "../text/base64.ts";
import { isCut } from "./cut.ts";
import { presentFault } from "./faultSummary.ts";
import { note } from "./notes.ts";
import { fieldNamed, fieldValue, parseResponse } from "./parse.ts";
import { presentBody } from "./presentBody.ts";
import { presentMultipart } from "./presentMultipart.ts";
import { receivedText } from "./receivedText.ts";

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
