import type { MediaType } from "../http/mediaType.ts";
import { parseMultipart } from "../http/multipart.ts";
import { type BodyOptions, binaryNote, type PresentedBody, presentBody } from "./presentBody.ts";
import { latin1, receivedText } from "./receivedText.ts";

/**
 * A multipart body (MTOM, SOAP with Attachments): boundaries and part headers as received, the root part formatted,
 * the other parts as they came, those that are no text as a sentence. `undefined` where no part is found in it.
 */
export function presentMultipart(
  bytes: Uint8Array,
  mediaType: MediaType,
  options: BodyOptions,
): PresentedBody | undefined {
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
