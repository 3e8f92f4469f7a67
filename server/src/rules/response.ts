import type { ResponseFacts } from "../protocol.ts";
import { type Decoding, type ReceivedMessage, readReceived } from "../response/received.ts";
import type { Finding } from "./check.ts";
import { charsetRules } from "./response/charset.ts";
import { contentCoding } from "./response/contentCoding.ts";
import { contentTypeRules } from "./response/contentType.ts";
import { framingRules } from "./response/framing.ts";
import type { ResponseRule } from "./response/rule.ts";
import { soapRules } from "./response/soap.ts";
import type { Report, Severity } from "./rule.ts";
import { envelopeRules } from "./soap.ts";
import { xmlRules } from "./xml.ts";

/** Every rule that a response alone is held against; those of XML and of the envelope hold for it too. */
export const responseRules: readonly ResponseRule[] = [
  ...contentTypeRules,
  ...framingRules,
  contentCoding,
  ...soapRules,
  ...charsetRules,
];

/**
 * All that the rules have to say about a response, in the order of the text. Spans: UTF-16 offsets in `text`, which is
 * that of the document that shows it. Without `facts` nothing is said about what a text can't tell.
 */
export function checkResponse(text: string, facts: ResponseFacts | undefined, decoding?: Decoding): readonly Finding[] {
  const received = readReceived(text, facts, decoding);
  const findings = responseRules.flatMap((rule) => findingsOf(rule, rule.check(received)));
  const isOther = findings.some(({ code }) => code === "response-content-type-unexpected") && !received.envelope;
  findings.push(...bodyFindings(received, isOther));
  return findings.sort((a, b) => a.at.start - b.at.start || a.at.end - b.at.end);
}

/** What is wrong with a body that was cut off follows from that. `isOther`: it is known to be no SOAP message. */
function bodyFindings({ text, xml, envelope, isCut }: ReceivedMessage, isOther: boolean): Finding[] {
  if (!xml || isCut) return [];
  const message = { text, xml, envelope };
  const rules = isOther ? xmlRules : [...xmlRules, ...envelopeRules];
  return rules.flatMap((rule) => findingsOf(rule, rule.check(message)));
}

/** A response can't be changed: it gets no fixes. */
function findingsOf({ code, severity }: { code: string; severity: Severity }, reports: Iterable<Report>): Finding[] {
  return Array.from(reports, ({ fixes, ...report }) => ({ ...report, code, severity: report.severity ?? severity }));
}
