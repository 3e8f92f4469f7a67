import * as l10n from "@vscode/l10n";
import type { ResponseFacts } from "../protocol/protocol.ts";
import { fieldNamed, fieldValue, type ResponseText, type StatusLine } from "../response/parse.ts";
import type { presentBytes } from "../response/present.ts";
import {
  type Decoding,
  isCut,
  type ParsedResponse,
  parseReceived,
  type ReceivedMessage,
  type ResponseContract,
  readReceived,
} from "../response/receivedMessage.ts";
import type { SignatureCode, Verification } from "../security/verification/verification.ts";
import { childElements, isFault, readEnvelope } from "../soap/envelope.ts";
import { spansAfter } from "../text/edits.ts";
import { compareSpans, type Span } from "../text/span.ts";
import { elements, nameSpan } from "../xml/query.ts";
import type { XmlDocument } from "../xml/tree.ts";
import { type Finding, findingsOf } from "./check.ts";
import { charsetMismatch, charsetUnknown, contentCoding, undecodable } from "./response/decoding.ts";
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
import { isClosed } from "./soap/xmlMessage.ts";
import { envelopeRules } from "./soap.ts";
import { xmlRules } from "./xml.ts";

/** The rules only for responses. The rules for XML and for envelopes apply too. */
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

  verified("signature-invalid", "error", "XML Signature section 3.2"),
  verified("signature-wrapped", "error", "WS-Security 1.1 section 13"),
  verified("signature-unsupported", "warning", "XML Signature sections 4 and 6"),
  verified("signature-body-not-covered", "warning", "WS-Security 1.1 section 8"),
  verified("signature-certificate-untrusted", "warning", "RFC 5280 section 6"),
  verified("signature-certificate-expired", "warning", "RFC 5280 section 4.1.2.5"),
  verified("signature-weak", "warning", "RFC 8017; NIST SP 800-131A"),
  verified("timestamp-expired", "warning", "WS-Security 1.1 section 10"),
  verified("encryption-failed", "warning", "XML Encryption 1.1 section 4.4"),
  verified("encryption-unsupported", "warning", "XML Encryption 1.1 section 5"),

  rule("response-charset-unknown", "warning", "RFC 7303 section 3; IANA character sets", charsetUnknown),
  rule("response-charset-mismatch", "error", "RFC 7303 section 3; XML 1.0 appendix F", charsetMismatch),
  rule("response-undecodable", "warning", "RFC 7303 section 3; XML 1.0 section 4.3.3", atMost(100, undecodable)),
];

function verified(code: SignatureCode, severity: RuleInfo["severity"], source: string) {
  return rule(code, severity, source, signatureFindings(code));
}

type CheckedBy = [contract?: ResponseContract, others?: typeof responseRules, verification?: Verification];

/**
 * Returns the findings for a response, in the order of the text. Their spans are UTF-16 offsets in `text`. Rules that
 * need `facts` report nothing without them.
 * @param given the text, or the parsed text
 * @param contract the contract of the request
 * @param others rules of a profile
 * @param verification the verification of the response's signatures
 */
export function checkResponse(
  given: string | ParsedResponse,
  facts: ResponseFacts | undefined,
  decoding?: Decoding,
  ...[contract, others = [], verification]: CheckedBy
): readonly Finding[] {
  const received = { ...readReceived(given, facts, decoding, contract), verification };
  const { text, xml, anyXml, envelope } = received;
  let findings = findingsOf([...responseRules, ...others], received);
  const isNotSoap = !envelope && findings.some(({ code }) => code === "response-content-type-unexpected");
  // If the body is cut off, this is the cause of all problems in its XML.
  if (xml && !received.isCut) {
    const ofXml = findingsOf(isNotSoap ? xmlRules : [...xmlRules, ...envelopeRules], { text, xml, envelope });
    findings = [...findings, ...ofXml];
  }
  if (anyXml) findings = [...findings, ...findingsOf(schemaResponseRules, received)];
  // Responses can't be changed, so their findings have no fixes.
  return findings.map(({ fixes, ...finding }) => finding).sort((a, b) => compareSpans(a.at, b.at));
}

/** Returns the findings for a presented response, in its text. Its XML isn't read again. Otherwise like `checkResponse`. */
export function checkPresented(
  presented: ReturnType<typeof presentBytes>,
  facts: ResponseFacts,
  ...others: CheckedBy
): readonly Finding[] {
  const { text, note, unformatted } = presented;
  if (!unformatted || (isCut(facts) && !endsInPayload(unformatted.xml))) {
    return checkResponse(text + note, facts, presented, ...others);
  }
  const { xml, edits } = unformatted;
  const placed = spansAfter(edits);
  return checkResponse(parseReceived(xml.text, xml), facts, presented, ...others).map(
    ({ at, related, ...finding }) => ({
      ...finding,
      at: placed(at),
      ...(related ? { related: related.map((one) => ({ ...one, at: placed(one.at) })) } : {}),
    }),
  );
}

