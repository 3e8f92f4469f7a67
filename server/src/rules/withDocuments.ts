import * as l10n from "@vscode/l10n";
import type { Segment, SoapHttpDocument } from "../format/document.ts";
import { contentAt } from "../message/insertedValue.ts";
import type { Message } from "../message/message.ts";
import type { Scope } from "../message/scope.ts";
import { memoized } from "../text/memoized.ts";
import { references } from "../text/references.ts";
import { type Span, shift } from "../text/span.ts";
import { computedReference } from "../variables/computed/reader.ts";
import { outsideDefault } from "../variables/markup.ts";
import { parseXml } from "../xml/parser.ts";
import { namespaceOf } from "../xml/query.ts";
import type { XmlDocument } from "../xml/tree.ts";
import { firstMessage } from "./edits.ts";
import type { DocumentRule, MessageOf, Report, Rule } from "./rule.ts";

/*
 * Rules that see a message with the documents of the file in the places where it inserts them as markup, as they are typed. What
 * they report in a document belongs to the document's segment: a rule of the file reports it.
 */

/** Rules that check a message with its documents inserted. They only report problems in the text of the message itself. */
export function withDocumentsInPlace(rules: readonly Rule[]): readonly Rule[] {
  return rules.map((rule) => ({
    ...rule,
    check: (message) => {
      const [whole] = message.scope.variables.documents.size > 0 ? composed(message) : [];
      if (!whole) return rule.check(message);
      return [...placedReports(whole, rule)].flatMap(({ segment, report }) => (segment === whole.own ? [report] : []));
    },
  }));
}

/** The same rules for a file: each problem in a document once, even if several messages insert the document. */
export function inDocuments(rules: readonly Rule[]): readonly DocumentRule[] {
  return rules.map((rule) => ({
    ...rule,
    check: (file: SoapHttpDocument, { variables: { documents } }: Scope, messageOf: MessageOf) =>
      documents.size === 0 ? [] : inDocumentsOf(file, messageOf, rule),
  }));
}

function* inDocumentsOf({ segments }: SoapHttpDocument, messageOf: MessageOf, rule: Rule): Iterable<Report> {
  const starts = new Map(segments.map(({ segment, start }) => [segment, start]));
  const reported = new Set<string>();
  for (const placed of segments) {
    const message = placed.segment.message && messageOf(placed);
    const [whole] = message ? composed(message) : [];
    if (!message || !whole) continue;
    for (const { segment, report } of placedReports(whole, rule)) {
      const start = starts.get(segment);
      if (segment === whole.own || start === undefined) continue;
      const { related = [], fixes } = report;
      const at = shift(report.at, start);
      const key = `${at.start} ${report.message}`;
      if (reported.has(key)) continue;
      reported.add(key);
      const first = {
        at: shift(message.syntax.first, placed.start),
        message: l10n.t("Inserted by {0}", nameOf(message)),
      };
      yield {
        ...report,
        at,
        related: [first, ...related.map((other) => ({ ...other, at: shift(other.at, start) }))],
        fixes: () => (fixes?.() ?? []).map((fix) => ({ ...fix, edits: fix.edits.map((edit) => shift(edit, start)) })),
      };
    }
  }
}

function nameOf(message: Message): string {
  const { separator } = message.segment;
  const title = message.directive("title") || (separator?.title && message.slice(separator.title));
  return message.directive("name") || title || message.slice(message.syntax.first);
}

/** A part of a segment's text in the composed text of a message and its documents. */
interface Piece extends Span {
  readonly segment: Segment;
  /** Offset in the segment where the part begins. */
  readonly from: number;
}

interface Composed {
  readonly message: Message;
  readonly pieces: readonly Piece[];
  readonly own: Segment;
}

