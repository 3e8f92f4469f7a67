import { type PlacedSegment, parseDocument, type Segment, type SoapHttpDocument, segmentAt } from "./document.ts";
import { Message } from "./message.ts";
import { type Outgoing, outgoing, unsendable, whyUnsendable } from "./outgoing.ts";
import { check, type Finding, ignoredCodes, notSendable, type Transport } from "./rules/check.ts";
import { contentLengthHolds } from "./rules/edits.ts";
import { completeFix, difference, fixAll } from "./rules/fixes.ts";
import { lineEndsMixed } from "./rules/lineEnds.ts";
import { documentRules, requestRules } from "./rules/registry.ts";
import { responseRules } from "./rules/response.ts";
import type { Edit, Fix, Report, Severity } from "./rules/rule.ts";
import { followFromCuts, separatorInBody } from "./rules/separator.ts";
import { type Cursor, requestUnfinished, whileWriting } from "./rules/whileWriting.ts";
import { type Charset, editorCharset } from "./text/charset.ts";
import { parseDuration } from "./text/duration.ts";
import type { FileBody } from "./text/fileBody.ts";
import { type Span, shift } from "./text/span.ts";
import type { Sending } from "./variables/builtIns.ts";
import { emptyResolver, type Resolver } from "./variables/resolver.ts";
import { fileScope, type Scope } from "./variables/scope.ts";

/** What one host's settings and transport make of the rules. */
export interface Options {
  /** A rule's code with the severity it has, or `off`. */
  readonly rules: Readonly<Record<string, Severity | "off">>;
  /** What requests leave through. */
  readonly transport?: Transport;
  /** The text is a file's bytes, and not a document whose line ends an editor has made uniform. */
  readonly mixedLineEnds?: boolean;
}

/** Where a document's text comes from. */
export interface Origin {
  /** VS Code's name of the encoding that it has read the file in. */
  readonly encoding?: string | undefined;
  /** Bodies of a file that the text alone can't give the bytes of, by the offset that they begin at in the text. */
  readonly bodies?: ReadonlyMap<number, FileBody>;
}

/** What there is to know of a rule without a message. */
export interface RuleInfo {
  readonly code: string;
  readonly severity: Severity;
  readonly source: string;
}

/** Where the page of the rules is; a code's section is its fragment. */
export const rulesPage = "https://github.com/soaphttp/vscode-soaphttp/blob/main/docs/rules.md";

/** Every rule, each code once. */
export function allRules(): readonly RuleInfo[] {
  const byCode = new Map<string, RuleInfo>();
  const ofRequests = [
    ...requestRules,
    ...documentRules,
    notSendable,
    separatorInBody,
    lineEndsMixed,
    requestUnfinished,
  ];
  for (const rule of [...ofRequests, ...responseRules]) {
    if (!byCode.has(rule.code)) byCode.set(rule.code, rule);
  }
  return [...byCode.values()];
}

export const defaultOptions: Options = { rules: {} };

/**
 * A document, understood. Immutable: an edit makes another one out of it, and what the edit didn't touch is taken over.
 * All offsets: UTF-16, in the document's text.
 */
export interface Analysis {
  readonly document: SoapHttpDocument;
  readonly resolver: Resolver;
  readonly scope: Scope;
  readonly options: Options;
  readonly encoding: Charset | undefined;
  readonly fileBodies: ReadonlyMap<Segment, FileBody>;
}

/** Never throws, whatever the text is. `previous` is the analysis of the document before an edit. */
export function analyze(
  text: string,
  options: Options = defaultOptions,
  previous?: Analysis,
  resolver: Resolver = emptyResolver,
  { encoding, bodies }: Origin = {},
): Analysis {
  const document = parseDocument(text, previous?.document);
  const fileBodies = new Map<Segment, FileBody>();
  for (const { start, segment } of bodies ? document.segments : []) {
    const body = segment.request?.body && bodies?.get(start + segment.request.body.start);
    if (body) fileBodies.set(segment, body);
  }
  const scope = fileScope(document, resolver);
  return { document, resolver, scope, options, encoding: encoding ? editorCharset(encoding) : undefined, fileBodies };
}

/** A finding of a document, and the segment that it is in. */
export interface DocumentFinding extends Finding {
  /** `undefined` for what concerns the file as a whole. */
  readonly segment: PlacedSegment | undefined;
}

const diagnosed = new WeakMap<Analysis, readonly DocumentFinding[]>();

