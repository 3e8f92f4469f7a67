import * as l10n from "@vscode/l10n";
import type { Message } from "../message.ts";
import type { Charset } from "../text/charset.ts";
import { encodePart, type FileBody, firstDifference, isReadAs } from "../text/fileBody.ts";
import type { Span } from "../text/span.ts";
import type { Report, Rule } from "./rule.ts";

/** As many of the bytes that a charset refuses as anybody reads about. */
const maxReports = 100;

/** Where the bytes of the file and the charset that governs the body disagree. */
export const bodyEncoding: Rule = {
  code: "body-encoding",
  severity: "error",
  source: "the .soaphttp format; RFC 7303 section 3",
  *check(message) {
    const { charset } = message.charset;
    const span = textOf(message);
    if (!charset || !span || message.isGet || message.bodyFile) return;
    const { body, encoding } = message.source;
    if (body && isReadAs(body, charset)) yield* refusedBytes(message, body, charset, span);
    else if (body) yield* otherBytes(message, body, charset, span);
    else if (encoding && encoding !== charset) yield* otherEncoding(message, encoding, charset, span);
  },
};

/** Of a multipart body its root: the other parts can hold anything. */
function textOf({ request, multipart }: Message): Span | undefined {
  return multipart ? multipart.root?.body : request.body;
}

function* refusedBytes(message: Message, body: FileBody, charset: Charset, span: Span): Iterable<Report> {
  const origin = message.request.body?.start ?? 0;
  let count = 0;
  for (const unit of body.invalid) {
    const start = origin + unit;
    if (start < span.start || start >= span.end) continue;
    if (++count > maxReports) return;
    const { hex, place } = bytesAt(body, unit);
    yield {
      at: { start, end: start + 1 },
      message: l10n.t("Byte {0} (byte {1} of the body) isn't valid in {2}.", hex, place, charset.name),
    };
  }
}

/** The bytes are UTF-8, or say themselves what they are, and the charset is another one. */
function* otherBytes(message: Message, body: FileBody, charset: Charset, span: Span): Iterable<Report> {
  const origin = message.request.body?.start ?? 0;
  const at = firstDifference(message.text, span, body.readAs, charset);
  // What the charset has no bytes for is an error of its own.
  if (!at || charset.unencodable(message.text, at.start, at.end, 1).length > 0) return;
  const { hex, place } = bytesAt(body, at.start - origin);
  yield charset.decode(body.bytes).invalid > 0 || charset.byteLength("a") > 1
    ? {
        at,
        message: l10n.t(
          "The body is encoded as {0}, but its charset is {1}: {2} (byte {3} of the body) isn't valid in {1}.",
          body.readAs.name,
          charset.name,
          hex,
          place,
        ),
      }
    : {
        at,
        severity: "warning",
        message: l10n.t(
          "The body is encoded as {0}, but its charset is {1}, in which {2} (byte {3} of the body) means something else. The command line sends the bytes unchanged; an editor sends the text encoded as {1}.",
          body.readAs.name,
          charset.name,
          hex,
          place,
        ),
      };
}

/** An editor's document: its text is what is sent, in the body's charset. */
function* otherEncoding(message: Message, encoding: Charset, charset: Charset, span: Span): Iterable<Report> {
  const at = firstDifference(message.text, span, encoding, charset);
  if (!at || charset.unencodable(message.text, at.start, at.end, 1).length > 0) return;
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

function bytesAt({ bytes, offsets }: FileBody, unit: number): { readonly hex: string; readonly place: number } {
  const start = offsets[unit] ?? 0;
  const end = offsets.subarray(unit).find((offset) => offset > start) ?? bytes.length;
  return { hex: hexOf(bytes.subarray(start, end)), place: start + 1 };
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join(" ");
}