/** The message with the documents that it inserts; empty if it inserts none. */
const composed = memoized((message: Message): readonly Composed[] => {
  const { scope, text, segment, xmlSpan: span } = message;
  if (!span || !text.includes("{{", span.start)) return [];
  const pieces: Piece[] = [];
  const documents = new Set<Segment>();
  let whole = "";
  const take = (own: Segment, from: number, to: number, written = own.text.slice(from, to)) => {
    if (written !== "") pieces.push({ start: whole.length, end: whole.length + written.length, segment: own, from });
    whole += written;
  };
  const insert = (own: Segment, xml: XmlDocument, start: number, end: number) => {
    let from = start;
    for (const reference of references(own.text, start, end)) {
      const document = insertedDocument(reference.name, scope);
      const [inner] = document ? contentOf(document) : [];
      const parent = contentAt(xml, reference.start);
      // Each document is inserted only once, so that the text can't grow without limit. Other places keep unknown content.
      if (!document || !inner?.root || !parent || documents.has(document)) continue;
      documents.add(document);
      take(own, from, reference.start);
      const { root, declaration } = inner;
      const content = declaration?.end ?? inner.start;
      const typed = inner.text.slice(content, inner.end);
      const isOutside = namespaceOf(xml, parent, "") !== "" && outsideDefault(typed, parseXml(typed)) !== typed;
      if (isOutside) {
        insert(document, inner, content, root.nameEnd);
        take(document, root.nameEnd, root.nameEnd, ' xmlns=""');
      }
      insert(document, inner, isOutside ? root.nameEnd : content, inner.end);
      from = reference.end;
    }
    take(own, from, end);
  };
  const { xml } = message;
  take(segment, 0, span.start);
  if (xml) insert(segment, xml, span.start, span.end);
  take(segment, span.end, text.length);
  const made = documents.size > 0 ? firstMessage(whole, scope) : undefined;
  return made ? [{ message: made, pieces, own: segment }] : [];
});

/** The document that a reference inserts, if the reference has no step except `xml`. */
function insertedDocument(name: string, { variables: { documents } }: Scope): Segment | undefined {
  const { source, steps = [] } = computedReference(name) ?? {};
  const [step, ...others] = steps;
  return step?.word === "xml" && others.length === 0 ? documents.get(source ?? "") : undefined;
}

/** The XML of a document. Empty if the document is other text, or if it isn't well-formed (another rule reports that). */
const contentOf = memoized(({ text, document }: Segment): readonly XmlDocument[] => {
  const { start, end } = document?.body ?? { start: 0, end: 0 };
  if (!/^\s*<[^@\s]/.test(text.slice(start, Math.min(end, start + 1000)))) return [];
  const xml = parseXml(text, start, start + text.slice(start, end).trimEnd().length, { variables: true });
  return xml.problems.length === 0 && !xml.doctype ? [xml] : [];
});

interface PlacedReport {
  readonly segment: Segment;
  /** A report with spans in the segment's text. It has only the fixes that change nothing but this segment. */
  readonly report: Report;
}

function* placedReports({ message, pieces }: Composed, rule: Rule): Iterable<PlacedReport> {
  for (const report of rule.check(message)) {
    const segment = pieces.findLast(({ start }) => start <= report.at.start)?.segment;
    const typed = <S extends Span>(span: S): readonly S[] => {
      const pieceAt = (offset: number) =>
        pieces.find((piece) => piece.segment === segment && piece.start <= offset && offset <= piece.end);
      const first = pieceAt(span.start);
      const last = pieceAt(span.end);
      if (!first || !last) return [];
      return [{ ...span, start: span.start - first.start + first.from, end: span.end - last.start + last.from }];
    };
    const [at] = typed(report.at);
    if (!segment || !at) continue;
    const related = report.related?.flatMap((other) => typed(other.at).map((place) => ({ ...other, at: place })));
    const fixes = () =>
      (report.fixes?.() ?? []).flatMap((fix) => {
        const edits = fix.edits.flatMap(typed);
        return edits.length === fix.edits.length ? [{ ...fix, edits }] : [];
      });
    yield { segment, report: { ...report, at, fixes, ...(related ? { related } : {}) } };
  }
}
