import * as l10n from "@vscode/l10n";
import { requestProblems } from "../contract/check/messageProblems.ts";
import type { Segment } from "../format/document.ts";
import { fieldFate, forbidsBody } from "../http/fetch.ts";
import type { Message } from "../message/message.ts";
import type { CheckedRequest } from "../mock/contract/contractResponder.ts";
import type { RequestProblem } from "../mock/contract/faults.ts";
import type { Severity } from "../protocol/protocol.ts";
import { shortened } from "../text/lines.ts";
import { memoized } from "../text/memoized.ts";
import { compareSpans, type Span, slice, touchesSome } from "../text/span.ts";
import { authDirectives, type authSchemes } from "../variables/authDirective.ts";
import { firstWord } from "./edits.ts";
import { ignoreUnused, unusedCodes } from "./ignoreUnused.ts";
import { requestRules, rulesFor } from "./registry.ts";
import { type Report, type Rule, type RuleInfo, rule, type Traits } from "./rule.ts";
import { schemaServedRules } from "./schema.ts";
import { callbackRules } from "./segment.ts";
import { otherMedia } from "./soap/media.ts";
import { envelopeRules, versionMediaRule } from "./soap.ts";
import { variableRules } from "./variables.ts";

/** A report with the rule that created it. Its spans are UTF-16 offsets in the segment's text. */
export interface Finding extends Report {
  readonly code: string;
  readonly severity: Severity;
  readonly traits: Traits;
}

/** Transport of requests: a socket (`node`), or the browser's fetch, which changes some requests. */
export type TransportKind = "node" | "browser";

/** Returns the findings of all rules for a request or for a response of a mock service, in the order of the text. */
export function check(message: Message, transport: TransportKind = "node"): readonly Finding[] {
  const { findings, codes } = checkAll(message, transport);
  const unused = message.kind === "response" ? [] : unusedCodes(message, codes);
  const ignored = ignoredCodes(message.segment);
  return [...findings, ...Array.from(unused, (report) => findingOf(ignoreUnused, report))]
    .filter((finding) => !ignored.has(finding.code))
    .sort((a, b) => compareSpans(a.at, b.at));
}

interface Checked {
  /** Findings, including those that `# @ignore` switches off. */
  readonly findings: readonly Finding[];
  /** Codes of the findings, and of findings that are omitted because they only follow from another one. */
  readonly codes: ReadonlySet<string>;
}

function checkAll(message: Message, transport: TransportKind): Checked {
  const { kind } = message;
  const rules = rulesFor(message);
  const isCallback = message.segment.kind === "callback";
  const findings =
    kind === "response"
      ? findingsOf(isCallback ? [...rules, ...callbackRules] : rules, message).map((one) =>
          isCallback && ofCallbacks.has(one.code) ? one : asWarning(one),
        )
      : findingsOf(transport === "browser" && !message.segment.document ? [...rules, notSendable] : rules, message);
  const ofFile = inBodyFile(message, findings, transport);
  return {
    findings: [...withoutCascades(message, findings), ...ofFile.findings],
    codes: new Set([...findings.map(({ code }) => code), ...ofFile.codes]),
  };
}

export function findingsOf<Subject>(
  rules: readonly Rule<(subject: Subject) => Iterable<Report>>[],
  subject: Subject,
): Finding[] {
  const findings: Finding[] = [];
  for (const rule of rules) for (const report of rule.check(subject)) findings.push(findingOf(rule, report));
  return findings;
}

export function findingOf({ code, severity, traits }: RuleInfo, report: Report): Finding {
  return { ...report, code, message: shortened(report.message), severity: report.severity ?? severity, traits };
}

/** The errors in a request that a mock service received, by the same rules as in the editor, in the order of the text. */
export function errorsInServed(request: CheckedRequest): readonly RequestProblem[] {
  const { document, envelope } = request;
  const ofEnvelope = findingsOf(envelopeErrors, { text: document.text, xml: document, envelope });
  const problems = envelope ? requestProblems(request) : [];
  const ofContract = problems.length > 0 ? findingsOf(schemaServedRules, { ...request, problems }) : [];
  return [...findingsOf([servedMedia], request), ...ofEnvelope, ...ofContract]
    .filter(({ severity }) => severity === "error")
    .sort((a, b) => compareSpans(a.at, b.at))
    .map(({ code, message }) => ({ code, message }));
}