/** All findings of all requests and of the file, in the order of the text; severities as the settings have them. */
export function diagnose(analysis: Analysis): readonly DocumentFinding[] {
  const known = diagnosed.get(analysis);
  if (known) return known;
  const found = allFindings(analysis);
  diagnosed.set(analysis, found);
  return found;
}

/** A request that its author is writing. */
export interface Written {
  /** Of the analysis's document. */
  readonly segment: PlacedSegment;
  readonly cursor: Cursor;
}

/** The findings that an editor shows while one of the requests is being written. */
export function diagnoseWhileWriting(analysis: Analysis, written: Written | undefined): readonly DocumentFinding[] {
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

function allFindings(analysis: Analysis): readonly DocumentFinding[] {
  let found: DocumentFinding[] = [];
  for (const segment of analysis.document.segments)
    for (const finding of findingsOf(analysis, segment)) found.push(finding);
  const add = (rule: RuleInfo, report: Report, segment?: PlacedSegment): boolean => {
    const finding = ofDocument(analysis, rule, report, segment);
    if (finding) found.push(finding);
    return finding !== undefined;
  };
  const { document, scope, options } = analysis;
  const message = ({ segment }: PlacedSegment) => messageOf(analysis, segment);
  for (const rule of documentRules) for (const report of rule.check(document, scope, message)) add(rule, report);
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

/** A report of a rule that looks at the whole file, as the settings and the directives where it stands have it. */
function ofDocument(
  analysis: Analysis,
  { code, severity }: RuleInfo,
  report: Report,
  segment: PlacedSegment | undefined,
): DocumentFinding | undefined {
  const place = segment ?? segmentAt(analysis.document, report.at.start);
  if (place && ignoredCodes(place.segment).has(code)) return undefined;
  return withSetting(analysis, { ...report, code, severity: report.severity ?? severity, segment });
}

/** The fixes of a finding, with the Content-Length that follows what they change. */
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

/** Whether another request has a body of several lines and a count that is right with the line endings as they are. */
function othersNeedLineEnds(analysis: Analysis, own: PlacedSegment): boolean {
  return analysis.document.segments.some((other) => {
    const message = other === own ? undefined : messageOf(analysis, other.segment);
    const { source = "", start, canonicalEnd } = message?.body ?? {};
    return message && /[\r\n]/.test(source.slice(start, canonicalEnd)) && contentLengthHolds(message);
  });
}

/** The edits of all automatic fixes: of the request that `offset` is in, or of all. */
export function fixEverything(analysis: Analysis, offset?: number): readonly Edit[] {
  const { document } = analysis;
  const chosen = offset === undefined ? document.segments : [segmentAt(document, offset) ?? []].flat();
  return chosen.flatMap((placed) => {
    const message = messageOf(analysis, placed.segment);
    if (!message) return [];
    const after = fixAll(message, (finding) => withSetting(analysis, finding) !== undefined);
    return difference(message.text, after).map((edit) => shift(edit, placed.start));
  });
}

/** A request of the document, as a lens or a list shows it. */
export interface RequestInfo {
  readonly segment: PlacedSegment;
  readonly message: Message;
  readonly range: Span;
  readonly line: Span;
  readonly name: string | undefined;
  readonly title: string | undefined;
  readonly errors: readonly DocumentFinding[];
}

export function requestsOf(analysis: Analysis): readonly RequestInfo[] {
  return analysis.document.segments.flatMap((segment) => requestInfo(analysis, segment) ?? []);
}

export function requestAt(analysis: Analysis, offset: number): RequestInfo | undefined {
  const segment = segmentAt(analysis.document, offset);
  return segment && requestInfo(analysis, segment);
}

/** A request with the values that its variables have at one sending. */
export type AtSending =
  | {
      readonly kind: "message";
      readonly outgoing: Outgoing;
      readonly soapVersion: "1.1" | "1.2" | undefined;
      /** The errors that stand (spans in the document): some show only when all values are known. */
      readonly errors: readonly DocumentFinding[];
      /** What of its variables is secret. */
      readonly secrets: readonly string[];
    }
  /** It has no bytes, or no place to go to. */
  | { readonly kind: "unsendable"; readonly problems: readonly DocumentFinding[]; readonly secrets: readonly string[] }
  /** The names of secrets that are not known yet. */
  | { readonly kind: "secrets"; readonly wanted: readonly string[] };

/** What the request sends now. */
export function outgoingOf(analysis: Analysis, { segment, message }: RequestInfo, sending: Sending): AtSending {
  const wanted = new Set<string>();
  const scope = fileScope(analysis.document, analysis.resolver, {
    ...sending,
    secret: (name) => {
      const value = sending.secret(name);
      if (value === undefined) wanted.add(name);
      return value;
    },
  });
  const sent = new Message(message.segment, message.request, scope, message.source);
  const made = outgoing(sent);
  // The check that follows looks at more than this request uses: at definitions that stand above it for others.
  const needed = [...wanted];
  const findings = placed(analysis, segment, check(sent, analysis.options.transport));
  // Nobody is asked for a secret of a request that can't be sent with it either.
  if (needed.length > 0 && unsendable(findings).length === 0) return { kind: "secrets", wanted: needed };
  const secrets = [...scope.secrets];
  if (!made) return { kind: "unsendable", problems: whyUnsendable(findings), secrets };
  const errors = findings.filter(({ severity }) => severity === "error");
  return {
    kind: "message",
    outgoing: made,
    soapVersion: (sent.inlined ?? sent).envelope?.version,
    errors,
    secrets,
  };
}

/** What a request's directives ask of whoever sends it. */
export interface SendingDirectives {
  /** Milliseconds, of `# @timeout`. */
  readonly timeout: number | undefined;
  /** False where `# @no-redirect` stands. */
  readonly redirects: boolean;
  /** Of `# @note`: to be asked before sending. */
  readonly note: string | undefined;
}

export function sendingDirectives({ message }: RequestInfo): SendingDirectives {
  return {
    timeout: parseDuration(message.directive("timeout") ?? ""),
    redirects: message.directive("no-redirect") === undefined,
    note: message.directive("note"),
  };
}

interface Kept {
  readonly key: string;
  readonly message: Message;
  findings: readonly Finding[] | undefined;
}

/** What is known of a segment goes with it, for as long as its text stays the same. */
const keptBySegment = new WeakMap<Segment, Kept>();

function kept({ scope, options, encoding, fileBodies }: Analysis, segment: Segment): Kept | undefined {
  if (!segment.request) return undefined;
  let entry = keptBySegment.get(segment);
  const key = `${options.transport ?? "node"} ${encoding?.name} ${scope.key}`;
  if (entry?.key !== key) {
    const source = { encoding, body: fileBodies.get(segment) };
    entry = { key, message: new Message(segment, segment.request, scope, source), findings: undefined };
    keptBySegment.set(segment, entry);
  }
  return entry;
}

/** The request of a segment; `undefined` where it has none. */
export function messageOf(analysis: Analysis, segment: Segment): Message | undefined {
  return kept(analysis, segment)?.message;
}

function findingsOf(analysis: Analysis, segment: PlacedSegment): DocumentFinding[] {
  const entry = kept(analysis, segment.segment);
  if (!entry) return [];
  entry.findings ??= check(entry.message, analysis.options.transport);
  return placed(analysis, segment, entry.findings);
}

/** A segment's findings in the document, as the settings have them. */
function placed(analysis: Analysis, segment: PlacedSegment, findings: readonly Finding[]): DocumentFinding[] {
  return findings.flatMap((finding) => {
    const set = withSetting(analysis, finding);
    if (!set) return [];
    const { start } = segment;
    const related = set.related?.map((one) => ({ ...one, at: shift(one.at, start) }));
    return [{ ...set, at: shift(set.at, start), ...(related ? { related } : {}), segment }];
  });
}

/** The findings as the settings have them: their severity, or not at all. */
export function withSettings<F extends Finding>(findings: readonly F[], options: Options): readonly F[] {
  return findings.flatMap((finding) => withSetting({ options }, finding) ?? []);
}

function withSetting<F extends Finding>({ options }: Pick<Analysis, "options">, finding: F): F | undefined {
  const setting = Object.hasOwn(options.rules, finding.code) ? options.rules[finding.code] : undefined;
  if (setting === "off") return undefined;
  return setting ? { ...finding, severity: setting } : finding;
}

function requestInfo(analysis: Analysis, placed: PlacedSegment): RequestInfo | undefined {
  const message = messageOf(analysis, placed.segment);
  if (!message) return undefined;
  const { separator } = placed.segment;
  const title = message.directive("title") ?? (separator?.title && message.slice(separator.title));
  return {
    segment: placed,
    message,
    range: { start: placed.start, end: placed.start + message.text.length },
    line: shift(message.request.line ?? message.request.first, placed.start),
    name: message.directive("name") || undefined,
    title: title || undefined,
    // Who sends the request asks `outgoingOf` for them, and need not wait for these.
    get errors() {
      return findingsOf(analysis, placed).filter(({ severity }) => severity === "error");
    },
  };
}
