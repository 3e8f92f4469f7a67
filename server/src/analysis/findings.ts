import { type PlacedSegment, segmentAt } from "../format/document.ts";
import { type Finding, findingOf, ignoredCodes } from "../rules/check.ts";
import { lineEndsMixed } from "../rules/lineEnds.ts";
import { rulesOf } from "../rules/registry.ts";
import type { Report, RuleInfo } from "../rules/rule.ts";
import { followFromCuts, separatorInBody } from "../rules/separator.ts";
import { type Cursor, requestUnfinished, whileWriting } from "../rules/whileWriting.ts";
import { memoized } from "../text/memoized.ts";
import { shift } from "../text/span.ts";
import { type Analysis, type AnalysisOptions, textOf } from "./analysis.ts";

/** A finding with offsets in the document. */
export interface DocumentFinding extends Finding {
  /** The segment that the finding is about; `undefined` if it concerns the whole file. */
  readonly segment: PlacedSegment | undefined;
}

/** All findings in the order of the text, with the severities of the settings. */
export const diagnose = memoized(allFindings);

/**
 * Checks the messages whose findings an edit has made invalid, one after the other. Yields between two messages after each
 * `length` characters, so that the caller can do other work, or stop. Afterwards, `diagnose` only needs to run the rules for the
 * whole file.
 */
export function* checkMessages({ document, messages }: Analysis, length: number): Generator<void, void> {
  let checked = 0;
  for (const { segment } of document.segments) {
    if (checked >= length) {
      yield;
      checked = 0;
    }
    if (messages.check(segment)) checked += segment.text.length;
  }
}

/** The message that the author is editing. */
export interface EditedMessage {
  readonly segment: PlacedSegment;
  readonly cursor: Cursor;
}

/** The findings that an editor shows while one of the messages is being written. */
export function diagnoseWhileWriting(
  analysis: Analysis,
  written: EditedMessage | undefined,
): readonly DocumentFinding[] {
  const all = diagnose(analysis);
  if (!written) return all;
  const { segment: placed, cursor } = written;
  const end = placed.start + placed.segment.text.length;
  const isOwn = ({ segment, at }: DocumentFinding) =>
    segment ? segment === placed : placed.start <= at.start && at.start < end;
  const others = all.filter((finding) => !isOwn(finding));
  const message = textOf(analysis, placed.segment);
  const { shown, unfinished } = whileWriting(placed, message, all.filter(isOwn), cursor);
  const instead = unfinished && ofDocument(analysis, requestUnfinished, unfinished, placed);
  return inOrder([...others, ...shown, ...(instead ? [instead] : [])]);
}

/** The findings of the rules for the whole file, without the findings in its messages. */
export function diagnoseFile(analysis: Analysis): readonly DocumentFinding[] {
  const { document, scope } = analysis;
  const message = ({ segment }: PlacedSegment) => textOf(analysis, segment);
  return rulesOf[document.kind].document.flatMap((rule) =>
    Array.from(rule.check(document, scope, message)).flatMap((one) => ofDocument(analysis, rule, one, undefined) ?? []),
  );
}

function allFindings(analysis: Analysis): readonly DocumentFinding[] {
  let findings: DocumentFinding[] = [];
  for (const segment of analysis.document.segments)
    for (const finding of segmentFindings(analysis, segment)) findings.push(finding);
  for (const finding of diagnoseFile(analysis)) findings.push(finding);
  const add = (rule: RuleInfo, report: Report, segment?: PlacedSegment): boolean => {
    const finding = ofDocument(analysis, rule, report, segment);
    if (finding) findings.push(finding);
    return finding !== undefined;
  };
  const { document, options } = analysis;
  const message = ({ segment }: PlacedSegment) => textOf(analysis, segment);
  const cuts = [...separatorInBody.check(document, message)].filter(({ report }) => add(separatorInBody, report));
  if (cuts.length > 0) {
    const follows = followFromCuts(cuts);
    findings = findings.filter((finding) => !follows(finding));
  }
  if (options.mixedLineEnds) {
    for (const report of lineEndsMixed.check(document, message)) add(lineEndsMixed, report, report.segment);
  }
  return inOrder(findings);
}

function inOrder(findings: DocumentFinding[]): readonly DocumentFinding[] {
  return findings.sort((a, b) => a.at.start - b.at.start || a.at.end - b.at.end);
}

/** The finding for a problem of the whole file; `undefined` if the settings or a directive switch its rule off. */
function ofDocument(
  analysis: Analysis,
  rule: RuleInfo,
  report: Report,
  segment: PlacedSegment | undefined,
): DocumentFinding | undefined {
  const place = segment ?? segmentAt(analysis.document, report.at.start);
  if (place && ignoredCodes(place.segment).has(rule.code)) return undefined;
  return withSetting({ ...findingOf(rule, report), segment }, analysis.options);
}

export function segmentFindings(analysis: Analysis, segment: PlacedSegment): DocumentFinding[] {
  return placedFindings(analysis, segment, analysis.messages.findings(segment.segment));
}

/** A segment's findings with offsets in the document, and with the severities of the settings. */
export function placedFindings(
  { options }: Analysis,
  segment: PlacedSegment,
  findings: readonly Finding[],
): DocumentFinding[] {
  const { start } = segment;
  return withSettings(findings, options).map((finding) => {
    const related = finding.related?.map((one) => ({ ...one, at: shift(one.at, start) }));
    return { ...finding, at: shift(finding.at, start), ...(related ? { related } : {}), segment };
  });
}

/** The findings with the severities of the settings, without those that are switched off. */
export function withSettings<F extends Finding>(findings: readonly F[], options: AnalysisOptions): readonly F[] {
  return findings.flatMap((finding) => withSetting(finding, options) ?? []);
}

export function withSetting<F extends Finding>(finding: F, options: AnalysisOptions): F | undefined {
  const setting = Object.hasOwn(options.rules, finding.code) ? options.rules[finding.code] : undefined;
  if (setting === "off" || (setting === undefined && finding.ofProfile)) return undefined;
  return setting ? { ...finding, severity: setting } : finding;
}