const servedMedia: Rule<(request: CheckedRequest) => Iterable<Report>> = { ...versionMediaRule, check: versionMedia };

function* versionMedia({ mediaType, envelope }: CheckedRequest): Iterable<Report> {
  const media = envelope && otherMedia(mediaType, envelope);
  if (media && !media.isAccepted) yield { at: { start: 0, end: 0 }, message: media.message };
}

/** The rules of envelopes that report errors. Other rules of envelopes never raise their severity to an error. */
const envelopeErrors = envelopeRules.filter(({ severity }) => severity === "error");

function asWarning(finding: Finding): Finding {
  return finding.severity === "error" ? { ...finding, severity: "warning" } : finding;
}

/** Codes of the rules whose findings prevent waiting for a request, as they prevent sending. */
const ofCallbacks: ReadonlySet<string> = new Set([...callbackRules, ...variableRules].map(({ code }) => code));

/** Checks a body file as if its text were in the message. The findings are reported at the path of the file. */
function inBodyFile(message: Message, earlier: readonly Finding[], transport: TransportKind): Checked {
  const { bodyFile, inlined } = message;
  const body = inlined?.syntax.body;
  if (!bodyFile || !body) return { findings: [], codes: new Set() };
  const ignored = ignoredCodes(message.segment);
  const checked = checkAll(inlined, transport);
  const findings = checked.findings
    .filter(({ traits, code }) => traits.inBodyFile && !ignored.has(code))
    .sort((a, b) => compareSpans(a.at, b.at));
  const key = ({ code, at }: Finding) => `${code} ${at.start}`;
  const keys = new Set(earlier.map(key));
  const inHead = findings.filter((finding) => finding.at.end <= body.start && !keys.has(key(finding)));
  const inBody = findings.filter(({ at }) => at.end > body.start).slice(0, maxInFile);
  const atPath = inBody.map(({ at, message, related, fixes, unnecessary, ...finding }) => {
    const line = inlined.text.slice(body.start, at.start).split(/\r\n?|\n/).length;
    return {
      ...{ ...finding, at: { start: bodyFile.start, end: bodyFile.end } },
      message: l10n.t("{0}, line {1}: {2}", bodyFile.path, line, message),
    };
  });
  return { findings: [...inHead.map(({ related, ...finding }) => finding), ...atPath], codes: checked.codes };
}

const maxInFile = 10;

/** Omits findings that only follow from another finding, so that each cause has one diagnostic. */
function withoutCascades(message: Message, findings: readonly Finding[]): readonly Finding[] {
  if (findings.length === 0) return findings;
  const { syntax, malformedFields, placeholders, isInChunks } = message;
  const bodyStart = syntax.body?.start ?? Number.POSITIVE_INFINITY;
  const nextRequest = message.strayRequestLine?.start ?? Number.POSITIVE_INFINITY;
  const lengthStart = message.field("content-length")?.line.name.start;
  const isLengthWrong = findings.some(({ traits }) => traits.reports === "count");
  const emptyLines = findings.find(({ traits, severity }) => traits.ofBoundary === "body" && severity === "error");
  const isHeadSplit = malformedFields.some(({ kind }) => kind === "below");
  const isJoined = touchesSome(joinedLines(message));
  const isPlaceholder = touchesSome(placeholders);
  const isWrongValue = touchesSome(findings.flatMap(({ traits, at }) => (traits.reports === "value" ? [at] : [])));
  return findings.filter(({ traits, at }) => {
    const { about, ofBoundary, yieldsTo } = traits;
    if (traits.ofPlaceholders) return true;
    // Report a wrong count once. The browser sends the correct count, but the same file may be sent from elsewhere.
    if (yieldsTo === "count" && isLengthWrong && at.start === lengthStart) return false;
    if (yieldsTo === "value" && isWrongValue(at)) return false;
    if (isPlaceholder(at) || (isJoined(at) && !traits.ofJoinedLines)) return false;
    const isAfter = (offset: number) => at.start >= offset || about === "body";
    // While an empty line splits the header section, the start and the length of the body are unknown.
    if (isHeadSplit && ofBoundary !== "body" && isAfter(bodyStart)) return false;
    if (nextRequest < bodyStart && ofBoundary !== "next" && isAfter(nextRequest)) return false;
    if (about !== "tree") return true;
    if (at.start >= nextRequest || isInChunks) return false;
    // Without the extra empty lines, the XML declaration or the headers would be in the correct place.
    return !emptyLines || at.start > emptyLines.at.end || at.end < emptyLines.at.start;
  });
}

