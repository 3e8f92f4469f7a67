import * as l10n from "@vscode/l10n";
import { directiveWithoutMessage } from "../../format/directiveChecks.ts";
import type { PlacedSegment, SoapHttpDocument } from "../../format/document.ts";
import type { Message } from "../../message/message.ts";
import type { Scope } from "../../message/scope.ts";
import { isResponse, type MockDirectiveProblem, mockDirectives } from "../../mock/directives/directives.ts";
import { dataFileProblem, thenProblem } from "../../mock/directives/fileProblems.ts";
import { receivedOf } from "../../mock/received.ts";
import { MockResponse } from "../../mock/response.ts";
import type { Severity } from "../../protocol/protocol.ts";
import type { ReceivedMessage } from "../../response/receivedMessage.ts";
import { mediaTypes } from "../../soap/facts.ts";
import { shift, slice } from "../../text/span.ts";
import { bodyEncoding } from "../bodyEncoding.ts";
import { charsetRules } from "../charset.ts";
import { chunksMalformed } from "../chunks.ts";
import { contentLengthRules } from "../contentLength.ts";
import { contractDocumentRules, contractRules, unknownOperation } from "../contract.ts";
import { changeTo, insertHeaderFix } from "../edits.ts";
import { encryptionRules } from "../encryption.ts";
import { fieldRules } from "../fields.ts";
import { commonFileRules } from "../file.ts";
import { headerLineRules } from "../headerLines.ts";
import { multipartRules } from "../multipart.ts";
import { placeholder } from "../placeholder.ts";
import { charsetUnknown } from "../response/decoding.ts";
import { badRequestBody, contentTypeMissing, contentTypeUnexpected, statusFault } from "../response/soap.ts";
import { atMost, type Fix, missingHeader, type Report, type Rule, type RuleInfo, rule, withTraits } from "../rule.ts";
import { schemaResponseRules } from "../schema.ts";
import { segmentRules } from "../segment.ts";
import { signatureRules } from "../signature.ts";
import { envelopeRules } from "../soap.ts";
import { variableRules } from "../variables.ts";
import { wsiResponseRules } from "../wsi.ts";
import { xmlRules } from "../xml.ts";
import { chunksMissing, responseLengthMismatch, responseLengthMissing, statusLineMalformed } from "./head.ts";
import { otherwiseDuplicate, responseUnreachable } from "./order.ts";

const source = "the .soapmock format";

/** The rules for one response of a `.soapmock` file. `check` only warns, because errors may be intentional. */
export const mockResponseRules: readonly Rule[] = [
  ofResponse("status-line-malformed", "warning", "RFC 9112 section 4", statusLineMalformed),
  rule("placeholder", "warning", "SOAP over HTTP binding", placeholder, { ofPlaceholders: true }),
  ...headerLineRules,
  ...chosen(fieldRules, "header-value-invalid", "header-duplicate", "blank-line-missing", "blank-line-extra"),
  ofResponse("transfer-encoding", "warning", "RFC 9112 section 6.1", chunksMissing),
  ofResponse(
    ...(["response-content-type-missing", "warning", "RFC 9110 section 8.3", mediaTypeMissing, missingHeader] as const),
  ),
  ofReceived("response-content-type-unexpected", "SOAP over HTTP binding", contentTypeUnexpected, mediaTypeFixes),
  ofReceived("response-charset-unknown", "RFC 7303 section 3; IANA character sets", charsetUnknown),
  ...chosen(charsetRules, "charset-alias", "charset-missing", "body-bom", "charset-unencodable", "charset-mismatch"),
  rule("body-encoding", "warning", "the .soaphttp format; RFC 7303 section 3", atMost(100, bodyEncoding)),
  ofResponse(
    ...(["response-content-length-missing", "warning", "RFC 9112 section 6.3", responseLengthMissing] as const),
    missingHeader,
  ),
  ...chosen(contentLengthRules, "content-length-invalid"),
  ofResponse("response-content-length-mismatch", "warning", "RFC 9112 section 6.3", responseLengthMismatch, {
    ...({ about: "body", reports: "count", followsFromCut: true, waitsFor: "body" } as const),
  }),
  rule("chunks-malformed", "warning", "RFC 9112 section 7.1", chunksMalformed),
  ...withTraits({ about: "body", inBodyFile: true }, multipartRules),
  ofReceived("response-status-fault", "SOAP 1.2 part 2 section 7.5; SOAP 1.1 section 6.2", statusFault),
  ofResponse("response-400-content", "information", "SOAP over HTTP binding", badRequest),
  ...withTraits({ about: "tree", inBodyFile: true }, [
    ...xmlRules,
    ...withTraits({ followsFromCut: true }, envelopeRules).map((one) => ofSoap(one)),
    ...schemaResponseRules.map(overReceived),
    ...wsiResponseRules.map(overReceived),
  ]),
  ...chosen(segmentRules, "body-file-missing"),
  ...chosen(contractRules, "wsdl-not-loaded", "wsdl-problem"),
  ofResponse("operation-unknown", "warning", source, operationUnknown),
  ...signatureRules,
  ...encryptionRules,
  ...variableRules,
];

