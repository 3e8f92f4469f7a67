import { atMost, type Rule, rule } from "./rule.ts";
import { attributeUnqualified, attributeVersion, blockUnqualified } from "./soap/attributes.ts";
import { childUnexpected } from "./soap/children.ts";
import { doctype, processingInstruction, valuePlaceholder } from "./soap/content.ts";
import { bodyMissing, envelopeMissing, versionUnknown } from "./soap/envelope.ts";
import { faultInRequest, faultMalformed } from "./soap/fault.ts";
import { versionMedia } from "./soap/media.ts";
import { attributeValues, encodingStylePlace } from "./soap/values.ts";
import type { SoapCheck } from "./soap/xmlMessage.ts";
import { namespaceSpace } from "./xml/namespaces.ts";

/** Maximum number of reports per rule. */
const maxReports = 200;

const root = "SOAP 1.2 part 1 section 5.1; SOAP 1.1 section 4";
const blocks = "SOAP 1.2 part 1 section 5.2; SOAP 1.1 section 4.2";
const infoset = "SOAP 1.2 part 1 section 5; SOAP 1.1 section 3";

/** Rules that apply to an envelope in a request or a response. */
export const envelopeRules: readonly Rule<SoapCheck>[] = [
  rule("xml-namespace-space", "warning", "Namespaces in XML 1.0 sections 2.2 and 2.3", namespaceSpace),
  rule("soap-envelope-missing", "error", root, envelopeMissing),
  rule("soap-version-unknown", "error", "SOAP 1.2 part 1 section 5.1; SOAP 1.1 section 4.1.2", versionUnknown),
  rule("soap-body-missing", "error", root, bodyMissing, { waitsFor: "content" }),
  rule("soap-child-unexpected", "error", root, childUnexpected),
  rule("soap-block-unqualified", "error", blocks, blockUnqualified),
  rule("soap-attribute-value", "error", blocks, attributeValues),
  rule("soap-attribute-unqualified", "warning", blocks, attributeUnqualified),
  rule("soap-attribute-version", "warning", blocks, attributeVersion),
  rule("soap-encoding-style-place", "error", "SOAP 1.2 part 1 section 5.1.1", encodingStylePlace),
  rule("soap-doctype", "error", infoset, doctype),
  rule("soap-processing-instruction", "error", infoset, processingInstruction),
  rule("soap-fault-malformed", "error", "SOAP 1.2 part 1 section 5.4; SOAP 1.1 section 4.4", faultMalformed),
].map(bounded);

const binding = "SOAP over HTTP binding; SOAP 1.1 section 6; SOAP 1.2 part 2 section 7";

export const versionMediaRule = rule("soap-version-media", "error", binding, versionMedia);

export const soapRules: readonly Rule[] = [
  ...envelopeRules,
  versionMediaRule,
  rule("soap-fault-in-request", "hint", "SOAP 1.2 part 1 section 5.4", faultInRequest),
  bounded(rule("soap-placeholder", "hint", "SoapUI, sample requests", valuePlaceholder, { yieldsTo: "value" })),
];

function bounded({ check, ...rule }: Rule<SoapCheck>): Rule<SoapCheck> {
  return { ...rule, check: atMost(maxReports, check) };
}
