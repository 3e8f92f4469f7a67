import {
  type Language,
  type PlacedSegment,
  parseDocument,
  type Segment,
  type SoapHttpDocument,
  segmentAt,
} from "../format/document.ts";
import type { Message } from "../message/message.ts";
import { fileScope, type Scope } from "../message/scope.ts";
import { createMessage } from "../mock/response.ts";
import { mockScope } from "../mock/scope.ts";
import type { Severity } from "../protocol/protocol.ts";
import { emptyResolver, type Resolver } from "../resources/resolver.ts";
import { check, type Finding, findingOf, ignoredCodes, notSendable, type TransportKind } from "../rules/check.ts";
import { contentLengthHolds } from "../rules/edits.ts";
import { completeFix, difference, textAfterFixes } from "../rules/fixes.ts";
import { ignoreUnused } from "../rules/ignoreUnused.ts";
import { lineEndsMixed } from "../rules/lineEnds.ts";
import { mockDocumentRules, mockResponseRules } from "../rules/mock/registry.ts";
import { documentRules, requestRules } from "../rules/registry.ts";
import { wsiResponseRules } from "../rules/response/wsi.ts";
import { responseRules } from "../rules/response.ts";
import type { Edit, Fix, Report, RuleInfo } from "../rules/rule.ts";
import { followFromCuts, separatorInBody } from "../rules/separator.ts";
import { type Cursor, requestUnfinished, whileWriting } from "../rules/whileWriting.ts";
import { type Charset, editorCharset } from "../text/charset.ts";
import type { FileBody } from "../text/fileBody.ts";
import { shift } from "../text/span.ts";
import type { XmlDocument } from "../xml/tree.ts";

export interface AnalysisOptions {
  /** Severities by the codes of rules. */
  readonly rules: Readonly<Record<string, Severity | "off">>;
  /** Of the text: requests unless it is `soapmock`. */
  readonly language?: Language | undefined;
  readonly transport?: TransportKind;
  /** Whether the text may have mixed line endings: an editor makes them uniform. */
  readonly mixedLineEnds?: boolean;
}

export interface Origin {
  /** VS Code's name of the encoding in which the file was read. */
  readonly encoding?: string | undefined;
  /** The charset of the text outside of bodies, if the file as a whole has none; UTF-8 if it is unknown. */
  readonly headCharset?: Charset | undefined;
  /** Bodies whose bytes differ from their encoded text, by their offsets in the text. */
  readonly bodies?: ReadonlyMap<number, FileBody>;
}

/** The documentation of the rules. A rule's code is the fragment of its section. */
export const rulesPage = "https://github.com/soaphttp/vscode-soaphttp/blob/main/docs/rules.md";

export function allRules(): readonly RuleInfo[] {
  const others = [ignoreUnused, notSendable, separatorInBody, lineEndsMixed, requestUnfinished];
  const rules: readonly RuleInfo[] = [
    ...requestRules,
    ...documentRules,
    ...others,
    ...responseRules,
    ...wsiResponseRules,
    ...mockResponseRules,
    ...mockDocumentRules,
  ];
  return rules.filter(({ code }, index) => rules.findIndex((one) => one.code === code) === index);
}

/** The severities of the settings, and before these, those of the rules of a profile. */
export function withProfile(profile: string | undefined, rules: AnalysisOptions["rules"]): AnalysisOptions["rules"] {
  if (profile !== "ws-i-bp-1.1") return rules;
  const ofProfile = allRules().filter(({ code }) => code.startsWith("wsi-"));
  return { ...Object.fromEntries(ofProfile.map(({ code, severity }) => [code, severity])), ...rules };
}

export const defaultOptions: AnalysisOptions = { rules: {} };

/** An immutable analysis of a document's text. All offsets: UTF-16, in that text. */
export interface Analysis {
  readonly document: SoapHttpDocument;
  readonly resolver: Resolver;
  readonly scope: Scope;
  readonly options: AnalysisOptions;
  readonly encoding: Charset | undefined;
  readonly headCharset: Charset | undefined;
  readonly fileBodies: ReadonlyMap<Segment, FileBody>;
}

/**
 * Never throws. `previous`: the analysis before an edit, whose unchanged segments and nodes are reused. Its findings must
 * not be used afterwards.
 */