/** The lines that contain two headers. No other rule can check them. */
function joinedLines({ syntax, malformedFields }: Message): readonly Span[] {
  const isJoined = touchesSome(malformedFields.filter(({ kind }) => kind === "joined"));
  return [...(syntax.requestLine ? [syntax.requestLine] : []), ...syntax.headerLines].filter(isJoined);
}

const preventSending: ReadonlySet<string> = new Set(
  requestRules.flatMap(({ code, traits }) => (traits.preventsSending ? [code] : [])),
);

/** The codes in `# @ignore code …`, except the codes of rules that explain why a request can't be sent. */
export const ignoredCodes = memoized(readIgnoredCodes);

function readIgnoredCodes({ text, preamble }: Segment): ReadonlySet<string> {
  const codes = new Set<string>();
  for (const item of preamble) {
    if (item.kind !== "directive" || slice(text, item.name) !== "ignore") continue;
    for (const code of slice(text, item.value).split(/[\s,]+/))
      if (code !== "" && !preventSending.has(code)) codes.add(code);
  }
  return codes;
}

/** Reports header fields that VS Code on the desktop sends, but a browser drops or changes. */
export const notSendable = rule(
  "header-not-sendable",
  "information",
  "WHATWG Fetch, forbidden request-header",
  function* (message: Message): Iterable<Report> {
    const { address, method, bodyLength = 0, syntax } = message;
    const port = address && address.port !== (address.scheme === "https" ? 443 : 80) ? `:${address.port}` : "";
    const context = { method, authority: address ? `${address.host}${port}` : "", bodyLength };
    for (const { name, value, line } of message.fields) {
      const fate = value.known ? fieldFate({ name, value: value.text }, context) : undefined;
      if (fate?.kind === "dropped") {
        yield {
          at: line.name,
          message: l10n.t("A browser doesn't send {0}. VS Code on the desktop sends it as typed.", name),
        };
      } else if (fate?.kind === "replaced") {
        yield { at: line.name, message: replacedText(name, fate.sent) };
      }
    }
    for (const { name, end, kind } of authDirectives(message.segment)) {
      if (kind) yield { at: { start: name.start - "@".length, end }, message: answeredByBrowser(kind) };
    }
    if (message.chunkSize !== undefined) {
      const field = message.field("transfer-encoding");
      yield {
        at: field?.line.name ?? message.headPlace,
        severity: "error",
        message: l10n.t(
          "A browser frames the body itself, so it can't send it in chunks. Remove @chunked, or use VS Code on the desktop.",
        ),
      };
    }
    if (syntax.body && message.hasBody && forbidsBody(method)) {
      yield {
        at: firstWord(message.text, syntax.body.start),
        message: l10n.t("A browser doesn't send a body with {0}.", method),
      };
    }
  },
  { yieldsTo: "count" },
);

function answeredByBrowser(scheme: (typeof authSchemes)[number]): string {
  if (scheme === "negotiate") {
    return l10n.t(
      "A browser answers Negotiate challenges itself, with the Kerberos ticket of the logged-in user if its settings allow that for the service. VS Code on the desktop needs the npm package kerberos.",
    );
  }
  return l10n.t(
    "A browser answers {0} challenges itself: it asks for user and password, and doesn't send those of @auth. VS Code on the desktop sends them.",
    scheme === "ntlm" ? "NTLM" : "Digest",
  );
}

function replacedText(name: string, sent: string | undefined): string {
  return sent === undefined
    ? l10n.t("A browser sends {0} with its own value. VS Code on the desktop sends it as typed.", name)
    : l10n.t("A browser sends {0}: {1} instead. VS Code on the desktop sends it as typed.", name, sent);
}