/** Whether the end of a body that is cut is in the payload. Otherwise, its last tag may be of a Fault. */
function endsInPayload(xml: XmlDocument): boolean {
  const { body } = readEnvelope(xml) ?? {};
  const [payload] = body ? childElements(body) : [];
  return payload !== undefined && !isFault(payload) && !isClosed(payload);
}

/** Reports signature findings at the elements of the shown text, which has the same elements as the received text. */
function signatureFindings(code: SignatureCode): (received: ReceivedMessage) => Iterable<Report> {
  return function* ({ verification, anyXml }) {
    const findings = verification?.findings.filter((one) => one.code === code) ?? [];
    const all = findings.length > 0 && anyXml ? [...elements(anyXml)] : [];
    for (const { element, message } of findings) {
      const at = all[element];
      if (at) yield { at: nameSpan(at), message };
    }
  };
}

function* lengthMissing({ response, facts, headersComplete }: ReceivedMessage): Iterable<Report> {
  const { statusLine, text } = response;
  if (!statusLine || !headersComplete || facts?.framing !== "close" || facts.truncated) return;
  const coding = fieldNamed(response, "transfer-encoding");
  const length = fieldNamed(response, "content-length");
  if (coding) {
    yield {
      at: coding.value,
      message: l10n.t(
        "Transfer-Encoding is {0}, which doesn't end in chunked. A complete body can't be distinguished from a lost connection.",
        fieldValue(text, coding),
      ),
    };
  } else if (length) {
    yield {
      at: length.value.start < length.value.end ? length.value : length.nameSpan,
      message: l10n.t(
        "Content-Length is \"{0}\", which isn't a valid number of bytes. A complete body can't be distinguished from a lost connection.",
        fieldValue(text, length),
      ),
    };
  } else {
    yield {
      at: statusLine,
      message: l10n.t(
        "The response has neither Content-Length nor Transfer-Encoding: chunked. A complete body can't be distinguished from a lost connection.",
      ),
    };
  }
}

function* lengthMismatch({ response, facts }: ReceivedMessage): Iterable<Report> {
  const { statusLine } = response;
  if (!statusLine || !facts || facts.framing === "unknown" || facts.framing === "http09") return;
  const at = framingPlace(response, statusLine, facts);
  const message = lengthText(facts);
  if (message !== undefined) yield { at, message };
  if (facts.surplusBytes > 0) yield { at, message: surplusText(statusLine, facts) };
}

function lengthText({ framing, bodyBytes, declaredBytes, truncated }: ResponseFacts): string | undefined {
  if (bodyBytes === undefined || framing === "none") return undefined;
  if (framing === "content-length" && declaredBytes !== undefined) {
    if (bodyBytes === declaredBytes) return undefined;
    return bodyBytes < declaredBytes
      ? l10n.t(
          "Content-Length is {0}, but the response ends after {1} bytes: {2} are missing.",
          declaredBytes,
          bodyBytes,
          declaredBytes - bodyBytes,
        )
      : l10n.t("Content-Length is {0}, but the body is {1} bytes.", declaredBytes, bodyBytes);
  }
  if (!truncated) return undefined;
  return framing === "chunked"
    ? l10n.t("The response is cut off: it ends after {0} bytes of its body, without the last chunk.", bodyBytes)
    : l10n.t("The response ends with an error after {0} bytes of its body. It may be cut off.", bodyBytes);
}

function surplusText({ code }: StatusLine, { framing, declaredBytes, surplusBytes }: ResponseFacts): string {
  const after =
    framing === "content-length" && declaredBytes !== undefined
      ? l10n.t("{0} bytes were received after the {1} that Content-Length declares.", surplusBytes, declaredBytes)
      : framing === "chunked"
        ? l10n.t("{0} bytes were received after the last chunk.", surplusBytes)
        : l10n.t(
            "{0} bytes were received after the end of the response. A response with status {1} has no body.",
            surplusBytes,
            code,
          );
  const why = l10n.t(
    "They aren't part of this response and aren't processed. A Content-Length that is too small in the request often causes a second response.",
  );
  return `${after} ${why}`;
}

/** Where a problem of the body's end is reported: at the header that determines the end, or at the status line. */
function framingPlace(response: ResponseText, statusLine: StatusLine, { framing }: ResponseFacts): Span {
  const name = framing === "content-length" ? "content-length" : framing === "chunked" ? "transfer-encoding" : "";
  const value = fieldNamed(response, name)?.value;
  return value && value.start < value.end ? value : statusLine;
}