export function analyze(
  text: string,
  options: AnalysisOptions = defaultOptions,
  previous?: Analysis,
  resolver: Resolver = emptyResolver,
  { encoding, headCharset, bodies }: Origin = {},
): Analysis {
  const document = parseDocument(text, previous?.document, options.language);
  if (previous) handOver(previous.document, document);
  const fileBodies = new Map<Segment, FileBody>();
  for (const { start, segment } of bodies ? document.segments : []) {
    const body = segment.request?.body && bodies?.get(start + segment.request.body.start);
    if (body) fileBodies.set(segment, body);
  }
  const scope = document.language === "soapmock" ? mockScope(document, resolver) : fileScope(document, resolver);
  return {
    document,
    resolver,
    scope,
    options,
    encoding: encoding ? editorCharset(encoding) : undefined,
    headCharset,
    fileBodies,
  };
}

/** A finding with offsets in the document. */
export interface DocumentFinding extends Finding {
  /** `undefined` if it concerns the whole file. */
  readonly segment: PlacedSegment | undefined;
}

const diagnosed = new WeakMap<Analysis, readonly DocumentFinding[]>();

/** All findings in the order of the text, with the severities of the settings. */
export function diagnose(analysis: Analysis): readonly DocumentFinding[] {
  const known = diagnosed.get(analysis);
  if (known) return known;
  const found = allFindings(analysis);
  diagnosed.set(analysis, found);
  return found;
}

/** A request that its author is writing. */
export interface EditedRequest {
  readonly segment: PlacedSegment;
  readonly cursor: Cursor;
}

/** The findings that an editor shows while one of the requests is being written. */
export function diagnoseWhileWriting(
  analysis: Analysis,
  written: EditedRequest | undefined,
): readonly DocumentFinding[] {
  const all = diagnose(analysis);
  if (!written) return all;
  const { segment: placed, cursor } = written;
  const end = placed.start + placed.segment.text.length;
  const isOwn = ({ segment, at }: DocumentFinding) =>
    segment ? segment === placed : placed.start <= at.start && at.start < end;
  const others = all.filter((finding) => !isOwn(finding));
  const message = messageOf(analysis, placed.segment);
  const { shown, unfinished } = whileWriting(placed, message, all.filter(isOwn), cursor);
  const instead = unfinished && ofDocument(analysis, requestUnfinished, unfinished, placed);
  return inOrder([...others, ...shown, ...(instead ? [instead] : [])]);
}

/** The findings of the rules about the whole file, without those about its requests. */
export function diagnoseFile(analysis: Analysis): readonly DocumentFinding[] {
  const { document, scope } = analysis;
  const message = ({ segment }: PlacedSegment) => messageOf(analysis, segment);
  const rules = document.language === "soapmock" ? mockDocumentRules : documentRules;
  return rules.flatMap((rule) =>
    Array.from(rule.check(document, scope, message)).flatMap((one) => ofDocument(analysis, rule, one, undefined) ?? []),
  );
}

function allFindings(analysis: Analysis): readonly DocumentFinding[] {
  let found: DocumentFinding[] = [];
  for (const segment of analysis.document.segments)
    for (const finding of segmentFindings(analysis, segment)) found.push(finding);
  for (const finding of diagnoseFile(analysis)) found.push(finding);
  const add = (rule: RuleInfo, report: Report, segment?: PlacedSegment): boolean => {
    const finding = ofDocument(analysis, rule, report, segment);
    if (finding) found.push(finding);
    return finding !== undefined;
  };
  const { document, options } = analysis;
  const message = ({ segment }: PlacedSegment) => messageOf(analysis, segment);
  const cuts = [...separatorInBody.check(document, message)].filter(({ report }) => add(separatorInBody, report));
  if (cuts.length > 0) {
    const follows = followFromCuts(cuts);
    found = found.filter((finding) => !follows(finding));
  }
  if (options.mixedLineEnds) {
    for (const report of lineEndsMixed.check(document, message)) add(lineEndsMixed, report, report.segment);
  }
  return inOrder(found);
}

function inOrder(findings: DocumentFinding[]): readonly DocumentFinding[] {
  return findings.sort((a, b) => a.at.start - b.at.start || a.at.end - b.at.end);
}

/** The finding for a report about the whole file; `undefined` if the settings or a directive switch it off. */
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

