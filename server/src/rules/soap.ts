import type { Rule } from "./rule.ts";
import { attributeUnqualified, attributeVersion, blockUnqualified } from "./soap/attributes.ts";
import { childUnexpected } from "./soap/children.ts";
import { bodyMissing, envelopeMissing, versionUnknown } from "./soap/envelope.ts";
import { faultInRequest, faultMalformed } from "./soap/fault.ts";
import { doctype, processingInstruction } from "./soap/markup.ts";
import { versionMedia } from "./soap/media.ts";
import { valuePlaceholder } from "./soap/placeholder.ts";
import { attributeValueRule, encodingStylePlace } from "./soap/values.ts";
import type { SoapRule } from "./soap/xmlMessage.ts";
import { namespaceSpace } from "./xml/qnames.ts";

/** Maximum number of reports per rule. */
const maxReports = 200;

/** Rules that apply to an envelope in a request or a response. */
export const envelopeRules: readonly SoapRule[] = [
  namespaceSpace,
  envelopeMissing,
  versionUnknown,
  bodyMissing,
  childUnexpected,
  blockUnqualified,
  attributeValueRule,
  attributeUnqualified,
  attributeVersion,
  encodingStylePlace,
  doctype,
  processingInstruction,
  faultMalformed,
].map(bounded);

export const soapRules: readonly Rule[] = [...envelopeRules, versionMedia, faultInRequest, bounded(valuePlaceholder)];

function bounded(rule: SoapRule): SoapRule {
  return {
    ...rule,
    *check(message) {
      let left = maxReports;
      for (const report of rule.check(message)) {
        if (left-- === 0) return;
        yield report;
      }
    },
  };
}
