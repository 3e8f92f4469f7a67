import type { Rule } from "./rule.ts";
import { attributeUnqualified, attributeVersion, blockUnqualified } from "./soap/attributes.ts";
import { childUnexpected } from "./soap/children.ts";
import { bodyMissing, envelopeMissing, versionUnknown } from "./soap/envelope.ts";
import { faultInRequest, faultMalformed } from "./soap/fault.ts";
import { doctype, processingInstruction } from "./soap/markup.ts";
import { versionMedia } from "./soap/media.ts";
import type { SoapRule } from "./soap/subject.ts";
import { attributeValueRule, encodingStylePlace } from "./soap/values.ts";

/** What holds for an envelope on its own, whether it is a request's or a response's. */
export const envelopeRules: readonly SoapRule[] = [
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
];

export const soapRules: readonly Rule[] = [...envelopeRules, versionMedia, faultInRequest];