export const mockDocumentRules = [
  rule("when-invalid", "error", source, directiveProblems("when-invalid")),
  rule("directive-value", "error", source, directiveProblems("directive-value")),
  rule("directive-unknown", "warning", source, directiveProblems("directive-unknown")),
  rule("data-file-missing", "error", source, directiveProblems("data-file-missing")),
  rule("directive-without-request", "warning", source, directiveWithoutResponse, { waitsFor: "next" }),
  rule("response-unreachable", "warning", source, responseUnreachable),
  rule("otherwise-duplicate", "warning", source, otherwiseDuplicate),
  ...asWarnings(commonFileRules),
  ...contractDocumentRules,
];

function asWarnings<R extends RuleInfo>(rules: readonly R[]): readonly R[] {
  return rules.map((one) => (one.severity === "error" ? { ...one, severity: "warning" } : one));
}

function chosen(rules: readonly Rule[], ...codes: readonly string[]): readonly Rule[] {
  return rules.filter(({ code }) => codes.includes(code));
}

function ofResponse(
  code: string,
  severity: Severity,
  source: string,
  check: (response: MockResponse) => Iterable<Report>,
  traits: RuleInfo["traits"] = {},
): Rule {
  const whole = (message: Message) => (message instanceof MockResponse ? check(message) : []);
  return rule(code, severity, source, whole, traits);
}

/** Reports status 400 without a Fault, which SOAP 1.2 part 2 table 20 requires. */
function badRequest(response: MockResponse): Iterable<Report> {
  return receivedOf(response).fault ? [] : badRequestBody(receivedOf(response));
}

/** A rule for received responses, which have no fixes, as a rule for mock responses with these `fixes`. */
function ofReceived(
  code: string,
  source: string,
  check: (received: ReceivedMessage) => Iterable<Report>,
  fixes?: (response: MockResponse) => NonNullable<Report["fixes"]>,
): Rule {
  return ofResponse(code, "warning", source, function* (response) {
    for (const report of check(receivedOf(response))) yield fixes ? { ...report, fixes: fixes(response) } : report;
  });
}

function overReceived(rule: Rule<(received: ReceivedMessage) => Iterable<Report>>): Rule {
  return { ...rule, check: (message) => (message instanceof MockResponse ? rule.check(receivedOf(message)) : []) };
}

/** A rule for envelopes that only checks responses with an envelope. */
function ofSoap(rule: Rule): Rule {
  const isSoap = (message: Message) => message instanceof MockResponse && receivedOf(message).xml !== undefined;
  return { ...rule, check: (message) => (isSoap(message) ? rule.check(message) : []) };
}

function* mediaTypeMissing(response: MockResponse): Iterable<Report> {
  if (response.hasOrMalformed("content-type")) return;
  for (const report of contentTypeMissing(receivedOf(response))) {
    const version = response.envelope?.version;
    const charset = response.charset.name.toLowerCase();
    yield {
      ...report,
      at: response.headPlace,
      fixes: () =>
        version ? [insertHeaderFix(response, `Content-Type: ${mediaTypes[version]}; charset=${charset}`)] : [],
    };
  }
}

/** Changes the media type to the media type of the envelope's SOAP version. */
function mediaTypeFixes({ contentType, envelope }: MockResponse): () => readonly Fix[] {
  return () => {
    if (!contentType || !envelope?.version || contentType.mediaType.essence.startsWith("multipart/")) return [];
    const { essenceSpan } = contentType.mediaType;
    if (essenceSpan.start === essenceSpan.end) return [];
    const expected = mediaTypes[envelope.version];
    const at = contentType.field.value.at(essenceSpan);
    return [{ ...changeTo(at, expected), title: l10n.t("Change the media type to {0}", expected) }];
  };
}

/** Reports the problems of directives with one code, in all segments: a response that is never sent has no text. */
function directiveProblems(code: MockDirectiveProblem["code"]) {
  return function* ({ segments }: SoapHttpDocument, scope: Scope): Iterable<Report> {
    for (const placed of segments) {
      const { data, thens, problems } = mockDirectives(placed.segment);
      const ofFile = data && dataFileProblem(data, scope.resolver.file(data.file));
      const ofThens = thens.flatMap((one) => thenProblem(one, scope.resolver.imported(one.path)) ?? []);
      for (const problem of [...problems, ...(ofFile ? [ofFile] : []), ...ofThens]) {
        if (problem.code === code) yield reportOf(placed, problem);
      }
    }
  };
}

function reportOf({ start }: PlacedSegment, { code, message, instead, ...span }: MockDirectiveProblem): Report {
  const at = shift({ start: span.start, end: span.end }, start);
  const label = code === "directive-unknown" ? `@${instead}` : instead;
  return { at, message, fixes: () => (instead === undefined ? [] : [changeTo(at, instead, label)]) };
}

/** Reports directives without a response, once for each segment. A response that is never sent needs no text. */
function* directiveWithoutResponse({ segments }: SoapHttpDocument): Iterable<Report> {
  for (const { start, segment } of segments) {
    if (isResponse(segment)) continue;
    const lost = directiveWithoutMessage(segment, false);
    if (!lost) continue;
    yield {
      at: shift({ start: lost.start, end: lost.end }, start),
      message: l10n.t(
        "@{0} has no effect: there is no response between it and the next ###. Write it above a status line.",
        slice(segment.text, lost.name),
      ),
    };
  }
}

function* operationUnknown(response: MockResponse): Iterable<Report> {
  for (const condition of response.directives.conditions) {
    if (condition.kind !== "operation") continue;
    const report = unknownOperation(response, condition.at, condition.name);
    if (report) yield report;
  }
}
