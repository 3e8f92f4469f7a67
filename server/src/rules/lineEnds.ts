import * as l10n from "@vscode/l10n";
import type { PlacedSegment, SoapHttpDocument } from "../document.ts";
import type { Message } from "../message.ts";
import { acceptedEnd, type BodyText, canonicalLength, lengthWith } from "../messageBody.ts";
import type { Charset } from "../text/charset.ts";
import { type Span, shift } from "../text/span.ts";
import type { Report, Severity } from "./rule.ts";

/** A report, and the request that it is about. Spans: UTF-16 offsets in the document's text. */
export interface LineEndsReport extends Report {
  readonly segment: PlacedSegment;
}

/**
 * Bodies whose number of bytes an editor would change, because the file mixes line ends and an editor makes them uniform
 * when it opens the file. For the same reason no editor's document has this: the rule is for files alone.
 */
export const lineEndsMixed = {
  code: "line-ends-mixed",
  severity: "warning" as Severity,
  source: "the .soaphttp format",
  *check(
    document: SoapHttpDocument,
    messageOf: (segment: PlacedSegment) => Message | undefined,
  ): Iterable<LineEndsReport> {
    const counts = countLineEnds(document.text);
    const uniform = editorsChoice(counts);
    if (!uniform) return;
    for (const segment of document.segments) {
      const message = messageOf(segment);
      const change = message && changeOf(message, uniform);
      if (!change) continue;
      yield { segment, at: shift(change.at, segment.start), message: wording(counts, uniform, change) };
    }
  },
} as const;

interface LineEndCounts {
  readonly crlf: number;
  readonly lf: number;
  readonly cr: number;
}

function countLineEnds(text: string): LineEndCounts {
  let crlf = 0;
  let cr = 0;
  for (let at = text.indexOf("\r"); at >= 0; at = text.indexOf("\r", at + 1)) {
    if (text.charCodeAt(at + 1) === 0x0a) crlf++;
    else cr++;
  }
  let lf = -crlf;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lf++;
  return { crlf, lf, cr };
}

/** What VS Code makes of all line ends: CRLF where over half of them begin with CR, else LF. */
function editorsChoice({ crlf, lf, cr }: LineEndCounts): "\r\n" | "\n" | undefined {
  if ([crlf, lf, cr].filter((count) => count > 0).length < 2) return undefined;
  return crlf + cr > lf ? "\r\n" : "\n";
}

interface Change {
  /** The first line break of the body that would be another one, in the segment's text. */
  readonly at: Span;
  /** Bytes of the body that are sent now, and that would be sent then. */
  readonly now: number;
  readonly after: number;
  readonly charset: string;
}

/** `undefined` where the number of bytes stays as it is, or is unknown. */
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
  const after = countWith(body, charset, canonical, uniform, declared);
  if (now === after) return undefined;
  return { at: body.at({ start: match.index, end: other.lastIndex }), now, after, charset: charset.name };
}

/** The bytes of the body that are sent if all its line ends are `uniform`. */
function countWith(
  body: BodyText,
  charset: Charset,
  canonical: number,
  uniform: "\r\n" | "\n",
  declared: number | undefined,
): number {
  const { length, perBreak, trailing } = lengthWith(body, charset, canonical, uniform);
  const breaks = declared === undefined ? 0 : (declared - length) / perBreak;
  return Number.isInteger(breaks) && breaks > 0 && breaks <= trailing ? length + breaks * perBreak : length;
}

function wording(counts: LineEndCounts, uniform: "\r\n" | "\n", { now, after, charset }: Change): string {
  const there = [
    [counts.crlf, "CRLF"],
    [counts.lf, "LF"],
    [counts.cr, "CR"],
  ] as const;
  const mixture = there.flatMap(([count, name]) => (count > 0 ? `${count} ${name}` : [])).join(", ");
  const name = uniform === "\n" ? "LF" : "CRLF";
  return l10n.t(
    "The file has mixed line endings ({0}). An editor changes them all to {1}, which makes this body {2} bytes in {3} instead of {4}.",
    mixture,
    name,
    after,
    charset,
    now,
  );
}