/** The fixes of a finding, including changes of Content-Length that follow from them. */
export function fixesOf(analysis: Analysis, finding: DocumentFinding): readonly Fix[] {
  const { segment } = finding;
  const fixes = finding.fixes?.() ?? [];
  if (!segment) return fixes;
  const message = messageOf(analysis, segment.segment);
  if (!message) return [];
  const completed = fixes.map((fix) => ({
    ...fix,
    edits: completeFix(message, fix).map((edit) => shift(edit, segment.start)),
  }));
  if (!fixes.some(({ lineEnds }) => lineEnds) || !othersNeedLineEnds(analysis, segment)) return completed;
  return completed.toSorted((a, b) => Number(a.lineEnds !== undefined) - Number(b.lineEnds !== undefined));
}

/** Whether Content-Length of another request is correct only with the current line endings. */
function othersNeedLineEnds(analysis: Analysis, own: PlacedSegment): boolean {
  return analysis.document.segments.some((other) => {
    const message = other === own ? undefined : messageOf(analysis, other.segment);
    const { source = "", start, canonicalEnd } = message?.body ?? {};
    return message && /[\r\n]/.test(source.slice(start, canonicalEnd)) && contentLengthHolds(message);
  });
}

/** The edits of all automatic fixes: of the request at `offset`, or of all requests. */
export function fixEverything(analysis: Analysis, offset?: number): readonly Edit[] {
  const { document } = analysis;
  const chosen = offset === undefined ? document.segments : [segmentAt(document, offset) ?? []].flat();
  return chosen.flatMap((placed) => {
    const message = messageOf(analysis, placed.segment);
    if (!message) return [];
    const after = textAfterFixes(message, (finding) => withSetting(finding, analysis.options) !== undefined);
    return difference(message.text, after).map((edit) => shift(edit, placed.start));
  });
}

interface Kept {
  /** A key of the scope: the same string for equal scopes, because it is as long as the names in the file. */
  readonly scope: string;
  readonly source: string;
  /** A key of the other requests that it uses. */
  readonly others: string;
  readonly message: Message;
  findings: readonly Finding[] | undefined;
}

/** A segment object stays the same until its text changes. */
const keptBySegment = new WeakMap<Segment, Kept>();

/** For an edited segment, the XML before the edit, until its message takes over the nodes. */
const xmlBeforeEdit = new WeakMap<Segment, XmlDocument>();

/** Keeps the XML of the one segment that an edit has changed. */
function handOver(before: SoapHttpDocument, after: SoapHttpDocument): void {
  const [old, ...others] = segmentsOnlyIn(before, after);
  const [edited, ...more] = segmentsOnlyIn(after, before);
  if (!old || !edited || others.length + more.length > 0) return;
  const entry = keptBySegment.get(old);
  const xml = entry ? entry.message.xml : xmlBeforeEdit.get(old);
  keptBySegment.delete(old);
  xmlBeforeEdit.delete(old);
  if (xml) xmlBeforeEdit.set(edited, xml);
}

function segmentsOnlyIn(document: SoapHttpDocument, other: SoapHttpDocument): readonly Segment[] {
  const inOther = new Set(other.segments.map(({ segment }) => segment));
  return document.segments.flatMap(({ segment }) => (inOther.has(segment) ? [] : segment));
}

function kept({ scope, options, encoding, headCharset, fileBodies }: Analysis, segment: Segment): Kept | undefined {
  if (!segment.request) return undefined;
  let entry = keptBySegment.get(segment);
  const source = `${options.transport ?? "node"} ${encoding?.name} ${headCharset?.name}`;
  const others = scope.keyOf(segment);
  if (entry?.scope !== scope.key || entry.source !== source || entry.others !== others) {
    const body = { encoding, headCharset, body: fileBodies.get(segment) };
    const message = createMessage(segment, segment.request, scope, body, xmlBeforeEdit.get(segment));
    xmlBeforeEdit.delete(segment);
    entry = { scope: scope.key, source, others, message, findings: undefined };
    keptBySegment.set(segment, entry);
  }
  return entry;
}

export function messageOf(analysis: Analysis, segment: Segment): Message | undefined {
  return kept(analysis, segment)?.message;
}

export function segmentFindings(analysis: Analysis, segment: PlacedSegment): DocumentFinding[] {
  const entry = kept(analysis, segment.segment);
  if (!entry) return [];
  entry.findings ??= check(entry.message, analysis.options.transport);
  return placedFindings(analysis, segment, entry.findings);
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

function withSetting<F extends Finding>(finding: F, options: AnalysisOptions): F | undefined {
  const setting = Object.hasOwn(options.rules, finding.code) ? options.rules[finding.code] : undefined;
  if (setting === "off" || (setting === undefined && finding.ofProfile)) return undefined;
  return setting ? { ...finding, severity: setting } : finding;
}
