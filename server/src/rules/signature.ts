import type { Message } from "../message/message.ts";
import { memoized } from "../text/memoized.ts";
import { slice } from "../text/span.ts";
import { type Report, type Rule, rule, type Traits } from "./rule.ts";
import { keyFixes } from "./signature/fixes.ts";
import { type SignatureReport, signatureReports } from "./signature/problems.ts";
import { stepsWith } from "./variables.ts";

const traits: Traits = { preventsSending: true, inBodyFile: true };

export const signatureRules: readonly Rule[] = [
  rule("signature-place", "error", "WS-Security 1.1 section 8", reports("place"), traits),
  rule("signature-part", "error", "WS-Security 1.1 sections 4 and 8.3", reports("part"), traits),
  rule("signature-key", "error", "WS-Security X.509 Token Profile 1.1 section 3", unusableKeys, traits),
  rule("signature-token", "error", "WS-Security X.509 Token Profile 1.1 section 3.2", reports("token"), traits),
  rule("signature-algorithm", "error", "XML Signature 1.1 section 6; RFC 6931", reports("algorithm"), traits),
  rule("signature-enveloped", "warning", "XML Signature 1.1 section 6.6.4", reports("enveloped"), { inBodyFile: true }),
  rule("signature-holder", "warning", "SAML Token Profile 1.1 section 3.5.1", reports("holder"), { inBodyFile: true }),
  rule("computed-cycle", "error", "the .soaphttp format", reports("cycle"), traits),
  rule("signature-context", "information", "Canonical XML 1.0 section 2.4", reports("context"), { inBodyFile: true }),
];

const allReports = memoized(signatureReports);

function reports(code: SignatureReport["code"]): (message: Message) => Iterable<Report> {
  return (message) => {
    const own = allReports(message).filter((one) => one.code === code);
    return own.map(({ code: _, ...report }) => report);
  };
}

/** Reports keys that can't be used in signatures and in steps such as `sign`. */
function* unusableKeys(message: Message): Iterable<Report> {
  yield* reports("key")(message);
  for (const report of stepsWith(message, "signature-key"))
    yield { ...report, fixes: () => keyFixes(message, slice(message.text, report.at), report.at) };
}
