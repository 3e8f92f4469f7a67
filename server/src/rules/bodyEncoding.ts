import * as l10n from "@vscode/l10n";
import type { Message } from "../message/message.ts";
import { hexByte } from "../text/bytes.ts";
import type { Charset } from "../text/charset.ts";
import { encodePart, type FileBody, firstDifference, isReadAs } from "../text/fileBody.ts";
import type { Span } from "../text/span.ts";
import type { Report } from "./rule.ts";

/** Reports bytes of the file that contradict the charset of the body. */
export function* bodyEncoding(message: Message): Iterable<Report> {
  const { charset } = message.charset;
  // In a multipart body, only the root part is checked. The other parts can contain anything.
  const span = message.multipart ? message.multipart.root?.body : message.syntax.body;
  if (!charset || !span || message.isGet || message.bodyFile) return;
  const { body, encoding } = message.source;
  if (body && isReadAs(body, charset)) yield* invalidBytes(message, body, charset, span);
  else if (body) yield* otherCharset(message, body, charset, span);
  else if (encoding && encoding !== charset) yield* otherEncoding(message, encoding, charset, span);
}

function* invalidBytes(message: Message, body: FileBody, charset: Charset, span: Span): Iterable<Report> {
  const origin = message.syntax.body?.start ?? 0;
  for (const unit of body.invalid) {
    const start = origin + unit;
    if (start < span.start || start >= span.end) continue;
    const { hex, place } = bytesAt(body, unit);
    yield {
      at: { start, end: start + 1 },
      message: l10n.t("Byte {0} (byte {1} of the body) isn't valid in {2}.", hex, place, charset.name),
    };
  }
}

/** Reports bytes that are valid in another charset: in UTF-8, or in the charset that the body declares. */
function* otherCharset(message: Message, body: FileBody, charset: Charset, span: Span): Iterable<Report> {
  const at = encodableDifference(message, span, body.readAs, charset);
  if (!at) return;
  const { hex, place } = bytesAt(body, at.start - (message.syntax.body?.start ?? 0));
  const args = [body.readAs.name, charset.name, hex, place] as const;
  if (charset.decode(body.bytes).invalid > 0 || charset.byteLength("a") > 1) {
    yield {
      at,
      message: l10n.t(
        "The body is encoded as {0}, but its charset is {1}: {2} (byte {3} of the body) isn't valid in {1}.",
        ...args,
      ),
    };
  } else {
    yield {
      at,
      severity: "warning",
      message: l10n.t(
        "The body is encoded as {0}, but its charset is {1}, in which {2} (byte {3} of the body) means something else. The command line sends the bytes unchanged; an editor sends the text encoded as {1}.",
        ...args,
      ),
    };
  }
}

/** Reports characters of an editor's document that are sent as other bytes than they have in the file. */
function* otherEncoding(message: Message, encoding: Charset, charset: Charset, span: Span): Iterable<Report> {
  const at = encodableDifference(message, span, encoding, charset);
  if (!at) return;
  const character = message.slice(at);
  yield {
    at,
    severity: "information",
    message: l10n.t(
      "The file is read as {0}, but the charset of the body is {1}: {2} is sent as {3}, but it is {4} in the file.",
      encoding.name,
      charset.name,
      character,
      hexOf(encodePart(character, charset)),
      hexOf(encodePart(character, encoding)),
    ),
  };
}

/** The first character that has different bytes in the two charsets. Another rule reports characters that can't be encoded. */
function encodableDifference({ text }: Message, span: Span, encoding: Charset, charset: Charset): Span | undefined {
  const at = firstDifference(text, span, encoding, charset);
  return at && charset.unencodable(text, at.start, at.end, 1).length === 0 ? at : undefined;
}

function bytesAt({ bytes, offsets }: FileBody, unit: number): { readonly hex: string; readonly place: number } {
  const start = offsets[unit] ?? 0;
  const end = offsets.subarray(unit).find((offset) => offset > start) ?? bytes.length;
  return { hex: hexOf(bytes.subarray(start, end)), place: start + 1 };
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => hexByte(byte).toUpperCase()).join(" ");
}
