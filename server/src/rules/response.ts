import type { ResponseFacts } from "../protocol/protocol.ts";
import {
  type Decoding,
  type ParsedResponse,
  type ReceivedMessage,
  type ResponseContract,
  readReceived,
} from "../response/receivedMessage.ts";
import type { SignatureCode, Verification } from "../security/verification/verification.ts";
import { compareSpans } from "../text/span.ts";
import { elements, nameSpan } from "../xml/query.ts";
import { type Finding, findingsOf } from "./check.ts";
import { charsetMismatch, charsetUnknown, contentCoding, undecodable } from "./response/decoding.ts";
import { lengthMismatch, lengthMissing } from "./response/framing.ts";
import { refusal } from "./response/refusal.ts";
import {
  badRequestBody,
  contentTypeMissing,
  contentTypeUnexpected,
  statusFault,
  versionDiffers,
} from "./response/soap.ts";
import { atMost, type Report, type Rule, type RuleInfo, rule } from "./rule.ts";
import { schemaResponseRules } from "./schema.ts";
import { envelopeRules } from "./soap.ts";
import { xmlRules } from "./xml.ts";

/** The rules for responses only. Those of XML and of the envelope apply too. */
export const responseRules: readonly Rule<(received: ReceivedMessage) => Iterable<Report>>[] = [
  rule("response-content-type-missing", "warning", "SOAP over HTTP binding; RFC 9110 section 8.3", contentTypeMissing),
  rule(
    "response-content-type-unexpected",
    "warning",
    "SOAP over HTTP binding; SOAP 1.1 section 6; SOAP 1.2 part 2 section 7.1.4",
    contentTypeUnexpected,
  ),

  rule("response-content-length-missing", "warning", "SOAP over HTTP binding; RFC 9112 section 6.3", lengthMissing),
  rule("response-content-length-mismatch", "error", "SOAP over HTTP binding; RFC 9112 section 6.3", lengthMismatch),
  rule("response-content-coding", "error", "RFC 9110 section 8.4", contentCoding),
  rule("response-status-fault", "warning", "SOAP 1.2 part 2 section 7.5; SOAP 1.1 section 6.2", statusFault),
  rule("response-400-content", "information", "SOAP over HTTP binding", badRequestBody),
  rule("response-refusal", "information", "RFC 9110 sections 15.5 and 15.6.4", refusal),
  rule("response-version", "warning", "SOAP 1.2 part 1 section 5.4.7", versionDiffers),

  signature("signature-invalid", "error", "XML Signature section 3.2"),
  signature("signature-wrapped", "error", "WS-Security 1.1 section 13"),
  signature("signature-unsupported", "warning", "XML Signature sections 4 and 6"),
  signature("signature-body-not-covered", "warning", "WS-Security 1.1 section 8"),
  signature("signature-certificate-untrusted", "warning", "RFC 5280 section 6"),
  signature("signature-certificate-expired", "warning", "RFC 5280 section 4.1.2.5"),
  signature("signature-weak", "warning", "RFC 8017; NIST SP 800-131A"),
  signature("timestamp-expired", "warning", "WS-Security 1.1 section 10"),

  rule("response-charset-unknown", "warning", "RFC 7303 section 3; IANA character sets", charsetUnknown),
  rule("response-charset-mismatch", "error", "RFC 7303 section 3; XML 1.0 appendix F", charsetMismatch),
  rule("response-undecodable", "warning", "RFC 7303 section 3; XML 1.0 section 4.3.3", atMost(100, undecodable)),
];

function signature(code: SignatureCode, severity: RuleInfo["severity"], source: string) {
  return rule(code, severity, source, signatureFindings(code));
}

/**
 * Returns the findings for a response, in the order of the text. Spans: UTF-16 offsets in `text`. Rules that need `facts`
 * report nothing without them.
 * @param given the text, or the same parsed
 * @param contract that of the request
 * @param others rules of a profile
 * @param verification of its signatures
 */
export function checkResponse(
  given: string | ParsedResponse,
  facts: ResponseFacts | undefined,
  decoding?: Decoding,
  contract?: ResponseContract,
  others: typeof responseRules = [],
  verification?: Verification,
): readonly Finding[] {
  const received = { ...readReceived(given, facts, decoding, contract), verification };
  const { text, xml, anyXml, envelope, isCut } = received;
  let findings = findingsOf([...responseRules, ...others], received);
  const isNotSoap = !envelope && findings.some(({ code }) => code === "response-content-type-unexpected");
  // If the body is cut off, that is the cause of all problems in it.
  if (xml && !isCut) {
    const ofXml = findingsOf(isNotSoap ? xmlRules : [...xmlRules, ...envelopeRules], { text, xml, envelope });
    findings = [...findings, ...ofXml];
  }
  if (anyXml && !isCut) findings = [...findings, ...findingsOf(schemaResponseRules, received)];
  // A response can't be changed, so it has no fixes.
  return findings.map(({ fixes, ...finding }) => finding).sort((a, b) => compareSpans(a.at, b.at));
}

/** The findings with a code, at the elements of the shown text, which has the same elements as the received one. */
function signatureFindings(code: SignatureCode): (received: ReceivedMessage) => Iterable<Report> {
  return function* ({ verification, anyXml }) {
    const found = verification?.findings.filter((one) => one.code === code) ?? [];
    const all = found.length > 0 && anyXml ? [...elements(anyXml)] : [];
    for (const { element, message } of found) {
      const at = all[element];
      if (at) yield { at: nameSpan(at), message };
    }
  };
}
