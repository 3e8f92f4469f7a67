import * as l10n from "@vscode/l10n";
import type { PlacedSegment, SoapHttpDocument } from "../format/document.ts";
import { acceptedEnd, canonicalLength, lengthWith } from "../message/bodyBytes.ts";
import type { Message } from "../message/message.ts";
import { type Span, shift } from "../text/span.ts";
import { type MessageOf, type Report, rule } from "./rule.ts";

/**
 * Reports a body whose length changes in an editor: the file mixes line endings, and an editor makes them uniform
 * when it opens the file. Only for files that aren't open, because documents in an editor never mix line endings.
 */
export const lineEndsMixed = rule("line-ends-mixed", "warning", "the .soaphttp format", changedBodies);

function* changedBodies(
  { text, segments }: SoapHttpDocument,
  messageOf: MessageOf,
): Iterable<Report & { readonly segment: PlacedSegment }> {
  const counts = countLineEnds(text);
  const uniform = editorsChoice(counts);
  if (!uniform) return;
  for (const segment of segments) {
    const message = messageOf(segment);
    const change = message && changeOf(message, uniform);
    if (!change) continue;
    yield { segment, at: shift(change.at, segment.start), message: wording(counts, uniform, change) };
  }
}

type LineEndCounts = Readonly<Record<"CRLF" | "LF" | "CR", number>>;

function countLineEnds(text: string): LineEndCounts {
  const lineBreaks = text.match(/\r\n?|\n/g) ?? [];
  const count = (lineBreak: string) => lineBreaks.filter((one) => one === lineBreak).length;
  return { CRLF: count("\r\n"), LF: count("\n"), CR: count("\r") };
}

/** The line ending that VS Code uses for a file with mixed line endings: CRLF if over half of them start with CR, else LF. */
function editorsChoice({ CRLF, LF, CR }: LineEndCounts): "\r\n" | "\n" | undefined {
  if ([CRLF, LF, CR].filter((count) => count > 0).length < 2) return undefined;
  return CRLF + CR > LF ? "\r\n" : "\n";
}

interface Change {
  /** Span of the first line break in the body that would change, in the segment's text. */
  readonly at: Span;
  /** Number of bytes of the body before the change. */
  readonly now: number;
  readonly after: number;
  readonly charset: string;
}

/** The change of the body's length; `undefined` if the number of bytes stays the same, or is unknown. */
function changeOf(message: Message, uniform: "\r\n" | "\n"): Change | undefined {
  const { body } = message;
  const { charset } = message.charset;
  if (!body?.known || !charset) return undefined;
  const typed = message.field("content-length")?.value.text ?? "";
  const declared = /^\d{1,16}$/.test(typed) ? Number(typed) : undefined;
  const canonical = canonicalLength(body, charset);
  const end = declared === undefined ? undefined : acceptedEnd(body, charset, declared, canonical);
  const other = uniform === "\n" ? /\r\n?/g : /\r(?!\n)|(?<!\r)\n/g;
  other.lastIndex = body.start;
  const match = other.exec(body.source);
  if (!match || match.index >= (end ?? body.canonicalEnd)) return undefined;
  const now = end === undefined ? canonical : (declared ?? canonical);
  const { length, perBreak, trailing } = lengthWith(body, charset, canonical, uniform);
  const breaks = declared === undefined ? 0 : (declared - length) / perBreak;
  const after = Number.isInteger(breaks) && breaks > 0 && breaks <= trailing ? length + breaks * perBreak : length;
  if (now === after) return undefined;
  return { at: body.at({ start: match.index, end: other.lastIndex }), now, after, charset: charset.name };
}

function wording(counts: LineEndCounts, uniform: "\r\n" | "\n", { now, after, charset }: Change): string {
  const mixture = Object.entries(counts).flatMap(([name, count]) => (count > 0 ? `${count} ${name}` : []));
  return l10n.t(
    "The file has mixed line endings ({0}). An editor changes them all to {1}, which makes this body {2} bytes in {3} instead of {4}.",
    mixture.join(", "),
    uniform === "\n" ? "LF" : "CRLF",
    after,
    charset,
    now,
  );
}
