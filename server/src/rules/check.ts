import * as l10n from "@vscode/l10n";
import type { Segment } from "../document.ts";
import type { Message } from "../message.ts";
import { type Span, slice, touchesSome } from "../text/span.ts";
import { notSendable } from "./notSendable.ts";
import { requestRules } from "./registry.ts";
import type { Report, Severity } from "./rule.ts";

/** A report with the rule that it comes from. Spans: UTF-16 offsets in the segment's text. */
export interface Finding extends Report {
  readonly code: string;
  readonly severity: Severity;
}

/** What carries requests: a socket, or a browser's fetch, which changes some. */
export type Transport = "node" | "browser";

/** All that the rules have to say about a request, in the order of the text. */
export function check(message: Message, transport: Transport = "node"): readonly Finding[] {
  const findings: Finding[] = [];
  for (const rule of transport === "browser" ? [...requestRules, notSendable] : requestRules) {
    for (const report of rule.check(message)) {
      findings.push({ ...report, code: rule.code, severity: report.severity ?? rule.severity });
    }
  }
  const ignored = ignoredCodes(message.segment);
  return [...withoutCascades(message, findings), ...inBodyFile(message, findings, transport)]
    .filter((finding) => !ignored.has(finding.code))
    .sort((a, b) => a.at.start - b.at.start || a.at.end - b.at.end);
}

/** A body file is checked as if its text stood here; what is found in it is told at its path. */
function inBodyFile(message: Message, known: readonly Finding[], transport: Transport): Finding[] {
  const { bodyFile, inlined } = message;
  const body = inlined?.request.body;
  if (!bodyFile || !body) return [];
  const findings = check(inlined, transport).filter(({ code }) => ofContent.test(code));
  const key = ({ code, at }: Finding) => `${code} ${at.start}`;
  const keys = new Set(known.map(key));
  const isKnown = (finding: Finding) => keys.has(key(finding));
  const inHead = findings.filter((finding) => finding.at.end <= body.start && !isKnown(finding));
  const below = findings.filter(({ at }) => at.end > body.start);
  return [...inHead, ...below.slice(0, mostInFile)].map(({ fixes, related, ...finding }) => {
    if (finding.at.end <= body.start) return fixes ? { ...finding, fixes } : finding;
    const line = inlined.text.slice(body.start, finding.at.start).split(/\r\n?|\n/).length;
    return {
      ...finding,
      at: { start: bodyFile.start, end: bodyFile.end },
      message: l10n.t("{0}, line {1}: {2}", bodyFile.path, line, finding.message),
    };
  });
}

/** At one path. */
const mostInFile = 10;

const ofContent = /^(?:(?:xml|soap|soapaction|multipart)-|charset-m|content-type-unexpected|action-in)/;

/** One cause, one diagnostic: what only follows from another finding is left out. */
function withoutCascades(message: Message, findings: readonly Finding[]): Finding[] {
  const { placeholders } = message;
  const nextRequest = message.strayRequestLine?.start ?? Number.POSITIVE_INFINITY;
  const length = message.field("content-length");
  const bodyStart = message.request.body?.start ?? Number.POSITIVE_INFINITY;
  const isLength = ({ start }: Finding["at"]) => start === length?.line.name.start;
  const emptyLines = findings.find(({ code, severity }) => code === "blank-line-extra" && severity === "error");
  const isHeadCut = message.meantFields.some(({ kind }) => kind === "below");
  const isJoined = touchesSome(joinedLines(message));
  const isPlaceholder = touchesSome(placeholders);
  const isLengthWrong = findings.some(({ code }) => wrongLength.has(code));
  return findings.filter((finding) => {
    const { code, at } = finding;
    if (code === "placeholder") return true;
    // A wrong count is told of once; the browser's being right is no comfort in a file that others send too.
    if (code === "header-not-sendable" && isLength(at) && isLengthWrong) return false;
    if (isPlaceholder(at)) return false;
    const ofBody = code.startsWith("xml-") || code.startsWith("soap-");
    // Where the head ends, and how long the body is, nobody knows before the empty line in the middle of it is gone.
    if (isHeadCut && code !== "blank-line-extra" && (at.start >= bodyStart || aboutBody.test(code))) return false;
    if (isJoined(at) && !saidOfJoined.test(code)) return false;
    if (nextRequest < bodyStart && code !== "separator-missing" && (at.start >= nextRequest || aboutBody.test(code)))
      return false;
    if (ofBody && (at.start >= nextRequest || message.isInChunks)) return false;
    // The declaration, or the header lines, would stand at the right place without the empty lines before them.
    if (emptyLines && ofBody) return !(at.start <= emptyLines.at.end && at.end >= emptyLines.at.start);
    return true;
  });
}

/** Those that stand in the head and look at the body. */
const aboutBody = /^(?:content-length-mismatch|xml-missing|multipart-|get-with-content|content-type-unexpected)/;

/** Those that say that a line holds two headers, and what is missing elsewhere. */
const saidOfJoined =
  /^(?:(?:request-line|header)-malformed|(?:host|content-type|content-length|soapaction|xml)-missing)$/;

/** The lines that hold two, of which nothing more can be said than that. */
function joinedLines({ request, meantFields }: Message): readonly Span[] {
  const places = meantFields.filter(({ kind }) => kind === "joined");
  const holdsPlace = touchesSome(places);
  return [...(request.line ? [request.line] : []), ...request.headerLines].filter(holdsPlace);
}

const wrongLength: ReadonlySet<string> = new Set(["content-length-mismatch", "content-length-invalid"]);

/** What says why a request has no bytes, or no place to go to. */
export const keepsBack: ReadonlySet<string> = new Set([
  "request-line-missing",
  "target-missing",
  "charset-unknown",
  "charset-unencodable",
  "variable-undefined",
  "variable-value-refused",
  "body-file-missing",
]);

/** The codes of `# @ignore code …`, but those that say why a request can't be sent: nothing else would. */
export function ignoredCodes(segment: Segment): ReadonlySet<string> {
  const codes = codesOfSegment.get(segment) ?? readIgnoredCodes(segment);
  codesOfSegment.set(segment, codes);
  return codes;
}

const codesOfSegment = new WeakMap<Segment, ReadonlySet<string>>();

function readIgnoredCodes({ text, preamble }: Segment): ReadonlySet<string> {
  const codes = new Set<string>();
  for (const item of preamble) {
    if (item.kind !== "directive" || slice(text, item.name) !== "ignore") continue;
    for (const code of slice(text, item.value).split(/[\s,]+/))
      if (code !== "" && !keepsBack.has(code)) codes.add(code);
  }
  return codes;
}
